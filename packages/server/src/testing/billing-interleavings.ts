import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { AuditLog } from '../audit/audit-log.ts';
import { type BillingService, openBilling } from '../billing/open.ts';
import { LEAST_CENTS } from '../billing/provider.ts';
import type { Seller } from '../billing/seller.ts';
import { TestProvider } from '../billing/test-provider.ts';
import { type Credits, openCredits } from '../credits/open.ts';
import { CENT } from '../credits/plans.ts';
import type { Database } from '../data/database.ts';
import { addOrganisation, openTestAccounts, stoppedClock, type TestAccounts } from './accounts.ts';
import { LossyProvider } from './lossy-provider.ts';

/**
 * Random steps of customers, time that jumps, processes that die between two transactions, a provider whose answers get
 * lost, taxes of several countries, refunds here and there, disputes, and events of them that come late, twice or never. After each step the money of the
 * provider, of our records and of the lines of the invoices is the same to the cent, nothing was charged in a trial,
 * and work is let in just as the state says.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GOOD = '4242424242424242';
const BAD = '4000000000000341';

const SELLER: Seller = {
  name: 'Seller',
  address: [],
  country: 'DE',
  taxes: [
    { country: 'DE', name: 'VAT', percent: 19 },
    { country: 'US', region: 'NY', name: 'Sales tax', percent: 8.875 },
  ],
};
const ADDRESS = { name: 'Customer', line1: '1 Main St', city: 'City', postal_code: '10000' };
/** With a tax, with another one, with none, and with one that the customer accounts for. */
const PLACES = {
  DE: { ...ADDRESS, country: 'DE' },
  NY: { ...ADDRESS, country: 'US', region: 'NY' },
  TX: { ...ADDRESS, country: 'US', region: 'TX' },
  FR: { ...ADDRESS, country: 'FR', tax_id: 'FR40303265045' },
} as const;
type Place = keyof typeof PLACES;

const choice = {
  plan: fc.constantFrom('starter', 'boost', 'growth', 'scale-1m'),
  billing: fc.constantFrom('month' as const, 'year' as const),
};
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('begin' as const), trial: fc.boolean(), ...choice }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 1_200 }) }),
  },
  // No process runs for a while.
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('sleep' as const), hours: fc.integer({ min: 1, max: 1_200 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const), ...choice }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'cancel' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'resume' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('card' as const), good: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('use' as const), credits: fc.integer({ min: 1, max: 900 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), pick: fc.nat(), cents: fc.nat(1_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lose' as const), before: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('die' as const), after: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      what: fc.constantFrom('refund' as const, 'dispute' as const, 'dispute_won' as const),
      pick: fc.nat(),
      cents: fc.integer({ min: 1, max: 1_000 }),
      // Events that come: none, one, or the same twice.
      told: fc.nat(2),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'sync' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('moves' as const),
      to: fc.constantFrom<Place>('DE', 'NY', 'TX', 'FR'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('back' as const), hours: fc.integer({ min: 1, max: 48 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The audit log, through which each transaction goes, of a process that may die before one of them. */
class MortalAudit {
  readonly #real: AuditLog;
  /** Transactions until it dies. */
  deathIn = Number.POSITIVE_INFINITY;

  constructor(real: AuditLog) {
    this.#real = real;
  }

  readonly act: AuditLog['act'] = async (...given) => {
    this.deathIn -= 1;
    if (this.deathIn >= 0) return await this.#real.act(...given);
    this.deathIn = Number.POSITIVE_INFINITY;
    throw new Error('lost');
  };
}

interface Parts {
  readonly mortal: MortalAudit;
  readonly database: Database;
  readonly credits: Credits;
  /** Of the process that runs now. */
  billing: BillingService;
  /** Begins another process. */
  readonly restart: () => Promise<BillingService>;
  readonly provider: LossyProvider;
  readonly clock: { time: number };
}

class World {
  readonly #parts: Parts;
  readonly #id: string;
  /** Until then nothing may be charged. */
  #trialUntil = 0;
  #chargedBefore = 0;
  /** Movements at the provider that were told us. */
  readonly #told = new Set<string>();
  readonly #outsideBefore: number;

  constructor(parts: Parts, id: string) {
    this.#parts = parts;
    this.#id = id;
    this.#outsideBefore = parts.provider.outside.length;
  }

  async run(steps: readonly Step[]): Promise<void> {
    await this.#do({ kind: 'moves', to: 'DE' });
    for (const each of steps) {
      await this.#do(each).catch(async (error) => {
        if (error.code === undefined && error.message !== 'lost') throw error;
        // The process is gone with all that it knew; another one has to find out.
        if (error.message === 'lost') this.#parts.billing = await this.#parts.restart();
      });
      await this.#check();
    }
    await this.#end();
  }

  async #do(given: Step): Promise<unknown> {
    const { billing, provider, clock } = this.#parts;
    const context = { organisationId: this.#id, actor: 'usr_x' };
    const { subscriptions, moveClock } = billing;
    if (!subscriptions || !moveClock) throw new Error('Nothing is billed.');
    const returnUrl = 'http://127.0.0.1';
    switch (given.kind) {
      case 'begin': {
        const { kind: _, ...wanted } = given;
        const charged = await this.#charged();
        const { account } = await subscriptions.begin(context, { ...wanted, card: cardOf(this.#id), returnUrl });
        if (account.state !== 'trialing') return;
        this.#trialUntil = account.trialEndsAt ?? 0;
        this.#chargedBefore = charged;
        return;
      }
      case 'wait':
        return await moveClock(context, given.hours * HOUR);
      case 'sleep':
        clock.time += given.hours * HOUR;
        return await subscriptions.look(this.#id);
      case 'change':
        return await subscriptions.change(context, { plan: given.plan, billing: given.billing });
      case 'cancel':
        return await subscriptions.cancel(context);
      case 'resume':
        return await subscriptions.resume(context);
      case 'card':
        return await subscriptions.replaceCard(context, { card: given.good ? GOOD : BAD, returnUrl });
      case 'use':
        return await this.#use(given.credits);
      case 'refund': {
        const bills = await billing.invoices.list(this.#id, { limit: 100 });
        const bill = bills[given.pick % Math.max(1, bills.length)];
        return bill && (await subscriptions.refund(context, { invoice: bill.id, cents: given.cents }));
      }
      case 'lose':
        provider.lose = given.before ? 'before' : 'after';
        return;
      case 'die':
        this.#parts.mortal.deathIn = given.after;
        return;
      case 'move':
        return await this.#move(given);
      case 'sync':
        return await this.#sync();
      case 'moves':
        return await billing.details.write(context, PLACES[given.to]);
      case 'back':
        clock.time -= given.hours * HOUR;
    }
  }

  async #move({ what, pick, cents, told }: Step & { kind: 'move' }): Promise<void> {
    const { billing, provider, database } = this.#parts;
    const rows = await database.system
      .selectFrom('billing_payments')
      .select('reference')
      .where('organisation_id', '=', this.#id)
      .where('kind', '=', 'payment')
      .orderBy('id')
      .execute();
    const payment = rows[pick % Math.max(1, rows.length)]?.reference;
    if (payment === undefined || !(await provider.move(what, payment, cents))) return;
    for (let count = 0; count < told; count += 1) {
      await billing.reconciler?.take(payment);
      for (const movement of provider.outside.filter((each) => each.payment === payment)) {
        this.#told.add(movement.reference);
      }
    }
  }

  async #sync(): Promise<void> {
    const { billing } = this.#parts;
    const differences = await billing.reconciler?.all(0);
    for (const { repaired } of differences ?? []) expect(repaired).toBe(true);
    expect(await billing.reconciler?.all(0)).toEqual([]);
    for (const reference of this.#outside()) this.#told.add(reference);
  }

  /** What moved without us of this story, which is the only one that goes on. */
  #outside(): string[] {
    return this.#parts.provider.outside.slice(this.#outsideBefore).map(({ reference }) => reference);
  }

  async #use(credits: number): Promise<void> {
    await this.#parts.credits.metering.metered({
      caller: { kind: 'person', id: 'usr_x', organisationId: this.#id },
      declared: { credits: 1 },
      run: async () => ({ value: 1, cost: { credits } }),
    });
  }

  async #charged(): Promise<number> {
    return await this.#sum(sql`select coalesce(sum(amount_cents), 0)::bigint as sum from billing_test_charges
      where organisation_id = ${this.#id} and succeeded and amount_cents > 0`);
  }

  async #sum(query: ReturnType<typeof sql>): Promise<number> {
    const { rows } = await query.execute(this.#parts.database.system);
    return (rows[0] as { sum: number }).sum;
  }

  /** How it is now, by a process that may die on the way, and then by another one. */
  async #look() {
    return await this.#parts.billing.look(this.#id).catch(async (error) => {
      if (error.message !== 'lost') throw error;
      this.#parts.billing = await this.#parts.restart();
      return await this.#parts.billing.look(this.#id);
    });
  }

  async #check(): Promise<void> {
    const { database, credits, provider } = this.#parts;
    const id = this.#id;
    // An answer that was lost is asked for again, and is the same.
    const { account, now } = await this.#look();
    expect(account.collecting).toBeUndefined();
    if (now < this.#trialUntil && account.state === 'trialing') expect(await this.#charged()).toBe(this.#chargedBefore);

    const { rows } = await sql<{ reference: string }>`select reference from billing_payments
      where organisation_id = ${id}`.execute(database.system);
    const booked = new Set(rows.map(({ reference }) => reference));
    expect([...this.#told].filter((reference) => !booked.has(reference))).toEqual([]);
    const moved = provider.outside.filter(({ reference }) => booked.has(reference));
    const atProvider =
      moved.reduce((sum, { cents }) => sum + cents, 0) +
      (await this.#sum(sql`select coalesce(sum(amount_cents), 0)::bigint as sum
        from billing_test_charges where organisation_id = ${id} and succeeded`));
    const inRecords = await this.#sum(sql`select coalesce(sum(amount_cents), 0)::bigint as sum
      from billing_payments where organisation_id = ${id}`);
    // An invoice whose payment a bank took back stays one that was paid.
    const inLines = await this.#sum(sql`select ((
      select coalesce(sum(line.amount_cents), 0)
      from billing_lines line join billing_invoices invoice on invoice.id = line.invoice_id
      where line.organisation_id = ${id} and invoice.status in ('paid', 'issued')
    ) + (
      select coalesce(sum(amount_cents), 0) from billing_payments
      where organisation_id = ${id} and kind in ('dispute', 'dispute_won')
    ))::bigint as sum`);
    expect([inRecords, inLines]).toEqual([atProvider, atProvider]);
    const { rows: wrong } = await sql`
      select id from billing_invoices invoice where organisation_id = ${id} and (
        total_cents <> (select coalesce(sum(amount_cents), 0) from billing_lines where invoice_id = invoice.id)
        or status = 'draft' or (status = 'open' and id is distinct from ${account.owed ?? null}::text))
    `.execute(database.system);
    expect(wrong).toEqual([]);
    await this.#checkTaxes();

    credits.subscriptions.forget(id);
    const { status } = await credits.metering.limitsOf(id);
    const isGrace = account.state === 'past_due' && now < (account.failedAt ?? 0) + 7 * DAY;
    expect(status !== 'unpaid', account.state).toBe(['trialing', 'active'].includes(account.state) || isGrace);
  }

  /** An invoice has its rate of what it bills, rounded once; credit notes never give back more tax than it has. */
  async #checkTaxes(): Promise<void> {
    const { rows: wrong } = await sql`
      with bill as (
        select invoice.id, invoice.kind, invoice.corrects, invoice.status, invoice.total_cents as total,
          coalesce((invoice.tax ->> 'rate')::numeric, 0) as rate,
          (select coalesce(sum(amount_cents), 0) from billing_lines
            where invoice_id = invoice.id and billing_lines.kind = 'tax') as tax
        from billing_invoices invoice where organisation_id = ${this.#id}
      )
      select id from bill where kind = 'invoice' and tax <> floor((total - tax) * rate / 1000000 + 0.5)
      union all
      select bill.id from bill join lateral (
        select coalesce(-sum(note.total), 0) as total, coalesce(-sum(note.tax), 0) as tax from bill note
        where note.corrects = bill.id and note.status = 'issued'
      ) given on true
      where bill.kind = 'invoice'
        and (given.tax > bill.tax or (given.total = bill.total and given.tax <> bill.tax and given.total > 0))
    `.execute(this.#parts.database.system);
    expect(wrong).toEqual([]);
  }

  /** A good card, and time: in the end each credit beyond the plan was billed once, whatever became of the invoice. */
  async #end(): Promise<void> {
    const { database } = this.#parts;
    this.#parts.provider.lose = undefined;
    this.#parts.mortal.deathIn = Number.POSITIVE_INFINITY;
    await this.#sync();
    expect([...this.#told].sort()).toEqual(this.#outside().sort());
    await this.#check();
    for (const last of [
      { kind: 'card', good: true },
      { kind: 'cancel' },
      { kind: 'wait', hours: 400 * 24 },
      { kind: 'wait', hours: 400 * 24 },
    ] as const) {
      await this.#do(last).catch(() => {});
      await this.#check();
    }
    const rest = await this.#sum(sql`select ((
      select coalesce(sum(overage * unit_price), 0) from credit_ledger
      where organisation_id = ${this.#id} and pool = 'credits' and kind <> 'grant'
    ) - (
      select coalesce(sum(line.quantity * line.unit_price), 0) from billing_lines line
      join billing_invoices invoice on invoice.id = line.invoice_id
      where line.organisation_id = ${this.#id} and line.kind = 'overage' and invoice.status <> 'void'
    ))::bigint as sum`);
    // Less than a card can be charged may be left.
    expect(rest).toBeGreaterThanOrEqual(0);
    expect(rest).toBeLessThan(LEAST_CENTS * CENT);
    const { rows: gaps } = await sql`
      select sequence from (
        select sequence, row_number() over (partition by issuer, year order by sequence) as place from billing_invoices
        where sequence is not null
      ) numbered where sequence <> place
    `.execute(database.system);
    expect(gaps).toEqual([]);
  }
}

/** A card that works, of this organisation alone. */
function cardOf(id: string): string {
  const digits = `424242${String(Number.parseInt(Buffer.from(id.slice(-6)).toString('hex'), 16) % 1e9).padStart(9, '0')}`;
  return `${digits}${[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((last) => isLuhn(`${digits}${last}`)) ?? 0}`;
}

function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Runs `count` stories of up to 20 steps each. @returns steps that were taken */
export async function runBilling(database: Database, count: number, seed?: number): Promise<number> {
  const clock = stoppedClock(Date.UTC(2030, 0, 31, 12));
  const accounts: TestAccounts = await openTestAccounts(database, { clock });
  const config = { billing: 'test', rateLimit: 0 } as const;
  const credits = await openCredits({ database, audit: accounts.audit, config, clock });
  const provider = new LossyProvider(new TestProvider(database));
  const mailer = { billing: async () => {} };
  const origin = () => 'http://127.0.0.1';
  const mortal = new MortalAudit(accounts.audit);
  const restart = () =>
    openBilling({
      database,
      audit: mortal as unknown as AuditLog,
      credits,
      mailer,
      clock,
      config,
      origin,
      provider,
      seller: SELLER,
    });
  let taken = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
        const id = await addOrganisation(database, 'Customer');
        provider.lose = undefined;
        mortal.deathIn = Number.POSITIVE_INFINITY;
        taken += steps.length;
        const parts = { database, credits, billing: await restart(), restart, mortal, provider, clock };
        await new World(parts, id).run(steps);
      }),
      { numRuns: count, endOnFailure: true, ...(seed === undefined ? {} : { seed }) },
    );
  } finally {
    await credits.close();
    await accounts.close();
  }
  return taken;
}
