/** Places where a text may be cut, from the best to those that are left when no other will do. */
export const CUTS = ['sentences', 'words', 'letters'] as const;
export type Cut = (typeof CUTS)[number];

/** Made when first needed: few requests cut anything. */
const SEGMENTERS = new Map<string, Intl.Segmenter>();

function segment(text: string, granularity: 'sentence' | 'word' | 'grapheme'): Intl.Segments {
  const segmenter = SEGMENTERS.get(granularity) ?? new Intl.Segmenter('en', { granularity });
  SEGMENTERS.set(granularity, segmenter);
  return segmenter.segment(text);
}

/** Ends of sentences, of words, or of what a reader takes for one letter (UAX #29), without the end of the text. */
export function cutsOf(text: string, cut: Cut): number[] {
  const ends = new Set<number>();
  switch (cut) {
    case 'sentences':
      for (const { index } of segment(text, 'sentence')) ends.add(index);
      break;
    case 'words':
      for (const { index } of text.matchAll(/(?<=\s)(?=\S)/g)) ends.add(index);
      // Scripts without spaces part their words too.
      for (const { index, isWordLike } of segment(text, 'word')) if (isWordLike && isWide(text, index)) ends.add(index);
      break;
    case 'letters':
      for (const { index } of segment(text, 'grapheme')) ends.add(index);
      break;
  }
  ends.delete(0);
  return [...ends].sort((a, b) => a - b);
}

/** Scripts that are written without spaces: CJK, Thai, Lao, Khmer, Burmese. */
const isWide = (text: string, index: number): boolean =>
  /^[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\u{20000}-\u{3fffd}]/u.test(
    text.slice(index, index + 2),
  );

/** Characters that hold all that may fit: no text has this many of them to a token. */
export const windowOf = (maxTokens: number): number => Math.min(20 * maxTokens + 500, 2 ** 28);
