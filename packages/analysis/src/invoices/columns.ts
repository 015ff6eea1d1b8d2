import { type Cell, cellsOf } from '../text/cells.ts';
import type { Line, Span } from '../text/source.ts';

/** Which cell of a line stands below a label in a line above it. */

/** A value misses the column of its label by less than so many characters. */
const REACH = 8;

/**
 * The cell in the column of a label: by its number, where tabs part the cells of both lines, else the one that the
 * label stands over, or the one that misses it by the fewest characters.
 */
export function cellBelow(line: Line, label: Span, next: Line): Cell | undefined {
  const cells = cellsOf(next);
  if (line.text.includes('\t') && next.text.includes('\t')) {
    const column = tabsBefore(line, label.start);
    return cells.find((cell) => tabsBefore(next, cell.start) === column);
  }
  const apart = (cell: Cell) => Math.max(0, cell.start - label.end, label.start - cell.end);
  return cells.filter((cell) => apart(cell) < REACH).sort((a, b) => apart(a) - apart(b))[0];
}

/** Whether two pieces of lines stand in one column. */
export function sameColumn(line: Line, span: Span, next: Line, other: Span): boolean {
  return line.text.includes('\t') && next.text.includes('\t')
    ? tabsBefore(line, span.start) === tabsBefore(next, other.start)
    : span.start < other.end && other.start < span.end;
}

function tabsBefore({ text }: Line, end: number): number {
  let count = 0;
  for (let at = 0; at < end; at += 1) if (text.charCodeAt(at) === 9) count += 1;
  return count;
}
