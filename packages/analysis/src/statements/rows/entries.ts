import type { DateToken } from '../../values/dates.ts';
import { endsPage, type Label, type StatementLine, type StatementText, textStartOf } from '../lines/lines.ts';
import type { Direction } from '../words/directions.ts';
import { findHeads, NO_HEAD, type TableHead } from './heads.ts';
import { besideOthers, valuesOfLabels } from './labeled.ts';
import { endsWithSum, interleaved, isSpan, wordsAbove, wordsBehindSums } from './parts.ts';
import type { Entry, Placed, Row } from './rows.ts';
import { directionOf, sectionOf } from './sections.ts';
import { type RowStart, type RowStyle, rowStyleOf } from './style.ts';

/** The parts of a statement in the order of the document: table heads, balances, totals and rows. */

const MOST_CONTINUATION = 9;
const MOST_WAITING = 3;

export function readEntries(text: StatementText): Entry[] {
  const heads = findHeads(text.lines);
  const style = rowStyleOf(text.lines, heads);
  const entries = new EntryReader(text.lines, heads, style, heads.size === 0).read();
  const found = entries.some((entry) => entry.type === 'row');
  return found || heads.size === 0 ? entries : new EntryReader(text.lines, heads, style, true).read();
}

class EntryReader {
  private readonly entries: Entry[] = [];
  private row: Row | null = null;
  private head: TableHead = NO_HEAD;
  private section: Direction | 'balances' | null = null;
  /** The line of the last section heading. */
  private headingAt: number | null = null;
  private lastDate: { date: DateToken; line: StatementLine } | null = null;
  private rowsSinceOpen = 0;
  /** Whether totals of a day stand over the rows of each direction. */
  private dayTotals = false;
  /** The line that begins with the value date of the row above it. */
  private valueLine: number | null = null;
  /** Whether the table goes on behind a page break, so that a row may leave out the date of the row before. */
  private resumes = false;
  /** Lines of words behind the repeated head. */
  private waiting: StatementLine[] = [];
  private readonly lines: readonly StatementLine[];
  private readonly heads: ReadonlyMap<number, TableHead>;
  private readonly style: RowStyle;
  private open: boolean;

  constructor(lines: readonly StatementLine[], heads: ReadonlyMap<number, TableHead>, style: RowStyle, open: boolean) {
    this.lines = lines;
    this.heads = heads;
    this.style = style;
    this.open = open;
  }

  read(): Entry[] {
    for (let at = 0; at < this.lines.length; ) at += this.step(at);
    return this.entries;
  }

  /** Reads what begins at a line; returns the number of lines taken. */
  private step(at: number): number {
    const line = this.lines[at];
    if (!line) return 1;
    const head = this.heads.get(at);
    if (head) return this.takeHead(at, head);
    if (this.takeDayHeading(at, line)) return 1;
    const balance = this.takeBalances(at, line);
    if (balance > 0) return balance;
    if (this.takeSection(line)) {
      this.open ||= this.lines.slice(at + 1, at + 1 + MOST_WAITING).some((next) => this.style.startOf(next) !== null);
      return 1;
    }
    if (this.section === 'balances' && this.takeDaily(line)) return 1;
    if (this.open && this.takeRows(at, line)) return Math.max(1, line.wrapped);
    if (!this.open && this.lastDate && this.style.startOf(line) && line.figures.length > 0 && !isSpan(line)) {
      this.entries.push({ type: 'unread', line });
    }
    this.continueRow(line);
    return 1;
  }

  private takeHead(at: number, head: TableHead): number {
    this.row = null;
    this.dayTotals = false;
    this.resumes = this.lastDate !== null && head.signature === this.head.signature;
    this.waiting = [];
    this.head = head;
    this.open = true;
    const below = this.headingAt !== null && at - this.headingAt <= 1;
    // A list of balances has no column of words, on the next page either.
    const lists = below || !head.cells.some((cell) => cell.kind === 'text');
    if ((this.section === 'balances' && !lists) || isDirected(head)) this.section = null;
    return head.length;
  }

  /**
   * A day over totals of what came in and what went out, each with its rows below it. The rows have neither dates nor
   * signs of their own.
   */
  private takeDayHeading(at: number, line: StatementLine): boolean {
    const { lead } = line;
    if (!this.open || !lead || line.period || line.text.trim() !== lead.text) return false;
    const next = this.lines[at + 1];
    if (!next || next.figures.length === 0 || directionOf(next) === null) return false;
    this.row = null;
    this.lastDate = { date: lead, line };
    this.dayTotals = true;
    return true;
  }

  private takeBalances(at: number, line: StatementLine): number {
    const labels = line.labels.filter((label) => label.kind !== 'other');
    if (labels.length === 0) return 0;
    if (line.labels.some((label) => label.kind === 'other')) {
      this.row = null;
      for (const { label, placed } of besideOthers(line)) this.pushLabeled(label, placed, line);
      return 1;
    }
    const values = valuesOfLabels(this.lines, at, { labels, heads: this.heads, amountFirst: this.style.amountFirst });
    if (values === null) return 0;
    this.row = null;
    for (const { label, placed } of values.found) this.pushLabeled(label, placed, line);
    // `3 Jan  Start balance  388.20`: the rows below without a day are of that one.
    if (this.open && this.head !== NO_HEAD && line.lead && values.found.some(({ label }) => label.kind === 'opening')) {
      this.lastDate = { date: line.lead, line };
      this.resumes = true;
    }
    return values.taken;
  }

  private pushLabeled(label: Label, placed: Placed, line: StatementLine): void {
    const { kind } = label;
    if (kind === 'debits' || kind === 'credits') {
      const direction = kind === 'debits' ? 'debit' : 'credit';
      this.entries.push({ type: 'sum', direction, placed });
      if (this.dayTotals) {
        this.section = direction;
        this.resumes = true;
      }
      return;
    }
    if (kind === 'total' || kind === 'other') return;
    if (kind === 'closing') this.stopResuming();
    const after = line.dates.find((date) => date.start >= label.end) ?? line.dates[0] ?? null;
    this.entries.push({ type: 'balance', kind, placed, date: after });
    if (kind === 'closing' && this.rowsSinceOpen > 0 && this.heads.size > 0) {
      this.open = false;
      this.rowsSinceOpen = 0;
    }
    if (kind === 'opening') this.open = this.open || this.head !== NO_HEAD;
  }

  private takeSection(line: StatementLine): boolean {
    const section = sectionOf(line);
    if (section === null) return false;
    this.section = section;
    this.headingAt = line.index;
    this.stopResuming();
    this.row = null;
    return true;
  }

  /** A list of daily balances: date and balance, several times a line. */
  private takeDaily(line: StatementLine): boolean {
    if (line.dates.length === 0 || line.figures.length !== line.dates.length) return false;
    for (const [at, date] of line.dates.entries()) {
      const figure = line.figures[at];
      if (figure) this.entries.push({ type: 'balance', kind: 'daily', placed: { figure, line }, date });
    }
    return true;
  }

  private takeRows(at: number, line: StatementLine): boolean {
    const start = this.style.startOf(line);
    if (this.row && line.index === this.valueLine) return false;
    if (start && !this.isInText(line)) {
      this.pushRow(at, line, start);
      return true;
    }
    if (line.figures.length === 0 || line.labels.length > 0) return false;
    if (this.row === null) return this.resumes && this.resumeUndated(line);
    if (this.row.figures.length === 0) {
      // Where columns are kept, a sum inside the text (`Card xx12 USD 149.21`) is no amount of the row.
      if (this.style.laidOut && !this.style.isAligned(line) && !line.onlyFigures) return false;
      this.row.figures.push(...placedOn(line));
      this.row.lines.push(line);
      return true;
    }
    return this.takeCell(line) || this.takeUndated(line);
  }

  /** Whether a date at the beginning of a line stands in the column of descriptions, where the text was wrapped. */
  private isInText(line: StatementLine): boolean {
    const dated = this.row || this.resumes ? this.lastDate?.line : null;
    if (!dated || !this.style.laidOut || !line.lead) return false;
    // Another page may have another margin.
    if (dated.source.page !== line.source.page && this.style.isDateColumn(line.lead.start)) return false;
    return line.lead.start >= textStartOf(dated) && textStartOf(dated) > 0;
  }

  /** Amount and balance in lines of their own below a row whose cells all have a line each. */
  private takeCell(line: StatementLine): boolean {
    const { row, style } = this;
    if (!row || style.laidOut || style.amountFirst || !line.onlyFigures || row.head === NO_HEAD) return false;
    const columns = row.head.money.length;
    if (row.figures.length + line.figures.length > columns) return false;
    if (row.figures.some(({ line: other }) => !other.onlyFigures)) return false;
    row.figures.push(...placedOn(line));
    row.lines.push(line);
    return true;
  }

  private takeUndated(line: StatementLine): boolean {
    const last = this.row;
    if (!last || !this.lastDate || this.style.amountFirst) return false;
    const tail = this.style.tailOf(line);
    const aligned = tail !== null || this.style.isAligned(line);
    if (aligned && line.onlyFigures) {
      last.figures.push(...placedOn(line));
      return true;
    }
    if (!aligned && (this.style.laidOut || this.style.tailed || (line.dates.length > 0 && !endsWithSum(line))))
      return false;
    if (!aligned) last.lines.push(line);
    const row = this.newRow(line, this.lastDate.date, this.lastDate.line, null, !aligned, placedOn(line));
    if (aligned) row.lines.unshift(...(this.style.sumsLast ? wordsBehindSums(last) : wordsAbove(last, line)));
    this.entries.push({ type: 'row', row });
    if (aligned) this.row = row;
    return true;
  }

  /** The first row of a page may share its date with the last one of the page before. */
  private resumeUndated(line: StatementLine): boolean {
    if (!this.lastDate || line.onlyFigures || !this.style.isAligned(line)) return false;
    const row = this.newRow(line, this.lastDate.date, this.lastDate.line, null, false, placedOn(line));
    row.lines.unshift(...this.waiting);
    this.entries.push({ type: 'row', row });
    this.row = row;
    this.stopResuming();
    return true;
  }

  private stopResuming(): void {
    this.resumes = false;
    this.waiting = [];
  }

  private pushRow(at: number, line: StatementLine, { date: first, valueDate: other, dateLine }: RowStart): void {
    const swapped = this.head.bookedSecond && other !== null && (line.lead === null || other === line.second);
    const below = this.head.valueBelow && other === null ? this.lines[at + 1] : undefined;
    const valued = below?.lead && below.labels.length === 0 ? below : null;
    this.valueLine = valued?.index ?? null;
    const [date, valueDate] = swapped && other ? [other, first] : [first, other ?? valued?.lead ?? null];
    const pairs = interleaved(line);
    this.lastDate = { date, line: dateLine };
    this.stopResuming();
    this.rowsSinceOpen += 1;
    if (pairs) {
      for (const [place, pair] of pairs.entries()) {
        const part = { start: pairs[place - 1]?.figure.end ?? 0, end: pair.figure.end };
        const row = { ...this.newRow(line, pair.date, line, null, false, [{ figure: pair.figure, line }]), part };
        this.entries.push({ type: 'row', row });
      }
      this.row = null;
      return;
    }
    const before = this.lines[at - 1];
    const source = line.figures.length === 0 && this.style.amountFirst && before?.onlyFigures ? before : line;
    const row = this.newRow(line, date, dateLine, valueDate, false, placedOn(source));
    this.entries.push({ type: 'row', row });
    this.row = row;
  }

  private newRow(
    line: StatementLine,
    date: DateToken,
    dateLine: StatementLine,
    valueDate: DateToken | null,
    optional: boolean,
    figures: Placed[],
  ): Row {
    const section = this.section === 'balances' ? null : this.section;
    return { date, dateLine, valueDate, lines: [line], figures, head: this.head, section, part: null, optional };
  }

  private continueRow(line: StatementLine): void {
    const { row } = this;
    if (!row) {
      if (this.resumes && this.waiting.length < MOST_WAITING) this.waiting.push(line);
      return;
    }
    const last = row.lines.at(-1);
    const far = last !== undefined && line.source.index - last.source.index > 3;
    if (endsPage(line.text) || far || last?.source.page !== line.source.page || row.lines.length > MOST_CONTINUATION) {
      this.row = null;
      return;
    }
    if (!(this.style.amountFirst && line.onlyFigures)) row.lines.push(line);
  }
}

/** Debit and credit columns say more than a heading above them. */
function isDirected(head: TableHead): boolean {
  return head.money.some((cell) => cell.kind === 'debit') && head.money.some((cell) => cell.kind === 'credit');
}

function placedOn(line: StatementLine): Placed[] {
  return line.figures.map((figure) => ({ figure, line }));
}
