import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AccountsService, emptyDatabase, startAccountsService } from '../testing/accounts.ts';
import { type Browser, signUpFirst } from '../testing/browser.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { type StripeServer, startStripeServer } from '../testing/stripe-server.ts';
import { Departed } from './departed.ts';
import type { PaymentProvider } from './provider.ts';

const SECRET_KEY = 'sk_test_1';

describeOnDatabase('a customer who has left', (opened) => {
  let stripe: StripeServer;
  let service: AccountsService;
  beforeEach(async () => {
    stripe = await startStripeServer(SECRET_KEY);
    service = await startAccountsService(opened(), {
      creditsConfig: { billing: 'stripe' },
      billingConfig: { stripe: { secretKey: SECRET_KEY, webhookSecret: 'whsec_1', apiBase: stripe.url } },
    });
  });
  afterEach(async () => {
    await service.close();
    await stripe.close();
    await emptyDatabase(opened());
  });

  const sessionOf = ({ body }: Awaited<ReturnType<Browser['post']>>): string =>
    body.subscription.confirmation_url.split('/').at(-1);

  /** An organization with a card; `session`: one more that waits to be confirmed. */
  const customer = async (owner: Browser) => {
    const { id } = (await owner.post('/v1/organisations', { name: 'Customer' })).body.organisation;
    const begun = await owner.post('/v1/billing/subscription', { plan: 'starter', trial: false });
    const first = sessionOf(begun);
    stripe.complete(first, { fingerprint: `fp_${id}` });
    expect((await owner.post('/v1/billing/card/confirm', {})).status).toBe(200);
    const other = await owner.post('/v1/billing/card', {});
    return { id, session: sessionOf(other) };
  };
  const left = async () => (await opened().system.selectFrom('billing_departed').selectAll().execute()).length;

  it('is nothing that Stripe keeps of an organization that is deleted, also where Stripe was away then', async () => {
    const owner = await signUpFirst(service);
    const one = await customer(owner);
    expect((await owner.send('DELETE', `/v1/organisations/${one.id}`)).status).toBe(200);
    expect([stripe.forgotten.size, await left()]).toEqual([1, 0]);
    // Whoever has the page open gives no card any more.
    expect(() => stripe.complete(one.session, { fingerprint: 'fp_late' })).toThrow('has ended');

    await owner.post('/v1/auth/organisation', { organisation_id: service.accounts.organisationId });
    const two = await customer(owner);
    stripe.away(true);
    expect((await owner.send('DELETE', `/v1/organisations/${two.id}`)).status).toBe(200);
    await service.billing.comparison?.look();
    expect(await left()).toBe(2);
    stripe.away(false);
    await service.billing.comparison?.look();
    expect([stripe.forgotten.size, await left()]).toEqual([2, 0]);
    expect(stripe.payments).toHaveLength(2);
  });

  it('is not forgotten where Stripe refuses to delete it, and payments are compared all the same', async () => {
    const owner = await signUpFirst(service);
    const { id } = await customer(owner);
    stripe.keepsCustomers(true);
    expect((await owner.send('DELETE', `/v1/organisations/${id}`)).status).toBe(200);
    await service.billing.comparison?.look();
    const compared = await opened().system.selectFrom('billing_events').select('id').execute();
    expect([await left(), compared]).toEqual([2, [{ id: expect.stringContaining('compared:') }]]);
    expect(service.logged()).toContain('billing_customer_left');
    expect(service.logged()).not.toContain('billing_uncompared');
    stripe.keepsCustomers(false);
    await service.billing.comparison?.look();
    expect([stripe.forgotten.size, await left()]).toEqual([1, 0]);
  });

  it('keeps none of the others where it is refused, and waits while another provider is set', async () => {
    const database = opened();
    const at = (second: number) => new Date(Date.UTC(2020, 0, 1, 0, 0, second));
    const noted = ['bad', 'good'].map((reference, second) => ({
      organisation_id: reference,
      reference,
      at: at(second),
    }));
    await database.system.insertInto('billing_departed').values(noted).execute();
    const references = async () =>
      (await database.system.selectFrom('billing_departed').select('reference').execute()).map((row) => row.reference);
    await new Departed({ database, provider: {} as PaymentProvider }).forget();
    expect(await references()).toHaveLength(2);
    const forget = async (reference: string) => {
      if (reference === 'bad') throw new Error('refused');
    };
    const departed = new Departed({ database, provider: { forget } as PaymentProvider });
    await expect(departed.forget()).rejects.toThrow('refused');
    await expect(departed.forget()).rejects.toThrow('refused');
    expect(await references()).toEqual(['bad']);
    await database.system.deleteFrom('billing_departed').execute();
  });
});
