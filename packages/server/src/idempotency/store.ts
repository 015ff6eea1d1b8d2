import { sql } from 'kysely';
import type { Database } from '../data/database.ts';

/** Seconds that a run keeps its key without renewing it. */
export const LEASE = 30;
/** Seconds that a key is remembered. */
export const REMEMBERED = 24 * 3_600;

/** One run for a key. */
export interface Run {
  readonly organisationId: string;
  /** Names the run, and nothing before or after it. */
  readonly id: string;
}

/** What is kept of an answer. */
export interface Ended {
  readonly status: number;
  /** Sealed bytes in parts; absent if they are not kept. */
  readonly parts?: readonly Buffer[];
}

/** What a key stands for: a run that has just begun, one of somebody else, or an answer. */
export type Found =
  | {
      readonly kind: 'mine';
      /** Runs of the same request whose processes died. */
      readonly before: readonly string[];
    }
  | { readonly kind: 'other_request' }
  | { readonly kind: 'running' }
  | { readonly kind: 'ended'; readonly id: string; readonly status: number; readonly size: number; first?: Buffer };

interface FoundRow {
  readonly id: string;
  readonly before: readonly string[] | null;
  readonly same: boolean;
  readonly status: number | null;
  readonly size: number | null;
  readonly answer: Buffer | null;
}

/** Tries to see a row that somebody writes at the same moment. */
const LOOKS = 5;

/**
 * Keys in the database. All times are the database's: the clocks of several servers may differ, and one of them may
 * be set while it runs. Queries are not bound to an organisation by the database, which would take four statements
 * instead of one; each names it, and what is kept opens for its organisation only.
 */
export class IdempotencyStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Begins a run if the key is new, has expired, or was held for the same request by somebody who has gone. One
   * statement, unless somebody else writes the key in the same moment. Of any number at once, one begins.
   */
  async claim(run: Run, digest: Buffer, fingerprint: Buffer): Promise<Found> {
    for (let look = 0; look < LOOKS; look += 1) {
      const row = await this.#claim(run, digest, fingerprint);
      if (!row) continue;
      const { id, before, same, status, size, answer } = row;
      if (id === run.id) return { kind: 'mine', before: before ?? [] };
      if (!same) return { kind: 'other_request' };
      if (status === null) return { kind: 'running' };
      return { kind: 'ended', id, status, size: size ?? 0, first: answer ?? undefined };
    }
    return { kind: 'running' };
  }

  /**
   * Nothing, if somebody else wrote the row since this statement began: it refuses to write over the new one and still
   * reads the old one, which had expired, or none.
   */
  async #claim({ organisationId, id }: Run, digest: Buffer, fingerprint: Buffer): Promise<FoundRow | undefined> {
    const { rows } = await sql<FoundRow>`
      with mine as (
        insert into idempotency_keys as kept (organisation_id, digest, id, fingerprint, leased_until, expires_at)
        values (
          ${organisationId}, ${digest}, ${id}, ${fingerprint},
          now() + make_interval(secs => ${LEASE}), now() + make_interval(secs => ${REMEMBERED})
        )
        on conflict (organisation_id, digest) do update set
          id = excluded.id, fingerprint = excluded.fingerprint, leased_until = excluded.leased_until,
          before = case when kept.expires_at > now() then kept.before || kept.id else '{}' end,
          expires_at = excluded.expires_at, status = null, size = null, answer = null
        where kept.expires_at <= now() or (kept.leased_until <= now() and kept.fingerprint = excluded.fingerprint)
        returning id, before
      )
      select id, before, true as same, null::integer as status, null::integer as size, null::bytea as answer from mine
      union all
      select id, null::text[] as before, fingerprint = ${fingerprint} as same, status, size,
        case when fingerprint = ${fingerprint} then answer end as answer
      from idempotency_keys
      where organisation_id = ${organisationId} and digest = ${digest} and expires_at > now()
        and not exists (select from mine)
    `.execute(this.#database.system);
    return rows[0];
  }

  /** Ends a run with its answer. One statement unless the answer has several parts. Whether the key was still its. */
  async end({ organisationId, id }: Run, { status, parts }: Ended): Promise<boolean> {
    const [first = null, ...rest] = parts ?? [];
    for (const [index, bytes] of rest.entries()) {
      await this.#database.system
        .insertInto('idempotency_parts')
        .values({ organisation_id: organisationId, id, part: index + 1, bytes })
        .onConflict((conflict) => conflict.columns(['id', 'part']).doNothing())
        .execute();
    }
    const { numUpdatedRows } = await this.#database.system
      .updateTable('idempotency_keys')
      .set({
        status,
        leased_until: null,
        answer: first,
        size: parts ? parts.reduce((sum, { length }) => sum + length, 0) : null,
      })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('status', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Forgets a run that came to nothing: the next request with its key begins anew. */
  async release({ organisationId, id }: Run): Promise<void> {
    await this.#database.system
      .deleteFrom('idempotency_keys')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('status', 'is', null)
      .execute();
  }

  /** A part of an answer after the first; undefined if it was removed. */
  async part({ organisationId, id }: Run, part: number): Promise<Buffer | undefined> {
    const row = await this.#database.system
      .selectFrom('idempotency_parts')
      .select('bytes')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('part', '=', part)
      .executeTakeFirst();
    return row?.bytes;
  }

  /** Keeps the keys of runs that go on. */
  async renew(runs: readonly Run[]): Promise<void> {
    const organisations = runs.map(({ organisationId }) => organisationId);
    const ids = runs.map(({ id }) => id);
    await sql`
      update idempotency_keys set leased_until = now() + make_interval(secs => ${LEASE})
      from unnest(${organisations}::text[], ${ids}::text[]) as run (organisation_id, id)
      where idempotency_keys.organisation_id = run.organisation_id and idempotency_keys.id = run.id
        and idempotency_keys.status is null
    `.execute(this.#database.system);
  }

  /** Frees every key that is held. For a database that belongs to one process, when it starts. */
  async freeAll(): Promise<void> {
    await sql`update idempotency_keys set leased_until = now() where leased_until > now()`.execute(
      this.#database.system,
    );
  }
}
