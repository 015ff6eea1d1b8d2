import { type Kysely, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { Tables } from '../data/schema.ts';
import type { Log } from '../log/log.ts';
import { type AuditEntry, type AuditFault, type AuditRow, FIRST_HASH, hashOf } from './chain.ts';
import { headFaults, seqsOf } from './head-faults.ts';
import type { Heads } from './heads.ts';

export interface AuditLogOptions {
  readonly database: Database;
  readonly heads: Heads;
  readonly clock: Clock;
  readonly log?: Log;
}

/** Which rows a list shows: newest first, those before `before`. */
export interface AuditFilter {
  readonly action?: string;
  readonly actor?: string;
  readonly target?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly before?: number;
  readonly limit: number;
}

/** The record of who did what, a chain for each organisation: rows are added, never changed. */
export class AuditLog {
  readonly #database: Database;
  readonly #heads: Heads;
  readonly #clock: Clock;
  readonly #log: Log | undefined;

  constructor({ database, heads, clock, log }: AuditLogOptions) {
    this.#database = database;
    this.#heads = heads;
    this.#clock = clock;
    this.#log = log;
  }

  /** Does something and records it, both or neither. `entry` is asked when it is done; undefined means nothing was. */
  async act<Value>(
    organisationId: string,
    work: (queries: Queries) => Promise<Value>,
    entry: (value: Value) => AuditEntry | undefined,
  ): Promise<Value> {
    const { value, row, unbroken } = await this.#database.inOrganisation(organisationId, async (queries) => {
      const value = await work(queries);
      const happened = entry(value);
      if (happened === undefined) return { value };
      const row = await this.#append(queries, organisationId, happened);
      return { value, row, unbroken: await this.#goesOn(queries, row) };
    });
    if (row && unbroken) this.#heads.keep({ organisationId, seq: row.seq, hash: row.hash.toString('hex') });
    else if (row) this.#log?.event('audit_chain_broken', { seq: row.seq });
    return value;
  }

  /** Records what was done elsewhere, or refused. */
  async record(organisationId: string, entry: AuditEntry): Promise<void> {
    await this.act(
      organisationId,
      async () => {},
      () => entry,
    );
  }

  /**
   * Records that an operator accepts a chain as it is although its head does not fit, and signs it anew. Rows that were
   * changed stay faults.
   */
  async accept(organisationId: string, faults: readonly AuditFault[]): Promise<void> {
    const accepted = faults.map(({ kind, seq }) => `${kind} ${seq}`).join(', ');
    await this.#database.inOrganisation(organisationId, async (queries) => {
      const entry = { actor: 'operator', action: 'audit.accepted', target: organisationId, detail: { accepted } };
      const { seq, hash } = await this.#append(queries, organisationId, entry);
      await this.#heads.replace(queries, { organisationId, seq, hash: hash.toString('hex') });
    });
  }

  async list(organisationId: string, filter: AuditFilter): Promise<AuditRow[]> {
    const { action, actor, target, since, until, before, limit } = filter;
    return await this.#database.inOrganisation(organisationId, async (queries) => {
      const rows = await queries
        .selectFrom('audit_log')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .$if(action !== undefined, (query) => query.where('action', '=', action as string))
        .$if(actor !== undefined, (query) => query.where('actor', '=', actor as string))
        .$if(target !== undefined, (query) => query.where('target', '=', target as string))
        .$if(since !== undefined, (query) => query.where('at', '>=', since as Date))
        .$if(until !== undefined, (query) => query.where('at', '<', until as Date))
        .$if(before !== undefined, (query) => query.where('seq', '<', before as number))
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute();
      return rows.map(rowOf);
    });
  }

  async #append(queries: Queries, organisationId: string, entry: AuditEntry): Promise<AuditRow> {
    // One at a time: two rows cannot follow the same one. The lock ends with the transaction.
    await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${organisationId}))`.execute(queries);
    const last = await queries
      .selectFrom('audit_log')
      .select(['seq', 'hash'])
      .where('organisation_id', '=', organisationId)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last === undefined) await this.#heads.begin(queries, organisationId);
    const unhashed = {
      organisationId,
      seq: (last?.seq ?? 0) + 1,
      id: newId('aud'),
      at: new Date(Math.floor(this.#clock.now())),
      actor: entry.actor,
      action: entry.action,
      target: entry.target ?? null,
      detail: entry.detail ?? {},
      prevHash: last?.hash ?? FIRST_HASH,
    };
    const row = { ...unhashed, hash: hashOf(unhashed) };
    const { organisationId: _, prevHash, detail, ...columns } = row;
    await queries
      .insertInto('audit_log')
      .values({
        ...columns,
        organisation_id: organisationId,
        detail: JSON.stringify(detail),
        prev_hash: prevHash,
      })
      .execute();
    return row;
  }

  /**
   * Whether the chain still holds the heads that were kept. If it does not, rows were removed or changed, and the kept
   * heads are the proof: they must not be replaced.
   */
  async #goesOn(queries: Queries, row: AuditRow): Promise<boolean> {
    const { organisationId } = row;
    if ((await this.#faultsBefore(queries, row)).length === 0) return true;
    this.#heads.reread(organisationId);
    return (await this.#faultsBefore(queries, row)).length === 0;
  }

  async #faultsBefore(queries: Queries, { organisationId, seq, prevHash }: AuditRow): Promise<readonly AuditFault[]> {
    const witnesses = await this.#heads.witnesses(queries, organisationId);
    const known = new Map([
      [0, FIRST_HASH.toString('hex')],
      [seq - 1, prevHash.toString('hex')],
    ]);
    const others = seqsOf(witnesses).filter((each) => !known.has(each));
    if (others.length > 0) {
      const rows = await queries
        .selectFrom('audit_log')
        .select(['seq', 'hash'])
        .where('organisation_id', '=', organisationId)
        .where('seq', 'in', others)
        .execute();
      for (const row of rows) known.set(row.seq, row.hash.toString('hex'));
    }
    return headFaults(witnesses, { last: seq - 1, hashOf: (each) => known.get(each) });
  }
}

/** Class of the advisory locks of audit chains: the letters "audt". */
const LOCK = 0x61756474;

/** Rows that are read at once when a chain is verified. */
const PAGE = 200;

/** Reads the whole chain of an organisation, in order. */
export async function* readChain(queries: Kysely<Tables>, organisationId: string): AsyncGenerator<AuditRow> {
  for await (const rows of readChainPages(queries, organisationId)) yield* rows;
}

/** The same, some rows at a time: a promise for each row is most of the memory of a long export. */
export async function* readChainPages(
  queries: Kysely<Tables>,
  organisationId: string,
): AsyncGenerator<readonly AuditRow[]> {
  for (let seq = 0; ; ) {
    const rows = await queries
      .selectFrom('audit_log')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    if (rows.length > 0) yield rows.map(rowOf);
    if (rows.length < PAGE) return;
    seq = rows.at(-1)?.seq ?? seq;
  }
}

interface StoredRow extends Omit<AuditRow, 'organisationId' | 'prevHash'> {
  readonly organisation_id: string;
  readonly prev_hash: Buffer;
}

function rowOf({ organisation_id, prev_hash, ...row }: StoredRow): AuditRow {
  return { ...row, organisationId: organisation_id, prevHash: prev_hash };
}
