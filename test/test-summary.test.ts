import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startVitest } from 'vitest/node';
import { type TestFileReport, type TestReport, TestReportWriter } from '../script/test-report.ts';
import { countTests, summaryOf } from '../script/test-summary.ts';

const file = (facts: Partial<TestFileReport>): TestFileReport => ({
  name: 'a.test.ts',
  milliseconds: 10,
  passed: 0,
  failed: 0,
  broken: false,
  retried: [],
  ...facts,
});

describe('countTests', () => {
  it('takes the counts of all files, and counts a file that failed by itself as one failure', () => {
    const files = [file({ passed: 5, failed: 1 }), file({ passed: 2, broken: true }), file({ broken: true })];
    expect(countTests({ files }, 1)).toEqual({ passed: 7, failed: 3 });
  });

  it('counts an error outside of the tests as a failure', () => {
    expect(countTests({ files: [file({ passed: 5 })] }, 1)).toEqual({ passed: 5, failed: 1 });
  });

  it('fails when no test ran, or when there is no report', () => {
    expect(countTests({ files: [] }, 0)).toEqual({ passed: 0, failed: 1 });
    expect(countTests(undefined, 137)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('the summary', () => {
  it('names the slowest files first, and no more than twenty', () => {
    const files = Array.from({ length: 25 }, (_, at) => file({ name: `${at}.test.ts`, milliseconds: at * 1000 }));
    const lines = summaryOf({ files }).split('\n');
    expect(lines[1]).toMatch(/^ +24\.0 s .* 24\.test\.ts$/);
    expect(lines.filter((line) => line.endsWith('.test.ts'))).toHaveLength(20);
  });
});

describe('a run of Vitest', () => {
  // Inside of the repository: the files import Vitest.
  const folder = mkdtempSync(path.join(import.meta.dirname, 'run-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is reported with failures, broken files and what passed on a retry', async () => {
    const write = (name: string, code: string): void =>
      writeFileSync(path.join(folder, name), `import { afterAll, expect, it } from 'vitest';\n${code}`);
    write('flaky.test.ts', "let tries = 0;\nit('settles', () => expect(++tries).toBe(2));\nit('works', () => {});");
    write('red.test.ts', "it('fails', () => expect(1).toBe(2));");
    write('hook.test.ts', "afterAll(() => { throw new Error('left behind'); });\nit('works', () => {});");
    write('unloadable.test.ts', "throw new Error('no');");
    const output = path.join(folder, 'report.json');
    const status = process.exitCode;
    const vitest = await startVitest('test', [], {
      root: folder,
      config: false,
      watch: false,
      retry: 1,
      reporters: [new TestReportWriter(output)],
    });
    await vitest.close();
    process.exitCode = status;

    const report: TestReport = JSON.parse(readFileSync(output, 'utf8'));
    const facts = report.files.map(({ name, passed, failed, broken, retried }) => [
      name,
      passed,
      failed,
      broken,
      retried,
    ]);
    expect(facts.sort()).toEqual([
      ['flaky.test.ts', 2, 0, false, ['settles']],
      ['hook.test.ts', 1, 0, true, []],
      ['red.test.ts', 0, 1, false, []],
      ['unloadable.test.ts', 0, 0, true, []],
    ]);
    expect(countTests(report, 1)).toEqual({ passed: 3, failed: 3 });
    expect(summaryOf(report)).toContain('passed only on a retry: 1\n  flaky.test.ts: settles');
  });

  it('is added to another, and one that has left no report is a failure', () => {
    const report = path.join(folder, 'one.json');
    writeFileSync(report, JSON.stringify({ files: [file({ passed: 5 })] }));
    const summary = (...runs: string[]): string | undefined =>
      execFileSync(process.execPath, ['script/test-summary.ts', ...runs], { encoding: 'utf8' })
        .trimEnd()
        .split('\n')
        .pop();
    expect(summary(report, '0', report, '0')).toBe('10 0');
    expect(summary(report, '0', path.join(folder, 'none.json'), '137')).toBe('5 1');
  });
});
