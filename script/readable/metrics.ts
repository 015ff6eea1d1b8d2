/**
 * How well a text agrees with what should come out of a page. Each set of development pages has a measure of its own:
 * sequences of four words for articles, words for pages of seven types, and pieces that must and must not be there.
 */
import type { DevelopmentPage } from './pages.ts';

/** Precision and recall of one page; counts of pieces for pages that are measured by pieces. */
export interface PageScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly found: number;
  readonly wrong: number;
  readonly missed: number;
}

const WORD = /[\p{L}\p{N}_]+/gu;

export function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

export function scorePage({ metric, truth }: DevelopmentPage, text: string): PageScore {
  if (metric === 'shingle') return overlap(shingles(wordsOf(truth.text ?? '')), shingles(wordsOf(text)));
  if (metric === 'wordbag') {
    return overlap(wordsOf((truth.text ?? '').toLowerCase()), wordsOf(text.toLowerCase()));
  }
  const flat = flatten(text);
  const isIn = (piece: string): boolean => flat.includes(flatten(piece));
  const { with: wanted = [], without: unwanted = [] } = truth;
  const found = wanted.filter(isIn).length;
  return scoreOf(found, unwanted.filter(isIn).length, wanted.length - found);
}

const flatten = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Sequences of four words; one shorter sequence when there are fewer. */
function shingles(words: readonly string[]): string[] {
  const count = words.length === 0 ? 0 : Math.max(1, words.length - 3);
  return Array.from({ length: count }, (_, index) => words.slice(index, index + 4).join(' '));
}

function overlap(truth: readonly string[], text: readonly string[]): PageScore {
  const counts = new Map<string, number>();
  for (const word of truth) counts.set(word, (counts.get(word) ?? 0) + 1);
  let found = 0;
  for (const word of text) {
    const left = counts.get(word) ?? 0;
    if (left > 0) {
      found += 1;
      counts.set(word, left - 1);
    }
  }
  return scoreOf(found, text.length - found, truth.length - found);
}

function scoreOf(found: number, wrong: number, missed: number): PageScore {
  const perfect = wrong === 0 && missed === 0 ? 1 : 0;
  const precision = found + wrong === 0 ? perfect : found / (found + wrong);
  const recall = found + missed === 0 ? perfect : found / (found + missed);
  return { precision, recall, f1: harmonic(precision, recall), found, wrong, missed };
}

const harmonic = (precision: number, recall: number): number =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);

/** The measure of a whole set, as the benchmark defines it. */
export function scoreSet(metric: DevelopmentPage['metric'], scores: readonly PageScore[]): PageScore {
  const sum = (pick: (score: PageScore) => number, of = scores): number => of.reduce((all, one) => all + pick(one), 0);
  const found = sum((score) => score.found);
  const wrong = sum((score) => score.wrong);
  const missed = sum((score) => score.missed);
  if (metric === 'segments') return scoreOf(found, wrong, missed);
  // A page without an answer has no precision.
  const answered = metric === 'shingle' ? scores.filter((score) => score.found + score.wrong > 0) : scores;
  const precision = sum((score) => score.precision, answered) / Math.max(1, answered.length);
  const recall = sum((score) => score.recall) / Math.max(1, scores.length);
  const f1 = metric === 'shingle' ? harmonic(precision, recall) : sum((score) => score.f1) / Math.max(1, scores.length);
  return { precision, recall, f1, found, wrong, missed };
}
