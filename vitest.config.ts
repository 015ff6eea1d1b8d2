import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { TestReportWriter } from './script/test-report.ts';

const withLongTests = process.env.PLATEN_TEST_ALL === '1';
const exclude = [...configDefaults.exclude, ...(withLongTests ? [] : ['**/*.all.test.ts'])];

/** Files that have the machine to themselves, but for each other: they fill its memory, loop for ever, or ask a thousand times at once. Long tests run one by one. */
const ALONE = ['**/*.all.test.ts', 'test/attacks/exhaustion.test.ts', 'test/faults/service.test.ts'];

/**
 * Files that kill browsers, or see what comes in the real time of a page: many beside them would starve them. They wait for
 * most of their time, so that two of them run at once.
 */
const BY_TWO = [
  'test/faults/browser.test.ts',
  'packages/engine/src/isolation/end-group.test.ts',
  'packages/engine/src/page/ready.test.ts',
];

/** Of `PURE`, those that no clock and no other process disturbs, and what only reads the repository: `script/test` has them run on what the others leave of the processor. */
const COMPUTING = [
  'packages/analysis/src/!(models)/**/!(by-model)*.test.ts',
  'packages/analysis/src/*.test.ts',
  'packages/engine/src/request/**/*.test.ts',
  'test/analysis-{generator,hostile}/**/*.test.ts',
  'test/attacks/patterns.test.ts',
  'test/{architecture,compliance,containers,coverage,installed-size,licenses,reference,release-version,words}.test.ts',
  'test/openapi/document.test.ts',
];

/** Files that compute, and leave nothing behind in their process: the next one finds what they have loaded. */
const PURE = [
  'packages/{analysis,cli,client,dashboard}/src/**/*.test.ts',
  'packages/engine/src/{nearest,slot-queue}.test.ts',
  'packages/engine/src/chromium/{circuit,find}.test.ts',
  'packages/engine/src/{egress,request}/**/*.test.ts',
  'packages/engine/src/input/!(template)*.test.ts',
  'test/analysis-{generator,hostile}/**/*.test.ts',
  'test/attacks/patterns.test.ts',
];

/**
 * Files that close all that they open, and change nothing of their process: several of them, one after the other, share
 * one, with the modules that it has loaded and compiled. That is half of their processor time. One of destinations
 * measures the memory of its process.
 */
const TOGETHER = [
  'packages/server/src/!(destinations)/**/*.test.ts',
  'packages/server/src/destinations/!(faults)*.test.ts',
  'packages/server/src/*.test.ts',
  'test/attacks/{bodies,error-answers,forms,idempotency,keys,request-line,roles,sessions,tenants,uploads,webhooks}.test.ts',
  'test/money/ledger.test.ts',
];

/**
 * The same, for files with a browser: those of a process share an engine (`useSharedEngine`), or a browser. Those that see
 * what comes in the real time of a page, or send one more than it may have, stay apart.
 */
const RENDERING = [
  'packages/engine/src/{convert,image,pdf,readable}/**/*.test.ts',
  'packages/engine/src/page/!(cookie-banners|ready-slow|run-ahead|unpacked-limit).test.ts',
  'packages/engine/src/input/template{,-process,-turns}.test.ts',
  'packages/engine/src/{pdf-pages/draw,pdf-text/read}.test.ts',
  'test/gallery/*.test.ts',
];

/** The same, for attacks on the engine. */
const ATTACKS = [
  'test/attacks/{addresses,answers,browser-flags,headers,resources,sandbox,source-headers,wait-conditions}.test.ts',
];

/** The same, for files of the service as a whole. */
const WHOLE = [
  'test/compat-*.test.ts',
  'test/cli-!(manners|processes)*.test.ts',
  'test/{cli,client,examples,mcp}.test.ts',
  'test/{api,billing-invoice,merged-batches,n8n,nginx,webhook-receivers}.test.ts',
  'test/{templates-documentation,test-summary}.test.ts',
  'test/{analysis-files,analysis-model,client-scenarios,contract,endpoints,templates}.test.ts',
  'test/canary/search.test.ts',
  'test/dashboard/*.test.ts',
  'test/documentation/pages.test.ts',
  'test/openapi/!(document).test.ts',
];

/**
 * Files wait for browsers, clocks and databases as well: by the processor time of a sample of them, three leave two
 * cores idle for two fifths of the time.
 */
const WORKERS = Math.min(8, 2 * availableParallelism());

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
    execArgv: EXEC_ARGV,
    // For what hangs. A test that starts several services and commands takes a minute where others want the processor.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // What is waited for comes at some time, also where eight files share two cores: the default is a second.
    expect: { poll: { timeout: 60_000 } },
    // Real browsers on a machine that others may use: what fails twice is a failure.
    retry: 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'beside',
          include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [
            ...exclude,
            ...ALONE,
            ...BY_TWO,
            ...PURE,
            ...COMPUTING,
            ...TOGETHER,
            ...RENDERING,
            ...ATTACKS,
            ...WHOLE,
          ],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: TOGETHER,
          exclude: [...exclude, ...ALONE, ...PURE],
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'rendering',
          include: RENDERING,
          exclude: [...exclude, ...ALONE, ...BY_TWO],
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'attacks',
          include: ATTACKS,
          exclude,
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: WHOLE,
          exclude: [...exclude, ...ALONE],
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
          exclude: [...exclude, ...ALONE, ...COMPUTING],
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'computing',
          include: COMPUTING,
          exclude,
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'by two', include: BY_TWO, exclude, maxWorkers: 2, sequence: { groupOrder: 2 } },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          exclude,
          maxWorkers: withLongTests ? 1 : 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
