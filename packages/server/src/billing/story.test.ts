import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountsService, addOrganisation, emptyDatabase, startAccountsService } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { detailsAnswer } from './details-schema.ts';
import { billAnswer, billsAnswer } from './invoice-schema.ts';
import { subscriptionAnswer } from './schema.ts';

const DAY = 86_400;
const START = Date.UTC(2030, 0, 31, 12);
const HELLO = { source: { html: '<p>Hello' } };
const FAILS_LATER = '4000000000000341';

/** Without taxes for customers of the United States but New York. */
const SELLER = {
  name: 'Seller GmbH',
  address: ['Allee 1', '10115 Berlin'],
  country: 'DE',
  taxId: 'DE136695976',
  taxes: [
    { country: 'DE', name: 'VAT', percent: 19 },
    { country: 'US', region: 'NY', name: 'Sales tax', percent: 8.875 },
  ],
};
const IN_TEXAS = {
  name: 'Customer',
  line1: '1 Main St',
  city: 'Austin',
  region: 'TX',
  postal_code: '73301',
  country: 'US',
};
const IN_GERMANY = { name: 'Kundin AG', line1: 'Weg 2', city: 'Bonn', postal_code: '53111', country: 'DE' };

let cards = 0;
/** A test card that works, and that no other test has. */
function newCard(): string {
  cards += 1;
  const digits = `424242${String(cards).padStart(9, '0')}`;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + ((10 - (sum % 10)) % 10);
}

describeOnDatabases('a subscription over HTTP', (opened) => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-seller-'));
  let service: AccountsService;
  beforeAll(async () => {
    const sellerFile = join(folder, 'seller.json');
    writeFileSync(sellerFile, JSON.stringify(SELLER));
    service = await startAccountsService(opened(), {
      clock: { now: () => START },
      creditsConfig: { billing: 'test' },
      billingConfig: { sellerFile },
    });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await service.close();
    await emptyDatabase(opened());
  });

  /** An organisation with a key, and its requests. @param details null: nobody said who is billed */
  async function customer(details: object | null = IN_TEXAS) {
    const id = await addOrganisation(opened(), 'Customer');
    const { secret: key } = await service.makeKey({ organisationId: id });
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await service.ask(method, path, { key, ...(body ? { body } : {}) });
      if (answer.status !== 200) return answer.body.error_code;
      return answer.body.subscription ? subscriptionAnswer.parse(answer.body).subscription : answer.body;
    };
    const bill = (over: object) => ask('PUT', '/v1/billing/details', over);
    if (details) await bill(details);
    return {
      bill,
      id,
      ask,
      key,
      begin: (over: object = {}) =>
        ask('POST', '/v1/billing/subscription', { plan: 'starter', card: newCard(), ...over }),
      change: (body: object) => ask('PATCH', '/v1/billing/subscription', body),
      cancel: () => ask('POST', '/v1/billing/subscription/cancel'),
      look: () => ask('GET', '/v1/billing/subscription'),
      days: (days: number) => ask('POST', '/v1/billing/test/clock', { advance_seconds: days * DAY }),
      converts: async () => (await service.ask('POST', '/v1/convert/pdf', { key, body: HELLO })).status,
      /** Uses credits without rendering. */
      use: async (credits: number) => {
        const caller = { kind: 'person', id: 'usr_x', organisationId: id } as const;
        await service.credits.metering.metered({
          caller,
          declared: { credits: 1 },
          run: async () => ({ value: 1, cost: { credits } }),
        });
      },
      charged: async () => {
        const rows = await opened()
          .system.selectFrom('billing_test_charges')
          .select(['amount_cents', 'succeeded'])
          .where('organisation_id', '=', id)
          .execute();
        return rows.filter(({ succeeded }) => succeeded).map(({ amount_cents: cents }) => cents);
      },
    };
  }

  it('that is canceled on the fifth day of its trial costs nothing, and lasts to the end of the trial', async () => {
    const one = await customer();
    expect(await one.converts()).toBe(402);
    expect(await one.begin()).toMatchObject({
      state: 'trialing',
      plan: 'starter',
      trial_ends_at: '2030-02-07T12:00:00.000Z',
      card: { brand: 'visa' },
    });
    expect(await one.converts()).toBe(200);
    await one.days(5);
    expect(await one.cancel()).toMatchObject({ state: 'trialing', ends_at: '2030-02-07T12:00:00.000Z' });
    expect(await one.converts()).toBe(200);
    await one.days(3);
    expect(await one.look()).toMatchObject({ state: 'canceled', owed: null });
    expect(await one.converts()).toBe(402);
    expect(await one.ask('GET', '/v1/credits/usage')).toMatchObject({ success: true });
    await one.days(40);
    expect(await one.charged()).toEqual([]);
  });

  it('is charged once when its trial is over, not before, and then each month', async () => {
    const one = await customer();
    await one.begin();
    await one.ask('POST', '/v1/billing/test/clock', { advance_seconds: 7 * DAY - 1 });
    expect(await one.charged()).toEqual([]);
    expect(await one.ask('POST', '/v1/billing/test/clock', { advance_seconds: 1 })).toMatchObject({
      state: 'active',
      paid_until: '2030-03-07T12:00:00.000Z',
    });
    expect(await one.charged()).toEqual([900]);
    expect(await one.converts()).toBe(200);
    await one.days(28);
    expect(await one.charged()).toEqual([900, 900]);
  });

  it('is had for a year at the price of ten months, with credits by the month', async () => {
    const one = await customer();
    const begun = await one.begin({ trial: false, plan: 'boost', billing: 'year' });
    expect(begun).toMatchObject({ state: 'active', paid_until: '2031-01-31T12:00:00.000Z' });
    expect(await one.charged()).toEqual([24_000]);
    await one.use(2_500);
    await one.days(32);
    expect((await one.ask('GET', '/v1/account')).credits).toMatchObject({ base: 2_500, used: 0 });
    await one.days(333);
    expect(await one.look()).toMatchObject({ state: 'active', paid_until: '2032-01-31T12:00:00.000Z' });
    expect(await one.charged()).toEqual([24_000, 24_000]);
  });

  it('is upgraded at once: what is left is given back to the cent, and the rest charged', async () => {
    const one = await customer();
    await one.begin({ trial: false });
    await one.days(7);
    expect(await one.change({ plan: 'boost' })).toMatchObject({
      plan: 'boost',
      paid_until: '2030-03-07T12:00:00.000Z',
    });
    // Of 28 days 21 are left: 9.00 × 3/4.
    expect(await one.charged()).toEqual([900, 2_400 - 675]);
    expect((await one.ask('GET', '/v1/account')).credits).toMatchObject({ base: 2_500 });
    // Of a month of which no credits are left nothing is given back, nor can it be had twice.
    await one.use(2_500);
    await one.change({ plan: 'growth' });
    expect(await one.charged()).toEqual([900, 1_725, 3_900]);
  });

  it('is changed in the instant in which it begins, and begins anew in that in which it ends', async () => {
    // The clock of these tests stands still: all of it has one time.
    const one = await customer();
    await one.begin({ trial: false, plan: 'boost' });
    expect(await one.change({ plan: 'boost', billing: 'year' })).toMatchObject({ plan: 'boost', billing: 'year' });
    expect(await one.change({ plan: 'growth', billing: 'year' })).toMatchObject({ plan: 'growth', state: 'active' });
    expect(await one.charged()).toEqual([2_400, 24_000 - 2_400, 39_000 - 24_000]);

    const other = await customer();
    await other.begin();
    expect(await other.cancel()).toMatchObject({ state: 'trialing' });
    await other.days(7);
    expect(await other.look()).toMatchObject({ state: 'canceled' });
    expect(await other.begin({ trial: false })).toMatchObject({ state: 'active', plan: 'starter' });
    expect(await other.charged()).toEqual([900]);
  });

  it('is downgraded when the period is over', async () => {
    const one = await customer();
    await one.begin({ trial: false, plan: 'boost' });
    expect(await one.change({ plan: 'starter' })).toMatchObject({
      plan: 'boost',
      next: { plan: 'starter', billing: 'month' },
    });
    await one.days(27);
    expect((await one.ask('GET', '/v1/account')).credits).toMatchObject({ base: 2_500 });
    await one.days(1);
    expect(await one.look()).toMatchObject({ plan: 'starter', next: null });
    expect((await one.ask('GET', '/v1/account')).credits).toMatchObject({ base: 500 });
    expect(await one.charged()).toEqual([2_400, 900]);
  });

  it('has an invoice for the credits beyond it, by the month', async () => {
    const one = await customer();
    await one.begin({ trial: false });
    await one.use(510);
    await one.days(28);
    // Ten at four cents.
    expect(await one.charged()).toEqual([900, 900 + 40]);
    expect(
      await one.use(1_000).then(
        () => 'taken',
        (error) => error.code,
      ),
    ).toBe('credits_exhausted');
    await one.use(513);
    await one.cancel();
    await one.days(31);
    expect(await one.look()).toMatchObject({ state: 'canceled' });
    expect(await one.charged()).toEqual([900, 940, 52]);
  });

  it('is charged nothing when what is left is less than a card can be charged', async () => {
    const one = await customer();
    await one.begin({ trial: false });
    await one.use(512);
    await one.cancel();
    await one.days(31);
    expect(await one.look()).toMatchObject({ state: 'canceled', owed: null });
    expect(await one.charged()).toEqual([900]);
  });

  it('whose card fails works for seven days, is tried again, and goes on with a new card', async () => {
    const one = await customer();
    await one.begin();
    await one.ask('POST', '/v1/billing/card', { card: FAILS_LATER });
    await one.days(7);
    expect(await one.look()).toMatchObject({
      state: 'past_due',
      owed: { next_try_at: '2030-02-08T12:00:00.000Z', work_until: '2030-02-14T12:00:00.000Z' },
    });
    expect(await one.converts()).toBe(200);
    await one.days(6);
    expect(await one.ask('POST', '/v1/billing/card', { card: '4000000000000002' })).toBe('card_declined');
    expect(await one.change({ plan: 'boost' })).toBe('payment_required');
    expect(await one.ask('POST', '/v1/billing/card', { card: newCard() })).toMatchObject({
      state: 'active',
      owed: null,
    });
    expect(await one.charged()).toEqual([900]);
    await one.days(10);
    expect(await one.converts()).toBe(200);
    expect(await one.look()).toMatchObject({ state: 'active', paid_until: '2030-03-07T12:00:00.000Z' });
  });

  it('that nobody pays ends after seven days, and begins anew with a card that works', async () => {
    const one = await customer();
    expect(await one.begin({ card: FAILS_LATER, trial: false })).toBe('card_declined');
    expect(await one.look()).toMatchObject({ state: 'none' });
    await one.begin();
    await one.ask('POST', '/v1/billing/card', { card: FAILS_LATER });
    await one.days(14);
    expect(await one.look()).toMatchObject({ state: 'canceled', owed: null });
    expect(await one.converts()).toBe(402);
    expect(await one.charged()).toEqual([]);
    expect(await one.begin()).toBe('trial_used');
    expect(await one.begin({ trial: false })).toMatchObject({ state: 'active' });
    expect(await one.converts()).toBe(200);
    expect(await one.begin({ trial: false })).toBe('subscription_exists');
  });

  it('has one trial for each card and organisation', async () => {
    const [one, other] = [await customer(), await customer()];
    const card = newCard();
    expect(await one.begin({ card })).toMatchObject({ state: 'trialing' });
    expect(await other.begin({ card })).toBe('trial_used');
    expect(await other.begin()).toMatchObject({ state: 'trialing' });
  });

  it('waits until a card is confirmed that asks for it', async () => {
    const one = await customer();
    const begun = await one.begin({ card: '4000000000003220', trial: false, return_url: 'https://example.com/x' });
    expect(begun).toMatchObject({
      state: 'incomplete',
      plan: 'starter',
      confirmation_url: 'https://example.com/x',
    });
    expect(await one.converts()).toBe(402);
    expect(await one.ask('POST', '/v1/billing/card/confirm')).toMatchObject({
      state: 'active',
      confirmation_url: null,
    });
    expect(await one.charged()).toEqual([900]);
    expect(await one.ask('POST', '/v1/billing/card/confirm')).toBe('subscription_missing');
  });

  it('is resumed before it ends, with all that it had', async () => {
    const one = await customer();
    expect(await one.cancel()).toBe('subscription_missing');
    await one.begin({ trial: false });
    expect(await one.cancel()).toMatchObject({ ends_at: '2030-02-28T12:00:00.000Z' });
    expect(await one.ask('POST', '/v1/billing/subscription/resume')).toMatchObject({ ends_at: null });
    await one.days(40);
    expect(await one.look()).toMatchObject({ state: 'active', paid_until: '2030-03-31T12:00:00.000Z' });
    expect(await one.converts()).toBe(200);
  });

  it('has invoices: numbered without gaps, as JSON, CSV and a tagged PDF', async () => {
    const one = await customer();
    await one.begin({ trial: false });
    expect(await one.begin({ card: FAILS_LATER, trial: false })).toBe('subscription_exists');
    await one.use(510);
    await one.days(28);
    const listed = billsAnswer.parse(await one.ask('GET', '/v1/billing/invoices?limit=1'));
    expect(listed.data).toMatchObject([
      {
        kind: 'invoice',
        status: 'paid',
        customer: 'Customer',
        issued_at: '2030-02-28T12:00:00.000Z',
        lines: [
          { kind: 'overage', quantity: 10, unit_price_micro_usd: 40_000, amount_cents: 40 },
          { kind: 'plan', text: 'Starter, a month', amount_cents: 900 },
        ],
        total_cents: 940,
        paid_cents: 940,
      },
    ]);
    expect(listed).toMatchObject({ has_more: true, next_cursor: listed.data[0]?.id });
    const csv = await one.ask('GET', '/v1/billing/invoices?format=csv');
    expect(csv.split('\r\n')).toHaveLength(5);
    expect(csv).toMatch(/^number,kind,status,.*\r\n2030-\d{6},invoice,paid,2030-02-28T12:00:00.000Z,.*,overage,/);
    const { id } = listed.data[0] ?? {};
    expect(billAnswer.parse(await one.ask('GET', `/v1/billing/invoices/${id}`)).invoice).toEqual(listed.data[0]);
    const pdf = await service.ask('GET', `/v1/billing/invoices/${id}.pdf`, { key: one.key });
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const rows = await opened()
      .system.selectFrom('billing_invoices')
      .select('sequence')
      .where('year', '=', 2030)
      .execute();
    const numbers = rows.map(({ sequence }) => sequence ?? 0).sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('is taxed as the operator says: what is charged, its invoices, upgrades, credits beyond it and refunds', async () => {
    const one = await customer(null);
    expect(await one.begin({ trial: false })).toBe('billing_details_missing');
    const written = detailsAnswer.parse(await one.bill({ ...IN_GERMANY, tax_id: 'DE 136 695 976' }));
    expect(written).toEqual({
      success: true,
      details: { ...IN_GERMANY, tax_id: 'DE136695976' },
      tax: { name: 'VAT', percent: 19, reverse_charge: false },
    });
    expect(detailsAnswer.parse(await one.ask('GET', '/v1/billing/details'))).toEqual(written);
    await one.begin({ trial: false });
    await one.days(7);
    await one.use(510);
    // Forty cents beyond it, and of Starter nothing is left; then a fifth of 9.00 × 19 %.
    await one.change({ plan: 'boost' });
    const net = 2_400 + 40;
    expect(await one.charged()).toEqual([900 + 171, net + 464]);

    const [newest, first] = billsAnswer.parse(await one.ask('GET', '/v1/billing/invoices')).data;
    expect(newest).toMatchObject({
      issuer: 'Seller GmbH',
      issuer_lines: ['Allee 1', '10115 Berlin', 'Germany', 'Tax number: DE136695976'],
      customer: 'Kundin AG',
      customer_lines: ['Weg 2', '53111 Bonn', 'Germany', 'Tax number: DE136695976'],
      customer_country: 'DE',
      customer_tax_id: 'DE136695976',
      tax: { name: 'VAT', percent: 19, reverse_charge: false },
      tax_cents: 464,
      total_cents: net + 464,
      paid_cents: net + 464,
    });
    expect(newest?.lines.at(-1)).toMatchObject({ kind: 'tax', text: 'VAT, 19 %', amount_cents: 464 });

    const context = { organisationId: one.id, actor: 'usr_x' };
    for (const cents of [100, 371, 600]) {
      await service.billing.subscriptions?.refund(context, { invoice: first?.id ?? '', cents });
    }
    // Whoever is billed by now: what is given back is of the invoice that it is of.
    const notes = billsAnswer
      .parse(await one.ask('GET', '/v1/billing/invoices'))
      .data.slice(0, 3)
      .reverse();
    expect(notes.map(({ total_cents: total, tax_cents: tax }) => [total, tax])).toEqual([
      [-100, -16],
      [-371, -59],
      [-600, -96],
    ]);
    expect(notes[0]).toMatchObject({ kind: 'credit_note', customer: 'Kundin AG', tax: { percent: 19 } });

    const csv = String(await one.ask('GET', '/v1/billing/invoices?format=csv'));
    expect(csv).toMatch(/,currency,tax_percent,reverse_charge,customer_country,customer_tax_id\r\n/);
    expect(csv).toMatch(/,tax,"VAT, 19 %",1,4640000,464,usd,19,no,DE,DE136695976\r\n/);
  });

  it('is billed to who is named by then: a state with a tax, a business elsewhere in the European Union', async () => {
    const one = await customer();
    await one.begin();
    // By the state, 8.875 %: 79.875 cents.
    await one.bill({ ...IN_TEXAS, city: 'Albany', region: 'NY', postal_code: '12207' });
    await one.days(7);
    const french = { name: 'Café', line1: 'Rue 3', city: 'Paris', postal_code: '75001', country: 'FR' };
    await one.bill({ ...french, tax_id: 'FR40303265045' });
    await one.days(28);
    expect(await one.charged()).toEqual([980, 900]);
    const [newest, before] = billsAnswer.parse(await one.ask('GET', '/v1/billing/invoices')).data;
    expect(newest).toMatchObject({
      tax: { name: 'VAT', percent: 0, reverse_charge: true },
      tax_cents: 0,
      customer_tax_id: 'FR40303265045',
    });
    // What is issued stays.
    expect(before).toMatchObject({ customer: 'Customer', tax: { percent: 8.875 }, tax_cents: 80, total_cents: 980 });
    const csv = String(await one.ask('GET', '/v1/billing/invoices?format=csv'));
    expect(csv).toMatch(/,plan,"Starter, a month",1,9000000,900,usd,0,yes,FR,FR40303265045\r\n/);
  });

  it('is billed to nobody who is none', async () => {
    const one = await customer();
    const before = await one.ask('GET', '/v1/billing/details');
    for (const [over, pointer] of [
      [{ country: 'XX' }, '/country'],
      [{ country: 'de' }, '/country'],
      [{ postal_code: undefined }, '/postal_code'],
      [{ country: 'US', region: 'New York' }, '/region'],
      [{ tax_id: 'DE136695977' }, '/tax_id'],
      [{ country: 'FR', tax_id: 'DE136695976' }, '/tax_id'],
      [{ name: ' ' }, '/name'],
      [{ name: 'x'.repeat(201) }, '/name'],
      [{ name: 'Ada\u0000' }, '/name'],
      // Would turn the sum behind it around.
      [{ city: 'Bonn\u202e' }, '/city'],
      [{ line1: ['Weg'] }, '/line1'],
    ] as const) {
      const body = { ...IN_GERMANY, ...over };
      const answer = await service.ask('PUT', '/v1/billing/details', { key: one.key, body });
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([400, pointer]);
    }
    expect(await one.ask('GET', '/v1/billing/details')).toEqual(before);
  });

  it('is charged once when it is asked for twice at once', async () => {
    const one = await customer();
    const card = newCard();
    const answers = await Promise.all([1, 2, 3].map(() => one.begin({ trial: false, card })));
    expect(answers.filter((answer) => answer === 'subscription_exists')).toHaveLength(2);
    expect(await one.charged()).toEqual([900]);
    await Promise.all([one.change({ plan: 'boost' }), one.change({ plan: 'boost' })]);
    expect((await one.charged()).length).toBe(2);
  });

  it('takes no number of a card that may be real', async () => {
    const one = await customer();
    for (const card of ['4111111111111111', '4242424242424241', '1', undefined]) {
      expect(await one.begin({ card })).toBe('invalid_request');
    }
    expect(await one.begin({ plan: 'gold' })).toBe('not_found');
  });
});
