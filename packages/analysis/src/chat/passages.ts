import { Numbers } from '../text/numbers.ts';
import { eachSentence, sentenceAt } from '../text/sentences.ts';
import type { Span } from '../text/source.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { fold, wordsOf } from '../text/words.ts';
import type { Document } from '../values/document.ts';
import { type Asked, headNoun, type Question } from './question.ts';
import type { Reply } from './reply.ts';
import { meaningOf } from './same-meaning.ts';

/** The passage of a text that answers a question, word for word. */

/** A passage answers when it has this share of what the question's words weigh. */
const COVERED = 0.52;
/** A passage without what the question asks for, such as a number for "how many", counts less. */
const SUITS = [0.6, 1, 0.85];
const LONGEST_PASSAGE = 600;
const MOST_WORDS = 40;

/** The sentence that has most of the question's words; rare words weigh more. */
export function fromPassage(document: Document, question: Question): Reply | null {
  const wanted = wantedStems(question).slice(0, MOST_WORDS);
  if (wanted.length === 0) return null;
  const { count, holding, passages } = passagesWith(document, wanted, question);
  const leading = leadingStems(question);
  const weights = holding.map(
    (sentences, word) =>
      (Math.log(1 + count / (1 + Math.max(1, sentences))) + 0.3) * (leading.has(wanted[word] ?? '') ? 2 : 1),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let best: Span | null = null;
  let most = 0;
  for (let at = 0; at < passages.length; at += PASSAGE) {
    const [low, high, size, suited] = [
      passages.at(at + 2),
      passages.at(at + 3),
      passages.at(at + 4),
      passages.at(at + 5),
    ];
    const score =
      weights.reduce((sum, weight, word) => sum + (hasBit(low, high, word) ? weight : 0), 0) / Math.max(total, 1e-9);
    const fair = score * (size > 60 ? 0.8 : 1) * (SUITS[suited] ?? 1);
    if (fair > most) [best, most] = [{ start: passages.at(at), end: passages.at(at + 1) }, fair];
  }
  if (!best || most < COVERED) return null;
  const span = withNext(document, best);
  const { text } = sentenceAt(document.source, span);
  const quote = text.length > LONGEST_PASSAGE ? `${text.slice(0, LONGEST_PASSAGE)}…` : text;
  return { text: `The document says: "${quote}"`, found: { value: text, span }, passage: true };
}

/** A heading says nothing without the sentence below it. */
function withNext(document: Document, span: Span): Span {
  if (sentenceAt(document.source, span).text.split(' ').length > 4) return span;
  for (const sentence of eachSentence(document.source)) {
    if (sentence.span.start >= span.end && /\p{L}/u.test(sentence.text))
      return sentence.span.start - span.end < 200 ? { start: span.start, end: sentence.span.end } : span;
  }
  return span;
}

/** The thing that a question asks for, "which university", and the names in it, say more than its verb. */
function leadingStems(question: Question): Set<string> {
  const head = headNoun(question);
  const names = /[A-Za-z]/.test(question.text)
    ? [...question.text.matchAll(/(?<=\p{Ll}\s)\p{Lu}\p{Ll}{2,30}/gu)].map((match) => match[0])
    : [];
  return new Set([head ?? '', ...(names.length <= 2 ? names : [])].filter(Boolean).map(meaningOf));
}

const GENERIC: ReadonlySet<string> = new Set([
  'total',
  'amount',
  'sum',
  'number',
  'date',
  'name',
  'price',
  'betrag',
  'summe',
  'montant',
  'importe',
  'importo',
  'bedrag',
  'new',
  'current',
  'neue',
  'neuer',
  'neuen',
  'nouveau',
  'nouvelle',
  'nuevo',
  'nueva',
  'nuovo',
  'nuova',
  'nieuwe',
  'nieuw',
]);

/** "Can I keep a dog?" asks for the dog. */
const HAVING = /^(?:keep|bring|own|halten|mitbringen|avoir|tener|tenere|houden)$/;
const EASTERN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const EASTERN_ASKING =
  /是多少|多少钱|多少|什么时候|什么|多久|多长|哪里|谁|吗|请问|いつですか|いつ|ですか|ますか|いくら|何|どこ|誰|は|が|の|を|に|で|是|的|[？?。、,]/gu;

function wantedStems(question: Question): string[] {
  if (EASTERN.test(question.text))
    return [...new Set(question.text.replace(EASTERN_ASKING, ' ').split(/\s+/).flatMap(pairs))];
  const words = question.subject.filter(
    (word) => !GENERIC.has(word) && !(question.asked === 'yes' && HAVING.test(word)),
  );
  return [...new Set(words.map(meaningOf))];
}

/** Pairs of characters, where a language writes no spaces. */
function pairs(text: string): string[] {
  const characters = [...text];
  if (characters.length <= 2) return characters.length === 0 ? [] : [text];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function stemsIn(text: string): { stems: Set<string>; size: number } {
  if (EASTERN.test(text)) {
    const all = text.split(/[^\p{L}\p{N}]+/u).flatMap((run) => [...pairs(run), run]);
    return { stems: new Set(all), size: all.length / 2 };
  }
  const words = wordsOf(text).map((word) => word.key);
  const content = words.filter((word) => word.length > 1 && !STOP_WORDS.has(word));
  return { stems: new Set(content.map(meaningOf)), size: content.length };
}

const SUITED: Readonly<Partial<Record<Asked, RegExp>>> = {
  amount:
    /[€$£¥%元円]|\d[.,]\d|\b(?:eur|euros?|usd|dollars?|gbp|pounds?|chf|francs?|percent|million|billion|kg|tonnes?|minutes?|hours?|days?|weeks?|months?|years?|points?|metres?|meters?|km|litres?)\b/iu,
  count:
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twice|once|no|none|nobody|ein\p{L}{0,2}|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|deux|trois|quatre|cinq|dos|tres|cuatro|cinco|due|tre|quattro|cinque|twee|drie|vier|vijf|several|dozen)\b/iu,
  date: /\d|\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|printemps|été|automne|hiver|lunes|martes|primavera|tomorrow|week|month|year)/iu,
  person:
    /(?<=\S\s)\p{Lu}\p{L}|\b(?:committee|board|manager|caretaker|staff|team|people|members?|employees?|everyone|everybody|anyone|nobody|volunteers?|personal|mitarbeiter\p{L}{0,3}|mitglieder|personnel|salariés|membres|personas|personale|personeel|leden|vrijwilligers)\b/u,
  place:
    /(?<!\p{L})(?:in|im|at|to|near|from|à|au|en|nel|nella|bei|beim|am|aan|te|of|das|the)\s.{0,24}?\p{Lu}|\p{Lu}.{0,30}\d/u,
  duration:
    /\d|\b(?:year|month|week|day|hour|jahr|monat|woche|tag|stunde|an|mois|semaine|jour|año|mes|semana|día|anno|mese|settimana|giorno|jaar|maand|uur)/iu,
};

/** Rows of a table that no empty line parts are no passage. */
function isRows(text: string): boolean {
  return (text.match(/ {3}/g)?.length ?? 0) >= 6;
}

/** German and Dutch join words: "Mitgliederversammlung" speaks of a "Versammlung". */
function compoundStems(text: string, parts: readonly string[]): string[] {
  if (parts.length === 0) return [];
  const plain = fold(text);
  return parts.filter((part) => plain.includes(part)).map(meaningOf);
}

interface Passages {
  /** Sentences of the document. */
  readonly count: number;
  /** For each word, the sentences that have it. */
  readonly holding: readonly number[];
  /** For each sentence with one of the words: start, end, two sets of bits for the words it has, its words, whether it suits (2: with the next one). */
  readonly passages: Numbers;
}

/** Numbers for one sentence. */
const PASSAGE = 6;
/** Words whose bits are in the first of two numbers. */
const BITS = 30;

const hasBit = (low: number, high: number, word: number) =>
  word < BITS ? (low >> word) & 1 : (high >> (word - BITS)) & 1;

/** Reads the sentences one by one: of those of a long document only numbers are kept. */
function passagesWith(document: Document, wanted: readonly string[], question: Question): Passages {
  const { asked } = question;
  const parts = question.subject.filter((word) => word.length >= 7);
  const holding = wanted.map(() => 0);
  const passages = new Numbers();
  let count = 0;
  let waiting: number[] | null = null;
  const settle = (next: Span | null) => {
    if (!waiting) return;
    // What a sentence speaks of, the next one may give the number for.
    const [start = 0, end = 0] = waiting;
    const close = next !== null && next.start - end < 4;
    for (const value of close ? [start, next.end, ...waiting.slice(2, 5), 2] : waiting) passages.push(value);
    waiting = null;
  };
  for (const { text, span } of eachSentence(document.source)) {
    count += 1;
    const { stems, size } = stemsIn(text);
    const suits = SUITED[asked]?.test(text) !== false && !isRows(document.source.text.slice(span.start, span.end));
    for (const stem of compoundStems(text, parts)) stems.add(stem);
    settle(suits ? span : null);
    let [low, high] = [0, 0];
    for (const [word, stem] of wanted.entries()) {
      if (!stems.has(stem)) continue;
      holding[word] = (holding[word] ?? 0) + 1;
      if (word < BITS) low |= 1 << word;
      else high |= 1 << (word - BITS);
    }
    if (low !== 0 || high !== 0) waiting = [span.start, span.end, low, high, Math.round(size), suits ? 1 : 0];
    if (suits) settle(null);
  }
  settle(null);
  return { count, holding, passages };
}
