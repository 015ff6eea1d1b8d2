import { cellsOf } from '../text/cells.ts';
import type { Line, Span } from '../text/source.ts';
import type { Document } from '../values/document.ts';
import { phonesIn } from '../values/phones.ts';
import { type Grid, gridOf } from './table-grid.ts';
import { delimiterOf, isRule, type Row, rowOf } from './table-rows.ts';

/** Tables by their layout: rows of cells whose columns line up, pipes as Markdown writes them, and separated values. */

export interface Table extends Grid {
  readonly title: string | null;
  readonly span: Span;
}

const MOST_TABLES = 500;
const LONGEST_TITLE = 100;

export function tablesOf(document: Document): Table[] {
  const reader = new TableReader(document);
  for (const line of document.source.lines) {
    reader.read(line);
    if (reader.tables.length >= MOST_TABLES) break;
  }
  return reader.finish();
}

/** Collects rows while they belong together. */
class TableReader {
  readonly tables: Table[] = [];
  readonly #document: Document;
  #rows: Row[] = [];
  #title: Line | null = null;
  #before: Line | null = null;
  #blank = false;

  constructor(document: Document) {
    this.#document = document;
  }

  read(line: Line): void {
    if (line.text.trim() === '') {
      this.#blank = true;
      return;
    }
    if (isRule(line.text)) {
      const [last] = this.#rows.slice(-1);
      if (last && this.#rows.length === 1) this.#rows[0] = { ...last, ruled: true };
      return;
    }
    const row = rowOf(line, this.#delimiter(line));
    if (row && this.#continues(row)) {
      if (this.#rows.length === 0) this.#title = this.#before;
      this.#rows.push(row);
    } else {
      this.#close();
      if (row && row.cells.length >= 2) {
        this.#title = this.#before;
        this.#rows.push(row);
      }
    }
    this.#blank = false;
    this.#before = line;
  }

  finish(): Table[] {
    this.#close();
    return this.tables;
  }

  #delimiter(line: Line): string | null {
    const open = this.#rows[0];
    if (open?.kind === 'separated') return open.delimiter;
    return delimiterOf(
      line,
      this.#document.source.lines.at(line.index + 1),
      this.#document.source.lines.at(line.index + 2),
    );
  }

  /** Most cells of a row stand under a cell of a row before; behind an empty line all of them must. */
  #continues(row: Row): boolean {
    const [first] = this.#rows;
    const last = this.#rows.at(-1);
    if (!first || !last) return row.cells.length >= 2;
    if (row.kind !== first.kind) return false;
    if (row.kind === 'separated') return row.cells.length === first.cells.length && !this.#blank;
    if (row.kind === 'piped') return !this.#blank && Math.abs(row.cells.length - first.cells.length) <= 1;
    const recent = this.#rows.slice(-6);
    const fitting = row.cells.filter((cell) =>
      [first, ...recent].some(({ cells }) =>
        cells.some((above) => above.start <= cell.end + 1 && cell.start <= above.end + 1),
      ),
    );
    const widest = Math.max(...recent.map(({ cells }) => cells.length));
    if (this.#blank) return row.cells.length === widest && fitting.length === row.cells.length && widest > 2;
    if (row.cells.length === 1) return widest > 2 && fitting.length === 1 && this.#isContinuation(row, first);
    return (
      fitting.length * 2 > row.cells.length && Math.abs(last.cells.length - row.cells.length) <= Math.max(3, widest / 2)
    );
  }

  /** One cell that stands under a column behind the first: the rest of a long cell. */
  #isContinuation(row: Row, first: Row): boolean {
    const [cell] = row.cells;
    const lead = first.cells[0];
    return cell !== undefined && lead !== undefined && cell.start > lead.end && cell.text.length <= 60;
  }

  #close(): void {
    const [first] = this.#rows;
    const last = this.#rows.at(-1);
    const grid = gridOf(this.#rows);
    if (first && last && grid) {
      this.tables.push({
        ...grid,
        title: titleOf(this.#title),
        span: { start: first.line.start, end: last.line.start + last.line.text.length },
      });
    }
    this.#rows = [];
  }
}

/** The line above a table, when it is one short piece; Markdown marks headings with `#`. */
function titleOf(line: Line | null): string | null {
  const text = line?.text.trim() ?? '';
  if (!line || text.length > LONGEST_TITLE || cellsOf(line).length !== 1) return null;
  const heading = /^#{1,6}\s/.test(text);
  // A way to reach somebody is no title.
  if (!heading && (/[.!?;,]$|@/.test(text) || phonesIn(text).length > 0)) return null;
  return text
    .replace(/^#{1,6}\s{1,8}/, '')
    .replace(/^\*\*([^*]{1,90})\*\*$/, '$1')
    .replace(/:$/, '');
}
