import { contentWords } from '../text/content-words.ts';
import { sentencesOf } from '../text/sentences.ts';
import type { Document } from '../values/document.ts';
import { beginningOf } from './cut.ts';
import { ModelFailure } from './failure.ts';
import type { ModelCall } from './model.ts';

/** What of a long document a model gets to see: sentences of it, word for word and in order. */

/** Stands for what is left out. */
export const GAP = '\n[...]\n';
const SHORTEST = 2_000;
const HEAD_CHARACTERS = 1_500;

/** Asks about as much of the document as the model takes; `select` chooses what to leave out. */
export async function withinBudget<Result>(
  call: ModelCall,
  document: Document,
  options: {
    readonly select: (document: Document, most: number) => string;
    readonly ask: (text: string) => Promise<Result>;
  },
): Promise<Result> {
  const { text } = document.source;
  let most = call.limits.promptCharacters;
  for (;;) {
    try {
      return await options.ask(text.length <= most ? text : options.select(document, most));
    } catch (error) {
      if (!(error instanceof ModelFailure) || error.reason !== 'too_long') throw error;
      most = Math.floor(Math.min(most, text.length) / 2);
      if (most < SHORTEST) throw error;
    }
  }
}

/** The beginning, and the sentences that share most words with a question, each with its neighbors. */
export function passagesFor(question: string): (document: Document, most: number) => string {
  return (document, most) => {
    const { source } = document;
    const wanted = new Set(contentWords(question));
    const sentences = sentencesOf(source);
    const scores = sentences.map(({ text }) => new Set(contentWords(text)).intersection(wanted).size);
    const ranked = scores.map((score, index) => ({ score, index })).filter(({ score }) => score > 0);
    ranked.sort((a, b) => b.score - a.score || a.index - b.index);
    const chosen = new Set<number>();
    let used = HEAD_CHARACTERS;
    for (const { index } of ranked) {
      for (const near of [index, index - 1, index + 1]) {
        const size = sentences[near]?.text.length;
        if (size === undefined || chosen.has(near) || used + size > most) continue;
        chosen.add(near);
        used += size + GAP.length;
      }
    }
    const passages = [...chosen].sort((a, b) => a - b).map((index) => sentences[index]?.text ?? '');
    return [beginningOf(source.text, HEAD_CHARACTERS), ...passages].join(GAP);
  };
}
