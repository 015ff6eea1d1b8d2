import { CONCEPTS } from '../extraction/concepts.ts';
import { cellsOf } from '../text/cells.ts';
import { eachSentence, type Sentence } from '../text/sentences.ts';
import { findPhrases, phrases, wordsOf } from '../text/words.ts';
import type { Document } from '../values/document.ts';

/** The sentences that a summary may take: no headings, page headers, addresses, greetings or small print. */

export interface Candidate extends Sentence {
  /** The part of the document that it stands in; headings begin a new one. */
  readonly section: number;
  /** What a line of a form weighs; sentences are weighed by their words. */
  readonly weight?: number;
}

/** Only so much of a very long text is weighed; the beginning says what it is about. */
const MOST_SENTENCES = 20_000;
const MOST_LINES = 20_000;
const ENDED = /[.!?…。！？؟۔][\s"”»')\]]{0,3}$/u;
const BULLET = /^(?:[-*•●–▪◦·]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]|§ ?\d{1,3}\.?)\s{1,4}/iu;
const HEADING_LEAD =
  /^(?:(?:article|artikel|art|section|abschnitt|artículo|articolo|clause|chapter|kapitel)\.?\s{1,2}[\dIVX]{1,4}[.:)]?|[\dIVX]{1,4}(?:\.\d{1,2}){0,3}[.)]?)\s/iu;
const SMALL_PRINT =
  /all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos|tutti i diritti|alle rechten voorbehouden|^(?:\(c\)|©)|copyright|^(?:page|seite|página|pagina|pag\.?|blad)\s{1,2}\d|\bpage \d{1,4} of \d|strictly confidential|^confidential\b|internal use only|streng vertraulich|unsubscribe|please consider the environment|this (?:e-?mail|message) (?:and any|is intended|may contain)|if you (?:are not|have received this)|table of contents|^in witness whereof|^(?:fait à|done at|signed at|firmado en|hecho en) \p{Lu}|printed (?:on|from)\b|registered (?:office|in england)|\bhrb \d|ust-?id|\bvat (?:reg|no)\b|\biban\b|^(?:https?:|www\.)/iu;
/** Headings of lists of other texts. */
const SOURCES =
  /^(?:[\dIVX.]{1,5}\s)?(?:references|bibliography|sources|works cited|literatur(?:verzeichnis)?|quellen|bibliographie|références|bibliografía|referencias|bibliografia|riferimenti|literatuur|bronnen)\b/iu;
const GREETING =
  /^(?:dear|hello|hi|sehr geehrter?|liebe[rs]?|guten tag|cher|chère|madame|monsieur|estimad[oa]s?|muy señor|querid[oa]|gentile|egregi[oa]|geachte|beste)(?!\p{L})[^.!?]{0,60}[,:]?$|^(?:yours (?:sincerely|faithfully|truly)|(?:kind|best|warm) (?:regards|wishes)|sincerely|regards|mit freundlichen grüßen|freundliche grüße|cordialement|salutations|atentamente|un (?:cordial )?saludo|cordiali saluti|distinti saluti|met vriendelijke groet(?:en)?)(?!\p{L})/iu;
const REACHED = /@[\w-]{1,63}\.|(?:tel|phone|telefon|fax|tél)[.:]?\s?\+?\d/iu;

export function candidatesOf(document: Document): Candidate[] {
  const repeated = repeatedLines(document);
  const candidates: Candidate[] = [];
  let section = 0;
  let listed = false;
  for (const raw of eachSentence(document.source).take(MOST_SENTENCES)) {
    const sentence = withoutBullet(raw);
    const { text } = sentence;
    const bulleted = sentence !== raw;
    if (isHeading(text, bulleted)) {
      section += 1;
      listed = SOURCES.test(text);
      continue;
    }
    if (listed || repeated.has(patternOf(text)) || SMALL_PRINT.test(text) || GREETING.test(text)) continue;
    if (isSaying(text, bulleted)) candidates.push({ ...sentence, section });
  }
  return candidates;
}

/** A sentence with an end, or a point of a list; labels with values, addresses and rows of tables say nothing by themselves. */
function isSaying(text: string, bulleted: boolean): boolean {
  if (/\p{sc=Han}|\p{sc=Hiragana}/u.test(text)) return ENDED.test(text) && text.length >= 6;
  const words = text.split(' ').length;
  if (REACHED.test(text) && words < 12) return false;
  if (words <= 7 && /^[\p{L} ]{2,30}:\s/u.test(text)) return false;
  if (words < 4 || /^[^.!?]{1,30}:\s\S{1,30}\.?$/u.test(text)) return false;
  return ENDED.test(text) || (bulleted && words >= 5);
}

function isHeading(text: string, bulleted: boolean): boolean {
  if (ENDED.test(text) && !HEADING_LEAD.test(`${text} `)) return false;
  return !bulleted && text.split(' ').length <= 10 && !/[,;]$/.test(text);
}

/** The place of a list mark is not part of what it says. */
function withoutBullet(sentence: Sentence): Sentence {
  const mark = BULLET.exec(sentence.text)?.[0].length;
  if (!mark || sentence.text.length - mark < 4) return sentence;
  return { text: sentence.text.slice(mark), span: { start: sentence.span.start + mark, end: sentence.span.end } };
}

const MOST_FORM_LINES = 2000;
const LEADING_WEIGHT = 3;

/** The lines of a document without sentences: what it begins with, then those that name what it is about, then the rest. */
export function linesOf(document: Document): Candidate[] {
  const lines = document.source.lines.printed(MOST_FORM_LINES).filter((line) => /[\p{L}\p{N}]/u.test(line.text));
  return lines.map((line, index) => {
    const lead = line.text.length - line.text.trimStart().length;
    const text = line.text.trim();
    const named = findPhrases(wordsOf(text), TELLING).reduce((most, { value }) => Math.max(most, Number(value)), 0);
    const small = SMALL_PRINT.test(text) || REACHED.test(text) ? 0.5 : 1;
    return {
      text: text.replace(/\s{1,1000}/g, ' '),
      span: { start: line.start + lead, end: line.start + lead + text.length },
      section: 0,
      weight: ((index === 0 ? LEADING_WEIGHT : 1 / (1 + index / 20)) + (/\d/.test(text) ? named : 0)) * small,
    };
  });
}

/** Labels by how much their lines tell. */
const TELLING = phrases({
  '3': labelsOf('total', 'closing_balance', 'net_pay'),
  '2': labelsOf(
    'due_date',
    'invoice_number',
    'opening_balance',
    'policy_number',
    'account_number',
    'period',
    'premium',
  ),
  '1': labelsOf(
    'customer',
    'vendor',
    'employee',
    'employer',
    'policyholder',
    'account_holder',
    'invoice_date',
    'name',
    'order_number',
  ),
});

function labelsOf(...ids: readonly string[]): string[] {
  return CONCEPTS.filter(({ id }) => ids.includes(id)).flatMap(({ labels }) =>
    labels.filter((label) => label.length > 3),
  );
}

const FEWEST_REPEATS = 2;

/** What stands on several pages: headers and footers, whatever page number they have. */
function repeatedLines(document: Document): Set<string> {
  const counts = new Map<string, number>();
  for (const line of document.source.lines.printed(MOST_LINES)) {
    const text = line.text.trim();
    if (text.length > 100 || (ENDED.test(text) && cellsOf(line).length === 1 && text.length > 40)) continue;
    const pattern = patternOf(text);
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= FEWEST_REPEATS).map(([pattern]) => pattern));
}

function patternOf(text: string): string {
  return text
    .replace(/\d{1,12}/g, '#')
    .replace(/\s{1,100}/g, ' ')
    .trim()
    .toLowerCase();
}
