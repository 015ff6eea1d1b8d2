import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountsService, emptyDatabase, startAccountsService } from '../testing/accounts.ts';
import { type Browser, signUpFirst } from '../testing/browser.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { DAY, FAILS_LATER, newCard } from '../testing/subscribers.ts';

describeOnDatabases('an organization that pays and is deleted', (opened) => {
  let service: AccountsService;
  let owner: Browser;
  beforeAll(async () => {
    service = await startAccountsService(opened(), { creditsConfig: { billing: 'test' } });
    owner = await signUpFirst(service);
  });
  afterAll(async () => {
    await service.close();
    await emptyDatabase(opened());
  });

  /** An organization of its own with a plan. */
  const subscribed = async (over: object) => {
    const { id } = (await owner.post('/v1/organisations', { name: 'Customer' })).body.organisation;
    const begun = await owner.post('/v1/billing/subscription', { plan: 'starter', card: newCard(), ...over });
    expect(begun.status).toBe(200);
    const ofIt = (table: 'billing_invoices' | 'billing_test_charges') =>
      opened().system.selectFrom(table).where('organisation_id', '=', id);
    return {
      id,
      use: async (credits: number) => {
        const caller = { kind: 'person', id: 'usr_x', organisationId: id } as const;
        const run = async () => ({ value: 1, cost: { credits } });
        await service.credits.metering.metered({ caller, declared: { credits: 1 }, run });
      },
      delete: async () => {
        const { status, body } = await owner.send('DELETE', `/v1/organisations/${id}`);
        return status === 200 ? 'deleted' : body.error_code;
      },
      invoices: async () =>
        (await ofIt('billing_invoices').select(['status', 'total_cents']).orderBy('sequence').execute()).map(
          ({ status, total_cents: cents }) => [status, cents],
        ),
      charges: async () =>
        (await ofIt('billing_test_charges').select(['succeeded', 'amount_cents']).orderBy('at').execute()).map(
          ({ succeeded, amount_cents: cents }) => [succeeded, cents],
        ),
      row: async () => (await service.accounts.audit.list(id, { action: 'organisation.deleted', limit: 2 }))[0]?.detail,
    };
  };

  it('is charged what it used beyond its plan, once, and not before it can be deleted', async () => {
    const one = await subscribed({ trial: false });
    await one.use(600);
    await owner.send('PATCH', `/v1/organisations/${one.id}`, { legal_hold: 'Case 7' });
    expect(await one.delete()).toBe('legal_hold');
    expect(await one.charges()).toEqual([[true, 900]]);
    await owner.send('PATCH', `/v1/organisations/${one.id}`, { legal_hold: null });
    expect(await one.delete()).toBe('deleted');
    expect(await one.charges()).toEqual([
      [true, 900],
      [true, 400],
    ]);
    expect(await one.invoices()).toEqual([
      ['paid', 900],
      ['paid', 400],
    ]);
    expect(await one.row()).toEqual({});
  });

  it('leaves no invoice open: what it owes, and what it used since, is written off', async () => {
    const one = await subscribed({ card: FAILS_LATER });
    await owner.post('/v1/billing/test/clock', { advance_seconds: 8 * DAY });
    expect(await one.invoices()).toEqual([['open', 900]]);
    await one.use(600);
    expect(await one.delete()).toBe('deleted');
    expect(await one.invoices()).toEqual([
      ['uncollectible', 900],
      ['uncollectible', 400],
    ]);
    expect(await one.row()).toEqual({ written_off_cents: 1_300 });
  });

  it('is deleted although its card is refused', async () => {
    const one = await subscribed({ trial: false });
    await owner.post('/v1/billing/card', { card: FAILS_LATER });
    await one.use(600);
    expect(await one.delete()).toBe('deleted');
    expect(await one.charges()).toEqual([
      [true, 900],
      [false, 400],
    ]);
    expect(await one.invoices()).toEqual([
      ['paid', 900],
      ['uncollectible', 400],
    ]);
  });
});
