import { Lines } from '../../text/lines.ts';
import type { Source } from '../../text/source.ts';

/** Cells that are not set apart by plain blanks or tabs are made so, with every character in its place. */

const DELIMITERS = [';', ','] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** A table has as many rows below its head. */
const FEWEST_ROWS = 1;
const FEWEST_CELLS = 3;
/** This share of the lines of a table are rows. */
const MOST_ROWS = 0.6;
const DATE_CELL =
  /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{8})(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$/;
const MONEY_CELL = /^[-+\u2212]?[€$£]?\s?\d{1,3}(?:[.,'\u2019 \u00a0]?\d{3}){0,4}(?:[.,]\d{1,2})?$/;

/**
 * A source whose delimiters are tabs and whose quotes are blanks, where the text holds a table of delimited values. No
 * character moves, so that offsets stay those of the text.
 */
export function withDelimitersAsTabs(source: Source): Source {
  const delimiter = DELIMITERS.find((each) => holdsTable(source.lines, each));
  if (!delimiter) return source;
  const text = source.text.replace(/[^\n\r\f\v]{1,4000}/g, (line) =>
    isSentence(line, delimiter) ? line : asCells(line, delimiter),
  );
  const lines = new Lines(text);
  return { ...source, text, lines };
}

/** `Opening Balance: 8,410.50` beside a table: its comma groups digits. */
const isSentence = (line: string, delimiter: Delimiter) =>
  delimiter === ',' && GROUPED.test(line) && asCells(line, delimiter).split('\t').length < FEWEST_CELLS;
const GROUPED = /\d,\d{3}(?!\d)/;

const WIDE_GAP = /[ \u00a0]{2,200}/g;

/** A source whose columns are set apart by blanks, where the text has no-break spaces between them. */
export function withPlainGaps(source: Source): Source {
  if (!/ \u00a0|\u00a0[ \u00a0]/.test(source.text)) return source;
  const text = source.text.replace(WIDE_GAP, (gap) => ' '.repeat(gap.length));
  return { ...source, text, lines: new Lines(text) };
}

/** Lines in a row with the same number of cells, of which most, from the first on, hold a date and a number. */
function holdsTable(lines: Iterable<{ readonly text: string }>, delimiter: Delimiter): boolean {
  let run = { cells: 0, lines: 0, since: 0, rows: 0 };
  const isTable = () => run.lines > 1 && run.rows >= FEWEST_ROWS && run.rows >= MOST_ROWS * run.since;
  for (const { text } of lines) {
    if (text.trim() === '') continue;
    const cells = text.includes(delimiter) && !text.includes('\t') ? asCells(text, delimiter).split('\t') : [];
    if (cells.length !== run.cells) {
      if (isTable()) return true;
      run = { cells: cells.length, lines: 0, since: 0, rows: 0 };
    }
    if (cells.length < FEWEST_CELLS) continue;
    const row = isRow(cells);
    run.lines += 1;
    if (row) run.rows += 1;
    if (run.rows > 0) run.since += 1;
  }
  return isTable();
}

function isRow(cells: readonly string[]): boolean {
  const trimmed = cells.map((cell) => cell.trim());
  return trimmed.some((cell) => DATE_CELL.test(cell)) && trimmed.some((cell) => MONEY_CELL.test(cell));
}

/** The line with tabs for delimiters outside quotes, and blanks for the quotes. */
function asCells(line: string, delimiter: Delimiter): string {
  let quoted = false;
  let cells = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '"' && quoted && line.charAt(at + 1) === '"') {
      cells += ' "';
      at += 1;
    } else if (character === '"' && (quoted || opensCell(line, at, delimiter))) {
      quoted = !quoted;
      cells += ' ';
    } else if (character === delimiter && !quoted && !isInside(line, at, delimiter)) cells += '\t';
    else cells += character;
  }
  return cells;
}

const opensCell = (line: string, at: number, delimiter: Delimiter) =>
  at === 0 || line.charAt(at - 1) === delimiter || line.charAt(at - 1) === '\ufeff';

/** A comma in a sentence is followed by a blank. */
const isInside = (line: string, at: number, delimiter: Delimiter) => delimiter === ',' && line.charAt(at + 1) === ' ';
