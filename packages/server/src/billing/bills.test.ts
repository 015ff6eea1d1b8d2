import { expect, it } from 'vitest';
import { describeOnDatabases } from '../testing/database.ts';
import { FAILS_LATER, IN_GERMANY, IN_TEXAS, useSubscribers } from '../testing/subscribers.ts';
import { detailsAnswer } from './details-schema.ts';
import { billAnswer, billsAnswer } from './invoice-schema.ts';

describeOnDatabases('a subscription over HTTP', (opened) => {
  const tested = useSubscribers(opened);
  const { customer } = tested;

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
    const pdf = await tested.service.ask('GET', `/v1/billing/invoices/${id}.pdf`, { key: one.key });
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
      await tested.service.billing.subscriptions?.refund(context, { invoice: first?.id ?? '', cents });
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
      const answer = await tested.service.ask('PUT', '/v1/billing/details', { key: one.key, body });
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([400, pointer]);
    }
    expect(await one.ask('GET', '/v1/billing/details')).toEqual(before);
  });
});
