import { createHmac } from 'node:crypto';
import type { Database } from '../data/database.ts';
import type { Vault } from '../vault/vault.ts';
import type { DeliveryRow } from './delivery-store.ts';
import type { RequestWebhook } from './request-field.ts';
import { endpointTarget, jobTarget } from './sealed.ts';
import type { WebhookTarget } from './target.ts';

/** Queues of one organization's requests for one receiver: so many are sent to at once. */
const SHARDS = 4;

/** What a job keeps of its webhook. */
export interface JobWebhook {
  readonly events: readonly string[];
  readonly queue: string;
  /** Sealed. */
  readonly target: Buffer;
}

/** Where deliveries go: sealed with what asked for them. */
export class Targets {
  readonly #database: Database;
  readonly #vault: Vault;
  readonly #key: Buffer;

  constructor({ database, vault }: { readonly database: Database; readonly vault: Vault }) {
    this.#database = database;
    this.#vault = vault;
    this.#key = vault.secret('webhook queues');
  }

  /** Seals what a request says, for the row of its job. */
  async seal(organisationId: string, jobId: string, { events, ...target }: RequestWebhook): Promise<JobWebhook> {
    const sealed = await this.#vault.seal(jobTarget(organisationId, jobId), Buffer.from(JSON.stringify(target)));
    return { events, queue: this.#queue(organisationId, jobId, target.url), target: sealed };
  }

  /** @throws Error if its endpoint is gone */
  async of({ organisation_id: organisationId, endpoint_id, job_id, target }: DeliveryRow): Promise<WebhookTarget> {
    if (target !== null) return await this.#open(jobTarget(organisationId, job_id ?? ''), target);
    const id = endpoint_id ?? '';
    const row = await this.#database.system
      .selectFrom('webhook_endpoints')
      .select('target')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return await this.#open(endpointTarget(organisationId, id), row.target);
  }

  /** The receiver does not stand in it in the clear. A slow one is slow for its own queues only. */
  #queue(organisationId: string, jobId: string, url: string): string {
    const digest = createHmac('sha256', this.#key)
      .update(`${organisationId} ${new URL(url).origin}`)
      .digest('base64url');
    const shard = createHmac('sha256', this.#key).update(jobId).digest().readUInt8() % SHARDS;
    return `url_${digest.slice(0, 22)}_${shard}`;
  }

  async #open(object: Parameters<Vault['open']>[0], sealed: Buffer): Promise<WebhookTarget> {
    return JSON.parse((await this.#vault.open(object, sealed)).toString('utf8')) as WebhookTarget;
  }
}
