import type { Align } from './blocks.ts';
import type { Place, TableGrid } from './table-grid.ts';
import { padText, textWidth } from './text-width.ts';

/**
 * Lines of a table whose cells stand in columns.
 * @param linesOf the lines of a cell
 */
export function textTable({ rows, aligns }: TableGrid, linesOf: (place: Place) => string[]): string[] {
  const cells = rows.map((row) => row.map((place) => (place && !place.covered ? linesOf(place) : [])));
  const widths = columnWidths(rows, cells);
  return rows.flatMap((row, index) => {
    const texts = cells[index] ?? [];
    const height = texts.reduce((most, cell) => Math.max(most, cell.length), 0);
    return Array.from({ length: height }, (_, line) =>
      tableLine(
        row,
        texts.map((cell) => cell[line] ?? ''),
        widths,
        aligns,
      ),
    );
  });
}

/** Cells wider than this do not widen their column. */
const WIDEST_COLUMN = 60;
/** Gap between the columns of a table. */
const GUTTER = 2;

function columnWidths(
  rows: readonly (readonly (Place | undefined)[])[],
  lines: readonly (readonly (readonly string[])[])[],
): number[] {
  const widths: number[] = [];
  rows.forEach((row, index) => {
    row.forEach((place, column) => {
      widths[column] ??= 0;
      if (!place || place.covered || (place.cell.columns ?? 1) > 1) return;
      for (const line of lines[index]?.[column] ?? []) {
        widths[column] = Math.max(widths[column] ?? 0, Math.min(textWidth(line), WIDEST_COLUMN));
      }
    });
  });
  return widths;
}

function tableLine(
  row: readonly (Place | undefined)[],
  texts: readonly string[],
  widths: readonly number[],
  aligns: readonly (Align | undefined)[],
): string {
  let line = '';
  /** Columns that the line takes so far; to measure it for each cell would take the square of its length. */
  let filled = 0;
  let end = 0;
  texts.forEach((text, column) => {
    const width = widths[column] ?? 0;
    // Where a span or a long cell ran over, the next one follows after a gap.
    const start = end;
    end += width + GUTTER;
    if (text === '') return;
    const gap = line === '' ? 0 : GUTTER;
    const single = (row[column]?.cell.columns ?? 1) === 1;
    const padded = single && aligns[column] === 'right' ? padText(text, width, 'right') : text;
    const to = Math.max(start, filled + gap);
    line += ' '.repeat(to - filled) + padded;
    filled = to + textWidth(padded);
  });
  return line;
}
