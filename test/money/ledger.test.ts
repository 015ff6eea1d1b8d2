import { money } from './money.ts';

/** P1 to P6, P8 and P10 on both databases, for a few seconds; ledger.all.test.ts does the same for longer. */
money({ runs: 4, operations: 60 });
