import { cellsOf } from '../../text/cells.ts';
import type { Source, Span } from '../../text/source.ts';
import { findPhrases, type PhraseMatch, type Word, wordsOf } from '../../text/words.ts';
import { currencyAt } from '../../values/currency.ts';
import type { DateToken } from '../../values/dates.ts';
import { BALANCE_LABELS, type BalanceKind } from '../words/balances.ts';
import { HEADER_WORDS, type HeaderKind } from '../words/headers.ts';
import { AnnotatedLines, type LineFacts } from './annotated.ts';
import { type DayStyle, datesOf, isDottedMonthFirst, statementDateOrder, wrappedDate } from './days.ts';
import { type Figure, type FigureStyle, figureStyle, figuresOf } from './figures.ts';
import type { HeaderCell, Label, StatementLine } from './line.ts';

/** The lines of a statement with everything that one line tells by itself. */

export type { HeaderCell, Label, Quote, StatementLine } from './line.ts';

export interface StatementText {
  readonly source: Source;
  /** The lines that are not blank. */
  readonly lines: readonly StatementLine[];
  readonly days: DayStyle;
  readonly figures: FigureStyle;
  /** Lines behind those that were read. */
  readonly unread: number;
}

/**
 * More lines than two million characters of a statement have, even where each of its cells stands in a line of its own.
 * It bounds memory for texts of tiny lines; what is left out is never called verified.
 */
const MOST_LINES = 300_000;

const INDEX_BEFORE =
  /^\s{0,80}(?:[.•*-]\s{1,3})?(?:(?:(?:check|cheque)\s{1,3})?[#*•]?\s?\d{1,7}(?:[.)]|\s?[*^])?\s{1,40})?$/i;
const BETWEEN_DATES = /^[.\s/|–-]{0,12}$/;
const AMERICAN = /\$|\bMember FDIC\b|\bUSD\b/;
/** Longer lines are prose. */
const LONGEST_LABEL_LINE = 260;
const MOST_HEADER_WORDS = 26;

export function readStatementText(source: Source): StatementText {
  const figures = figureStyle(source.text);
  const order = statementDateOrder(source.text, AMERICAN.test(source.text));
  const dottedMonthFirst = isDottedMonthFirst(source.text);
  const days: DayStyle = { order, decimal: figures.numbers.decimal, dottedMonthFirst };
  const places = source.lines.printedPlaces();
  const lines = annotated({ source, places: places.subarray(0, MOST_LINES), days, figures });
  const unread = places.length - lines.length;
  return { source, lines, days, figures, unread };
}

interface Context {
  readonly source: Source;
  /** The positions of the lines to read. */
  readonly places: Int32Array;
  readonly days: DayStyle;
  readonly figures: FigureStyle;
}

function annotated(context: Context): readonly StatementLine[] {
  const { source, places } = context;
  const all = new AnnotatedLines(source.lines, places);
  for (const place of places.keys()) annotate(all, place, context);
  return all.lines;
}

function annotate(all: AnnotatedLines, index: number, { source, places, days, figures: style }: Context): void {
  const textOf = (at: number) => source.lines.at(places[at] ?? -1)?.text ?? '';
  const text = textOf(index);
  const hasDigits = /\d/.test(text);
  const next = hasDigits ? [text, textOf(index + 1), textOf(index + 2)].slice(0, places.length - index) : [];
  const wrap = hasDigits ? wrappedDate(next) : null;
  const dates = wrap ? [wrap.date] : hasDigits ? datesOf(text, days) : [];
  const figures = inTabColumns(text, figuresOf(text, dates, style), (figure, edge) => ({ ...figure, edge }));
  const lead = leadingDate(text, dates);
  const words = text.length <= LONGEST_LABEL_LINE ? wordsOf(text) : [];
  const labels = labelsOf(text, words, dates, figures);
  const facts: LineFacts = {
    dates,
    lead,
    second: lead ? secondDate(text, lead, dates) : null,
    period: figures.length === 0 && isPeriod(text, dates),
    wrapped: wrap?.lines ?? 0,
    labels,
    header:
      figures.length === 0 && words.length <= MOST_HEADER_WORDS
        ? inTabColumns(text, headerOf(text, words, dates), (cell, end) => ({ ...cell, start: end, end }))
        : [],
    onlyFigures: figures.length > 0 && dates.length === 0 && isOnlyFigures(text, figures),
  };
  all.add(text, facts, figures);
}

/** Columns of a table with tabs between its cells are this far apart, whatever the cells hold. */
const TAB_COLUMN = 100;

/** Gives what stands in a line with tabs the place of its cell, so that the cells of a column are below each other. */
function inTabColumns<Part extends Span>(
  text: string,
  parts: readonly Part[],
  place: (part: Part, edge: number) => Part,
): readonly Part[] {
  if (!text.includes('\t')) return parts;
  let tabs = 0;
  let at = 0;
  return parts.map((part) => {
    for (; at < part.start; at += 1) if (text.charAt(at) === '\t') tabs += 1;
    return place(part, (tabs + 1) * TAB_COLUMN);
  });
}

function leadingDate(text: string, dates: readonly DateToken[]): DateToken | null {
  const first = dates[0];
  return first && INDEX_BEFORE.test(text.slice(0, first.start)) ? first : null;
}

function secondDate(text: string, lead: DateToken, dates: readonly DateToken[]): DateToken | null {
  const next = dates[1];
  return next && BETWEEN_DATES.test(text.slice(lead.end, next.start)) ? next : null;
}

/** Where the text behind the leading dates of a line begins; 0 without one. */
export function textStartOf(line: StatementLine): number {
  const dated = line.second?.end ?? line.lead?.end;
  const after = dated === undefined ? -1 : line.text.slice(dated).search(/\S/);
  return dated === undefined || after < 0 ? 0 : dated + after;
}

/** Words that join the two dates of a period, in several languages. */
export const PERIOD_LINK =
  /^\.?(?: ?[[(][\w:+ -]{1,14}[\])])?\s{0,6}(?:-|–|—|~|〜|to|through|thru|until|till|bis(?: zum)?|au|al|hasta(?: el)?|a|tot(?: en met)?|t\/m|à|e il|al giorno|and|e|y|do|po|til|till|to\s?:|(?:to ?\/ ?)?إلى|至|έως|ως)\s{0,6}(?:\p{L}{1,6}\s?[:.]?\s{0,3})?$/iu;

function isPeriod(text: string, dates: readonly DateToken[]): boolean {
  const [first, last] = dates;
  return first !== undefined && last !== undefined && PERIOD_LINK.test(text.slice(first.end, last.start));
}

function isOnlyFigures(text: string, figures: readonly Figure[]): boolean {
  let rest = text;
  for (const { start, end } of figures) rest = `${rest.slice(0, start)}${' '.repeat(end - start)}${rest.slice(end)}`;
  const words = rest.replace(/[\s€$£*]+/g, ' ').trim();
  return words.length <= 6 && /^(?:in )?(?:[A-Z]{3})?$/.test(words);
}

function labelsOf(
  text: string,
  words: readonly Word[],
  dates: readonly DateToken[],
  figures: readonly Figure[],
): Label[] {
  if (words.length === 0) return [];
  const matches = findPhrases(words, BALANCE_LABELS);
  return matches
    .filter((match) => stands(match, text, words, dates, figures))
    .map(({ value, start, end }) => ({ kind: value, start, end }));
}

/** What may follow a label that says only `balance`: nothing, a date, a preposition, money, a currency. */
const AFTER_BALANCE =
  /^[\s:.*)]*(?:$|[\d€$£(+\u2212-]|\ufffc|(?:am|per|vom|zum|in|on|at|as|au|du|al|dal|del|a|op|il|en|em|eur|usd|gbp|chf|euro|b\/f|c\/f|nr|per il|le)\b)/i;

function stands(
  match: PhraseMatch<BalanceKind>,
  text: string,
  words: readonly Word[],
  dates: readonly DateToken[],
  figures: readonly Figure[],
): boolean {
  if (match.value === 'other') return true;
  // `CF Gym` is no balance that is carried forward, as `C/F` is.
  if (/^[bc][^\p{L}/]{0,3}f(?:wd)?$/iu.test(text.slice(match.start, match.end))) return false;
  const strict = match.value === 'opening' || match.value === 'closing';
  if (figures.length === 0 && words.length > 14) return false;
  const first = dates[0];
  const leadEnd = first && INDEX_BEFORE.test(text.slice(0, first.start)) ? first.end : 0;
  const before = text.slice(leadEnd, match.start);
  // Behind a leading date the label must open the description; elsewhere it opens its cell.
  const opens =
    /^[^\p{L}]*$/u.test(before) || dates.some((date) => /^\s{1,4}$/.test(text.slice(date.end, match.start)));
  if (leadEnd > 0)
    return (
      opens &&
      (strict || match.value !== 'total' || words.length <= 8) &&
      tailAllows(match, text, dates, { strict, isShort: false })
    );
  if (strict) return true;
  const cell = cellsOf({ text }).find(({ start, end }) => start <= match.start && match.start < end);
  const opensCell = opens || (cell !== undefined && /^[^\p{L}\p{N}]*$/u.test(text.slice(cell.start, match.start)));
  const isShort = match.value === 'balance' && opens && words.length <= 5 && figures.length === 1;
  return opensCell && tailAllows(match, text, dates, { strict, isShort });
}

/** `Übertrag auf Blatt 2`, `carried forward to next page`. */
const AFTER_CARRY =
  /^[\s:.]*(?:auf|von|to|from|vers|de|a|al|dalla|alla|op|naar|van)?\s?(?:the|der|la)?\s?(?:blatt|seite|page|folgeseite|next|previous|nächste|vorseite|blad|bladzijde|pagina|página|suivante|précédente)/i;

function tailAllows(
  match: PhraseMatch<BalanceKind>,
  text: string,
  dates: readonly DateToken[],
  { strict, isShort }: { strict: boolean; isShort: boolean },
): boolean {
  if (strict || match.value === 'debits' || match.value === 'credits' || match.value === 'total') return true;
  if (match.value === 'carry' && AFTER_CARRY.test(text.slice(match.end, match.end + 40))) return true;
  if (isShort) return true;
  let rest = text;
  for (const { start, end } of dates) rest = `${rest.slice(0, start)}${'\ufffc'.repeat(end - start)}${rest.slice(end)}`;
  const behind = rest.slice(match.end, match.end + LONGEST_LABEL_LINE);
  const blanks = /^[\s:.]*/.exec(behind)?.[0].length ?? 0;
  return AFTER_BALANCE.test(behind) || currencyAt(behind, blanks) !== null;
}

const COLUMN_KINDS: ReadonlySet<HeaderKind> = new Set(['amount', 'debit', 'credit', 'balance']);

/** `Deposits ($)`, `Balance €`: figures end below the end of the unit. */
const UNIT_BEHIND = / ?(?:\((?:[A-Z]{1,3}\$?|[$€£¥])\)|[$€£¥](?!\S))/y;

/** The cells of a table head: at least two different columns, and hardly anything but column names. */
function headerOf(text: string, words: readonly Word[], dates: readonly DateToken[]): HeaderCell[] {
  if (words.length === 0 || dates.length > 0) return [];
  const matches = findPhrases(words, HEADER_WORDS);
  const covered = matches.reduce((sum, match) => sum + match.length, 0);
  const kinds = new Set(matches.map((match) => match.value).filter((kind) => kind !== 'filler'));
  const named = matches.reduce((sum, match) => sum + (match.value === 'filler' ? 0 : match.length), 0);
  if (covered < words.length * 0.6 || named < words.length * 0.4 || kinds.size === 0) return [];
  return matches.map(({ value, start, end }) => {
    UNIT_BEHIND.lastIndex = end;
    return { kind: value, start, end: end + (UNIT_BEHIND.exec(text)?.[0].length ?? 0) };
  });
}

/** Whether the cells make a table head by themselves. */
export function isTableHead(cells: readonly HeaderCell[]): boolean {
  const kinds = new Set(cells.map((cell) => cell.kind));
  const columns = [...kinds].filter((kind) => kind !== 'filler' && kind !== 'reference').length;
  const money = [...kinds].some((kind) => COLUMN_KINDS.has(kind));
  const dated = kinds.has('date') || kinds.has('value');
  return columns >= 2 && ((dated && (money || kinds.has('text'))) || (money && kinds.has('text') && columns >= 3));
}

/** Text that ends a page, so that no description runs on behind it. */
export function endsPage(text: string): boolean {
  return NUMBER_OF_PAGE.test(text) || LAST_OF_PAGE.test(text);
}

const NUMBER_OF_PAGE =
  /^\s{0,80}(?:page|seite|blatt|página|pagina|pag\.|blad)\s{0,3}:?\s?\d{1,5}\s?(?:$|of|von|de|di|van|sur|\/)/i;
/** `Harbour Bank · Current account 77 41   Page 1 of 4` */
const LAST_OF_PAGE =
  /(?:^|[^\p{L}])(?:page|seite|blatt|página|pagina|pag\.|blad|side|sida|strona|strana|oldal)\s{0,3}:?\s?\d{1,5}\s?(?:of|von|de|di|van|sur|av|af|z|ze|\/)\s?\d{1,5}\s{0,80}$/iu;
