import { wordsOf } from '../text/words.ts';
import type { Document, Found } from '../values/document.ts';
import type { Question } from './question.ts';

/**
 * What a question asks of a value that the printed one does not tell: its average, its sum over a year, its worth in
 * another currency. The printed value is told, and not taken for the answer.
 */

/** Words of one meaning in six languages, without accents; a word counts when it begins so. */
const MEANINGS: readonly (readonly string[])[] = [
  ['average', 'mean', 'median', 'durchschnitt', 'moyenn', 'promedio', 'media', 'gemiddeld'],
  ['year', 'annual', 'jahr', 'jahrlich', 'annee', 'annuel', 'ano', 'anual', 'anno', 'annuo', 'annua', 'jaar'],
  ['month', 'monat', 'mois', 'mensuel', 'mes', 'mensual', 'mese', 'mensile', 'maand'],
  ['week', 'woche', 'wochentlich', 'semaine', 'hebdo', 'semana', 'semanal', 'settiman', 'wekelijk'],
  ['day', 'daily', 'tag', 'taglich', 'jour', 'quotidien', 'dia', 'diari', 'giorn', 'dag'],
  ['hour', 'stund', 'heure', 'hora', 'ora', 'uur'],
];
/** Meanings that a question asks for only behind a word such as "per": "what day" asks for a date. */
const BEHIND = new Set(
  'a an each every per for one pro je fur jede jeder jedes jeden im par pour chaque por cada al per ogni all elke voor'.split(
    ' ',
  ),
);
const CURRENCIES: readonly { readonly words: readonly string[]; readonly printed: RegExp }[] = [
  { words: ['dollar', 'dollars', 'usd', 'dolares', 'dollari'], printed: /\$|\bUSD\b|dollar/i },
  { words: ['euro', 'euros', 'eur'], printed: /€|\bEUR\b|euro/i },
  { words: ['pound', 'pounds', 'sterling', 'gbp', 'pfund', 'livres', 'libras'], printed: /£|\bGBP\b|pound|sterling/i },
  { words: ['francs', 'franken', 'chf', 'francos', 'franchi'], printed: /\bCHF\b|\bFr\.|franc|franken/i },
  { words: ['yen', 'jpy'], printed: /[¥円]|\bJPY\b|yen/i },
];
/** Characters around a value that may say what it is. */
const AROUND = 160;

/** The word of the question that the place of a value does not answer; null when there is none. */
export function beyondText(document: Document, question: Question, { span }: Found<string>): string | null {
  const context = document.source.text.slice(Math.max(0, span.start - AROUND), span.end + AROUND);
  const printed = wordsOf(context).map(({ key }) => key);
  const { words } = question;
  // `What does E7 mean?` asks for no mean.
  const isVerb = words.at(-1) === 'mean' && /^(?:do|does|did)$/.test(words[1] ?? '');
  for (const [meaning, stems] of MEANINGS.entries()) {
    const has = (word: string) => stems.some((stem) => word.startsWith(stem));
    const at = words.findIndex((word, index) => has(word) && (meaning === 0 || isOfPeriod(words, index, stems)));
    if (at >= 0 && !(isVerb && words[at] === 'mean') && !printed.some(has)) return words[at] ?? null;
  }
  const currency = CURRENCIES.find((one) => words.some((word) => one.words.includes(word)));
  if (currency && /\d/.test(document.source.text.slice(span.start, span.end)) && !currency.printed.test(context)) {
    return words.find((word) => currency.words.includes(word)) ?? null;
  }
  return null;
}

/** "Per year", "annual": the word is one of a rate, not of a date. */
function isOfPeriod(words: readonly string[], index: number, stems: readonly string[]): boolean {
  const word = words[index] ?? '';
  const isNoun = stems[0] === word || word.length <= 4;
  return BEHIND.has(words[index - 1] ?? '') || (!isNoun && /(?:al|ly|lich\w{0,2}|els?|elles?|ile|ijkse?)$/.test(word));
}
