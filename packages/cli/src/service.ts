import type { ServiceAddress } from './config.ts';

/** The service refused, or cannot be reached; the message says why. Exit status 1. */
export class ServiceError extends Error {
  /** Of the answer; undefined if there was none. */
  readonly status: number | undefined;
  /** The service's code of the error; undefined if there was none. */
  readonly code: string | undefined;

  constructor(message: string, { status, code }: { readonly status?: number; readonly code?: string } = {}) {
    super(message);
    this.name = 'ServiceError';
    this.status = status;
    this.code = code;
  }
}

export type Files = ReadonlyMap<string, Uint8Array>;

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: { readonly fields: object; readonly files?: Files } | undefined;
  readonly signal?: AbortSignal;
  /** The service answers a request with the same one from what it answered before. */
  readonly idempotencyKey?: string;
}

/** Sends a request to a service. @throws ServiceError when it refuses or cannot be reached */
export async function askService({ url, key }: Required<ServiceAddress>, asked: Asked): Promise<Response> {
  const { method, path, body, signal, idempotencyKey } = asked;
  const form = body?.files && body.files.size > 0 ? formOf(body.fields, body.files) : undefined;
  const response = await fetch(url + path, {
    method,
    // A key goes to the service that was named, and nowhere else.
    redirect: 'error',
    ...(signal ? { signal } : {}),
    headers: {
      authorization: `Bearer ${key}`,
      ...(body && !form ? { 'content-type': 'application/json' } : {}),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body ? { body: form ?? JSON.stringify(body.fields) } : {}),
  }).catch((error: Error) => {
    throw new ServiceError(`${url} cannot be reached (${codeOf(error)}).`);
  });
  if (!response.ok) throw await refusal(response);
  return response;
}

function formOf(fields: object, files: Files): FormData {
  const form = new FormData();
  form.append('request', JSON.stringify(fields));
  for (const [name, bytes] of files) form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  return form;
}

const codeOf = ({ cause, message }: Error): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : message;

/** What the service says is wrong: the detail, and that of each further fault. */
async function refusal(response: Response): Promise<ServiceError> {
  const { status } = response;
  const problem: unknown = await response.json().catch(() => undefined);
  const { detail, errors, error_code: code } = (problem ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof detail !== 'string') return new ServiceError(`The service answered ${status}.`, { status });
  const others = (Array.isArray(errors) ? errors : []).map((error: { readonly detail?: unknown }) =>
    String(error.detail),
  );
  return new ServiceError([...new Set([detail, ...others])].join('\n  '), {
    status,
    ...(typeof code === 'string' ? { code } : {}),
  });
}
