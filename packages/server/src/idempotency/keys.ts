import type { Database } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { Log } from '../log/log.ts';
import { SealError } from '../vault/envelope.ts';
import type { Vault } from '../vault/vault.ts';
import { digestOf } from './fingerprint.ts';
import { purgeIdempotency } from './purge.ts';
import { type Ended, IdempotencyStore, LEASE, type Run } from './store.ts';

/** A key, and what is asked with it. */
export interface KeyedRequest {
  readonly organisationId: string;
  /** Test and live requests do not see each other's keys. */
  readonly mode: string;
  /** As the client chose it. */
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** The right to run a request; whoever has it keeps the answer or releases the key. */
export interface Hold extends Run {
  readonly place: string;
  readonly fingerprint: Buffer;
  readonly since: number;
}

export type Claim =
  | {
      readonly kind: 'held';
      readonly hold: Hold;
      /** Ids of runs of the same request whose processes died before they were answered. */
      readonly lost: readonly string[];
    }
  /** The key is used for another request. */
  | { readonly kind: 'other_request' }
  /** The same request runs now. */
  | { readonly kind: 'running' }
  /** The same request was answered. */
  | { readonly kind: 'ended'; readonly answer: EndedAnswer };

export interface EndedAnswer extends Run {
  readonly status: number;
  /** Bytes that are kept, sealed; 0 if they are not. */
  readonly size: number;
  /** @returns what was kept, or undefined if it is gone */
  read(): Promise<Buffer | undefined>;
}

export interface IdempotencyKeysOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly log?: Log;
  /** Whether answers may be kept; otherwise a repeat is answered with `idempotency_result_gone`. Default true. */
  readonly keepAnswers?: boolean;
}

/** Bytes of one part: statements stay short, and an embedded database does not hold up everything else. */
const PART = 1024 * 1024;
/** Milliseconds between renewals, and between purges. */
const RENEW = (LEASE * 1_000) / 3;
const PURGE = 60_000;
/** Milliseconds after which a run is given up: nothing here takes so long. */
const LONGEST = 1_800_000;

/**
 * Which request each key stands for. A run holds its key by a lease that is renewed as long as its process lives;
 * if it dies, the key is free half a minute later, and the request runs once more.
 */
export class IdempotencyKeys {
  /** Whether answers are kept. */
  readonly keepAnswers: boolean;
  /** What fingerprints are made with. */
  readonly secret: Buffer;
  readonly #database: Database;
  readonly #store: IdempotencyStore;
  readonly #vault: Vault;
  readonly #log: Log | undefined;
  /** Runs of this process by their keys: none of them is lost by a lease that ends early. */
  readonly #holds = new Map<string, Hold>();
  /** Runs that have ended while the database was not reachable. */
  readonly #untold = new Map<string, { readonly hold: Hold; readonly status: number }>();
  readonly #timers: readonly NodeJS.Timeout[];

  private constructor({ database, vault, log, keepAnswers = true }: IdempotencyKeysOptions) {
    this.keepAnswers = keepAnswers;
    this.secret = vault.secret('idempotency');
    this.#database = database;
    this.#store = new IdempotencyStore(database);
    this.#vault = vault;
    this.#log = log;
    this.#timers = [
      setInterval(() => void this.renew(), RENEW).unref(),
      setInterval(() => void this.purge(), PURGE).unref(),
    ];
  }

  static async open(options: IdempotencyKeysOptions): Promise<IdempotencyKeys> {
    const keys = new IdempotencyKeys(options);
    // Nobody else can be using it: whatever runs there was killed.
    if (options.database.kind === 'pglite') await keys.#store.freeAll();
    return keys;
  }

  /** Begins the run of a request, or says why not. Of any number at once, in any number of processes, one begins. */
  async claim({ organisationId, mode, key, fingerprint }: KeyedRequest): Promise<Claim> {
    const digest = digestOf(this.secret, { organisationId, mode, key });
    const place = `${organisationId} ${digest.toString('base64')}`;
    const own = this.#holds.get(place);
    if (own) return { kind: own.fingerprint.equals(fingerprint) ? 'running' : 'other_request' };
    const hold: Hold = { organisationId, id: newId('idm'), place, fingerprint, since: performance.now() };
    const found = await this.#store.claim(hold, digest, fingerprint);
    if (found.kind === 'mine') {
      this.#holds.set(place, hold);
      return { kind: 'held', hold, lost: found.before };
    }
    if (found.kind !== 'ended') return found;
    const { id, status, size, first } = found;
    const run = { organisationId, id };
    return { kind: 'ended', answer: { ...run, status, size, read: () => this.#read(run, size, first) } };
  }

  /**
   * Ends a run with what its request is answered from now on. Never rejects: the answer goes to its client whatever
   * happens to the database, which is updated later then, without the bytes.
   * @param bytes default: only the status is remembered
   */
  async keep(hold: Hold, status: number, bytes?: Buffer): Promise<void> {
    try {
      await this.#end(hold, { status, parts: bytes && (await this.#seal(hold, bytes)) });
    } catch {
      this.#log?.event('records_unwritten', { kind: 'idempotency', count: 1 });
      this.#untold.set(hold.id, { hold, status });
      await this.#tell();
    }
  }

  /** Frees the key of a run that came to nothing. If the database is not reachable, its lease expires. */
  async release(hold: Hold): Promise<void> {
    this.#forget(hold);
    try {
      await this.#store.release(hold);
    } catch {
      this.#log?.event('records_unwritten', { kind: 'idempotency', count: 1 });
    }
  }

  /** Renews the leases of what runs, and writes what could not be written before. */
  async renew(): Promise<void> {
    await this.#tell();
    const oldest = performance.now() - LONGEST;
    for (const hold of this.#holds.values()) if (hold.since < oldest) this.#forget(hold);
    if (this.#holds.size === 0) return;
    try {
      await this.#store.renew([...this.#holds.values()]);
    } catch {
      // The next renewal comes before the lease has ended.
    }
  }

  async purge(): Promise<void> {
    try {
      await purgeIdempotency(this.#database);
    } catch {
      this.#log?.event('records_unwritten', { kind: 'idempotency', count: 0 });
    }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#tell();
  }

  async #tell(): Promise<void> {
    for (const { hold, status } of this.#untold.values()) {
      try {
        await this.#end(hold, { status });
      } catch {
        // With the next renewal.
      }
    }
  }

  async #end(hold: Hold, ended: Ended): Promise<void> {
    await this.#store.end(hold, ended);
    this.#untold.delete(hold.id);
    this.#forget(hold);
  }

  #forget(hold: Hold): void {
    if (this.#holds.get(hold.place) === hold) this.#holds.delete(hold.place);
  }

  async #seal(run: Run, bytes: Buffer): Promise<readonly Buffer[]> {
    const sealed = await this.#vault.seal(sealedAs(run), bytes);
    const count = Math.ceil(sealed.length / PART);
    return Array.from({ length: count }, (_, part) => sealed.subarray(part * PART, (part + 1) * PART));
  }

  async #read(run: Run, size: number, first: Buffer | undefined): Promise<Buffer | undefined> {
    if (!first) return undefined;
    const parts = [first];
    for (let length = first.length; length < size; ) {
      const part = await this.#store.part(run, parts.length);
      if (!part) return undefined;
      length += part.length;
      parts.push(part);
    }
    try {
      return await this.#vault.open(sealedAs(run), parts.length === 1 ? first : Buffer.concat(parts));
    } catch (error) {
      // What was tampered with, or sealed under a key that nobody has any more, is as good as gone.
      if (error instanceof SealError) return undefined;
      throw error;
    }
  }
}

const sealedAs = ({ organisationId, id }: Run) => ({ organisationId, kind: 'idempotent_answer', id });
