import { randomInt } from 'node:crypto';
import { ENGINE_ERRORS, EngineError, type EngineErrorCode, type EngineIssue } from '@platen/engine';

/**
 * The catalogue of API errors: each code, its HTTP status, its title and what a client can do about it. Answers,
 * reference documentation and OpenAPI take them from here.
 */
export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  /** A sentence for the person who made the request; the answer's detail when the error has none of its own. */
  readonly remedy: string;
  /** Whether the same request may succeed when it is sent again unchanged. */
  readonly retryable: boolean;
  /** Whole seconds for Retry-After, before jitter. */
  readonly retryAfter?: number;
  /** Name of the quota that was used up, as RateLimit-Policy has it. */
  readonly violatedPolicy?: string;
}

function engine(code: EngineErrorCode, status: number, remedy: string, retryAfter?: number): ErrorEntry {
  return { ...ENGINE_ERRORS[code], status, remedy, retryAfter };
}

const ENGINE_ENTRIES = {
  invalid_request: engine('invalid_request', 400, 'Correct the fields that "errors" lists.'),
  exactly_one_input: engine('exactly_one_input', 400, 'Give one of source.url, source.html or a template.'),
  unknown_field: engine('unknown_field', 400, 'Remove the field, or use the name that "errors" suggests.'),
  unsupported_scheme: engine('unsupported_scheme', 400, 'Use an address that begins with http:// or https://.'),
  url_not_allowed: engine('url_not_allowed', 422, 'Use an address that is reachable from the public internet.'),
  source_timeout: engine('source_timeout', 408, 'Check that the source answers, then try again.'),
  source_unreachable: engine('source_unreachable', 422, 'Check that the source answers by HTTP.'),
  source_status: engine('source_status', 422, 'Correct the address, or set "allow_error_status" to true.'),
  unsupported_content_type: engine('unsupported_content_type', 422, 'Use an address that answers with HTML.'),
  too_many_redirects: engine('too_many_redirects', 422, 'Use the address that the redirects lead to.'),
  tls_error: engine('tls_error', 422, 'Renew or correct the certificate of the source.'),
  template_error: engine('template_error', 422, 'Correct the template at the place that the detail names.'),
  template_variable_missing: engine(
    'template_variable_missing',
    422,
    'Add the variable to the data, correct its name in the template, or leave out "strict_variables".',
  ),
  invalid_header: engine('invalid_header', 422, 'Correct the HTML of "header" or "footer".'),
  wait_condition_unmet: engine('wait_condition_unmet', 422, 'Check "wait_for" and "wait_for_selector".'),
  warning_refused: engine('warning_refused', 422, 'Correct what the warning names, or leave out "strict".'),
  image_too_large: engine('image_too_large', 422, 'Use a smaller size, scale or clip.'),
  unreadable_pdf: engine('unreadable_pdf', 422, 'Send a PDF with text, and without a password.'),
  too_many_pages: engine('too_many_pages', 422, 'Divide the document, or choose "pages".'),
  too_many_frames: engine('too_many_frames', 422, 'Use fewer frames, or images instead of them.'),
  render_out_of_memory: engine('render_out_of_memory', 422, 'Divide the document, or use smaller images.'),
  render_crashed: engine('render_crashed', 502, 'Send the request again.'),
  render_timeout: engine('render_timeout', 504, 'Make the page lighter, or set "timeout" to print what is there.'),
  capacity: engine('capacity', 503, 'Send the request again after the seconds in Retry-After.', 2),
  queue_timeout: engine('queue_timeout', 503, 'Send the request again after the seconds in Retry-After.', 5),
  /** The client has gone and gets no answer; the status is the one in the request log. */
  canceled: engine('canceled', 499, 'The client closed the connection before the answer.'),
} satisfies Record<EngineErrorCode, ErrorEntry>;

const own = (status: number, title: string, remedy: string, retryAfter?: number): ErrorEntry => ({
  status,
  title,
  remedy,
  retryable: retryAfter !== undefined,
  retryAfter,
});

const API_ENTRIES = {
  missing_key: own(401, 'API key missing', 'Send your key in the header "Authorization: Bearer KEY".'),
  invalid_key: own(401, 'Invalid API key', 'Check that the key is complete, sent once, and not revoked.'),
  expired_key: own(401, 'API key expired', 'Use a newer key, or ask the owner of this one for it.'),
  invalid_credentials: own(401, 'Invalid credentials', 'Check the email address, the password or the code.'),
  session_required: own(401, 'Not signed in', 'Sign in, and send the cookie of the answer.'),
  email_not_verified: own(403, 'Email address not verified', 'Open the link in the verification email.'),
  sign_up_closed: own(403, 'Sign-up closed', 'Ask the operator or a member for an invitation.'),
  invalid_link: own(400, 'Invalid or expired link', 'Request a new link: links expire, and most work only once.'),
  already_member: own(409, 'Already a member', 'Change the role of the member instead.'),
  address_taken: own(409, 'Email address already in use', 'Sign in, then accept the invitation.'),
  last_owner: own(409, 'Last owner', 'Make another member an owner first.'),
  two_factor_enabled: own(
    409,
    'Two-factor authentication already enabled',
    'Disable it first to set up another device.',
  ),
  payment_required: own(402, 'Payment required', 'Choose a plan: GET /v1/plans lists them.'),
  credits_exhausted: own(
    402,
    'Credits used up',
    'Wait for the next period, raise the ceiling for credits beyond the plan, or choose a larger plan.',
  ),
  https_required: own(403, 'HTTPS required', 'Use https, so that keys and documents are not sent in the clear.'),
  cross_site: own(403, 'Cross-site request refused', 'Send it from a page of this service, or with an API key.'),
  ip_not_allowed: own(403, 'IP address not allowed', 'Add your IP address to the allowlist of the key.'),
  insufficient_scope: own(403, 'Insufficient permissions', 'Use a key with the scope that the detail names.'),
  not_found: own(404, 'Not found', 'Check the path: the reference at /docs lists them all.'),
  draft_changed: own(
    409,
    'Draft changed',
    'Somebody has changed the draft since it was read. Read it again, and send the change with its revision.',
  ),
  slug_taken: own(409, 'Name already in use', 'Choose another name, or change the existing template or snippet.'),
  card_declined: own(402, 'Card declined', 'Use another card, or ask the bank that issued it.'),
  agreement_changed: own(409, 'Agreement changed', 'Read GET /v1/billing/agreement again, and send its sha256.'),
  billing_off: own(409, 'No billing here', 'Ask the operator of this service for a plan.'),
  billing_unavailable: own(
    503,
    'Payment provider away',
    'Send the request again in a moment; nothing is charged twice.',
    10,
  ),
  billing_details_missing: own(409, 'Nobody to bill', 'Say who is billed: PUT /v1/billing/details.'),
  invalid_signature: own(400, 'Invalid signature', 'Send events as Stripe has signed them, within five minutes.'),
  billing_busy: own(409, 'Billing is under way', 'Send the request again after the seconds in Retry-After.', 2),
  subscription_exists: own(409, 'There is a subscription already', 'Change it, or cancel it and wait until it ends.'),
  subscription_missing: own(409, 'No subscription', 'Begin one: POST /v1/billing/subscription.'),
  trial_used: own(409, 'Trial already used', 'Choose the plan without a trial: an organisation has only one.'),
  limit_reached: own(422, 'Limit reached', 'Delete what is no longer used.'),
  idempotency_in_progress: own(
    409,
    'Request in progress',
    'Send the request again, with the same key, after the seconds in Retry-After.',
    2,
  ),
  idempotency_result_gone: own(
    409,
    'Answer no longer available',
    'The request was completed. To repeat it, send it with a new "Idempotency-Key".',
  ),
  idempotency_mismatch: own(
    422,
    'Idempotency key already used',
    'Use a new "Idempotency-Key" for each request, and the same one only to repeat a request.',
  ),
  method_not_allowed: own(405, 'Method not allowed', 'Use a method that the header Allow lists.'),
  request_timeout: own(408, 'Request timeout', 'Send the whole request within 30 seconds.'),
  payload_too_large: own(413, 'Request body too large', 'Send at most 25 MB; refer to large files by address.'),
  unsupported_media_type: own(
    415,
    'Unsupported media type',
    'Send JSON in UTF-8 with "Content-Type: application/json", or "multipart/form-data" where files are taken; no Content-Encoding.',
  ),
  rate_limited: {
    ...own(429, 'Too many requests', 'Send the request again after the seconds in Retry-After.', 1),
    violatedPolicy: 'default',
  },
  concurrency_limited: {
    ...own(429, 'Too many concurrent requests', 'Wait until one of your conversions has finished.', 2),
    violatedPolicy: 'concurrent',
  },
  text_too_long: own(413, 'Text too long', 'Send at most 2,000,000 characters, in at most 8 MB.'),
  ai_waitlist: own(
    403,
    'Waitlist access only',
    'Request access with POST /api/waitlist; an owner, admin or developer can.',
  ),
  ai_limit_exceeded: own(
    429,
    'Monthly AI operations used up',
    'Wait until "resetAt", or choose a larger plan: GET /v1/plans lists them.',
  ),
  bank_pages_exceeded: own(
    429,
    'Monthly bank statement pages used up',
    'Wait until "resetAt", send fewer pages, or choose a larger plan: GET /v1/plans lists them.',
  ),
  ai_bad_output: own(502, 'Unusable answer from the language model', 'Send the request again; nothing was counted.', 5),
  ai_unavailable: own(
    503,
    'Analysis unavailable',
    'Send the request again after the seconds in Retry-After; nothing was counted.',
    5,
  ),
  ai_not_configured: own(
    503,
    'No language model configured',
    'Translation needs a language model; the operator names one with AI_BASE_URL and AI_MODEL.',
  ),
  locked: own(429, 'Too many failed attempts', 'Wait for the seconds in Retry-After.', 60),
  storage_unavailable: own(503, 'Storage unavailable', 'Send the request again in a moment.', 5),
  legal_hold: own(409, 'Legal hold', 'Nothing is removed until an owner lifts the legal hold of the organisation.'),
  storage_forbidden: own(422, 'Storage forbidden', 'Leave out what asks for something to be kept here.'),
  result_too_large: own(422, 'Result too large', 'Divide the document, or convert it synchronously.'),
  destination_unusable: own(422, 'Destination unusable', 'Do what "errors" says: nothing could be written there.'),
  delivery_failed: own(
    422,
    'Delivery failed',
    'Do what "errors" says, then POST /v1/jobs/{id}/deliver: the result is kept, and costs nothing again.',
  ),
  result_expired: own(410, 'Result expired', 'It expired or was removed; convert the document again.'),
  range_not_satisfiable: own(416, 'Range not satisfiable', 'Ask for a range within the result.'),
  job_unfinished: own(409, 'Job not finished', 'Ask again later; GET /v1/jobs/{id}?wait=30 waits for its end.', 2),
  job_without_result: own(409, 'Job without result', 'It failed or was canceled; GET /v1/jobs/{id} says why.'),
  nothing_failed: own(409, 'Nothing failed', 'Only what failed can be tried again.'),
  batch_without_result: own(
    409,
    'Batch without a file',
    'Its results are those of its jobs: GET /v1/jobs?batch={id} lists them.',
  ),
  merge_failed: own(500, 'PDFs not merged', 'Ask for "zip", or fetch the result of each item.'),
  schedule_limit: own(409, 'Too many schedules', 'Delete one: an organisation may have 100.'),
  schedule_without_owner: own(
    409,
    'Schedule without owner',
    'Whoever it belongs to may not ask for its conversion any more. Change it, so that it becomes yours.',
  ),
  queue_full: own(429, 'Queue full', 'Wait until some have ended, or cancel those that nobody needs.', 10),
  database_unavailable: own(503, 'Database unavailable', 'Send the request again in a moment.', 2),
  header_too_large: own(431, 'Request headers too large', 'Send at most 16 kB of headers.'),
  not_supported: own(501, 'Not supported', 'Leave out what the detail names.'),
  internal_error: own(500, 'Internal error', 'Send the request again; if it fails again, report its id.'),
} satisfies Record<string, ErrorEntry>;

export const API_ERRORS = { ...ENGINE_ENTRIES, ...API_ENTRIES };

export type ApiErrorCode = keyof typeof API_ERRORS;

export interface ApiErrorDetails {
  /** A full sentence; default: the remedy of the catalogue. */
  readonly detail?: string;
  readonly issues?: readonly EngineIssue[];
  readonly headers?: Readonly<Record<string, string>>;
  /** More members of the body, for paths under /api. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Whole seconds before jitter; default: those of the catalogue. */
  readonly retryAfter?: number;
  /** Name of the quota that was used up; default: that of the catalogue. */
  readonly violatedPolicy?: string;
  readonly cause?: unknown;
}

/** A refused or failed request, as it will be answered. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly issues: readonly EngineIssue[];
  readonly headers: Readonly<Record<string, string>>;
  readonly members: Readonly<Record<string, unknown>>;
  readonly retryAfter: number | undefined;
  readonly violatedPolicy: string | undefined;

  constructor(code: ApiErrorCode, details: ApiErrorDetails = {}) {
    super(details.detail ?? API_ERRORS[code].remedy, { cause: details.cause });
    this.name = 'ApiError';
    this.code = code;
    this.issues = details.issues ?? [];
    this.headers = details.headers ?? {};
    this.members = details.members ?? {};
    this.retryAfter = details.retryAfter ?? API_ERRORS[code].retryAfter;
    this.violatedPolicy = details.violatedPolicy ?? this.entry.violatedPolicy;
  }

  get entry(): ErrorEntry {
    return API_ERRORS[this.code];
  }
}

/** A disk that is full, over its quota, read-only or broken. */
const DISK_FAULTS: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

/** The answer to anything that was thrown. What the catalogue does not know says nothing about its cause. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof EngineError) return fromEngine(error);
  if (error instanceof Error && 'code' in error) {
    // Fastify refuses a Content-Type that is no media type before our own check sees it.
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ApiError('unsupported_media_type');
    if (error.code === 'FST_ERR_BAD_URL') {
      return new ApiError('invalid_request', { detail: 'The path has a broken percent-encoding.' });
    }
    if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return new ApiError('not_found');
    // The database refuses it: migration 0031.
    if (error.code === 'PLH01') return new ApiError('legal_hold');
    if (DISK_FAULTS.has(String(error.code))) return new ApiError('storage_unavailable', { cause: error });
  }
  return new ApiError('internal_error', { cause: error });
}

function fromEngine(error: EngineError): ApiError {
  const { issues, pointer, retryAfterSeconds } = error.details;
  const single = pointer === undefined ? [] : [{ pointer, code: error.code, detail: error.message }];
  return new ApiError(error.code, {
    detail: error.message,
    issues: issues ?? single,
    retryAfter: retryAfterSeconds,
  });
}

/**
 * Seconds for Retry-After (RFC 9110, section 10.2.3): never earlier than `base`, at most half as much again later,
 * so that clients that were refused together do not come back together.
 */
export function jitteredSeconds(base: number): number {
  const seconds = Math.max(1, Math.ceil(base));
  return seconds + randomInt(0, Math.ceil(seconds / 2) + 1);
}
