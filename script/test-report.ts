import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** What a run of the tests came to, as `script/test-summary.ts` reads it. */
export interface TestReport {
  readonly files: readonly TestFileReport[];
}

export interface TestFileReport {
  /** Path from the root of the repository. */
  readonly name: string;
  /** Time of its tests and hooks. */
  readonly milliseconds: number;
  readonly passed: number;
  readonly failed: number;
  /** Whether the file itself failed, in its loading or in a hook: that may be without a failed test. */
  readonly broken: boolean;
  /** Full names of the tests that failed, and passed when they were tried again. */
  readonly retried: readonly string[];
}

/** Writes a {@link TestReport} as JSON: Vitest's own says nothing of tests that passed on a retry. */
export class TestReportWriter implements Reporter {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const report: TestReport = { files: modules.map(reportOf) };
    writeFileSync(this.#file, JSON.stringify(report));
  }
}

function reportOf(module: TestModule): TestFileReport {
  const tests = [...module.children.allTests()];
  const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
  return {
    name: module.relativeModuleId,
    milliseconds: Math.round(module.diagnostic().duration),
    passed: count('passed'),
    failed: count('failed'),
    broken: module.state() === 'failed' && count('failed') === 0,
    retried: tests.filter((test) => test.diagnostic()?.flaky).map((test) => test.fullName),
  };
}
