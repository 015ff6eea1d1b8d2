import { ENGINE_ERRORS, type EngineErrorCode } from '@platen/engine';
import { GATE_ERRORS } from '../access/errors.ts';
import type { ApiErrorCode } from '../errors.ts';

const BY_ENGINE = (Object.keys(ENGINE_ERRORS) as EngineErrorCode[]).filter((code) => code !== 'canceled');

/** Errors that a conversion may be answered with. `canceled` is none: nobody is left to read it. */
export const CONVERSION_ERRORS: readonly ApiErrorCode[] = [
  ...BY_ENGINE,
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'not_found',
  'payment_required',
  'credits_exhausted',
  ...GATE_ERRORS,
];
