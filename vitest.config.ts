import { configDefaults, defineConfig } from 'vitest/config';

const withLongTests = process.env.PLATEN_TEST_ALL === '1';
const exclude = [...configDefaults.exclude, ...(withLongTests ? [] : ['**/*.all.test.ts'])];

/**
 * Files that have the machine to themselves: they fill its memory, loop for ever, kill processes, or assert a limit in
 * real time (a template's second, a browser's ping), and would starve, or be starved by, a file beside them.
 */
const ALONE = [
  '**/*.all.test.ts',
  'test/faults/**/*.test.ts',
  'test/attacks/{answers,exhaustion,isolation,wait-conditions}.test.ts',
  'packages/engine/src/chromium/**/*.test.ts',
  'packages/engine/src/convert/large.test.ts',
  'packages/engine/src/input/template*.test.ts',
  'packages/engine/src/page/ready.test.ts',
  'packages/engine/src/readable/bad-input.test.ts',
  'packages/server/src/*.test.ts',
  'packages/server/src/data/outage.test.ts',
  'packages/server/src/http/**/*.test.ts',
  'packages/server/src/observe/**/*.test.ts',
];

export default defineConfig({
  test: {
    environment: 'node',
    globals: false,
    // Tests start browsers and child processes: separate processes keep their signals and leaks apart.
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Real browsers on a machine that others may use: what fails twice is a failure.
    retry: 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'beside',
          include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...exclude, ...ALONE],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE, exclude, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
