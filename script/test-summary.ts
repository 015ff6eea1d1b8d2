/**
 * Prints what runs of the tests came to, and "PASSED FAILED" as the last line: `node script/test-summary.ts REPORT
 * STATUS…`, for each run the file of `script/test-report.ts` and Vitest's exit status. Asked by `script/test`.
 */
import { readFileSync } from 'node:fs';
import type { TestReport } from './test-report.ts';

/** How many of the slowest files are named. */
const SLOWEST = 20;

/**
 * A file that cannot be loaded, or whose hooks fail, may have no failed test to count, so it counts as one failure. So
 * does anything else that makes Vitest fail without one: no report, an unhandled error, no test found.
 */
export function countTests(report: TestReport | undefined, exitStatus: number): { passed: number; failed: number } {
  const files = report?.files ?? [];
  const passed = files.reduce((sum, file) => sum + file.passed, 0);
  const failed = files.reduce((sum, file) => sum + file.failed + (file.broken ? 1 : 0), 0);
  const unexplained = failed === 0 && (exitStatus !== 0 || passed === 0);
  return { passed, failed: unexplained ? 1 : failed };
}

/** Which files took longest, and which tests only passed when they were tried again. */
export function summaryOf({ files }: TestReport): string {
  const slowest = [...files].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOWEST);
  const times = slowest.map(
    ({ name, milliseconds, passed, failed }) =>
      `${(milliseconds / 1000).toFixed(1).padStart(8)} s ${String(passed + failed).padStart(6)} tests  ${name}`,
  );
  const retried = files.flatMap((file) => file.retried.map((name) => `  ${file.name}: ${name}`));
  return [
    '== the slowest files',
    ...times,
    '',
    `== passed only on a retry: ${retried.length === 0 ? 'none' : retried.length}`,
    ...retried,
  ].join('\n');
}

function readReport(file: string): TestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const names = process.argv.slice(2);
  const runs = Array.from({ length: names.length / 2 }, (_, at) => ({
    report: readReport(names[2 * at] as string),
    status: Number(names[2 * at + 1]),
  }));
  const counts = runs.map(({ report, status }) => countTests(report, status));
  process.stdout.write(`${summaryOf({ files: runs.flatMap(({ report }) => report?.files ?? []) })}\n`);
  const sum = (of: 'passed' | 'failed'): number => counts.reduce((total, count) => total + count[of], 0);
  process.stdout.write(`${sum('passed')} ${sum('failed')}\n`);
}
