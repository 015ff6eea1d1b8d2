/** One line of a receipt as a printer sets it. */
export interface PaperLine {
  /** What an eye, or a box of text recognition, sees as one piece. */
  cells: string[];
  align: 'left' | 'centre' | 'columns';
  /** Whether text recognition may misread its words: not where the truth is read from. */
  clean: boolean;
}

const COLUMN = 10;
const MARK_COLUMN = 2;

/** A roll of paper. Layouts write on it; how it is read afterwards is a matter of `readings.ts`. */
export class Paper {
  readonly width: number;
  readonly lines: PaperLine[] = [];

  constructor(width = 40) {
    this.width = width;
  }

  /** The name of the merchant or a date: lines that no reading may spoil. */
  name(...texts: string[]): void {
    for (const text of texts) this.lines.push({ cells: [text], align: 'centre', clean: true });
  }

  centre(...texts: string[]): void {
    for (const text of texts) this.lines.push({ cells: [text], align: 'centre', clean: false });
  }

  left(...texts: string[]): void {
    for (const text of texts) this.lines.push({ cells: [text], align: 'left', clean: false });
  }

  /** The first cell at the left, the others at the right. */
  row(...cells: string[]): void {
    this.lines.push({ cells: cells.filter((cell) => cell !== ''), align: 'columns', clean: false });
  }

  rule(mark = '-'): void {
    this.lines.push({ cells: [mark.repeat(this.width)], align: 'left', clean: true });
  }

  blank(): void {
    this.lines.push({ cells: [], align: 'left', clean: true });
  }
}

/** A line with its cells in columns. A cell that is too wide for its column pushes the others on. */
export function setInColumns({ cells, align }: PaperLine, width: number): string {
  const [first = '', ...others] = cells;
  if (align === 'left') return first;
  if (align === 'centre') return ' '.repeat(Math.max(0, Math.floor((width - first.length) / 2))) + first;
  const columns = others.map((cell) => ` ${cell.padStart(cell.length <= MARK_COLUMN ? MARK_COLUMN : COLUMN)}`).join('');
  return first.padEnd(width - columns.length) + columns;
}
