import { it } from 'vitest';
import { describeOnDatabases } from '../testing/database.ts';
import { runInterleavings } from '../testing/job-interleavings.ts';

describeOnDatabases('jobs at random', (database) => {
  it('end once, are charged at most once, and leave nothing set aside', () => runInterleavings(database(), 12));
});
