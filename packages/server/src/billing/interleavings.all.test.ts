import { it } from 'vitest';
import { runBilling } from '../testing/billing-interleavings.ts';
import { describeOnDatabases } from '../testing/database.ts';

describeOnDatabases('subscriptions at random, many times', (database) => {
  // With 6 to 20 steps each, 10,000 steps.
  it('are charged what their invoices say', { timeout: 1_800_000 }, () => runBilling(database(), 800));
});
