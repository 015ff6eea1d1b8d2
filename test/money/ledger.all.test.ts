import { money } from './money.ts';

/** The same as ledger.test.ts, with 10,000 operations and more on each database. */
money({ runs: 50, operations: 200 });
