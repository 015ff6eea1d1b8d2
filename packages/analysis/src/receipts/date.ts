import type { Line } from '../text/source.ts';
import { type DateToken, scanDates } from '../values/dates.ts';
import { type Document, datesIn, type Found, onLine } from '../values/document.ts';
import { isMail } from '../values/titles.ts';
import { MOST_LINES } from './rows.ts';

/** The day of the purchase: the date with a label or a clock time, not one of expiry or of a law. */

const LABEL =
  /\b(?:date|dated|datum|dato|fecha|data|tarikh|time|dt|kassa|am|le|d[a4]te|issued|sale|paid|bezahlt|betaald|pagado|pagato|pay[ée]|betalt|betald|ausgestellt|utf[äa]rda[td]|udstedt|utstedt|[ée]mis(?:e)? le|emitid[oa]|emess[oa]|uitgegeven|beleg|kvitto|kvittering|receipt|bon|ticket)\b/i;
const OTHER =
  /einfahrt|ausfahrt|inrijden|uitrijden|ingresso|uscita|entr[ée]e|sortie|entrada|salida|indk[øo]rsel|udk[øo]rsel|inpassage|utpassage|\bentry\b|\bexit\b|^sent:|\bsent:|expir|valid|due|until|before|birth|since|effective|act\b|member|next|promo|campaign|gultig|valable|vencim|scaden|geldig|from\b|collect|delivery|arriv|check-?in|\bstay|aufenthalt|s[ée]jour|estancia|estad[ií]a|soggiorno|verblijf|vistelse|ophold|opphold|zeitraum|\bperiod|anreise|ankunft|llegada|avresa|afrejse|avreise|depart|abfahrt|d[ée]part|salida|partenza|vertrek|ferm[ée]|closed|geschlossen|cerrado|chius[oa]|gesloten|st[äa]ngt|lukket|journey|reise(?:datum|tag)|warranty|garanti|return|retour|umtausch|[ée]change|haltbar|best before|mhd|dlc|previous|letzte|printed|reprint|gedruckt|imprim|impreso|stampat|afgedrukt|utskriv|booked for|event|veranstaltung|orig(?:inal)? ?trans/i;
const NEVER =
  /expir|valid|until|best before|use by|warranty|garanti|haltbar|mhd|dlc|(?<!\p{L})(?:exp|tht)(?!\p{L})|g[uü]ltig|valable|caduc|vencim|scaden|geldig|houdbaar|bäst före|mindst holdbar|next|umtausch|birth|member/iu;
const MAILED =
  /^[\s>*]{0,9}(?:date|sent|datum|gesendet|envoyé|fecha|enviado|data|inviato|verzonden|skickat|sendt|wysłano)\s{0,2}:/i;
/** "Date" over a column. */
const COLUMN = /descri|charges|amount|\bqty\b|betrag|importe|montant/i;
const TIME =
  /(?:^|\D)[0-2]?\d:[0-5]\d(?::[0-5]\d)?(?!\d)|(?:^|\D)[0-2]?\dh[0-5]\d(?!\d)|^[\s,|-]{1,4}[0-2]?\d\.[0-5]\d(?:\.[0-5]\d)?(?!\d)/;

interface Candidate {
  readonly date: DateToken;
  readonly line: Line;
  readonly score: number;
}

export interface ReceiptDate extends Found<string> {
  /** Another date of nearly the same claim to be the day of the purchase. */
  readonly rival: string | null;
  /** Whether words ahead of it say that it is no day of a purchase: goods keep until then, or may be brought back. */
  readonly isOther: boolean;
}

/** Points that put a date clearly ahead of another one. */
const CLEAR_LEAD = 6;

export function receiptDate(document: Document): ReceiptDate | null {
  const candidates: Candidate[] = [];
  for (const line of document.source.lines.slice(0, MOST_LINES)) {
    const dates = datesIn(document, line);
    const all = dates.length > 0 ? dates : compactDates(line);
    // Sent is a mail later than bought; its own day counts where no other is printed.
    const mailed = MAILED.test(line.text) && isMail(document);
    for (const date of all)
      candidates.push({ date, line, score: score(document, line, date, dates.length > 0) - (mailed ? 24 : 0) });
  }
  const best = candidates.reduce<Candidate | null>(
    (top, one) => (top === null || one.score > top.score ? one : top),
    null,
  );
  if (!best?.date.iso) return null;
  const { iso } = best.date;
  const rival = candidates.find((one) => one.date.iso !== iso && one.score > best.score - CLEAR_LEAD);
  const isOther = NEVER.test(aheadOf(best));
  return { value: iso, span: onLine(best.line, best.date), rival: rival?.date.iso ?? null, isOther };
}

/** Eight digits are a date only on a line that says so. */
function compactDates(line: Line): DateToken[] {
  return LABEL.test(line.text) ? scanDates(line.text, { compact: true }) : [];
}

const aheadOf = ({ line, date }: Pick<Candidate, 'line' | 'date'>): string =>
  line.text.slice(Math.max(0, date.start - 30), date.start);

/** `12.09.2025 - 14.09.2025`: the first and the last day of something that took longer than a purchase. */
const isOfSpan = ({ text }: Line, { start, end }: DateToken) =>
  /^ {0,3}[-–—] {0,3}\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/.test(text.slice(end, end + 20)) ||
  /\d{1,4}[./-]\d{1,2}[./-]\d{1,4} {0,3}[-–—] {0,3}$/.test(text.slice(Math.max(0, start - 20), start));

function score(document: Document, line: Line, date: DateToken, separated: boolean): number {
  const before = aheadOf({ line, date });
  const above = document.source.lines.at(line.index - 1)?.text ?? '';
  let points = separated ? 20 : 8;
  if (LABEL.test(before)) points += 10;
  else if (LABEL.test(above) && !COLUMN.test(above)) points += 6;
  if (TIME.test(line.text.slice(date.end, date.end + 24))) points += 6;
  if (OTHER.test(before) || isOfSpan(line, date)) points -= 14;
  if (date.fullYear) points += 1;
  if (date.year !== null && (date.year < 1990 || date.year > 2045)) points -= 15;
  return points;
}
