import type { Span } from '../text/source.ts';
import { type CurrencyMark, currencyAt, currencyBefore } from './currency.ts';
import { type Decimal, decimalOf, toNumber } from './decimal.ts';

/** Numbers as people print them, read by the habits of the whole document. */

/** How a document writes its numbers. */
export interface NumberStyle {
  /** The decimal separator; null when nothing in the document decides. */
  readonly decimal: '.' | ',' | null;
  /** Whether thousands are grouped by spaces. */
  readonly spaceGroups: boolean;
}

export interface Amount extends Span {
  /** The digits with their separators, without sign and currency. */
  readonly digits: string;
  /** Signed, in ten-thousandths, exact. */
  readonly exact: Decimal;
  /** The same as a JavaScript number. */
  readonly value: number;
  /** Decimals printed: 2 for most money, 0 for most counts. */
  readonly decimals: number;
  readonly grouped: boolean;
  /** ISO 4217, when a symbol or code stands next to the digits. */
  readonly currency: string | null;
  /** Whether that is the first of several currencies with the same sign, such as a bare `$`. */
  readonly sharedSign: boolean;
  readonly percent: boolean;
  /** CR and H (Haben) for credit, DR and S (Soll) for debit, when printed behind the digits. */
  readonly marker: 'credit' | 'debit' | null;
  /** Whether a letter touches the digits on the left or right, as in `A12` or `9.80SR`. */
  readonly letterBefore: boolean;
  readonly letterAfter: boolean;
  /** Where the digits begin and end: `start` and `end` also cover sign and currency. */
  readonly digitsStart: number;
  readonly digitsEnd: number;
}

interface Digits {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly string[];
  readonly separators: readonly string[];
}

const DEFAULT_STYLE: NumberStyle = { decimal: null, spaceGroups: false };
const LETTER = /^[\p{L}_]$/u;
const MARKER = /[ \u00a0]?(CR|Cr|cr|DR|Dr|dr|H|S)(?![\p{L}\p{N}.])/uy;
const MINUS = '-\u2212\u2013\u2012';
const NO_GROUP_SPACE = /[^ \u00a0]/;
/** Longer digit strings are codes, not amounts. */
const LONGEST = 20;

/** Reads the habits of a document from the numbers that have one reading only. */
export function numberStyle(text: string): NumberStyle {
  let dot = 0;
  let comma = 0;
  let spaces = 0;
  let thousandths = 0;
  let spaced = 0;
  const repeated = new Map<string, number>();
  for (const run of digitRuns(text, true)) {
    const last = run.separators.at(-1);
    const tail = run.groups.at(-1)?.length ?? 0;
    const sure = tail === 2 || (run.separators.length > 1 && last !== run.separators[0] && tail <= 4);
    if (run.separators.length > 0 && run.separators.every(isSpace) && allGroupsOf3(run.groups.slice(1)))
      spaced += standsAlone(text, run) ? 1 : 0;
    if (tail === 3 && run.separators.length === 1) thousandths += last === '.' ? 1 : last === ',' ? -1 : 0;
    if (last === '.' && sure && allGroupsOf3(run.groups.slice(1, -1))) dot += 1;
    if (last === ',' && sure && allGroupsOf3(run.groups.slice(1, -1))) comma += 1;
    if ((last === ',' || last === '.') && tail === 2 && run.separators.some(isSpace)) {
      spaces += run.separators.includes('\u00a0') || standsAlone(text, run) ? 1 : 0;
      // A price never begins with a zero ahead of other digits: `1 069,45` is one number, not a count and a price.
      if (isSpace(run.separators[0] ?? '') && run.groups[1]?.startsWith('0')) spaces += 1;
      if (endsLine(text, run)) {
        const digits = text.slice(run.start, run.end);
        repeated.set(digits, (repeated.get(digits) ?? 0) + 1);
      }
    }
  }
  // The same sum at the ends of several lines, as the total, what was paid and what was taxed.
  if ([...repeated.values()].some((times) => times >= 3)) spaces += 1;
  if (spaced >= FEWEST_SPACED && isInWhole(text)) spaces += 1;
  const decimal = dot === comma ? null : dot > comma ? '.' : ',';
  if (decimal === null && thousandths !== 0 && isInThousandths(text))
    return { decimal: thousandths > 0 ? '.' : ',', spaceGroups: spaces > 0 };
  return { decimal, spaceGroups: spaces > 0 };
}

/** So many sums such as `400 000` show that a document without decimals groups by spaces. */
const FEWEST_SPACED = 3;

/** Currencies with a thousand parts: `3.750 KWD` is less than four. */
const THOUSANDTHS =
  /(?<![A-Z])(?:KWD|OMR|JOD|TND|LYD|K\.D\.?)(?![A-Z])|\(KD\)|(?<![A-Z])KD[ \u00a0]{0,40}\d{1,6}[.,]\d{3}(?!\d)|\d[ \u00a0]?KD(?![\p{L}-])|BHD[ \u00a0]{0,12}\d|\d[ \u00a0]?BHD(?!\p{L})|\(DT\)|(?<=\d |en )DT(?![\p{L}\d])|دينار (?:كويتي|بحريني|أردني|تونسي|ليبي)|ريال عماني|د\.(?:ك|ب|ت)\.?/u;

/** Whether a text names a currency with a thousand parts: its sums have three decimals. */
export const isInThousandths = (text: string): boolean => THOUSANDTHS.test(text);

/** Currencies without a smaller unit in use: 12,000 is money there. */
const WHOLE_MONEY =
  /[¥￥₩₫₲₭]|\d ?[円원đ](?!\p{L})|공급가액|新臺幣|新台幣|營業稅|đồng|تومان|ریال|دينار عراقي|(?<!\p{L})(?:JPY|IQD|KRW|VND|IDR|CLP|PYG|ISK|HUF|XOF|XAF|F\.? ?CFA|UGX|RWF|UZS|IRR|TWD|Gs\.)(?!\p{L})|\bRp\.? {0,12}\d|\d (?:Ft|kr\.-)(?!\p{L})/u;

/** Whether a text names a currency whose sums have no decimals. */
export const isInWhole = (text: string): boolean => WHOLE_MONEY.test(text);

/** Every amount in a text, from left to right. Codes, dates with dots and IP addresses are left out. */
export function scanAmounts(text: string, style: NumberStyle = DEFAULT_STYLE): Amount[] {
  const amounts: Amount[] = [];
  for (const run of digitRuns(text, style.spaceGroups)) {
    const number = isTail(text, run) ? null : interpret(run, style);
    if (number) amounts.push(decorate(text, run, number));
  }
  return amounts;
}

/** The end of a number whose beginning stands in front of a blank: the `000` of `254 000`. */
function isTail(text: string, { start, groups }: Digits): boolean {
  return (
    groups[0]?.length === 3 && groups[0].startsWith('0') && isSpace(text.charAt(start - 1)) && isDigit(text, start - 2)
  );
}

/** The one amount that a text consists of, with its sign and currency; null when there is more or less than that. */
export function parseAmount(text: string, style: NumberStyle = numberStyle(text)): Amount | null {
  const trimmed = text.trim();
  const [amount, second] = scanAmounts(trimmed, style);
  return amount && !second && amount.start === 0 && amount.end === trimmed.length ? amount : null;
}

function* digitRuns(text: string, spaceGroups: boolean): Generator<Digits> {
  let at = 0;
  while (at < text.length) {
    if (!isDigit(text, at) && !startsWithPoint(text, at)) {
      at += 1;
      continue;
    }
    PIECES.lastIndex = at;
    const pieces = PIECES.exec(text);
    if (pieces) {
      at += pieces[0].length;
      continue;
    }
    const run = digitRun(text, at, spaceGroups);
    yield run;
    at = run.end;
  }
}

/** `3 2 . 1 2`: which digits belong together nobody can tell. */
const PIECES = /\d(?: \d){1,8} ?[.,] ?\d \d(?![\d.,])/y;

/** `.50`: two decimals without a whole part, after a space, a sign or a currency. */
function startsWithPoint(text: string, at: number): boolean {
  // The half of a number whose whole part stands in front: `2 3 .36`.
  if (at > 1 && isSpace(text.charAt(at - 1)) && isWhole(text, at - 1)) return false;
  if (!isPoint(text.charAt(at)) || !isDigit(text, at + 1) || !isDigit(text, at + 2) || isDigit(text, at + 3))
    return false;
  if (isPoint(text.charAt(at + 3))) return false;
  return at === 0 || /^[\s\u00a0(\-\u2212]$/.test(text.charAt(at - 1)) || currencyBefore(text, at) !== null;
}

/** Whether digits end before a place, or letters that text recognition takes for digits: `5l ,15`, `lO .06`. */
function isWhole(text: string, end: number): boolean {
  return isDigit(text, end - 1) || MISREAD.test(text.slice(Math.max(0, end - 6), end));
}

const MISREAD = /(?:^|[\s€$£:])(?=[\dOolISsBZ|]{0,5}[OolISsBZ|])[\dOolISsBZ|]{1,5}$/;

function digitRun(text: string, start: number, spaceGroups: boolean): Digits {
  const groups: string[] = [];
  const separators: string[] = [];
  let at = start;
  for (;;) {
    const from = at;
    while (isDigit(text, at)) at += 1;
    groups.push(text.slice(from, at));
    const separator = text.charAt(at);
    const apart = separators.some(isPoint) ? null : partedDecimals(text, start, at);
    if (apart) {
      groups.push(apart.decimals);
      separators.push(apart.point);
      at = apart.end;
      break;
    }
    if (!isDigit(text, at + 1) || !isSeparator(separator)) break;
    if (isSpace(separator) && !(spaceGroups && spaceMayGroup(text, at, groups, separators))) break;
    separators.push(separator);
    at += 1;
  }
  return { start, end: at, groups, separators };
}

/** `23 .36`, and `273. 40` in a cell of its own: text recognition parts a number at its point. */
function partedDecimals(text: string, start: number, at: number) {
  const behind = /^(?: ([.,])|([.,]) )(\d{2})(?![\d.,]\d|\d)/.exec(text.slice(at, at + 6));
  if (!behind) return null;
  const [whole = '', before, after, decimals = ''] = behind;
  const end = at + whole.length;
  const inCell = /(?:^|[ \u00a0]{2}|\t|[€$£] ?)$/.test(text.slice(Math.max(0, start - 2), start));
  const endsCell =
    /^(?:\s{0,3}$|[ \u00a0]{2}|\t)/.test(text.slice(end, end + 4)) || /^[ \u00a0]?\n/.test(text.slice(end, end + 2));
  if (after !== undefined && !(inCell && endsCell)) return null;
  return { decimals, point: before ?? after ?? '.', end };
}

/** A space groups digits when one to three stand before it, three after it, and no decimals were met. */
function spaceMayGroup(text: string, at: number, groups: readonly string[], separators: readonly string[]): boolean {
  const digits = groups.at(-1)?.length ?? 0;
  const follow = isDigit(text, at + 2) && isDigit(text, at + 3) && !isDigit(text, at + 4);
  return follow && separators.every(isSpace) && (separators.length === 0 ? digits <= 3 : digits === 3);
}

interface Reading {
  readonly exact: Decimal;
  readonly decimals: number;
  readonly grouped: boolean;
}

function interpret(run: Digits, style: NumberStyle): Reading | null {
  const { groups, separators } = run;
  if (run.end - run.start > LONGEST) return null;
  const last = separators.at(-1);
  if (last === undefined) return reading(groups, 0);
  const others = separators.slice(0, -1);
  const tail = groups.at(-1) ?? '';
  if (others.length > 0) {
    if (others.some((separator) => separator !== others[0] && !isSpace(separator))) return null;
    if (others[0] === last || (isSpace(last) && isSpace(others[0] ?? ''))) {
      return allGroupsOf3(groups.slice(1)) ? reading(groups, 0) : null;
    }
    const grouping = allGroupsOf3(groups.slice(1, -1)) || indianGroups(groups.slice(1, -1));
    return grouping && isPoint(last) ? reading(groups, 1) : null;
  }
  if (!isPoint(last)) return tail.length === 3 ? reading(groups, 0) : null;
  const head = groups[0] ?? '';
  const grouped = tail.length === 3 && head.length <= 3 && !head.startsWith('0') && last !== style.decimal;
  return reading(groups, grouped ? 0 : 1);
}

function reading(groups: readonly string[], pointed: 0 | 1): Reading | null {
  const whole = groups.slice(0, groups.length - pointed).join('');
  const fraction = pointed === 1 ? (groups.at(-1) ?? '') : '';
  const exact = decimalOf(whole, fraction);
  return exact === null ? null : { exact, decimals: fraction.length, grouped: groups.length - pointed > 1 };
}

function decorate(text: string, run: Digits, number: Reading): Amount {
  const left = readLeft(text, run.start);
  const right = readRight(text, run.end);
  const enclosed = text.charAt(left.start - 1) === '(' && text.charAt(right.end) === ')' && number.decimals > 0;
  const negative = left.negative || right.negative || enclosed;
  const exact = negative && number.exact !== 0 ? -number.exact : number.exact;
  return {
    start: left.start - (enclosed ? 1 : 0),
    end: right.end + (enclosed ? 1 : 0),
    digits: text.slice(run.start, run.end),
    exact,
    value: toNumber(exact),
    decimals: number.decimals,
    grouped: number.grouped,
    currency: left.mark?.code ?? right.mark?.code ?? null,
    sharedSign: (left.mark ?? right.mark)?.shared ?? false,
    percent: right.percent || isPercentBefore(text, run.start),
    marker: right.marker,
    letterBefore: left.mark === null && LETTER.test(text.charAt(run.start - 1)) && !isInRand(text, run.start, number),
    letterAfter: right.mark === null && right.marker === null && LETTER.test(text.charAt(run.end)),
    digitsStart: run.start,
    digitsEnd: run.end,
  };
}

/** `R412.85`, as South Africa writes it. */
function isInRand(text: string, start: number, { decimals }: { readonly decimals: number }): boolean {
  return decimals === 2 && text.charAt(start - 1) === 'R' && !isWordCharacter(text, start - 2);
}

/** `%20`, as Turkish writes it. */
function isPercentBefore(text: string, start: number): boolean {
  return text.charAt(start - 1) === '%' && !isWordCharacter(text, start - 2);
}

/** Sign and currency in front of the digits, in either order: `-$5`, `$-5`, `RM -5`. */
function readLeft(text: string, digits: number): { start: number; negative: boolean; mark: CurrencyMark | null } {
  const direct = currencyLeftOf(text, digits);
  const bare = direct?.start ?? digits;
  // `$ - 94.43`: a currency, and the sign with blanks around it.
  if (!direct && isSpace(text.charAt(digits - 1)) && isMinus(text, digits - 2)) {
    const mark = currencyLeftOf(text, digits - 2);
    if (mark) return { start: mark.start, negative: true, mark };
  }
  if (!isMinus(text, bare - 1)) return { start: bare, negative: false, mark: direct };
  const outer = direct ? null : currencyLeftOf(text, bare - 1);
  if (outer) return { start: outer.start, negative: true, mark: outer };
  const negative = signStands(text, bare - 1);
  return { start: negative ? bare - 1 : bare, negative, mark: direct };
}

function currencyLeftOf(text: string, at: number) {
  const near = currencyBefore(text, isSpace(text.charAt(at - 1)) ? at - 1 : at);
  if (near || !isSpace(text.charAt(at - 2))) return near;
  const from = Math.max(0, at - FARTHEST_SIGN);
  const sign = SIGN_IN_COLUMN.exec(text.slice(from, at));
  return sign ? currencyAt(text, from + sign.index) : null;
}

/** Characters that `SIGN_IN_COLUMN` looks at, with those in front of the sign. */
const FARTHEST_SIGN = 21;
/** `$      918.46`: the sign at the left of the column of sums. In `12,00 €   918,46 €` it belongs to the sum before it. */
const SIGN_IN_COLUMN = /(?<![^ \u00a0]|\d[-)]?[ \u00a0]{1,2})[$€£¥₹][ \u00a0]{2,16}$/;

function readRight(text: string, digits: number) {
  let end = digits;
  let negative = false;
  if (isMinus(text, end) && (!isWordCharacter(text, end + 1) || isCode(text, end + 1))) {
    negative = true;
    end += 1;
  }
  const gap = isSpace(text.charAt(end)) ? 1 : 0;
  const percent = text.charAt(end + gap) === '%';
  const currency = percent ? null : currencyAfter(text, end, gap);
  if (percent) end += gap + 1;
  else if (currency) end = currency.end;
  MARKER.lastIndex = end;
  const marker = percent ? null : MARKER.exec(text);
  return {
    end: end + (marker?.[0].length ?? 0),
    negative,
    percent,
    mark: currency,
    marker: marker ? (/^[chCH]/.test(marker[1] ?? '') ? ('credit' as const) : ('debit' as const)) : null,
  };
}

/** A capital alone, as the code of a tax behind a discount: `4.00-A`. */
function isCode(text: string, at: number): boolean {
  return /^[A-Z]$/.test(text.charAt(at)) && !isWordCharacter(text, at + 1);
}

/** A currency behind the digits, unless it belongs to digits that follow it, as in `5 RM 10.00`. */
function currencyAfter(text: string, end: number, gap: number) {
  const mark = currencyAt(text, end + gap);
  if (!mark) return null;
  const next = isSpace(text.charAt(mark.end)) ? mark.end + 1 : mark.end;
  return gap === 1 && isDigit(text, next) ? null : mark;
}

/** A minus is a sign when nothing but space, a bracket or a currency stands before it. */
function signStands(text: string, at: number): boolean {
  return at <= 0 || !(isWordCharacter(text, at - 1) || '-/.,:'.includes(text.charAt(at - 1)));
}

/** `R 2 390.00`, `R2 390.00`: sums of South Africa. */
const RAND = /(?:^|\s)R[ \u00a0]?$/;

function standsAlone(text: string, run: Digits): boolean {
  const before = text.slice(Math.max(0, run.start - 2), run.start);
  return (
    !NO_GROUP_SPACE.test(before) ||
    /^[\n€$£]$/.test(before.slice(-1)) ||
    RAND.test(text.slice(Math.max(0, run.start - 3), run.start))
  );
}

function endsLine(text: string, run: Digits): boolean {
  return /^[ \u00a0]?(?:€|kr\.?|EUR|zł)?[ \u00a0]{0,3}(?:\n|$)/.test(text.slice(run.end, run.end + 12));
}

const allGroupsOf3 = (groups: readonly string[]) => groups.every((group) => group.length === 3);
const indianGroups = (groups: readonly string[]) =>
  groups.length > 1 && groups.slice(0, -1).every((group) => group.length === 2) && groups.at(-1)?.length === 3;
const isSpace = (character: string) => character === ' ' || character === '\u00a0';
const isPoint = (character: string) => character === '.' || character === ',';
const isSeparator = (character: string) => isPoint(character) || isSpace(character) || "'\u2019".includes(character);
const isMinus = (text: string, at: number) => at >= 0 && at < text.length && MINUS.includes(text.charAt(at));
const isWordCharacter = (text: string, at: number) => /^[\p{L}\p{N}]$/u.test(text.charAt(at));

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}
