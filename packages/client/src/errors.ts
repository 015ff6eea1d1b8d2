/** One fault of a request. */
export interface Issue {
  /** JSON pointer to the field at fault (RFC 6901). */
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

interface Facts {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;
  readonly issues: readonly Issue[];
}

/** The service refused a request, or a job failed. The message is its sentence: cause and remedy. */
export class PlatenError extends Error {
  /** HTTP status; 0 for a job that failed. */
  readonly status: number;
  /** Such as `invalid_request` or `credits_exhausted`; docs/reference/errors.md has all of them. */
  readonly code: string;
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Seconds to wait before the next try, if the service named them. */
  readonly retryAfter: number | undefined;
  /** One entry for each fault of the request. */
  readonly issues: readonly Issue[];

  constructor(message: string, { status, code, requestId, retryable, retryAfter, issues }: Facts) {
    super(message);
    this.name = 'PlatenError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryable = retryable;
    this.retryAfter = retryAfter;
    this.issues = issues;
  }

  /** The field at fault, if it is one. */
  get pointer(): string | undefined {
    return this.issues[0]?.pointer;
  }
}

/** Reads the error of an answer; of one that is no problem document, as a proxy in between may send it, the status. */
export async function errorOf(answer: Response): Promise<PlatenError> {
  const problem: Record<string, unknown> = await answer
    .json()
    .then((json: unknown) => (typeof json === 'object' && json !== null ? { ...json } : {}))
    .catch(() => ({}));
  const { error, error_code: errorCode, code, request_id: requestId, retryable, errors, issues } = problem;
  const named = [errorCode, code].find((value) => typeof value === 'string');
  return new PlatenError(typeof error === 'string' ? error : `The service answered ${answer.status}.`, {
    status: answer.status,
    code: typeof named === 'string' ? named : `http_${answer.status}`,
    requestId: typeof requestId === 'string' ? requestId : (answer.headers.get('x-request-id') ?? undefined),
    retryable: typeof retryable === 'boolean' ? retryable : answer.status === 429 || answer.status >= 502,
    retryAfter: secondsOf(answer.headers.get('retry-after')),
    issues: (errors ?? issues ?? []) as readonly Issue[],
  });
}

/** `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3). */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
