import { eachSentence } from '../text/sentences.ts';
import type { Span } from '../text/source.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { isTurning } from '../text/turning-words.ts';
import { fold, wordsOf } from '../text/words.ts';
import { scanDates } from '../values/dates.ts';
import type { Document, Found } from '../values/document.ts';
import type { Question } from './question.ts';
import { meaningOf } from './same-meaning.ts';

/**
 * Whether what a question asks for stands where its answer was read: each of its words, or one that is listed to mean
 * the same. A passage that shares some words with a question need not answer it.
 */

/** What a document and what is in it are called: a question names them without asking for them. */
const OF_THE_DOCUMENT = new Set(
  (
    'agreement contract lease document invoice receipt bill letter statement report order policy form account text page company firm party people person ' +
    'dollar dollars usd euro euros eur pound pounds gbp francs chf yen jpy number value total amount sum date day time name exactly currently according mentioned listed stated printed shown ' +
    'vertrag mietvertrag dokument rechnung quittung beleg brief auszug bericht firma nummer betrag gesamtbetrag summe datum tag name ' +
    'contrat facture recu lettre releve rapport numero montant somme date jour nom ' +
    'contrato factura recibo carta extracto informe importe fecha dia nombre ' +
    'contratto fattura scontrino lettera estratto importo data giorno nome ' +
    'keep bring own overeenkomst factuur bon brief afschrift bedrag datum dag naam'
  ).split(' '),
);
/** A label above its value, and the line itself. */
const LINES_ABOVE = 2;
const EASTERN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** The words of a question that stand neither at the place of its answer nor around it. */
export function missingWords(
  document: Document,
  question: Question,
  { found: { span }, passage }: { readonly found: Found<string>; readonly passage: boolean },
): string[] {
  // Without blanks nobody can tell the words of a passage.
  if (EASTERN.test(question.text)) return passage ? [question.text] : [];
  const text = passage ? document.source.text.slice(span.start, span.end) : around(document, span);
  const meanings = new Set(wordsOf(text).map(({ key }) => meaningOf(key)));
  const compounds = fold(text);
  return question.subject.filter((word) => {
    if (OF_THE_DOCUMENT.has(word) || STOP_WORDS.has(word) || /^\d+$/.test(word)) return false;
    return !meanings.has(meaningOf(word)) && !(word.length >= 6 && compounds.includes(word));
  });
}

const MONEY =
  /(?:[€$£¥]|(?<!\p{L})(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN)) ?\d|\d ?(?:[€$£¥]|(?:EUR|euros?|USD|dollars?|GBP|pounds?|CHF|francs?|kr|zł|SEK|NOK|DKK)(?!\p{L}))/giu;
const FIGURE = /(?<![\d.,])\d[\d.,' ]{0,14}/g;
/** Questions that one value answers. */
const OF_VALUE: ReadonlySet<Question['asked']> = new Set(['amount', 'count', 'date', 'duration']);

/**
 * Whether a passage holds one value of the kind that is asked for, and says it without a word that turns it: of several
 * values nobody can tell which is meant, and "no longer on 18 November" tells no day.
 */
export function holdsAsked(document: Document, question: Question, { span }: Found<string>): boolean {
  if (!OF_VALUE.has(question.asked)) return true;
  const text = document.source.text.slice(span.start, span.end);
  if (wordsOf(text).some(({ key }) => isTurning(key))) return false;
  const dates = scanDates(text, { order: document.order, partial: true });
  if (question.asked === 'date') return dates.length === 1;
  const plain = dates.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
  // A sum without a currency is one if it is the only number.
  const sums = plain.match(MONEY)?.length ?? 0;
  if (question.asked === 'amount' && sums > 0) return sums === 1;
  return (plain.match(FIGURE)?.length ?? 0) === 1 && !isToldOtherwise(document, question, { span, text: plain });
}

/**
 * Whether another sentence with the words of the question has another number.
 * @param place `whole`: such a sentence has all of the words. Default: more than half of them.
 */
export function isToldOtherwise(
  document: Document,
  question: Question,
  { span, text, whole = false }: { readonly span: Span; readonly text: string; readonly whole?: boolean },
): boolean {
  const own = text.match(FIGURE)?.[0].trim();
  const wanted = question.subject.filter((word) => !OF_THE_DOCUMENT.has(word)).map(meaningOf);
  if (wanted.length === 0) return false;
  for (const other of eachSentence(document.source)) {
    if (other.span.start < span.end && span.start < other.span.end) continue;
    const meanings = new Set(wordsOf(other.text).map(({ key }) => meaningOf(key)));
    const held = wanted.filter((word) => meanings.has(word)).length;
    const most = whole ? held === wanted.length : held * 2 > wanted.length;
    const figures = other.text.match(FIGURE)?.map((figure) => figure.trim().replace(/[.,]$/, '')) ?? [];
    if (most && figures.length > 0 && !figures.includes(own?.replace(/[.,]$/, '') ?? '')) return true;
  }
  return false;
}

/** The lines of a place, with those above them that may be its label or its heading. */
function around({ source }: Document, { start, end }: { readonly start: number; readonly end: number }): string {
  const lines = source.lines;
  const first = lineAt(lines, start);
  const from = lines.at(Math.max(0, first - LINES_ABOVE))?.start ?? start;
  const last = lines.at(lineAt(lines, end));
  return source.text.slice(from, last ? last.start + last.text.length : end);
}

/** The position of the line that holds an offset. */
function lineAt(lines: Document['source']['lines'], offset: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines.at(middle)?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
