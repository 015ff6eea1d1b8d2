import { ENGINE_ERRORS, type EngineErrorCode } from '@platen/engine';
import type { ApiErrorCode } from '../errors.ts';

const BY_ENGINE = (Object.keys(ENGINE_ERRORS) as EngineErrorCode[]).filter((code) => code !== 'canceled');

/** Errors that a conversion may be answered with. `canceled` is none: nobody is left to read it. */
export const CONVERSION_ERRORS: readonly ApiErrorCode[] = [
  ...BY_ENGINE,
  'missing_key',
  'invalid_key',
  'https_required',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'locked',
  'rate_limited',
  'concurrency_limited',
  'header_too_large',
  'internal_error',
];
