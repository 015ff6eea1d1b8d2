import type { Block } from './blocks.ts';

/**
 * What the names of a block (class, id, role and the like) say: for each word that many sites use, how much more
 * often than elsewhere it stands on content (positive) or on what is around it (negative), as a logarithm of odds.
 */
export type NameWeights = Readonly<Record<string, number>>;

const LONGEST_NAME = 28;
const MOST_NAMES = 24;

/** The words of a block's names: each name, and the parts of those that are joined by hyphens. */
export function nameWords({ tag, hints = '' }: Block): string[] {
  const words = new Set<string>([`<${tag}>`]);
  for (const name of hints.split(/\s+/)) {
    if (words.size >= MOST_NAMES) break;
    for (const word of name.includes('-') ? [name, ...name.split('-')] : [name])
      if (word.length > 1 && word.length <= LONGEST_NAME && !/\d/.test(word)) words.add(word);
  }
  return [...words];
}

/** What the names of one block say. */
export interface NameScore {
  readonly sum: number;
  readonly least: number;
  readonly most: number;
}

const SILENT: NameScore = { sum: 0, least: 0, most: 0 };

/** Adds up what names say; each block is looked at once. */
export function createNameScores(weights: NameWeights): (block: Block) => NameScore {
  const known = new Map<string, NameScore>();
  const blocks = new Map<Block, NameScore>();
  return (block) => {
    const before = blocks.get(block);
    if (before) return before;
    const key = `${block.tag} ${block.hints ?? ''}`;
    let score = known.get(key);
    if (!score) {
      score = scoreOf(nameWords(block), weights);
      known.set(key, score);
    }
    blocks.set(block, score);
    return score;
  };
}

function scoreOf(words: readonly string[], weights: NameWeights): NameScore {
  return words.reduce(({ sum, least, most }, word) => {
    const weight = Object.hasOwn(weights, word) ? (weights[word] as number) : 0;
    return { sum: sum + weight, least: Math.min(least, weight), most: Math.max(most, weight) };
  }, SILENT);
}
