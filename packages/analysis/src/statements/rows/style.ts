import type { DateToken } from '../../values/dates.ts';
import type { Figure } from '../lines/figures.ts';
import type { StatementLine } from '../lines/lines.ts';
import {
  AMOUNT_WITHIN,
  amountFollows,
  dateBehindSum,
  dateBelow,
  formatOf,
  hasWordsAndFigures,
  innerDate,
  isBareLead,
  isDatedBelow,
  isLabeled,
  isUndated,
  laterDate,
  valueAndBooked,
} from './dates.ts';
import type { TableHead } from './heads.ts';

export interface RowStart {
  readonly date: DateToken;
  readonly valueDate: DateToken | null;
  /** Where the date stands: in the line that begins the row, or below it. */
  readonly dateLine: StatementLine;
}

/** How the rows of a document look: where the date stands, where the amount stands, which columns hold money. */
export interface RowStyle {
  /** The dates of a row that begins at a line; null when none does. */
  readonly startOf: (line: StatementLine) => RowStart | null;
  /** Whether all money of a line stands in the columns of the dated rows. */
  readonly isAligned: (line: StatementLine) => boolean;
  /** The value date of a line that ends as the dated rows do: with a sum, the date, and perhaps a balance. */
  readonly tailOf: (line: StatementLine) => DateToken | null;
  /** Whether the dated rows end so. */
  readonly tailed: boolean;
  /** Whether amounts stand in a line of their own before the line with the date. */
  readonly amountFirst: boolean;
  /** Whether many dated lines begin at an offset. */
  readonly isDateColumn: (start: number) => boolean;
  /** Whether columns are kept by spaces. */
  readonly laidOut: boolean;
  /** Whether the sums of a row stand in the last line of its words, so that words behind them begin another row. */
  readonly sumsLast: boolean;
}

/** A date format that fewer rows than this share have belongs to the text of a row. */
const RARE = 0.08;

export function rowStyleOf(lines: readonly StatementLine[], heads: ReadonlyMap<number, TableHead>): RowStyle {
  const first = heads.size === 0 ? 0 : Math.min(...heads.keys());
  const body = lines.filter((line) => line.index >= first && line.labels.length === 0);
  const leading = body.filter((line) => line.lead && line.figures.length > 0);
  const loose = body.filter(
    (line) => line.lead && line.figures.length === 0 && !line.period && amountFollows(lines, line),
  );
  const inner = body.filter((line) => !line.lead && innerDate(line));
  const before = body.filter(
    (line) => line.onlyFigures && isBareLead(lines[line.index + 1]) && !isLabeled(lines, line),
  );
  const bare = body.filter(
    (line) => isBareLead(line) && !line.period && (amountFollows(lines, line) || lines[line.index - 1]?.onlyFigures),
  );
  // Where each cell has its own line, the balance of a row stands before the next date; the last row tells them apart.
  const followed = bare.filter((line) => amountFollows(lines, line)).length;
  const amountFirst = before.length > leading.length && before.length >= 0.9 * bare.length && before.length >= followed;
  // Running text has dates and sums as well; only a table head or a balance makes them entries.
  const booked =
    heads.size > 0 || lines.some((line) => line.labels.some(({ kind }) => kind === 'opening' || kind === 'closing'));
  const byInner = booked && inner.length > 3 * leading.length && inner.length > loose.length;
  const dateLast = [...heads.values()].some((head) => head.dateLast);
  const formats = formatCounts([...leading, ...loose]);
  const allowLoose = loose.length * 4 >= leading.length;
  const edges = edgesOf(byInner ? inner : leading, lines, [...heads.values()]);
  const laidOut = isLaidOut(byInner ? inner : leading.length > 0 ? leading : body.filter(hasWordsAndFigures));
  const tailed = leading.length > 1 && leading.filter(dateBehindSum).length >= TAILED * leading.length;
  const tailOf = (line: StatementLine) => (tailed ? dateBehindSum(line) : null);
  const below = isDatedBelow(body, lines, leading.length);
  const startOf = (line: StatementLine): RowStart | null => {
    if (below) {
      const dateLine = isUndated(line) ? dateBelow(lines, line) : null;
      return dateLine?.lead ? { date: dateLine.lead, valueDate: dateLine.second, dateLine } : null;
    }
    if (byInner) {
      const [date, valueDate] = dateLast ? valueAndBooked(line) : [innerDate(line), null];
      if (!date || line.labels.length > 0) return null;
      return { date, valueDate: valueDate ?? laterDate(line, date), dateLine: line };
    }
    const { lead } = line;
    if (!lead || line.period || line.labels.length > 0 || isRare(formats, lead)) return null;
    const has = line.figures.length > 0 || (amountFirst && lines[line.index - 1]?.onlyFigures === true);
    if (!has && !((allowLoose || belongs(line)) && amountFollows(lines, line))) return null;
    return { date: lead, valueDate: line.second ?? laterDate(line, lead) ?? tailOf(line), dateLine: line };
  };
  const isAligned = (line: StatementLine) => {
    const last = line.figures.at(-1);
    // A mark behind a figure, such as the D of an overdraft, moves its digits to the left.
    const inColumn = ({ apart, edge, end }: Figure) => !apart || hasEdge(edges, edge) || hasEdge(edges, end);
    return laidOut && last?.apart === true && line.figures.every(inColumn);
  };
  const starts = new Set(leading.map((line) => line.lead?.start));
  // A date in the column of dates, whose amount stands at the end of its wrapped text.
  const belongs = (line: StatementLine) => {
    const next = lines.slice(line.index + 1, line.index + 1 + AMOUNT_WITHIN).find(({ figures }) => figures.length > 0);
    return laidOut && starts.has(line.lead?.start) && next !== undefined && isAligned(next);
  };
  const columns = startCounts([...leading, ...loose]);
  const isDateColumn = (start: number) => {
    const count = columns.get(start) ?? 0;
    return count > 1 && count >= DATE_COLUMN * (leading.length + loose.length);
  };
  return {
    startOf,
    isAligned,
    isDateColumn,
    tailOf,
    tailed,
    amountFirst,
    laidOut,
    sumsLast: laidOut && haveSumsLast(lines, body, starts),
  };
}

/** In the column of dates, this share of the dated lines begins. */
const DATE_COLUMN = 0.3;
/** In this share of the dated rows a date stands behind the sum. */
const TAILED = 0.8;

/** Whether every line before a dated one holds sums, although some dated lines hold none. */
function haveSumsLast(
  lines: readonly StatementLine[],
  body: readonly StatementLine[],
  starts: ReadonlySet<number | undefined>,
): boolean {
  const dated = body.filter((line) => line.lead && !line.period && starts.has(line.lead.start));
  const before = dated.slice(1).map((line) => lines[line.index - 1]);
  const inTable = before.filter((line) => line !== undefined && line.header.length === 0);
  const late = dated.some((line) => line.figures.length === 0 && amountFollows(lines, line));
  return late && inTable.length > 1 && inTable.every((line) => line !== undefined && line.figures.length > 0);
}

function formatCounts(lines: readonly StatementLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { lead } of lines) if (lead) counts.set(formatOf(lead), (counts.get(formatOf(lead)) ?? 0) + 1);
  return counts;
}

/** How many lines begin with a date at each offset. */
function startCounts(lines: readonly StatementLine[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { lead } of lines) if (lead) counts.set(lead.start, (counts.get(lead.start) ?? 0) + 1);
  return counts;
}

function isRare(formats: ReadonlyMap<string, number>, date: DateToken): boolean {
  let total = 0;
  for (const count of formats.values()) total += count;
  return (formats.get(formatOf(date)) ?? 0) < RARE * total;
}

/** Fewer undated lines than this do not make a column. */
const FEW = 3;

/** Where columns of money end: by the dated rows and the balances, and by what undated lines have in common. */
function edgesOf(
  dated: readonly StatementLine[],
  lines: readonly StatementLine[],
  heads: readonly TableHead[],
): ReadonlySet<number> {
  const edges = new Map<number, number>();
  const count = (line: StatementLine, weight: number) => {
    for (const { apart, edge } of line.figures) if (apart) edges.set(edge, (edges.get(edge) ?? 0) + weight);
  };
  const enough = dated.length < 20 ? 1 : Math.max(2, dated.length * 0.01);
  for (const head of heads) if (head.laidOut) for (const { end } of head.money) edges.set(end, 1);
  for (const line of dated) count(line, 1 / enough);
  const inText = textColumns(lines.filter((line) => line.lead));
  for (const line of lines) {
    if (line.labels.length > 0) count(line, 1);
    else if (!line.lead && line.figures.every(({ edge }) => !inText.has(edge - 1))) count(line, 1 / FEW);
  }
  return new Set([...edges].filter(([, weight]) => weight >= 0.999).map(([edge]) => edge));
}

/** In this share of the dated lines, a place with letters belongs to the column of descriptions. */
const TEXT = 0.2;
const WIDEST = 400;

/** Where the dated lines print their descriptions. */
function textColumns(dated: readonly StatementLine[]): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const { text } of dated) {
    for (const word of text.slice(0, WIDEST).matchAll(/\p{L}{2,}/gu)) {
      for (let at = word.index; at < word.index + word[0].length; at += 1) counts.set(at, (counts.get(at) ?? 0) + 1);
    }
  }
  const least = Math.max(2, TEXT * dated.length);
  return new Set([...counts].filter(([, count]) => count >= least).map(([at]) => at));
}

const hasEdge = (edges: ReadonlySet<number>, edge: number) =>
  edges.has(edge) || edges.has(edge - 1) || edges.has(edge + 1);

function isLaidOut(lines: readonly StatementLine[]): boolean {
  const apart = lines.filter((line) => line.figures.at(-1)?.apart).length;
  return lines.length > 0 && apart >= 0.6 * lines.length;
}
