import { it } from 'vitest';
import { runBilling } from '../testing/billing-interleavings.ts';
import { describeOnDatabases } from '../testing/database.ts';

describeOnDatabases('subscriptions at random', (database) => {
  // The same stories each time; `interleavings.all.test.ts` has others.
  it('are charged what their invoices say, and let in as their state says', { timeout: 60_000 }, async () => {
    await runBilling(database(), 5, 24);
  });
});
