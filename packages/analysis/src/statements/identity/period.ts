import type { Period } from '../lines/days.ts';
import { PERIOD_LINK, type Quote, type StatementLine, type StatementText } from '../lines/lines.ts';

/** The period of a statement. */

export interface PrintedPeriod {
  /** The period as printed; null when none is. */
  readonly quote: Quote | null;
  readonly dates: Period;
}

const DATED_LABEL =
  /statement|kontoauszug|auszug|datum|date|erstellt|relevé|arrêté|fecha|data|extracto|estratto|afschrift|period|abrechnung|stand|saldo|solde|balance|kontostand/i;
const YEARED =
  /(?:statement|kontoauszug|auszug|abrechnung|relevé|extracto|estratto|afschrift)[^\n\d]{0,30}(?:nr\.?|no\.?|n[°º])?[^\n\d]{0,6}\d{0,7}[\s/.-]{1,3}((?:19|20)\d{2})\b/i;

/** The printed period, else the dates that the head of the statement gives. */
export function periodOf(text: StatementText): PrintedPeriod {
  for (const line of text.lines) {
    const [first, second] = line.dates;
    if (!first || !second || line.figures.length > 0) continue;
    if (!PERIOD_LINK.test(line.text.slice(first.end, second.start)) || second.iso === null) continue;
    const start = first.iso ?? sameYear(first, second.iso);
    if (start === null || start > second.iso) continue;
    const quote = { text: line.text.slice(first.start, second.end), start: first.start, end: second.end, line };
    return { quote, dates: { start, end: second.iso } };
  }
  return periodInTwoLines(text.lines) ?? { quote: null, dates: { start: null, end: latestDate(text) } };
}

const BEGINS =
  /^(?:(?:datum|date|period|periode|statement|start|opening|zeitraum)\s{1,3})?(?:from|van|vanaf|von|vom|du|dal|desde|de|fra|från|start|début|start date|begin date)(?: date)?\s{0,3}:?$/iu;
const ENDS =
  /^(?:(?:datum|date|period|periode|statement|end|closing|zeitraum)\s{1,3})?(?:to|until|tot|tot en met|t\/m|bis|au|al|hasta|a|til|till|end|fin|end date)(?: date)?\s{0,3}:?$/iu;

/** `Datum vanaf 12-12-2020`, and in the next line `Datum t/m 10-01-2021`. */
function periodInTwoLines(lines: readonly StatementLine[]): PrintedPeriod | null {
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    const [start] = line.dates;
    const [end] = next?.dates ?? [];
    if (!next || !start?.iso || !end?.iso || start.iso > end.iso || start.start > 60 || end.start > 60) continue;
    if (!BEGINS.test(line.text.slice(0, start.start).trim())) continue;
    if (!ENDS.test(next.text.slice(0, end.start).trim())) continue;
    const text = `${line.text.trim()} ${next.text.trim()}`.replace(/\s+/g, ' ');
    const through = next.source.start - line.source.start + end.end;
    return { quote: { text, start: start.start, end: through, line }, dates: { start: start.iso, end: end.iso } };
  }
  return null;
}

function sameYear(date: { month: number; day: number }, end: string): string {
  const year = Number(end.slice(0, 4)) - (date.month > Number(end.slice(5, 7)) ? 1 : 0);
  return `${year}-${String(date.month).padStart(2, '0')}-${String(date.day).padStart(2, '0')}`;
}

/** How long after its last labeled date a statement may still name dates of its own. */
const AFTER_LABEL = 100 * 86_400_000;

/** Without a period: the latest date beside a word such as `statement` or soon after it, else a printed year. */
function latestDate(text: StatementText): string | null {
  const dates: string[] = [];
  let labeled: string | null = null;
  for (const line of text.lines) {
    const near = DATED_LABEL.test(line.text);
    for (const { iso, fullYear } of line.dates) {
      if (iso === null || (!fullYear && !near)) continue;
      dates.push(iso);
      if (near && (labeled === null || iso > labeled)) labeled = iso;
    }
  }
  const anchor = labeled ?? dates[0];
  if (anchor !== undefined) {
    const last = Date.parse(anchor) + AFTER_LABEL;
    return dates.reduce((latest, iso) => (iso > latest && Date.parse(iso) <= last ? iso : latest), anchor);
  }
  const year = YEARED.exec(text.source.text)?.[1] ?? /\b(20[0-4]\d)\b/.exec(text.source.text)?.[1];
  return year ? `${year}-12-31` : null;
}
