import { it } from 'vitest';
import { describeOnDatabases } from '../testing/database.ts';
import { runInterleavings } from '../testing/job-interleavings.ts';

describeOnDatabases('jobs at random, many times', (database) => {
  it('end once, are charged at most once', { timeout: 1_800_000 }, () => runInterleavings(database(), 2_000));
});
