import { type Cell, cellsOf } from '../text/cells.ts';
import type { Line } from '../text/source.ts';

/** The rows that tables are made of, by the way their cells are set apart. */

export type RowKind = 'piped' | 'separated' | 'columns';

export interface Row {
  readonly kind: RowKind;
  readonly line: Line;
  readonly cells: readonly Cell[];
  readonly delimiter: string | null;
  /** Whether a line of dashes follows: the row is a heading. */
  readonly ruled?: boolean;
}

const MOST_COLUMNS = 60;
/** A cell that is longer, or ends a sentence, is prose with wide spaces. */
const LONGEST_CELL = 90;

/** Lines of dashes and the like separate, they say nothing. */
export function isRule(text: string): boolean {
  return text.length > 0 && /^[\s|+:=_*-]*$/.test(text) && /[-=_]/.test(text);
}

/** The row of a line; a single cell can go on a row above; null when the line is prose. */
export function rowOf(line: Line, delimiter: string | null): Row | null {
  const text = line.text.trim();
  if (text.startsWith('|') && text.endsWith('|') && text.length >= 3) {
    const start = line.text.indexOf('|') + 1;
    return made('piped', line, split(line.text, '|', { start, end: line.text.lastIndexOf('|') }), null);
  }
  if (delimiter !== null && line.text.includes(delimiter)) {
    return made('separated', line, split(line.text, delimiter, { start: 0, end: line.text.length }), delimiter);
  }
  const cells = cellsOf(line);
  const prose = cells.some(
    (cell) => cell.text.length > LONGEST_CELL || (cell.text.length > 30 && /[.!?]$/.test(cell.text)),
  );
  return prose ? null : made('columns', line, cells, null);
}

function made(kind: RowKind, line: Line, cells: readonly Cell[], delimiter: string | null): Row | null {
  return cells.length > 0 && cells.length <= MOST_COLUMNS ? { kind, line, cells, delimiter } : null;
}

function split(text: string, delimiter: string, within: { readonly start: number; readonly end: number }): Cell[] {
  const cells: Cell[] = [];
  let start = within.start;
  let quoted = false;
  for (let at = within.start; at <= within.end; at += 1) {
    const character = at < within.end ? text.charAt(at) : delimiter;
    if (character === '"' && delimiter !== '|') quoted = !quoted;
    if (at < within.end && (character !== delimiter || quoted)) continue;
    cells.push({ start, end: at, text: unquoted(text.slice(start, at).trim()) });
    start = at + 1;
  }
  return cells;
}

function unquoted(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
}

const DELIMITERS = [';', ','];

/** The sign that separates values in this line and in the two below; null when none does. */
export function delimiterOf(line: Line, second: Line | undefined, third: Line | undefined): string | null {
  for (const delimiter of DELIMITERS) {
    const count = countOf(line.text, delimiter);
    const least = delimiter === ',' ? 2 : 1;
    if (count < least || count > MOST_COLUMNS) continue;
    const same = [second, third].every((other) => other && countOf(other.text, delimiter) === count);
    if (same) return delimiter;
  }
  return null;
}

/** How often a sign separates values: a comma in front of a space is punctuation. */
function countOf(text: string, delimiter: string): number {
  let count = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') quoted = !quoted;
    if (character !== delimiter || quoted) continue;
    if (text.charAt(at + 1) === ' ') return 0;
    count += 1;
  }
  return count;
}
