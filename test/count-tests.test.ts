import { describe, expect, it } from 'vitest';
import { countTests } from '../script/count-tests.ts';

const loaded = { status: 'passed', assertionResults: [{}] };
const unloadable = { status: 'failed', assertionResults: [] };

describe('countTests', () => {
  it('takes the counts of the report', () => {
    const report = { numPassedTests: 5, numFailedTests: 2, testResults: [loaded] };
    expect(countTests(report, 1)).toEqual({ passed: 5, failed: 2 });
  });

  it('counts a file that cannot be loaded as a failure', () => {
    const report = { numPassedTests: 5, numFailedTests: 1, testResults: [loaded, unloadable] };
    expect(countTests(report, 1)).toEqual({ passed: 5, failed: 2 });
  });

  it('counts an error outside of the tests as a failure', () => {
    const report = { numPassedTests: 5, numFailedTests: 0, testResults: [loaded] };
    expect(countTests(report, 1)).toEqual({ passed: 5, failed: 1 });
  });

  it('fails when no test ran, or when there is no report', () => {
    expect(countTests({ numPassedTests: 0, numFailedTests: 0, testResults: [] }, 0)).toEqual({ passed: 0, failed: 1 });
    expect(countTests(undefined, 137)).toEqual({ passed: 0, failed: 1 });
  });
});
