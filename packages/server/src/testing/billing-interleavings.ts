import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type BillingService, openBilling } from '../billing/open.ts';
import type { ChargeAnswer, ChargeRequest, PaymentProvider, RefundRequest } from '../billing/provider.ts';
import { TestProvider } from '../billing/test-provider.ts';
import { type Credits, openCredits } from '../credits/open.ts';
import type { Database } from '../data/database.ts';
import { addOrganisation, openTestAccounts, stoppedClock, type TestAccounts } from './accounts.ts';

/**
 * Random steps of customers, time, a provider whose answers get lost, and refunds. After each step the money of the
 * provider, of our records and of the lines of the invoices is the same to the cent, nothing was charged in a trial,
 * and work is let in just as the state says.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GOOD = '4242424242424242';
const BAD = '4000000000000341';

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
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A provider whose next answer gets lost: before it has done anything, or after. */
class LossyProvider implements PaymentProvider {
  readonly name = 'test';
  readonly #real: TestProvider;
  lose: 'before' | 'after' | undefined;

  constructor(real: TestProvider) {
    this.#real = real;
  }

  readonly setUpCard: PaymentProvider['setUpCard'] = (request) => this.#real.setUpCard(request);
  readonly confirmedCard: PaymentProvider['confirmedCard'] = (id, reference) => this.#real.confirmedCard(id, reference);

  charge(request: ChargeRequest): Promise<ChargeAnswer> {
    return this.#lossy(() => this.#real.charge(request));
  }

  refund(request: RefundRequest): Promise<string> {
    return this.#lossy(() => this.#real.refund(request));
  }

  async #lossy<Value>(work: () => Promise<Value>): Promise<Value> {
    const { lose } = this;
    this.lose = undefined;
    if (lose === 'before') throw new Error('lost');
    const value = await work();
    if (lose === 'after') throw new Error('lost');
    return value;
  }
}

interface Parts {
  readonly database: Database;
  readonly credits: Credits;
  readonly billing: BillingService;
  readonly provider: LossyProvider;
  readonly clock: { time: number };
}

class World {
  readonly #parts: Parts;
  readonly #id: string;
  /** Until then nothing may be charged. */
  #trialUntil = 0;
  #chargedBefore = 0;

  constructor(parts: Parts, id: string) {
    this.#parts = parts;
    this.#id = id;
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const each of steps) {
      await this.#do(each).catch((error) => {
        if (error.code === undefined && error.message !== 'lost') throw error;
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
    }
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

  async #check(): Promise<void> {
    const { database, credits, billing } = this.#parts;
    const id = this.#id;
    // An answer that was lost is asked for again, and is the same.
    const { account, now } = (await billing.subscriptions?.look(id)) ?? (await billing.look(id));
    expect(account.collecting).toBeUndefined();
    if (now < this.#trialUntil && account.state === 'trialing') expect(await this.#charged()).toBe(this.#chargedBefore);

    const atProvider = await this.#sum(sql`select coalesce(sum(amount_cents), 0)::bigint as sum
      from billing_test_charges where organisation_id = ${id} and succeeded`);
    const inRecords = await this.#sum(sql`select coalesce(sum(amount_cents), 0)::bigint as sum
      from billing_payments where organisation_id = ${id}`);
    const inLines = await this.#sum(sql`select coalesce(sum(line.amount_cents), 0)::bigint as sum
      from billing_lines line join billing_invoices invoice on invoice.id = line.invoice_id
      where line.organisation_id = ${id} and invoice.status in ('paid', 'issued')`);
    expect([inRecords, inLines]).toEqual([atProvider, atProvider]);
    const { rows: wrong } = await sql`
      select id from billing_invoices invoice where organisation_id = ${id} and (
        total_cents <> (select coalesce(sum(amount_cents), 0) from billing_lines where invoice_id = invoice.id)
        or status = 'draft' or (status = 'open' and id is distinct from ${account.owed ?? null}::text))
    `.execute(database.system);
    expect(wrong).toEqual([]);

    credits.subscriptions.forget(id);
    const { status } = await credits.metering.limitsOf(id);
    const isGrace = account.state === 'past_due' && now < (account.failedAt ?? 0) + 7 * DAY;
    expect(status !== 'unpaid', account.state).toBe(['trialing', 'active'].includes(account.state) || isGrace);
  }

  /** A good card, and time: in the end each credit beyond the plan was billed once, whatever became of the invoice. */
  async #end(): Promise<void> {
    const { database } = this.#parts;
    this.#parts.provider.lose = undefined;
    for (const last of [
      { kind: 'card', good: true },
      { kind: 'cancel' },
      { kind: 'wait', hours: 400 * 24 },
      { kind: 'wait', hours: 400 * 24 },
    ] as const) {
      await this.#do(last).catch(() => {});
      await this.#check();
    }
    const used = await this.#sum(sql`select coalesce(sum(overage), 0)::bigint as sum from credit_ledger
      where organisation_id = ${this.#id} and pool = 'credits'`);
    const billed = await this.#sum(sql`select coalesce(sum(line.quantity), 0)::bigint as sum from billing_lines line
      join billing_invoices invoice on invoice.id = line.invoice_id
      where line.organisation_id = ${this.#id} and line.kind = 'overage' and invoice.status <> 'void'`);
    expect(billed).toBe(used);
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

/** Runs `count` stories of up to 20 steps each. */
export async function runBilling(database: Database, count: number): Promise<void> {
  const clock = stoppedClock(Date.UTC(2030, 0, 31, 12));
  const accounts: TestAccounts = await openTestAccounts(database, { clock });
  const config = { billing: 'test', rateLimit: 0 } as const;
  const credits = await openCredits({ database, audit: accounts.audit, config, clock });
  const provider = new LossyProvider(new TestProvider(database));
  const mailer = { billing: async () => {} };
  const origin = () => 'http://127.0.0.1';
  const billing = openBilling({ database, audit: accounts.audit, credits, mailer, clock, config, origin, provider });
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
        const id = await addOrganisation(database, 'Customer');
        await new World({ database, credits, billing, provider, clock }, id).run(steps);
      }),
      { numRuns: count, endOnFailure: true },
    );
  } finally {
    await credits.close();
    await accounts.close();
  }
}
