import { PlatenError } from './errors.ts';
import { PlatenFile } from './file.ts';
import { rowsOf } from './pages.ts';
import type { Schemas } from './schemas.ts';
import type { CallOptions, Transport } from './transport.ts';

export type Job = Schemas['Job'];

/** Seconds that the service holds an answer back until a job has ended. */
const LONG_POLL = 30;
const FINAL: ReadonlySet<string> = new Set(['succeeded', 'failed', 'canceled']);

/** `/v1/jobs`: conversions that outlive their request. */
export class Jobs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The newest first. */
  list(
    query: { readonly status?: Job['status']; readonly tag?: string; readonly batch?: string } = {},
    options?: CallOptions,
  ) {
    return rowsOf<Job>(this.#transport, '/v1/jobs', { query: { ...query }, ...options });
  }

  async get(id: string, options?: CallOptions): Promise<Job> {
    return (await this.#transport.json<{ job: Job }>(pathOf(id), options)).job;
  }

  /**
   * Waits until a job has ended, as long as `signal` lets it.
   * @throws PlatenError with the code of what went wrong, for one that failed or was canceled
   */
  async wait(id: string, options?: CallOptions): Promise<Job> {
    for (;;) {
      const { job } = await this.#transport.json<{ job: Job }>(pathOf(id), { query: { wait: LONG_POLL }, ...options });
      if (job.status === 'succeeded') return job;
      if (FINAL.has(job.status)) throw failureOf(job);
    }
  }

  /** The bytes that a job has made. */
  async result(id: string, options?: CallOptions): Promise<PlatenFile> {
    return new PlatenFile(await this.#transport.send(`${pathOf(id)}/result`, options));
  }

  /** Cancels a job that has not ended; of one that has, removes its result at once. */
  async remove(id: string, options?: CallOptions): Promise<Job> {
    return (await this.#transport.json<{ job: Job }>(pathOf(id), { method: 'DELETE', ...options })).job;
  }
}

const pathOf = (id: string): string => `/v1/jobs/${encodeURIComponent(id)}`;

function failureOf({ error, status, request_id: requestId }: Job): PlatenError {
  return new PlatenError(error?.detail ?? `The job was ${status}.`, {
    status: 0,
    code: error?.code ?? status,
    requestId: requestId ?? undefined,
    retryable: false,
    retryAfter: undefined,
    issues: error?.errors ?? [],
  });
}
