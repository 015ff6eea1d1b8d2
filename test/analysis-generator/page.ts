/** One column of a table that is printed with a fixed pitch, as a PDF reader gives it in layout mode. */
export interface Column {
  head: string;
  /** In characters, without the gap after it. */
  width: number;
  align: 'left' | 'right';
}

/** Some lines that stay together on a page, with the balance after them for carry-over lines. */
export interface Row {
  lines: string[];
  running: number;
}

/** A table with what stands around it. The head is printed again on each page. */
export interface Block {
  before: string[];
  head: string[];
  rows: Row[];
  after: string[];
  /** The balance ahead of the first row. */
  opening?: number;
}

/** What each page looks like. */
export interface Frame {
  /** Lines of a page. */
  height: number;
  /** Spaces at the left of each line. */
  margin?: number;
  head(page: number): string[];
  foot?(page: number): string[];
  /** Lines at the end of a table that goes on over the page, and at its start there. */
  carryOut?(running: number, page: number): string[];
  carryIn?(running: number, page: number): string[];
}

const GAP = 2;

/** Prints cells in columns. A cell may run into empty columns after it, but never into another cell. */
export function line(columns: readonly Column[], cells: readonly string[], gap = GAP): string {
  let text = '';
  let start = 0;
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (cell !== '') {
      const padded = column.align === 'right' ? cell.padStart(column.width) : cell;
      const overlaps = text.length > start || (column.align === 'right' && cell.length > column.width);
      if (overlaps) throw new Error(`'${cell}' does not fit after '${text}'`);
      text = text.padEnd(start) + padded;
    }
    start += column.width + gap;
  }
  return text;
}

export function headLine(columns: readonly Column[], gap = GAP): string {
  const heads = columns.map((column) => column.head);
  return line(columns, heads, gap);
}

/** A label at the left and a value at the right, with its last character at the given column. */
export function pair(label: string, value: string, width: number): string {
  return `${label} ${value.padStart(Math.max(0, width - label.length - 1))}`;
}

/** Breaks text into lines of at most this many characters, at spaces where it can. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    const joined = current === '' ? word : `${current} ${word}`;
    if (joined.length <= width || current === '') {
      current = joined;
    } else {
      lines.push(current);
      current = word;
    }
  }
  return [...lines, current];
}

/** Lays blocks out on pages, which are separated by form feeds. */
export function printDocument(frame: Frame, blocks: readonly Block[]): string {
  const sheets = new Sheets(frame);
  for (const block of blocks) printBlock(sheets, block);
  return sheets.text();
}

function printBlock(sheets: Sheets, block: Block): void {
  const firstRow = block.rows[0]?.lines.length ?? 0;
  if (!sheets.fits(block.before.length + block.head.length + firstRow)) sheets.turn();
  sheets.add(block.before);
  sheets.add(block.head);
  let running = block.opening ?? 0;
  for (const [index, row] of block.rows.entries()) {
    if (index > 0 && !sheets.fits(row.lines.length + sheets.carryLines(running))) sheets.turn(block.head, running);
    sheets.add(row.lines);
    running = row.running;
  }
  if (!sheets.fits(block.after.length)) sheets.turn();
  sheets.add(block.after);
}

class Sheets {
  readonly #frame: Frame;
  readonly #pages: string[][] = [];
  #lines: string[] = [];

  constructor(frame: Frame) {
    this.#frame = frame;
    this.#lines = [...frame.head(1)];
  }

  get #number(): number {
    return this.#pages.length + 1;
  }

  fits(count: number): boolean {
    const foot = this.#frame.foot?.(this.#number).length ?? 0;
    const fresh = this.#lines.length <= this.#frame.head(this.#number).length;
    return fresh || this.#lines.length + count + foot <= this.#frame.height;
  }

  carryLines(running: number): number {
    return this.#frame.carryOut?.(running, this.#number).length ?? 0;
  }

  add(lines: readonly string[]): void {
    this.#lines.push(...lines);
  }

  /** Ends the page. With a table head, the table goes on over it. */
  turn(tableHead: readonly string[] = [], running?: number): void {
    if (running !== undefined) this.add(this.#frame.carryOut?.(running, this.#number) ?? []);
    this.#end();
    this.#lines = [...this.#frame.head(this.#number), ...tableHead];
    if (running !== undefined) this.add(this.#frame.carryIn?.(running, this.#number) ?? []);
  }

  text(): string {
    this.#end();
    return this.#pages.map((lines) => `${lines.join('\n')}\n`).join('\f');
  }

  #end(): void {
    this.add(this.#frame.foot?.(this.#number) ?? []);
    const margin = ' '.repeat(this.#frame.margin ?? 0);
    this.#pages.push(this.#lines.map((text) => (text.trim() === '' ? '' : margin + text.trimEnd())));
  }
}
