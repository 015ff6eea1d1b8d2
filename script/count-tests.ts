/**
 * Prints "PASSED FAILED" from Vitest's JSON report and exit status: `node script/count-tests.ts REPORT STATUS`.
 * Asked by `script/test`.
 */
import { readFileSync } from 'node:fs';

/** The part of Vitest's JSON report that is read here. */
export interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/**
 * A file that cannot be loaded has no tests to count, so it counts as one failure. So does anything else that makes
 * Vitest fail without a failed test: no report, an unhandled error, no test found. No test run is a failure too.
 */
export function countTests(report: TestReport | undefined, exitStatus: number): { passed: number; failed: number } {
  const passed = report?.numPassedTests ?? 0;
  const broken = report?.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = (report?.numFailedTests ?? 0) + (broken?.length ?? 0);
  const unexplained = failed === 0 && (exitStatus !== 0 || passed === 0);
  return { passed, failed: unexplained ? 1 : failed };
}

function readReport(file: string): TestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const [file = '', status = '1'] = process.argv.slice(2);
  const { passed, failed } = countTests(readReport(file), Number(status));
  process.stdout.write(`${passed} ${failed}\n`);
}
