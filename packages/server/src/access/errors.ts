import type { ApiErrorCode } from '../errors.ts';

/** Errors that any request may be answered with, whoever asks. */
export const OPEN_ERRORS: readonly ApiErrorCode[] = ['header_too_large', 'storage_unavailable', 'internal_error'];

/** Errors that any request behind the gate may be answered with, before its body is looked at. */
export const GATE_ERRORS: readonly ApiErrorCode[] = [
  // A parameter after the question mark that the endpoint does not have.
  'unknown_field',
  'missing_key',
  'invalid_key',
  'expired_key',
  'https_required',
  'cross_site',
  'ip_not_allowed',
  'insufficient_scope',
  'locked',
  'rate_limited',
  'concurrency_limited',
  'database_unavailable',
  ...OPEN_ERRORS,
];

/** Errors of the JSON body of a request. */
export const BODY_ERRORS: readonly ApiErrorCode[] = [
  'invalid_request',
  'unknown_field',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
];
