import fc from 'fast-check';

/** What can happen to an organisation and the processes that serve it. */

const DAY = 86_400_000;
/** Micro-USD a period beyond the plan, at most. */
export const CEILING = 80_000;
const BYTES = [0, 1, 5_242_879, 5_242_880, 5_242_881, 10_485_760, 15_728_641];

const operation = fc.oneof(
  { weight: 14, arbitrary: fc.record({ kind: fc.constant('start' as const), process: fc.nat(1), key: fc.nat(1) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('analyse' as const), process: fc.nat(1), pages: fc.nat(3) }),
  },
  {
    weight: 12,
    arbitrary: fc.record({ kind: fc.constant('finish' as const), pick: fc.nat(), bytes: fc.constantFrom(...BYTES) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('fail' as const, 'leave' as const), pick: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('crash' as const, 'stall' as const), process: fc.nat(1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('jump' as const),
      by: fc.constantFrom(1, 3_600_000, -3_600_000, DAY, 27 * DAY, 40 * DAY, -40 * DAY),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('plan' as const),
      credits: fc.nat(4),
      price: fc.constantFrom(0, 20_000, 40_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('ceiling' as const),
      micro: fc.constantFrom(null, 0, CEILING / 2, CEILING),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('cap' as const), credits: fc.constantFrom(undefined, 0, 2, 5) }),
  },
);
export type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** Batches of operations that run at the same time. */
export const batches = (operations: number) =>
  fc.array(fc.array(operation, { minLength: 1, maxLength: 5 }), {
    minLength: Math.ceil(operations / 2),
    maxLength: Math.ceil(operations / 2),
  });
