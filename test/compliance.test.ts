import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** The maps of docs/compliance say where a control is and which test shows it: both have to be there. */

const ROOT = path.join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

interface Row {
  readonly name: string;
  readonly code: string;
  readonly shownBy: string;
}

/** Rows of the first table of a page, by the names of its columns. */
function rowsOf(page: string): Row[] {
  const lines = read(page).split('\n');
  const first = lines.slice(lines.findIndex((line) => line.startsWith('| ')));
  const end = first.findIndex((line) => !line.startsWith('|'));
  const table = first.slice(0, end).map((line) => line.split('|').map((cell) => cell.trim()));
  const [head = [], , ...rows] = table;
  const at = (name: string) => head.indexOf(name);
  return rows.map((cells) => ({
    name: cells[1] ?? '',
    code: cells[at('Code')] ?? '',
    shownBy: cells[at('Shown by')] ?? '',
  }));
}

/** What is wrong with a row; nothing if all that it names is there. */
function faultsOf({ name, code, shownBy }: Row): string[] {
  const [, test, title] = /`([^`]+)`: "([^"]+)"/.exec(shownBy) ?? [];
  if (test === undefined) return shownBy.includes('organizational') ? [] : [`${name}: no test, and not organizational`];
  const faults: string[] = [];
  const [, file] = /`([^`]+)`/.exec(code) ?? [];
  if (file === undefined || !existsSync(path.join(ROOT, file))) faults.push(`${name}: no such code: ${code}`);
  if (!existsSync(path.join(ROOT, test))) faults.push(`${name}: no such test file: ${test}`);
  else if (!read(test).includes(title ?? '')) faults.push(`${name}: no test "${title}" in ${test}`);
  return faults;
}

describe('a map of controls', () => {
  it.each([
    ['docs/compliance/hipaa.md', 16],
    ['docs/compliance/soc2.md', 20],
  ])('%s names code and tests that are there', (page, least) => {
    const rows = rowsOf(page);
    expect(rows.length).toBeGreaterThanOrEqual(least);
    expect(rows.flatMap(faultsOf)).toEqual([]);
  });

  it('with a row that names nothing is found', () => {
    const row = { name: 'x', code: '`docs/compliance.md`', shownBy: '`test/compliance.test.ts`: "a map of controls"' };
    expect(faultsOf(row)).toEqual([]);
    expect(faultsOf({ ...row, code: '`docs/x.md`' })).toHaveLength(1);
    const title = ['no', 'such', 'title'].join(' ');
    expect(faultsOf({ ...row, shownBy: `\`test/compliance.test.ts\`: "${title}"` })).toHaveLength(1);
    expect(faultsOf({ ...row, shownBy: '`test/x.test.ts`: "x"' })).toHaveLength(1);
    expect(faultsOf({ ...row, shownBy: 'soon' })).toHaveLength(1);
  });
});
