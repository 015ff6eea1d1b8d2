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
    // A browser keeps a core busy; more files at once only make each other slow on a machine with two cores.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
