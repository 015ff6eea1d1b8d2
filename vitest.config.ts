import { configDefaults, defineConfig } from 'vitest/config';

const withLongTests = process.env.PLATEN_TEST_ALL === '1';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(withLongTests ? [] : ['**/*.all.test.ts'])],
    environment: 'node',
    globals: false,
    // Tests start browsers and child processes: separate processes keep their signals and leaks apart.
    pool: 'forks',
    // One file at a time: a file with memory bombs or endless loops would starve the one beside it, and limits in real
    // time (a template's second, a browser's ping) are behaviour that the tests assert.
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Real browsers on a machine that others may use: what fails twice is a failure.
    retry: 1,
  },
});
