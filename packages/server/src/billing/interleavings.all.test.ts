import { expect, it } from 'vitest';
import { emptyDatabase } from '../testing/accounts.ts';
import { runBilling } from '../testing/billing-interleavings.ts';
import { describeOnDatabases } from '../testing/database.ts';

describeOnDatabases('subscriptions at random, many times', (database) => {
  it('are charged what their invoices say, for 10,000 steps', { timeout: 3_600_000 }, async () => {
    let steps = 0;
    while (steps < 10_000) {
      // Comparing takes longer the more stories there were.
      steps += await runBilling(database(), 40);
      await emptyDatabase(database());
      process.stdout.write(`${steps} steps\n`);
    }
    expect(steps).toBeGreaterThanOrEqual(10_000);
  });
});
