import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ServiceAddress } from '../config.ts';
import { sentBody } from '../convert/there.ts';
import { askService, ServiceError } from '../service.ts';
import { hashOf, Journal } from './journal.ts';
import { type BatchRun, journalOf } from './places.ts';
import type { BatchResult, Failure } from './report.ts';
import { writeWhole } from './write-file.ts';

/** Seconds that one look at a batch waits for its end. */
const WAIT = 2;
/** Results that are fetched at the same time. */
const FETCHES = 4;

interface RemoteBatch {
  readonly id: string;
  readonly status: 'queued' | 'processing' | 'completed' | 'canceled';
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly canceled: number;
  readonly error_code: string | null;
  readonly failures: readonly {
    readonly position: number;
    readonly code: string;
    readonly detail: string;
    readonly errors: readonly { readonly detail: string }[];
  }[];
}

interface RemoteJob {
  readonly id: string;
  readonly status: string;
  readonly position: number;
}

/** Has a service make the documents of a batch, and fetches them. What is interrupted here goes on there. */
export async function batchThere(
  run: BatchRun,
  service: Required<ServiceAddress>,
): Promise<Omit<BatchResult, 'seconds'>> {
  const client = new BatchClient(service, run.signal);
  const fields = await fieldsOf(run);
  const key = hashOf(fields, run.names);
  const journal = new Journal(journalOf(run), run.given);
  const id = await begun(client, { journal, fields, key, server: service.url });
  const batch = await ended(client, id, run);
  const kept = run.given.output.kind === 'files' ? await fetchFiles(client, batch, { run, journal, key }) : 0;
  const file = await fetchFile(client, batch, run);
  const failures = batch.failures.map(({ position, code, detail, errors }): Failure => {
    const others = errors.map((error) => error.detail).filter((each) => !detail.includes(each));
    const { row = 0 } = run.rows[position] ?? {};
    return { row, file: run.names[position] ?? '', code, message: [detail, ...others].join(' ') };
  });
  const unlisted = batch.failed + batch.canceled - failures.length;
  if (failures.length + unlisted === 0) journal.remove();
  return {
    total: batch.total,
    kept,
    failures,
    unlisted,
    warnings: new Map(),
    ...(file === undefined ? {} : { file }),
  };
}

/** The batch as the API has it. */
async function fieldsOf({ given, source, rows }: BatchRun): Promise<Readonly<Record<string, unknown>>> {
  const { output, format, input, options } = given;
  const common = {
    format,
    items: rows.map(({ data }) => ({ data })),
    result: output.kind === 'files' ? 'separate' : output.kind,
    ...(output.kind !== 'files' && output.name !== undefined ? { download_name: output.name } : {}),
  };
  if (!source) return { ...common, template_id: input, options };
  const folder = source.document === undefined ? undefined : path.dirname(source.document);
  const { source: document, data: _data, ...rest } = sentBody(await source.read(), folder);
  return { ...common, source: document, options: rest };
}

interface Beginning {
  readonly journal: Journal;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly server: string;
}

/** Sends a batch, or finds the one that an earlier call has sent; its failed items are tried again. @returns its id */
async function begun(client: BatchClient, { journal, fields, key, server }: Beginning): Promise<string> {
  const earlier = journal.batchAt(server, key);
  if (earlier?.batch !== undefined) {
    const batch = await client.look(earlier.batch, 0);
    const isOver = batch.status === 'completed' && (batch.failed > 0 || batch.error_code !== null);
    if (isOver) await client.retry(batch.id);
    if (batch.status !== 'canceled') return batch.id;
  }
  // Kept before it is sent: a call that dies in between finds the answer by the same key.
  const attempt = earlier?.attempt ?? randomUUID();
  journal.setBatch({ server, key, attempt });
  const batch = await client.send(fields, attempt);
  journal.setBatch({ server, key, attempt, batch });
  return batch;
}

async function ended(client: BatchClient, id: string, { progress, signal }: BatchRun): Promise<RemoteBatch> {
  for (;;) {
    signal.throwIfAborted();
    const batch = await client.look(id, WAIT);
    const { succeeded, failed, canceled, status } = batch;
    progress.show({ done: succeeded + failed + canceled, failed });
    if (status === 'completed' || status === 'canceled') return batch;
  }
}

/** Writes the file of each row that succeeded. @returns how many were there already */
async function fetchFiles(
  client: BatchClient,
  { id }: RemoteBatch,
  { run, journal, key }: { readonly run: BatchRun; readonly journal: Journal; readonly key: string },
): Promise<number> {
  let kept = 0;
  const jobs = client.succeeded(id);
  const next = async (): Promise<void> => {
    for await (const { id: job, position } of jobs) {
      const file = run.names[position] as string;
      const own = hashOf(key, position);
      if (journal.has(file, own)) kept += 1;
      else {
        await writeWhole(file, await client.result(`/v1/jobs/${job}/result`));
        journal.add(file, own);
      }
    }
  };
  await Promise.all(Array.from({ length: FETCHES }, next));
  return kept;
}

async function fetchFile(
  client: BatchClient,
  batch: RemoteBatch,
  { given: { output } }: BatchRun,
): Promise<string | undefined> {
  if (output.kind === 'files' || batch.succeeded === 0) return undefined;
  await writeWhole(output.file, await client.result(`/v1/batches/${batch.id}/result`));
  return existsSync(output.file) ? output.file : undefined;
}

/** The batches of a service, over HTTP. */
class BatchClient {
  readonly #service: Required<ServiceAddress>;
  readonly #signal: AbortSignal;

  constructor(service: Required<ServiceAddress>, signal: AbortSignal) {
    this.#service = service;
    this.#signal = signal;
  }

  async send(fields: object, idempotencyKey: string): Promise<string> {
    const { id } = await this.#json<{ readonly id: string }>('POST', '/v1/batches', 'id', { fields, idempotencyKey });
    return id;
  }

  async look(id: string, wait: number): Promise<RemoteBatch> {
    return (await this.#json<{ readonly batch: RemoteBatch }>('GET', `/v1/batches/${id}?wait=${wait}`, 'batch')).batch;
  }

  async retry(id: string): Promise<void> {
    await this.#json('POST', `/v1/batches/${id}/retry`, 'batch', { fields: {} });
  }

  async *succeeded(id: string): AsyncGenerator<RemoteJob> {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page: { readonly data: readonly RemoteJob[]; readonly next_cursor: string | null } = await this.#json(
        'GET',
        `/v1/jobs?batch=${id}&status=succeeded&limit=100${after}`,
        'data',
      );
      yield* page.data;
      cursor = page.next_cursor;
    }
  }

  async result(address: string): Promise<AsyncIterable<Uint8Array>> {
    const response = await askService(this.#service, { method: 'GET', path: address, signal: this.#signal });
    return response.body as AsyncIterable<Uint8Array>;
  }

  async #json<Answer>(
    method: string,
    address: string,
    member: string,
    { fields, idempotencyKey }: { readonly fields?: object; readonly idempotencyKey?: string } = {},
  ): Promise<Answer> {
    const response = await askService(this.#service, {
      method,
      path: address,
      signal: this.#signal,
      ...(fields ? { body: { fields } } : {}),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (typeof answer === 'object' && answer !== null && member in answer) return answer as Answer;
    throw new ServiceError(`${this.#service.url} is no service of Platen.`);
  }
}
