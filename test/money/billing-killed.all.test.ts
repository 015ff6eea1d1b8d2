import { createHmac } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { makeDatabase } from '../../packages/server/src/testing/database.ts';
import { startStripeServer } from '../../packages/server/src/testing/stripe-server.ts';
import { startServiceProcess } from '../faults/service-process.ts';

const SUBSCRIPTION = '/v1/billing/subscription';
const SECRET_KEY = 'sk_test_1';
const WEBHOOK_SECRET = 'whsec_1';

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

it('what Stripe had charged when the service was killed is in the records of the next one, and charged once', {
  timeout: 240_000,
}, async () => {
  const stripe = await startStripeServer(SECRET_KEY);
  const data = await makeDatabase('postgresql');
  ending.push(
    () => data.remove(),
    () => stripe.close(),
  );
  const settings = {
    BILLING: 'stripe',
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.url,
    PLATEN_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  };
  const doomed = await startServiceProcess(data, { settings });
  ending.push(() => doomed.end());
  const begun = await (await doomed.ask('POST', SUBSCRIPTION, { plan: 'starter', trial: false })).json();
  const id = begun.subscription.confirmation_url.split('/').at(-1);
  stripe.complete(id, { fingerprint: 'fp_1' });
  const object = { object: 'checkout.session', id };
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object },
  });
  const at = Math.floor(Date.now() / 1_000);
  const signature = `t=${at},v1=${createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${payload}`).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const told = await fetch(`${doomed.url}/stripe/events`, { method: 'POST', headers, body: payload });
  expect([told.status, stripe.payments.map(({ amount }) => amount)]).toEqual([200, [900]]);

  stripe.onPayment(() => doomed.kill('SIGKILL'));
  await expect(doomed.ask('PATCH', SUBSCRIPTION, { plan: 'boost' })).rejects.toThrow();
  expect([await doomed.exit, stripe.payments.length]).toEqual(['SIGKILL', 2]);

  const next = await startServiceProcess(data, { settings });
  ending.push(() => next.end());
  const plan = async () => (await (await next.ask('GET', SUBSCRIPTION)).json()).subscription?.plan;
  // The dead one has its turn for a minute.
  await expect.poll(plan, { timeout: 120_000, interval: 1_000 }).toBe('boost');
  const { data: bills } = await (await next.ask('GET', '/v1/billing/invoices')).json();
  expect(stripe.payments).toHaveLength(2);
  expect(bills).toMatchObject([
    { status: 'paid', total_cents: stripe.payments[1]?.amount },
    { status: 'paid', total_cents: 900 },
  ]);
});
