import { eachSentence } from '../text/sentences.ts';
import type { Span } from '../text/source.ts';
import { wordsOf } from '../text/words.ts';
import type { Document } from '../values/document.ts';
import type { Question } from './question.ts';

/** Questions about one of the parties that a contract names in one sentence, each with what it has. */

/** `("the Contractor")`, `(hereinafter: Mieter)`: what a contract calls a party from there on. */
const CALLED =
  /\((?:[\p{L} ,:]{0,40})["“”„«'‘](?:the |der |die |das |le |la |l['’]|el |il |de )?([\p{L} ]{3,30})["“”»'’]\)/iu;
const ALL_CALLED = new RegExp(CALLED, 'giu');

/** Whether a question is about one party, and the sentence of its answer is about several: a number there may be of any of them. */
export function isOfOneParty({ source }: Document, { subject }: Question, span: Span): boolean {
  if (!CALLED.test(source.text.slice(0, span.end + FAR))) return false;
  for (const sentence of eachSentence(source)) {
    if (sentence.span.end < span.end) continue;
    const parties = [...sentence.text.matchAll(ALL_CALLED)].map(([, name = '']) => wordsOf(name).map(({ key }) => key));
    return parties.length > 1 && parties.some((words) => words.some((word) => subject.includes(word)));
  }
  return false;
}

/** A sentence goes on no further behind a value. */
const FAR = 1000;
