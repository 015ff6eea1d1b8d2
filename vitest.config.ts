import { availableParallelism, totalmem } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { TestReportWriter } from './script/test-report.ts';

const withLongTests = process.env.PLATEN_TEST_ALL === '1';
const exclude = [...configDefaults.exclude, ...(withLongTests ? [] : ['**/*.all.test.ts'])];

/**
 * Files that run after all others, two at a time: they fill memory, loop for ever, kill browsers, or see what comes in
 * the real time of a page, and would starve, or be starved by, many files beside them. They wait for more than half of
 * their time.
 */
const APART = [
  'test/faults/{browser,service}.test.ts',
  'test/attacks/exhaustion.test.ts',
  'packages/engine/src/page/ready.test.ts',
];

/** Files that have the machine to themselves. */
const LONG = ['**/*.all.test.ts'];

/** Files that compute, and leave nothing behind in their process: the next one finds what they have loaded. */
const PURE = [
  'packages/analysis/src/**/*.test.ts',
  'packages/dashboard/src/**/*.test.ts',
  'packages/engine/src/{egress,request}/**/*.test.ts',
  'packages/engine/src/input/!(template)*.test.ts',
  'test/analysis-{generator,hostile}/**/*.test.ts',
];

/**
 * Files that close all that they open, and change nothing of their process: several of them, one after the other, share
 * one, with the modules that it has loaded and compiled. That is half of their processor time. Those of destinations
 * measure the memory of theirs.
 */
const TOGETHER = ['packages/server/src/!(destinations)/**/*.test.ts', 'packages/server/src/*.test.ts'];

/**
 * Files wait for browsers, clocks and databases for most of their time: two of them for each core leave it idle for two
 * fifths. Each may take a gigabyte, with its browsers.
 */
const WORKERS = Math.max(2, Math.min(8, 4 * availableParallelism(), Math.floor(totalmem() / 2 ** 30 / 1.5)));

/**
 * Most files live for seconds, and the embedded database is ten megabytes of WebAssembly: to compile it well costs more
 * than it saves. A fifth of the processor time of such files.
 */
const EXEC_ARGV = ['--liftoff-only'];

/** Where `script/test` wants to read what the run came to. */
const report = process.env.PLATEN_TEST_REPORT;

export default defineConfig({
  test: {
    reporters: report ? ['default', new TestReportWriter(report)] : ['default'],
    environment: 'node',
    globals: false,
    // Tests start browsers and child processes: separate processes keep their signals and leaks apart.
    pool: 'forks',
    // Node.js loads the files, as it does where Platen runs, and keeps what it has compiled. Vite would compile each of them
    // in one process for all, and what it makes of an import is looked up each time it is used.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: EXEC_ARGV,
    // For what hangs. A test that starts several services and commands takes a minute where others want the processor.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // Real browsers on a machine that others may use: what fails twice is a failure.
    retry: 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'beside',
          include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...exclude, ...LONG, ...APART, ...PURE, ...TOGETHER],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: TOGETHER,
          exclude: [...exclude, ...LONG, ...APART, ...PURE],
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: PURE,
          exclude: [...exclude, ...LONG, ...APART],
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: APART,
          exclude: [...exclude, ...LONG],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: LONG, exclude, maxWorkers: 1, sequence: { groupOrder: 3 } },
      },
    ],
  },
});
