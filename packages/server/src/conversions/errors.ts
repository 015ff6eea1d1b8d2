import { ENGINE_ERRORS, type EngineErrorCode } from '@platen/engine';
import { GATE_ERRORS } from '../access/errors.ts';
import type { ApiErrorCode } from '../errors.ts';

/** Errors of the conversion itself, whoever waits for it. `canceled` is none: nobody is left to read it. Nor is what is wrong with a PDF: only analyses read one. */
export const ENGINE_FAILURES: readonly ApiErrorCode[] = (Object.keys(ENGINE_ERRORS) as EngineErrorCode[]).filter(
  (code) => code !== 'canceled' && code !== 'unreadable_pdf',
);

/** Errors that a request for a conversion may be answered with. */
export const CONVERSION_ERRORS: readonly ApiErrorCode[] = [
  ...ENGINE_FAILURES,
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'not_found',
  'payment_required',
  'credits_exhausted',
  // Of what is done as a job: its queue, and the store of its result.
  'queue_full',
  'result_too_large',
  'storage_forbidden',
  'delivery_failed',
  ...GATE_ERRORS,
];
