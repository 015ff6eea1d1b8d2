import { expect, it } from 'vitest';
import { runBilling } from '../testing/billing-interleavings.ts';
import { describeOnDatabases } from '../testing/database.ts';

describeOnDatabases('subscriptions at random, many times', (database) => {
  it('are charged what their invoices say, for 10,000 steps', { timeout: 1_800_000 }, async () => {
    const steps = await runBilling(database(), 820);
    process.stdout.write(`${steps} steps\n`);
    expect(steps).toBeGreaterThan(10_000);
  });
});
