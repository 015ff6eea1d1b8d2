import { eachSentence, sentenceAt } from '../text/sentences.ts';
import { isTurning } from '../text/turning-words.ts';
import { wordsOf } from '../text/words.ts';
import type { Document } from '../values/document.ts';
import type { Reply } from './reply.ts';

/**
 * A value out of a sentence that denies it, makes it depend on something or tells what others say is no answer by
 * itself: "It is false that the mill is old." Then the sentence is the answer.
 */

/** Shorter ones mean something harmless in another language: "of", "se", "or". */
const SHORTEST = 3;
const SHORT = new Set(['no', 'if', 'ne']);
const LEAST_WORDS = 5;

export function inItsSentence(document: Document, reply: Reply): Reply {
  const { found } = reply;
  if (!found || reply.computed) return reply;
  for (const { span } of eachSentence(document.source)) {
    if (span.end <= found.span.start) continue;
    const { text } = sentenceAt(document.source, span);
    const isWhole = found.span.start <= span.start && found.span.end >= span.end;
    if (span.start > found.span.start || isWhole || !/[.!?]["')\]”»]?$/.test(text)) return reply;
    const words = wordsOf(text);
    const turns = words.some(({ key }) => (key.length >= SHORTEST || SHORT.has(key)) && isTurning(key));
    if (words.length < LEAST_WORDS || !turns) return reply;
    return { text: `The document says: "${text}"`, found: { value: text, span } };
  }
  return reply;
}
