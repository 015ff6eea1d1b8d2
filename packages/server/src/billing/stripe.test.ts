import Stripe from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type AccountsService,
  addOrganisation,
  emptyDatabase,
  startAccountsService,
  stoppedClock,
} from '../testing/accounts.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { type StripeServer, startStripeServer } from '../testing/stripe-server.ts';
import { insertPayment } from './invoice-store.ts';

const SECRET_KEY = 'sk_test_1';
const WEBHOOK_SECRET = 'whsec_1';
const DAY = 86_400_000;
const signing = new Stripe(SECRET_KEY).webhooks;

/** The official client of Stripe against a server on loopback. */
describeOnDatabase('a subscription with Stripe', (opened) => {
  let stripe: StripeServer;
  let service: AccountsService;
  let clock: ReturnType<typeof stoppedClock>;
  beforeEach(async () => {
    clock = stoppedClock(Date.UTC(2030, 0, 31, 12));
    stripe = await startStripeServer(SECRET_KEY);
    service = await startAccountsService(opened(), {
      clock,
      creditsConfig: { billing: 'stripe' },
      billingConfig: { stripe: { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, apiBase: stripe.url } },
    });
  });
  afterEach(async () => {
    await service.close();
    await stripe.close();
    await emptyDatabase(opened());
  });

  const begin = async (body: object = {}, key?: string): Promise<string> => {
    const answer = await service.ask('POST', '/v1/billing/subscription', {
      body: { plan: 'starter', ...body },
      ...(key ? { key } : {}),
    });
    expect([answer.status, answer.body.subscription?.state]).toEqual([200, 'incomplete']);
    return sessionOf(answer.body.subscription.confirmation_url);
  };
  const sessionOf = (url: string): string => url.split('/').at(-1) ?? '';
  const look = async () => (await service.ask('GET', '/v1/billing/subscription')).body.subscription;

  let events = 0;
  /** An event as Stripe sends it. */
  async function send(
    session: string,
    {
      secret = WEBHOOK_SECRET,
      id = '',
      age = 0,
      body = '',
      type = 'checkout.session.completed',
      object = { object: 'checkout.session', client_reference_id: 'org_believed' } as object,
    } = {},
  ) {
    events += 1;
    const payload = JSON.stringify({
      id: id || `evt_${events}`,
      object: 'event',
      type,
      data: { object: { id: session, ...object } },
    });
    const timestamp = Math.floor(Date.now() / 1_000) - age;
    const header = signing.generateTestHeaderString({ payload, secret, timestamp });
    const response = await fetch(`${service.url}/stripe/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': header },
      body: body || payload,
    });
    return [response.status, ((await response.json()) as { error_code?: string }).error_code];
  }

  it('begins when the card is confirmed, is charged when the trial is over, and goes on with another card', async () => {
    const session = await begin();
    expect(await send(session)).toEqual([200, undefined]);
    expect(await look()).toMatchObject({ state: 'incomplete' });
    stripe.complete(session, { fingerprint: 'fp_1', declines: true });
    expect(await send(session)).toEqual([200, undefined]);
    expect(await look()).toMatchObject({
      state: 'trialing',
      card: { brand: 'visa', last4: '4242' },
      confirmation_url: null,
    });
    // The browser is back when Stripe has reported it already, or in a second tab.
    const twice = await Promise.all([1, 2].map(() => service.ask('POST', '/v1/billing/card/confirm')));
    expect(twice.map(({ status, body }) => [status, body.subscription?.state])).toEqual([
      [200, 'trialing'],
      [200, 'trialing'],
    ]);
    clock.time += 7 * DAY;
    stripe.away(true);
    // What is due cannot be done; reading goes on.
    expect(await look()).toMatchObject({ provider: 'stripe', plan: 'starter' });
    expect((await service.ask('POST', '/v1/billing/card', { body: {} })).body.error_code).toBe('billing_unavailable');
    stripe.away(false);
    await service.billing.collector?.look();
    expect(await look()).toMatchObject({ state: 'past_due' });
    expect(stripe.payments).toEqual([]);
    const other = await service.ask('POST', '/v1/billing/card', { body: {} });
    const again = sessionOf(other.body.subscription.confirmation_url);
    stripe.complete(again, { fingerprint: 'fp_2' });
    stripe.loseNext();
    // Stripe sends it again when it was answered with 503.
    expect(await send(again)).toEqual([503, 'billing_unavailable']);
    expect(await send(again)).toEqual([200, undefined]);
    expect(await look()).toMatchObject({ state: 'active', owed: null });
    // The first answer was lost, and the charge was not made again.
    expect(stripe.payments).toMatchObject([{ amount: 900, status: 'succeeded' }]);
    const [bill] = (await service.ask('GET', '/v1/billing/invoices')).body.data;
    expect(bill).toMatchObject({ status: 'paid', total_cents: 900, paid_cents: 900 });
    const context = { organisationId: service.accounts.organisationId, actor: 'operator' };
    await service.billing.subscriptions?.refund(context, { invoice: bill.id, cents: 300 });
    expect((await service.ask('GET', '/v1/billing/invoices')).body.data).toMatchObject([
      { kind: 'credit_note', corrects: bill.id, total_cents: -300, paid_cents: -300 },
      { kind: 'invoice' },
    ]);
    expect(
      (await service.ask('POST', '/v1/billing/test/clock', { body: { advance_seconds: 1 } })).body.error_code,
    ).toBe('billing_off');
  });

  it('believes no event that is forged, old or of somebody else, and takes each once', async () => {
    const session = await begin({ trial: false });
    stripe.complete(session, { fingerprint: 'fp_1' });
    expect(await send(session, { secret: 'whsec_2' })).toEqual([400, 'invalid_signature']);
    expect(await send(session, { age: 600 })).toEqual([400, 'invalid_signature']);
    expect(await send(session, { body: '{}' })).toEqual([400, 'invalid_signature']);
    expect(await look()).toMatchObject({ state: 'incomplete' });
    // Of another account, and of another organisation: nothing waits for them.
    expect(await send('cs_test_of_another_account')).toEqual([200, undefined]);
    const { secret: key } = await service.makeKey({ organisationId: await addOrganisation(opened(), 'Other') });
    const foreign = await begin({}, key);
    await opened()
      .system.updateTable('billing_accounts')
      .set({ setup: JSON.stringify({ reference: session, url: '', choice: null }) })
      .where('organisation_id', '<>', service.accounts.organisationId)
      .execute();
    const stolen = await service.ask('POST', '/v1/billing/card/confirm', { key });
    expect([stolen.status, stolen.body.error_code]).toEqual([409, 'subscription_missing']);
    expect(await send(foreign)).toEqual([200, undefined]);
    for (const id of ['evt_same', 'evt_same', 'evt_late'])
      expect(await send(session, { id })).toEqual([200, undefined]);
    expect(await look()).toMatchObject({ state: 'active' });
    expect(stripe.payments).toHaveLength(1);
  });

  /** A plan that was paid at once. @returns what Stripe calls the payment */
  async function paid(): Promise<string> {
    const session = await begin({ trial: false });
    stripe.complete(session, { fingerprint: 'fp_1' });
    await send(session);
    return stripe.payments[0]?.id ?? '';
  }
  const converts = async () =>
    (await service.ask('POST', '/v1/convert/pdf', { body: { source: { html: '<p>Hello' } } })).status;
  const bills = async () => (await service.ask('GET', '/v1/billing/invoices')).body.data;
  const money = (type: string, payment: string) =>
    send('ob_1', { type, object: { object: 'dispute', payment_intent: payment, amount: 1 } });

  it('gives back what is refunded in the dashboard, and ends for as long as a bank holds a payment', async () => {
    const payment = await paid();
    stripe.refundOutside(payment, 200);
    stripe.refundOutside(payment, 100);
    stripe.refundOutside(payment, 50);
    for (const type of ['refund.created', 'charge.refunded', 'refund.created']) {
      expect(await money(type, payment)).toEqual([200, undefined]);
    }
    expect(await bills()).toMatchObject([
      ...[-50, -100, -200].map((cents) => ({ kind: 'credit_note', status: 'issued', paid_cents: cents })),
      { kind: 'invoice', status: 'paid', paid_cents: 900 },
    ]);
    expect(await converts()).toBe(200);

    stripe.dispute(payment, 'needs_response');
    expect(await money('charge.dispute.created', payment)).toEqual([200, undefined]);
    expect(await look()).toMatchObject({ state: 'canceled', owed: null });
    expect(await converts()).toBe(402);
    const refused = await service.ask('POST', '/v1/billing/subscription', { body: { plan: 'boost', trial: false } });
    expect([refused.status, refused.body.error_code]).toEqual([402, 'payment_required']);
    expect(await bills()).toMatchObject([{}, {}, {}, { kind: 'invoice', status: 'paid', paid_cents: 0 }]);

    stripe.dispute(payment, 'won');
    // They come in any order, and what is read again is the same.
    await money('charge.dispute.created', payment);
    await money('charge.dispute.closed', payment);
    expect(await look()).toMatchObject({ state: 'active', ends_at: '2030-02-28T12:00:00.000Z' });
    expect(await converts()).toBe(200);
    const { data } = (await service.ask('GET', '/v1/audit?limit=50')).body;
    const actions = data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['invoice.refunded', 'invoice.disputed', 'invoice.dispute_won']));
  });

  it('is put right when events were lost, and says what cannot be', async () => {
    const payment = await paid();
    stripe.refundOutside(payment, 200);
    stripe.dispute(payment, 'lost');
    const { secret: key } = await service.makeKey({ organisationId: await addOrganisation(opened(), 'Other') });
    stripe.complete(await begin({}, key), { fingerprint: 'fp_2' });
    const { reconciler, comparison } = service.billing;
    const differences = await reconciler?.all(0);
    expect(differences?.map(({ kind, cents, repaired }) => [kind, cents, repaired])).toEqual([
      ['confirmed', 0, true],
      ['refund', -200, true],
      ['dispute', -900, true],
    ]);
    expect(await reconciler?.all(0)).toEqual([]);
    expect(await look()).toMatchObject({ state: 'canceled' });
    const other = (await service.ask('GET', '/v1/billing/subscription', { key })).body.subscription;
    expect(other).toMatchObject({ state: 'trialing' });

    // Money that our records have and Stripe has not is named, once a day.
    const [bill] = (await bills()).filter(({ kind }: { kind: string }) => kind === 'invoice');
    const { organisationId } = service.accounts;
    const forged = {
      organisationId,
      invoiceId: bill.id,
      kind: 'refund',
      cents: -1,
      provider: 'stripe',
      reference: 're_forged',
      at: clock.time,
    } as const;
    await opened().inOrganisation(organisationId, (queries) => insertPayment(queries, forged));
    await comparison?.look();
    await comparison?.look();
    const said = service
      .logged()
      .split('\n')
      .filter((line) => line.includes('billing_differed'))
      .map((line) => JSON.parse(line));
    expect(said).toMatchObject([{ kind: 'missing', repaired: false, organisation: service.accounts.organisationId }]);
    expect(
      await send('pi_of_another_account', { type: 'payment_intent.succeeded', object: { object: 'payment_intent' } }),
    ).toEqual([200, undefined]);
    expect(service.logged()).toContain('"reason":"foreign"');
  });

  it('asks for another card when its customer was deleted in the dashboard', async () => {
    await paid();
    stripe.forget(stripe.payments[0]?.customer ?? '');
    clock.time += 40 * DAY;
    await service.billing.collector?.look();
    expect(await look()).toMatchObject({ state: 'past_due' });
    const answer = await service.ask('POST', '/v1/billing/card', { body: {} });
    const session = sessionOf(answer.body.subscription.confirmation_url);
    stripe.complete(session, { fingerprint: 'fp_2' });
    expect(await send(session)).toEqual([200, undefined]);
    expect(await look()).toMatchObject({ state: 'active', owed: null });
  });
});
