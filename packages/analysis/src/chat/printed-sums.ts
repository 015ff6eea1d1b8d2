import { labelWordsOf } from '../text/words.ts';
import { amountsIn, type Document, onLine } from '../values/document.ts';
import type { Question } from './question.ts';
import type { Reply } from './reply.ts';
import { meaningOf } from './same-meaning.ts';

/** A sum that a row names with the words of a question: `Balance due  1,000.00`, which is not the total. */

/** Words that any total has. */
const OF_TOTALS = new Set(
  'total totals amount amounts sum grand invoice receipt bill document order purchase gesamt gesamtbetrag betrag summe rechnung montant importe importo totale totaal bedrag facture factura fattura factuur'.split(
    ' ',
  ),
);
const LINES = 1000;
/** A row with more words ahead of its sum is a sentence. */
const MOST_WORDS = 6;

export function printedSum(document: Document, question: Question): Reply | null {
  if (question.asked !== 'amount' && question.asked !== 'thing') return null;
  // `The amount of the deposit`: a row has the word of what it is a sum of.
  const wanted = question.subject.filter((word) => !/^\d+$/.test(word) && !OF_TOTALS.has(word));
  if (wanted.length === 0) return null;
  const found = document.source.lines.printed(LINES).flatMap((line) => {
    const sums = amountsIn(document, line).filter(
      ({ percent, decimals, currency }) => !percent && (decimals === 2 || currency !== null),
    );
    const [sum, more] = sums;
    if (!sum || more) return [];
    const words = labelWordsOf(line.text.slice(0, sum.start)).filter(({ key }) => /\p{L}{2}/u.test(key));
    const said = new Set(words.map(({ key }) => meaningOf(key)));
    if (words.length > MOST_WORDS || !wanted.every((word) => said.has(meaningOf(word)))) return [];
    const first = words[0]?.start ?? 0;
    const label = line.text.slice(first, sum.start).replace(/(?<![\s:.])[\s:.]+$/u, '');
    const value = line.text.slice(sum.start, sum.end);
    const text = label.includes('(') ? `The document says: "${line.text.trim()}"` : `${label}: ${value}`;
    return [{ text, value: sum.exact, found: { value, span: onLine(line, sum) } }];
  });
  const [only] = found;
  return only && found.every(({ value }) => value === only.value) ? { text: only.text, found: only.found } : null;
}
