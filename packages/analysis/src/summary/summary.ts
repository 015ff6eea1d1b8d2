import { contentWords } from '../text/content-words.ts';
import type { Document } from '../values/document.ts';
import { type Evidence, EvidenceCollector, type Verification } from '../verification/verification.ts';
import { type Candidate, candidatesOf, linesOf } from './candidates.ts';

/** Summaries by extraction: the sentences that share most with the rest of the text, each word for word. */

export type SummaryType = 'brief' | 'standard' | 'detailed';

export interface SummaryAnswer {
  readonly summary: string;
  readonly verification: Verification;
  readonly evidence: Evidence;
}

/** Sentences in a summary: brief has 2 to 3, standard 5 to 7, detailed 10 to 15. */
const LENGTHS: Readonly<Record<SummaryType, number>> = { brief: 3, standard: 6, detailed: 12 };
const ALIKE = 0.6;
/** What a further sentence of the same part of a document still counts. */
const SAME_SECTION = 0.7;

interface Weighed {
  readonly sentence: Candidate;
  readonly index: number;
  readonly words: ReadonlySet<string>;
  readonly weight: number;
}

export function summarize(document: Document, type: SummaryType = 'standard'): SummaryAnswer {
  const chosen = chooseSentences(onlyOnce(sayings(document)), LENGTHS[type]);
  const collect = new EvidenceCollector(document.source);
  const texts = chosen.map((sentence, index) => collect.value(`sentences.${index}`, sentence.text, sentence.span));
  const checks = [{ name: 'sentences_in_text', ok: true, expected: chosen.length, actual: texts.length }];
  const status = chosen.length > 0 ? 'verified' : 'unverified';
  return {
    // The lines of a form are lines, sentences run on.
    summary: texts.join(chosen.some((one) => one.weight !== undefined) ? '\n' : ' '),
    verification: {
      status,
      checks,
      fields: { summary: { status, checks } },
      ungrounded: collect.ungrounded,
      engine: 'rules',
    },
    evidence: collect.evidence,
  };
}

/** The sentences of a document; of a form or a list, which has none, its lines. */
function sayings(document: Document): Candidate[] {
  const candidates = candidatesOf(document);
  if (candidates.length >= 2) return candidates;
  const lines = linesOf(document);
  return candidates.length === 1 && lines.length <= 2 ? candidates : lines;
}

/** The first of sentences that are the same but for case and spaces. */
function onlyOnce(sentences: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return sentences.filter(({ text }) => {
    const key = text.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}

/** One after the other, the sentence that says most beside those chosen before; in the order of the text. */
function chooseSentences(sentences: readonly Candidate[], count: number): Candidate[] {
  if (sentences.length <= count) return [...sentences];
  const left = weigh(sentences).sort((a, b) => b.weight - a.weight || a.index - b.index);
  const chosen: Weighed[] = [];
  for (const strict of [true, false]) {
    while (chosen.length < count) {
      const next = nextOf(left, chosen, strict);
      if (next < 0) break;
      chosen.push(...left.splice(next, 1));
    }
  }
  return chosen.sort((a, b) => a.index - b.index).map((one) => one.sentence);
}

function nextOf(left: readonly Weighed[], chosen: readonly Weighed[], strict: boolean): number {
  let best = -1;
  let most = 0;
  for (const [at, one] of left.entries()) {
    // They are sorted: none behind can weigh more than this one.
    if (best >= 0 && one.weight <= most) break;
    if (strict && chosen.some((other) => likeness(one.words, other.words) > ALIKE)) continue;
    const near = chosen.filter((other) => other.sentence.section === one.sentence.section).length;
    const weight = one.weight * SAME_SECTION ** near;
    if (best < 0 || weight > most) [best, most] = [at, weight];
  }
  return best;
}

/** A sentence weighs what its words weigh on average, more near the beginning and less when it leans on another. */
function weigh(sentences: readonly Candidate[]): Weighed[] {
  const words = sentences.map((sentence) => wordsForWeight(sentence.text));
  const counts = new Map<string, number>();
  for (const list of words) for (const word of new Set(list)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return sentences.map((sentence, index) => {
    const list = words[index] ?? [];
    const total = list.reduce((sum, word) => sum + Math.log(1 + (counts.get(word) ?? 0)), 0);
    const mean = list.length === 0 ? 0 : total / Math.sqrt(list.length * Math.max(list.length, 12));
    const leads = index === 0 || sentences[index - 1]?.section !== sentence.section;
    const position = (1 + 0.5 / (1 + index / 3)) * (leads ? 1.15 : 1);
    return {
      sentence,
      index,
      words: new Set(list),
      weight: sentence.weight ?? mean * position * shape(sentence.text, list.length),
    };
  });
}

/** Sentences that begin so go on from the one before. */
const LEANS =
  /^(?:it|they|he|she|this|these|those|that|such|however|but|and|so|therefore|then|also|otherwise|er|sie|es|dies\p{L}{0,2}|jedoch|aber|und|daher|außerdem|il|elle|ils|elles|ce|cette|ces|cela|mais|et|donc|ello|éste?|esta|estos|pero|y|además|esso|essa|questo|questa|ma|inoltre|hij|zij|het|dit|deze|maar|en|daarom)(?!\p{L})/iu;
/** Words to a machine that reads: they are part of the text, but nothing that it is about. */
const COMMANDS =
  /\b(?:ignore (?:all|any|the) (?:previous|prior|above)|(?:system|assistant) ?:|reveal your|you are now|answer only with)/i;

function shape(text: string, words: number): number {
  const digits = text.replace(/[^\d]/g, '').length;
  const numeric = digits * 3 > text.length ? 0.4 : 1;
  const leaning = LEANS.test(text) ? 0.75 : 1;
  const asking = /[?？؟]$/.test(text) ? 0.6 : 1;
  const begun = /^\p{Ll}/u.test(text) ? 0.7 : 1;
  const commanding = COMMANDS.test(text) ? 0.2 : 1;
  return begun * numeric * leaning * asking * commanding * (words < 4 ? 0.5 : words > 60 ? 0.7 : 1);
}

/** Chinese and Japanese write no spaces: pairs of characters stand for words. */
function wordsForWeight(text: string): string[] {
  if (!/\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u.test(text)) return contentWords(text);
  const characters = [...text.replace(/[^\p{L}\p{N}]/gu, '')];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared / Math.max(1, Math.min(a.size, b.size));
}
