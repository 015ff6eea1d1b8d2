import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AuditLog } from '../audit/audit-log.ts';
import type { AuditEntry } from '../audit/chain.ts';
import type { Clock } from '../clock.ts';
import { timeOf } from '../credits/plan-rows.ts';
import type { Database, Queries } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import { type Account, accountColumns, accountFrom } from './account.ts';
import { disputedCents, paymentOf, readInvoice, readLines } from './invoice-store.ts';
import { stepOf } from './states.ts';

/** Seconds for which one process works on an account; others take over after that. */
const LEASE = 60;
const PATIENCE = 5_000;
const LOOK = 50;

/** The right to change the account of an organisation. */
export interface Turn {
  readonly organisationId: string;
  readonly holder: string;
}

/** What a change of an account is made of. */
export interface Change<Value> {
  readonly account: Account;
  readonly value: Value;
  /** For the audit log. */
  readonly entry?: AuditEntry;
}

/** What a change is told. */
export interface Moment {
  readonly queries: Queries;
  readonly account: Account;
  /** By the clock of the organisation. */
  readonly now: number;
}

/** Another process has taken over meanwhile: what this one found out, that one does as well. */
export class TurnLost extends Error {
  override readonly name = 'TurnLost';
}

export interface AccountStoreOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
  /** Milliseconds that a request waits for its turn. Default 5,000. */
  readonly patience?: number;
}

/** The accounts in the database. One at a time changes an account, under a lease; no row is locked across the network. */
export class AccountStore {
  readonly #database: Database;
  readonly #audit: AuditLog;
  readonly #clock: Clock;
  readonly #patience: number;

  constructor({ database, audit, clock, patience = PATIENCE }: AccountStoreOptions) {
    this.#database = database;
    this.#audit = audit;
    this.#clock = clock;
    this.#patience = patience;
  }

  async read(organisationId: string): Promise<{ readonly account: Account; readonly now: number }> {
    return await this.#database.inOrganisation(organisationId, async (queries) => ({
      account: accountFrom(await rowOf(queries, organisationId)),
      now: await timeOf(queries, organisationId, this.#clock.now()),
    }));
  }

  /** An invoice and its lines; of a credit note, what the provider calls the payment that it gives back. */
  async invoice(organisationId: string, id: string) {
    return await this.#database.inOrganisation(organisationId, async (queries) => {
      const invoice = await readInvoice(queries, organisationId, id);
      return {
        invoice,
        lines: await readLines(queries, organisationId, [id]),
        payment: invoice.kind === 'credit_note' ? await paymentOf(queries, invoice) : undefined,
      };
    });
  }

  /** Cents that banks have taken back of its payments, and not given back again. */
  async disputedCents(organisationId: string): Promise<number> {
    return await this.#database.inOrganisation(organisationId, (queries) => disputedCents(queries, organisationId));
  }

  /**
   * Waits until nobody else changes the account.
   * @throws ApiError `billing_busy`
   */
  async take(organisationId: string): Promise<Turn> {
    const holder = randomUUID();
    for (const until = performance.now() + this.#patience; ; ) {
      const { rows } = await sql`
        insert into billing_accounts (organisation_id, state, holder, held_until)
        values (${organisationId}, 'incomplete', ${holder}, now() + make_interval(secs => ${LEASE}))
        on conflict (organisation_id) do update set holder = excluded.holder, held_until = excluded.held_until
        where billing_accounts.held_until is null or billing_accounts.held_until < now()
        returning organisation_id
      `.execute(this.#database.system);
      if (rows.length > 0) return { organisationId, holder };
      if (performance.now() > until) throw new ApiError('billing_busy');
      await sleep(LOOK);
    }
  }

  async giveBack({ organisationId, holder }: Turn): Promise<void> {
    await sql`
      update billing_accounts set holder = null, held_until = null
      where organisation_id = ${organisationId} and holder = ${holder}
    `.execute(this.#database.system);
  }

  /**
   * Changes an account together with what belongs to it, in one transaction with its row in the audit log.
   * @throws TurnLost
   */
  async change<Value>(turn: Turn, work: (moment: Moment) => Promise<Change<Value>>): Promise<Value> {
    const { organisationId } = turn;
    const { value } = await this.#audit.act(
      organisationId,
      async (queries) => {
        const change = await work(await this.moment(queries, turn));
        const step = stepOf(change.account);
        // By the real clock, which the one of the organisation may be ahead of, and be moved by this change.
        const real = Math.floor(this.#clock.now());
        const shift = (await timeOf(queries, organisationId, real)) - real;
        const dueAt = change.account.notices.length > 0 ? 0 : step && Math.max(0, step.at - shift);
        await queries
          .updateTable('billing_accounts')
          .set({
            ...accountColumns(change.account),
            due_at: dueAt === undefined ? null : new Date(dueAt),
            held_until: sql<Date>`now() + make_interval(secs => ${LEASE})`,
            updated_at: new Date(),
          })
          .where('organisation_id', '=', organisationId)
          .execute();
        return change;
      },
      ({ entry }) => entry,
    );
    return value;
  }

  /** The account as it stays until the transaction of `queries` ends. @throws TurnLost */
  async moment(queries: Queries, { organisationId, holder }: Turn): Promise<Moment> {
    const row = await rowOf(queries, organisationId, true);
    if (row?.holder !== holder) throw new TurnLost();
    return { queries, account: accountFrom(row), now: await timeOf(queries, organisationId, this.#clock.now()) };
  }

  /** Leaves an account alone for a while: what it needs cannot be had now. */
  async postpone({ organisationId, holder }: Turn, seconds: number): Promise<void> {
    await this.#database.system
      .updateTable('billing_accounts')
      .set({ due_at: new Date(this.#clock.now() + seconds * 1_000) })
      .where('organisation_id', '=', organisationId)
      .where('holder', '=', holder)
      .execute();
  }

  /** Organisations for which something is to be done now, the most urgent first. */
  async due(limit: number): Promise<readonly string[]> {
    const rows = await this.#database.system
      .selectFrom('billing_accounts')
      .select('organisation_id')
      .where('due_at', '<=', new Date(this.#clock.now()))
      .where((row) => row.or([row('held_until', 'is', null), row('held_until', '<', sql<Date>`now()`)]))
      .orderBy('due_at')
      .limit(limit)
      .execute();
    return rows.map(({ organisation_id: id }) => id);
  }
}

async function rowOf(queries: Queries, organisationId: string, locked = false) {
  return await queries
    .selectFrom('billing_accounts')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .$if(locked, (query) => query.forUpdate())
    .executeTakeFirst();
}
