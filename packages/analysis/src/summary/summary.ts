import { type Sentence, sentencesOf } from '../text/sentences.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { wordsOf } from '../text/words.ts';
import type { Document } from '../values/document.ts';
import { type Evidence, EvidenceCollector, type Verification } from '../verification/verification.ts';

/** Summaries by extraction: the sentences that share most with the rest of the text, each word for word. */

export type SummaryType = 'brief' | 'standard' | 'detailed';

export interface SummaryAnswer {
  readonly summary: string;
  readonly verification: Verification;
  readonly evidence: Evidence;
}

/** Sentences in a summary: brief has 2 to 3, standard 5 to 7, detailed 10 to 15. */
const LENGTHS: Readonly<Record<SummaryType, number>> = { brief: 3, standard: 6, detailed: 12 };
/** Only so much of a very long text is weighed; the beginning says what it is about. */
const MOST_SENTENCES = 20_000;
const ALIKE = 0.6;

interface Weighed {
  readonly sentence: Sentence;
  readonly index: number;
  readonly words: ReadonlySet<string>;
  readonly weight: number;
}

export function summarise(document: Document, type: SummaryType = 'standard'): SummaryAnswer {
  const chosen = chooseSentences(sentencesOf(document.source).slice(0, MOST_SENTENCES), LENGTHS[type]);
  const collect = new EvidenceCollector(document.source);
  const texts = chosen.map((sentence, index) => collect.value(`sentences.${index}`, sentence.text, sentence.span));
  const checks = [{ name: 'sentences_in_text', ok: true, expected: chosen.length, actual: texts.length }];
  const status = chosen.length > 0 ? 'verified' : 'unverified';
  return {
    summary: texts.join(' '),
    verification: { status, checks, ungrounded: collect.ungrounded, engine: 'rules' },
    evidence: collect.evidence,
  };
}

function chooseSentences(sentences: readonly Sentence[], count: number): Sentence[] {
  if (sentences.length <= count) return [...sentences];
  const weighed = weigh(sentences).sort((a, b) => b.weight - a.weight || a.index - b.index);
  const chosen: Weighed[] = [];
  for (const strict of [true, false]) {
    for (const one of weighed) {
      if (chosen.length >= count) break;
      if (!chosen.includes(one) && !(strict && chosen.some((other) => likeness(one.words, other.words) > ALIKE)))
        chosen.push(one);
    }
  }
  return chosen.sort((a, b) => a.index - b.index).map((one) => one.sentence);
}

/** A sentence weighs what its words weigh on average, more near the beginning and less when it is no sentence. */
function weigh(sentences: readonly Sentence[]): Weighed[] {
  const words = sentences.map((sentence) => contentWords(sentence.text));
  const counts = new Map<string, number>();
  for (const list of words) for (const word of new Set(list)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return sentences.map((sentence, index) => {
    const list = words[index] ?? [];
    const total = list.reduce((sum, word) => sum + Math.log(1 + (counts.get(word) ?? 0)), 0);
    const mean = list.length === 0 ? 0 : total / Math.sqrt(list.length * Math.max(list.length, 12));
    const position = 1 + 0.5 / (1 + index / 3);
    return { sentence, index, words: new Set(list), weight: mean * position * shape(sentence.text, list.length) };
  });
}

function shape(text: string, words: number): number {
  const ended = /[.!?…。"”)]$/.test(text) ? 1 : 0.55;
  const digits = text.replace(/[^\d]/g, '').length;
  const numeric = digits * 3 > text.length ? 0.4 : 1;
  return ended * numeric * (words < 4 ? 0.5 : words > 60 ? 0.7 : 1);
}

export function contentWords(text: string): string[] {
  return wordsOf(text)
    .map((word) => word.key)
    .filter((key) => key.length > 1 && !STOP_WORDS.has(key));
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared / Math.max(1, Math.min(a.size, b.size));
}
