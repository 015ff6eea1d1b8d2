import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { emptyDatabase, openTestAccounts, type TestAccounts } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { AccountStore, type Turn } from './account-store.ts';

describeOnDatabases('the turn to change an account', (opened) => {
  let accounts: TestAccounts;
  afterEach(async () => {
    await accounts.close();
    await emptyDatabase(opened());
  });

  it('is one at a time, ends with its lease, and is lost to whoever takes over', async () => {
    const database = opened();
    accounts = await openTestAccounts(database);
    const { audit, organisationId } = accounts;
    const store = new AccountStore({ database, audit, clock: { now: Date.now }, patience: 0 });
    const change = (turn: Turn) => store.change(turn, async ({ account }) => ({ account, value: 'changed' }));
    const turn = await store.take(organisationId);
    expect(await change(turn)).toBe('changed');
    await expect(store.take(organisationId)).rejects.toMatchObject({ code: 'billing_busy' });
    await sql`update billing_accounts set held_until = now() - interval '1 second'`.execute(database.system);
    const other = await store.take(organisationId);
    await expect(change(turn)).rejects.toMatchObject({ name: 'TurnLost' });
    // Giving back what is not one's own any more gives nothing to others.
    await store.giveBack(turn);
    await expect(store.take(organisationId)).rejects.toMatchObject({ code: 'billing_busy' });
    await store.giveBack(other);
    expect(await store.take(organisationId)).toMatchObject({ organisationId });
  });
});
