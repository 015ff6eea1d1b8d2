import type { ServerResponse } from 'node:http';
import { API_ERRORS, type ApiError, type ApiErrorCode, jitteredSeconds } from '../errors.ts';

/**
 * The body of every error: RFC 9457 (`type`, `title`, `status`, `detail`, `instance`), and the members that
 * PDFShift's clients (`success`, `error`, `code`) and ours read.
 */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly success: false;
  readonly error: string;
  readonly code: number;
  readonly error_code: string;
  readonly request_id: string;
  readonly retryable: boolean;
  readonly errors: readonly { readonly pointer: string; readonly code: string; readonly detail: string }[];
  /** Names of the quotas that were used up, as RateLimit-Policy has them. */
  readonly 'violated-policies'?: readonly string[];
}

/** An error as it goes over the wire. */
export interface ProblemAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Headers that every answer carries: nothing that we send may be sniffed, framed, or run by a browser. */
export const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;

/** Field names come from the client: a pointer or a list of them must not blow up the answer. */
const LONGEST = { pointer: 256, detail: 1_000, errors: 50 };

/** draft-ietf-httpapi-ratelimit-headers-11, section 5.1. */
const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded';

export function problemOf(error: ApiError, requestId: string): Problem {
  const { status, title, retryable } = error.entry;
  const { violatedPolicy } = error;
  const detail = clip(error.message, LONGEST.detail);
  return {
    type: violatedPolicy === undefined ? `urn:platen:error:${error.code}` : QUOTA_EXCEEDED,
    title,
    status,
    detail,
    instance: `urn:platen:request:${requestId}`,
    success: false,
    error: detail,
    code: status,
    error_code: error.code,
    request_id: requestId,
    retryable,
    errors: error.issues.slice(0, LONGEST.errors).map((issue) => ({
      pointer: clip(issue.pointer, LONGEST.pointer),
      code: issue.code,
      detail: clip(issue.detail, LONGEST.detail),
    })),
    ...(violatedPolicy === undefined ? {} : { 'violated-policies': [violatedPolicy] }),
  };
}

/** The body of errors under /api, where the specification has a format of its own. */
export interface AnalysisProblem {
  readonly success: false;
  readonly error: string;
  readonly code: string;
  readonly request_id: string;
  readonly retryable: boolean;
  /** Absent if no part of the request is at fault. */
  readonly issues?: Problem['errors'];
}

/** Code of an error under /api: all of 401 have one code. */
export function analysisCodeOf(code: ApiErrorCode): string {
  return API_ERRORS[code].status === 401 ? 'unauthorized' : code;
}

/** Cause and remedy in one text: the shape under /api has no title. */
function analysisErrorOf(title: string, detail: string, remedy: string): string {
  return detail === remedy ? `${title}. ${detail}` : detail;
}

function analysisProblemOf(error: ApiError, requestId: string): AnalysisProblem {
  const { title, detail, retryable, errors } = problemOf(error, requestId);
  return {
    success: false,
    error: analysisErrorOf(title, detail, error.entry.remedy),
    code: analysisCodeOf(error.code),
    request_id: requestId,
    retryable,
    ...(errors.length > 0 ? { issues: errors } : {}),
    ...error.members,
  };
}

/** The body of errors under /v3, as PDFShift's clients read it. */
export interface PdfShiftProblem {
  readonly success: false;
  readonly error: string;
  /** The status. */
  readonly code: number;
  /** What is wrong with which field; absent if no part of the request is at fault. */
  readonly errors?: Readonly<Record<string, string>>;
  readonly error_code: string;
  readonly request_id: string;
}

function pdfShiftProblemOf(error: ApiError, requestId: string): PdfShiftProblem {
  const { detail, errors } = problemOf(error, requestId);
  const named = errors.map((issue) => [issue.pointer.slice(1).replaceAll('/', '.'), issue.detail] as const);
  return {
    success: false,
    error: detail,
    code: pdfShiftStatusOf(error),
    ...(named.length > 0 ? { errors: Object.fromEntries(named) } : {}),
    error_code: error.code,
    request_id: requestId,
  };
}

/** There used-up credits are 403, and a request or page that is not as it has to be is 400. */
const pdfShiftStatusOf = ({ entry: { status } }: ApiError): number => PDFSHIFT_STATUS[status] ?? status;
const PDFSHIFT_STATUS: Readonly<Record<number, number>> = { 402: 403, 422: 400 };

/** A sentence, as the clients of Gotenberg and Browserless show it. */
function textOf(error: ApiError, requestId: string): string {
  const { detail, errors } = problemOf(error, requestId);
  // Of the fault of one field the detail says all; of several, only how many there are.
  return errors.length > 1 ? errors.map((issue) => issue.detail).join('; ') : detail;
}

/** There a page that is not as it has to be is 409, one that cannot be reached 400, time that is over 503, and a receiver that takes no file 500. */
const GOTENBERG_STATUS: Readonly<Partial<Record<ApiErrorCode, number>>> = {
  url_not_allowed: 403,
  source_status: 409,
  warning_refused: 409,
  source_timeout: 400,
  render_timeout: 503,
  delivery_failed: 500,
};

export function gotenbergStatusOf({ code, entry: { status } }: ApiError): number {
  return GOTENBERG_STATUS[code] ?? (status === 422 ? 400 : status);
}

/** There a request that is not as it has to be is 400, and a page or condition that does not come in time 408. */
const BROWSERLESS_STATUS: Readonly<Partial<Record<ApiErrorCode, number>>> = {
  wait_condition_unmet: 408,
  render_timeout: 408,
  source_timeout: 408,
};

const browserlessStatusOf = ({ code, entry: { status } }: ApiError): number =>
  BROWSERLESS_STATUS[code] ?? (status === 422 ? 400 : status);

/** There a request that is not as it has to be is 400, and a page that does not come in time 408. */
const firecrawlStatusOf = (error: ApiError): number =>
  error.code === 'rate_limited' ? 429 : browserlessStatusOf(error);

/** There a request that is not as it has to be is 422. */
const pdfMonkeyStatusOf = ({ entry: { status } }: ApiError): number => (status === 400 ? 422 : status);

/** The body of errors under /api/v1: one client of PDFMonkey reads `error`, another `errors`. */
function pdfMonkeyProblemOf(error: ApiError, requestId: string): object {
  const { detail, errors } = problemOf(error, requestId);
  const status = String(pdfMonkeyStatusOf(error));
  const told = errors.map((issue) => ({
    ...{ status, code: issue.code, detail: issue.detail, source: { pointer: issue.pointer } },
  }));
  return {
    error: detail,
    errors: told.length > 0 ? told : [{ status, code: error.code, detail }],
    error_code: error.code,
    request_id: requestId,
  };
}

/** The body of errors under /docraptor: XML, whose texts its clients show. */
function docraptorProblemOf(error: ApiError, requestId: string): string {
  const { detail, errors } = problemOf(error, requestId);
  const told = errors.length > 1 ? errors.map((issue) => issue.detail) : [detail];
  const lines = told.map((text) => `  <error code="${error.code}">${escapeXml(text)}</error>\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<errors>\n${lines}</errors>\n`;
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(UNWRITABLE, ' ');

/** XML 1.0, section 2.2: characters that no document may have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const UNWRITABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

interface Shape {
  /** The paths whose errors have it. */
  readonly prefix: string;
  readonly type: string;
  /** An object is sent as JSON. */
  readonly bodyOf: (error: ApiError, requestId: string) => object | string;
  readonly statusOf?: (error: ApiError) => number;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM: Shape = { prefix: '', type: 'application/problem+json', bodyOf: problemOf };
const SHAPES: readonly Shape[] = [
  { prefix: '/firecrawl/', type: JSON_TYPE, bodyOf: analysisProblemOf, statusOf: firecrawlStatusOf },
  { prefix: '/api/v1/', type: JSON_TYPE, bodyOf: pdfMonkeyProblemOf, statusOf: pdfMonkeyStatusOf },
  { prefix: '/api/', type: JSON_TYPE, bodyOf: analysisProblemOf },
  // Their client knows the type only without a charset.
  { prefix: '/v3/', type: 'application/json', bodyOf: pdfShiftProblemOf, statusOf: pdfShiftStatusOf },
  { prefix: '/forms/', type: 'text/plain; charset=utf-8', bodyOf: textOf, statusOf: gotenbergStatusOf },
  { prefix: '/docraptor/', type: 'application/xml; charset=utf-8', bodyOf: docraptorProblemOf },
  { prefix: '/browserless/', type: 'text/plain; charset=utf-8', bodyOf: textOf, statusOf: browserlessStatusOf },
];

/** @param url address of the request, as far as it is known: it decides the shape */
export function problemAnswer(error: ApiError, requestId: string, url = ''): ProblemAnswer {
  const { type, bodyOf, statusOf } = SHAPES.find(({ prefix }) => url.startsWith(prefix)) ?? PROBLEM;
  const told = bodyOf(error, requestId);
  const body = Buffer.from(typeof told === 'string' ? told : withoutMarkup(JSON.stringify(told)));
  return {
    status: statusOf?.(error) ?? error.entry.status,
    headers: {
      ...COMMON_HEADERS,
      'x-request-id': requestId,
      'content-type': type,
      'content-length': String(body.length),
      'cache-control': 'no-store',
      ...(error.retryAfter === undefined ? {} : { 'retry-after': String(jitteredSeconds(error.retryAfter)) }),
      ...error.headers,
    },
    body,
  };
}

/** Answers on Node's own response, for requests that never became one of Fastify's. */
export function writeProblem(response: ServerResponse, error: ApiError, requestId: string, url?: string): void {
  const { status, headers, body } = problemAnswer(error, requestId, url);
  response.writeHead(status, headers).end(body);
}

/** The same JSON without a character that begins markup: names of fields come back in it, whatever a client named them. */
function withoutMarkup(json: string): string {
  return json.replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

/** Cuts without leaving half of a surrogate pair behind. */
function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;
}
