import type { GuardedClient } from '@platen/engine';
import type { Clock } from '../clock.ts';
import { whenBack } from '../data/when-back.ts';
import type { Log } from '../log/log.ts';
import type { Objects } from '../objects/objects.ts';
import type { Vault } from '../vault/vault.ts';
import type { ConnectionStore } from './connection-store.ts';
import type { DeliveryRow, DeliveryStore } from './delivery-store.ts';
import { faultOf } from './fault-of.ts';
import { DELIVERY_FAULTS, DeliveryFault } from './faults.ts';
import type { FileHost, OutgoingFile, Way, Written } from './kind.ts';
import { kindOf } from './kinds.ts';
import { put } from './put.ts';
import { nextDelivery } from './schedule.ts';
import { type DeliveryOutcome, type DeliveryTarget, deliveryOutcome, deliveryTarget } from './sealed.ts';

/** Bytes a second that a server has to take: whoever takes a few at a time would keep a slot from others for days. */
const SLOWEST = 100_000;

export interface DelivererOptions {
  readonly store: DeliveryStore;
  readonly connections: ConnectionStore;
  readonly objects: Objects;
  readonly vault: Vault;
  readonly client: GuardedClient;
  readonly clock: Clock;
  readonly log: Log;
  /** What kinds know of services beside their settings. */
  readonly services: Pick<Way, 'origins'>;
  /** Milliseconds that a server may be silent. */
  readonly patience: number;
  /** Milliseconds that a try may take beside what its bytes take at the least speed. */
  readonly allowance: number;
  /** From 0 to 1, for the schedule. */
  readonly random: () => number;
}

/** Makes one try of a delivery, and writes what became of it. */
export class Deliverer {
  readonly #options: DelivererOptions;

  constructor(options: DelivererOptions) {
    this.#options = options;
  }

  /**
   * @throws ApiError `database_unavailable`: the database was away before anything was sent; the reason of the signal. What
   *   was sent is written as soon as the database is back
   */
  async deliver(row: DeliveryRow, signal: AbortSignal): Promise<void> {
    const { clock, log, random, store } = this.#options;
    try {
      const written = await this.#send(row, signal);
      const { location, path, etag } = written;
      const outcome = await this.#sealed(row, { location, path, etag });
      await whenBack(() => store.settle(row, { state: 'delivered' }, outcome, clock.now()), signal);
    } catch (error) {
      signal.throwIfAborted();
      const kind = kindOf(row.kind);
      const fault = faultOf(error, kind);
      if (fault.code === 'internal_error') log.event('delivery_unmade', { delivery: row.id });
      const { again } = DELIVERY_FAULTS[fault.code];
      const { retryAfter } = fault;
      const nextAt = again
        ? nextDelivery(row.tries + 1, clock.now(), { retryAfter, random, delays: kind.delays })
        : undefined;
      const outcome = await this.#sealed(row, { detail: fault.message });
      const state = nextAt === undefined ? 'failed' : 'waiting';
      await whenBack(() => store.settle(row, { state, error: fault.code, nextAt }, outcome, clock.now()), signal);
    }
  }

  async #send(row: DeliveryRow, signal: AbortSignal): Promise<Written & { path: string }> {
    const { vault, objects, store } = this.#options;
    const { organisation_id: organisationId, id } = row;
    const bytes = await vault.open(deliveryTarget(organisationId, id), row.target);
    const target = JSON.parse(bytes.toString('utf8')) as DeliveryTarget;
    const output = await store.output(row);
    if (!output) throw new DeliveryFault('result_expired');
    const file: OutgoingFile = {
      path: target.path,
      bytes: output.bytes,
      sha256: output.sha256.toString('hex'),
      contentType: output.content_type,
      metadata: { 'platen-job': row.job_id, 'platen-delivery': id },
      temporary: id.slice(-12),
      attempt: row.claims,
      left: row.left_behind ?? undefined,
      note: async (name) => {
        if (!(await store.note(row, name))) throw new Error('Another process has this delivery.');
      },
      open: () => objects.read({ name: output.object, bytes: output.bytes }),
    };
    const { largest = Number.POSITIVE_INFINITY } = kindOf(row.kind);
    if (file.bytes > largest) throw new DeliveryFault('too_large', { detail: `at most ${largest} bytes` });
    const late = AbortSignal.timeout(this.#options.allowance + Math.ceil((1_000 * file.bytes) / SLOWEST));
    try {
      const host = await this.#open(row, target, AbortSignal.any([signal, late]));
      try {
        return await put(host, file, target.onConflict);
      } finally {
        await host.close?.().catch(() => {});
      }
    } catch (error) {
      if (!late.aborted || signal.aborted) throw error;
      throw new DeliveryFault('timeout', { detail: `less than ${SLOWEST / 1_000} kB a second`, cause: error });
    }
  }

  /** With the credentials as they are now: those of a connection may have been replaced since the last try. */
  async #open(row: DeliveryRow, { settings }: DeliveryTarget, signal: AbortSignal): Promise<FileHost> {
    const { connections, client, clock, patience } = this.#options;
    const { organisation_id: organisationId, connection_id: id } = row;
    const opened = settings ?? (id === null ? undefined : (await connections.find(organisationId, id))?.opened);
    if (!opened) throw new DeliveryFault('connection_missing');
    const tokens = settings === undefined && id !== null ? connections.tokensOf(organisationId, id) : undefined;
    const way: Way = { client, signal, patience, now: () => clock.now(), tokens, ...this.#options.services };
    return await kindOf(row.kind).open(opened, way);
  }

  async #sealed({ organisation_id, id }: DeliveryRow, outcome: DeliveryOutcome): Promise<Buffer> {
    return await this.#options.vault.seal(deliveryOutcome(organisation_id, id), Buffer.from(JSON.stringify(outcome)));
  }
}
