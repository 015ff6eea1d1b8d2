import { contentWords } from '../text/content-words.ts';
import { type Sentence, sentencesOf } from '../text/sentences.ts';
import { readSource, type Span } from '../text/source.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { isTurning } from '../text/turning-words.ts';
import { fold } from '../text/words.ts';
import type { Quotes } from './quotes.ts';

/**
 * Whether a model says what a document says: word for word and in order, within one sentence of it, and without
 * leaving out a word that turns its meaning. The same words in another order, or with a "not", are another thing.
 */

/** How much of a sentence of the document is said: from its beginning, and without what turns it. */
export interface Saying {
  /** From 0 to 1. */
  readonly share: number;
  /** Whether it is a sentence by itself, and not a heading, a name or another value. */
  readonly isSentence: boolean;
}

/** Numbers with their separators, words with their apostrophes, signs, and what tells money and parts from counts. */
const TOKEN =
  /\d+(?:[.,:/'\u2019\u2013-]\d+)*|[\p{L}\p{M}\p{N}]+(?:['\u2019][\p{L}\p{M}]+)*|[-\u2212\u2013+\u00b1](?=\d)|[%\u2030\u20ac$\u00a3\u00a5<>\u2264\u2265\u2260=~]/gu;

/** What a text says: its words and numbers in order, in lower case and without accents. */
export function tokensOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).map((token) => fold(token.replaceAll('\u2019', "'")));
}

/** The place of some tokens among others; -1 when they do not stand there side by side. */
export function indexOfTokens(tokens: readonly string[], wanted: readonly string[]): number {
  if (wanted.length === 0) return -1;
  for (let at = 0; at + wanted.length <= tokens.length; at += 1) {
    if (wanted.every((token, index) => tokens[at + index] === token)) return at;
  }
  return -1;
}

/** Finds what is said among the sentences of a document. */
export class Sayings {
  readonly #quotes: Quotes;
  #sentences: readonly Sentence[] | null = null;

  constructor(quotes: Quotes) {
    this.#quotes = quotes;
  }

  /** One for each sentence of a text; null when one of them is not said in the document, or says nothing. */
  find(text: string): readonly Saying[] | null {
    const sayings = sentencesOf(readSource(text)).map((sentence) => this.#saying(sentence.text));
    return sayings.length > 0 && sayings.every((saying) => saying !== null) ? sayings : null;
  }

  /** The sentence of the document around a place; null when the place goes beyond one. */
  sentenceAround(span: Span): Sentence | null {
    this.#sentences ??= sentencesOf(this.#quotes.document.source);
    const after = this.#sentences.findIndex((sentence) => sentence.span.end > span.start);
    const sentence = this.#sentences[after];
    return sentence && sentence.span.start <= span.start && span.end <= sentence.span.end ? sentence : null;
  }

  #saying(sentence: string): Saying | null {
    if (!saysAnything(sentence)) return null;
    let best: Saying | null = null;
    for (const span of this.#quotes.findWords(sentence)) {
      const around = this.sentenceAround(span);
      const saying = around && sayingOf(sentence, around.text);
      if (saying && (!best || saying.share > best.share)) best = saying;
    }
    return best;
  }
}

/** A text of stop words only, such as "No.", says nothing that could be found. */
function saysAnything(text: string): boolean {
  return contentWords(text).some((word) => word.length >= 2);
}

const ASKS = /[?\uff1f\u061f]["'\u201d\u2019)\]]{0,2}$/;
const LATIN_ONLY = /^[\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]*$/u;

function sayingOf(said: string, sentence: string): Saying | null {
  const [wanted, tokens] = [tokensOf(said), tokensOf(sentence)];
  const at = indexOfTokens(tokens, wanted);
  if (at < 0 || ASKS.test(said) !== ASKS.test(sentence)) return null;
  const [before, after] = [tokens.slice(0, at), tokens.slice(at + wanted.length)];
  const rest = [...before, ...after];
  if (rest.some(isTurning)) return null;
  // Turning words of other languages are not known: there the whole sentence counts.
  if (rest.length > 0 && !LATIN_ONLY.test(sentence)) return null;
  if (!before.every(isSmall) || !endsAPhrase(sentence, at + wanted.length)) return null;
  return { share: wanted.length / Math.max(1, wanted.length + after.length), isSentence: isSentence(sentence) };
}

/** Whether a sentence may end behind so many tokens: "it costs 5" is not what "it costs 5 million" says. */
function endsAPhrase(sentence: string, count: number): boolean {
  const places = [...sentence.matchAll(TOKEN)];
  const [last, next] = [places[count - 1], places[count]];
  if (!last || !next) return true;
  const between = sentence.slice(last.index + last[0].length, next.index);
  return /[,;:()\u2013\u2014]/.test(between) || STOP_WORDS.has(fold(next[0]));
}

/** An article, or the mark of a list. */
const isSmall = (token: string) => STOP_WORDS.has(token) || /^(?:\d{1,3}|\p{L})$/u.test(token);

const ENDS = /[.!\u2026\u3002\uff01\u06d4\u0964]["'\u201d\u2019\u00bb)\]]{0,2}$/;
const AUXILIARIES =
  /(?<!\p{L})(?:is|are|was|were|has|have|had|will|must|may|can|shall|does|do|did|ist|sind|war|waren|hat|haben|wird|werden|muss|darf|kann|soll|est|sont|etait|ont|doit|peut|es|son|era|han|tiene|debe|puede|e|sono|ha|hanno|deve|puo|zijn|heeft|hebben|wordt|moet|mag|kan)(?!\p{L})/u;

/** Names, addresses and headings stand in a document like sentences; a sentence has words that are no names. */
export function isSentence(text: string): boolean {
  if (!/[\p{Ll}\p{Lu}]/u.test(text)) return ENDS.test(text) && (text.match(/\p{L}/gu) ?? []).length >= 5;
  const count = tokensOf(text).length;
  if (AUXILIARIES.test(fold(text))) return count >= 3;
  const plain = (text.match(/(?<![\p{L}\p{N}])\p{Ll}{3,60}(?![\p{L}\p{N}])/gu) ?? []).filter(
    (word) => !STOP_WORDS.has(fold(word)),
  );
  return plain.length > 0 && count >= (ENDS.test(text) ? 3 : 5);
}
