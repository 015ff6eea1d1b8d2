import { PlatenFile } from './file.ts';
import { rowsOf } from './pages.ts';
import type { Schemas } from './schemas.ts';
import type { CallOptions, Transport } from './transport.ts';

export type Batch = Schemas['BatchDetails'];

const LONG_POLL = 30;
const FINAL: ReadonlySet<string> = new Set(['completed', 'canceled']);

/** `/v1/batches`: a document for each of many items. */
export class Batches {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** @returns its id */
  async create(request: Schemas['BatchRequest'], options?: CallOptions): Promise<string> {
    const call = { method: 'POST', body: request, ...options };
    return (await this.#transport.json<{ id: string }>('/v1/batches', call)).id;
  }

  list(query: { readonly limit?: number } = {}, options?: CallOptions) {
    return rowsOf<Schemas['Batch']>(this.#transport, '/v1/batches', { query: { ...query }, ...options });
  }

  async get(id: string, options?: CallOptions): Promise<Batch> {
    return (await this.#transport.json<{ batch: Batch }>(pathOf(id), options)).batch;
  }

  /** Waits until all items have ended, as long as `signal` lets it. Items may have failed: see `failed`. */
  async wait(id: string, options?: CallOptions): Promise<Batch> {
    for (;;) {
      const call = { query: { wait: LONG_POLL }, ...options };
      const { batch } = await this.#transport.json<{ batch: Batch }>(pathOf(id), call);
      if (FINAL.has(batch.status)) return batch;
    }
  }

  /** The ZIP or the one PDF. */
  async result(id: string, options?: CallOptions): Promise<PlatenFile> {
    return new PlatenFile(await this.#transport.send(`${pathOf(id)}/result`, options));
  }

  /** Does the failed items again; without any, sends the file again that did not arrive. */
  async retry(id: string, options?: CallOptions): Promise<Batch> {
    return (await this.#transport.json<{ batch: Batch }>(`${pathOf(id)}/retry`, { method: 'POST', ...options })).batch;
  }

  /** Sends the file again that did not arrive. Nothing is made, nor charged. */
  async deliver(id: string, options?: CallOptions): Promise<Batch> {
    const call = { method: 'POST', query: { only: 'deliveries' }, ...options };
    return (await this.#transport.json<{ batch: Batch }>(`${pathOf(id)}/retry`, call)).batch;
  }

  async cancel(id: string, options?: CallOptions): Promise<Batch> {
    return (await this.#transport.json<{ batch: Batch }>(pathOf(id), { method: 'DELETE', ...options })).batch;
  }
}

const pathOf = (id: string): string => `/v1/batches/${encodeURIComponent(id)}`;
