import { STOP_WORDS } from './stop-words.ts';
import { wordsOf } from './words.ts';

/** The words of a text that say something of their own, folded, in order. */
export function contentWords(text: string): string[] {
  return wordsOf(text)
    .map((word) => word.key)
    .filter((key) => key.length > 1 && !STOP_WORDS.has(key));
}
