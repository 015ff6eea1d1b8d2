import { STOP_WORDS } from '../text/stop-words.ts';
import { fold, wordsOf } from '../text/words.ts';
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
export function missingWords(document: Document, question: Question, { span }: Found<string>): string[] {
  if (EASTERN.test(question.text)) return [];
  const printed = new Set(wordsOf(around(document, span)).map(({ key }) => key));
  const meanings = new Set([...printed].map(meaningOf));
  const compounds = fold(around(document, span));
  return question.subject.filter((word) => {
    if (OF_THE_DOCUMENT.has(word) || STOP_WORDS.has(word) || /^\d+$/.test(word)) return false;
    return !meanings.has(meaningOf(word)) && !(word.length >= 6 && compounds.includes(word));
  });
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
