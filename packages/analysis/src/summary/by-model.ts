import { askJson, type Reading } from '../models/ask-json.ts';
import { withinBudget } from '../models/excerpt.ts';
import { ModelFailure } from '../models/failure.ts';
import { isObject, type JsonObject, listOf } from '../models/json.ts';
import type { ModelCall } from '../models/model.ts';
import { fenced, instructionsFor, userTurn } from '../models/prompt.ts';
import { Quotes } from '../models/quotes.ts';
import { SupportChecker, type Supported } from '../models/support.ts';
import { originalSpan, type Span } from '../text/source.ts';
import type { Document } from '../values/document.ts';
import type { Check } from '../verification/verification.ts';
import { extract } from './extract.ts';
import { type SummaryAnswer, type SummaryType, summarize } from './summary.ts';

/** Summaries in a model's words, of which every sentence quotes what it rests on. */

const LENGTHS: Readonly<Record<SummaryType, readonly [number, number]>> = {
  brief: [2, 3],
  standard: [5, 7],
  detailed: [10, 15],
};

interface Sentence extends Supported {
  readonly text: string;
}

interface Draft {
  readonly kept: readonly Sentence[];
  readonly proposed: number;
}

export async function summaryWithModel(
  call: ModelCall,
  document: Document,
  type: SummaryType = 'standard',
): Promise<SummaryAnswer> {
  const rules = summarize(document, type);
  if (document.source.text.trim() === '') return rules;
  const draft = await withinBudget(call, document, {
    select: extract,
    ask: (text) => askDraft(call, document, { text, type }),
  });
  const check: Check = {
    name: 'model_sentences_in_text',
    ok: draft.kept.length === draft.proposed,
    expected: draft.proposed,
    actual: draft.kept.length,
  };
  if (draft.kept.length === 0) {
    return { ...rules, verification: { ...rules.verification, checks: [...rules.verification.checks, check] } };
  }
  const evidence: Record<string, Span> = {};
  for (const [index, { spans }] of draft.kept.entries()) {
    if (spans[0]) evidence[`sentences.${index}`] = originalSpan(document.source, spans[0]);
  }
  const status = check.ok && draft.kept.every((sentence) => sentence.sayings !== null) ? 'verified' : 'unverified';
  const checks = [check];
  return {
    summary: draft.kept.map((sentence) => sentence.text).join(' '),
    verification: {
      status,
      checks,
      fields: { summary: { status, checks } },
      ungrounded: [],
      engine: 'model',
    },
    evidence,
  };
}

interface Asked {
  readonly text: string;
  readonly type: SummaryType;
}

/** An answer that was cut off is asked for once more with shorter sentences. */
async function askDraft(call: ModelCall, document: Document, asked: Asked): Promise<Draft> {
  try {
    return await askOnce(call, document, { ...asked, words: 40 });
  } catch (error) {
    if (!(error instanceof ModelFailure) || error.reason !== 'cut') throw error;
    return askOnce(call, document, { ...asked, words: 15 });
  }
}

function askOnce(
  call: ModelCall,
  document: Document,
  { text, type, words }: Asked & { words: number },
): Promise<Draft> {
  const [least, most] = LENGTHS[type];
  const task = `Summarize the document in ${least} to ${most} sentences of at most ${words} words, in the language of the document.
With each sentence give one to three quotes that it rests on: copied from the document character for character, each of at most 20 words.
Numbers, dates and names appear exactly as the document prints them; never compute any. Plain text without markup or links.
Answer in this form: {"sentences": [{"text": "...", "quotes": ["..."]}]}`;
  const checker = new SupportChecker(new Quotes(document));
  return askJson(call, {
    instructions: instructionsFor(task),
    turns: [userTurn(fenced(text))],
    read: (answer) => readDraft(answer, checker, most),
  });
}

function readDraft(answer: JsonObject, checker: SupportChecker, most: number): Reading<Draft> {
  const list = listOf(answer.sentences).slice(0, most);
  const sentences = list.flatMap((node): Sentence[] => {
    if (!isObject(node) || typeof node.text !== 'string' || node.text.trim() === '') return [];
    const text = node.text.replace(/\s+/g, ' ').trim();
    const quotes = listOf(node.quotes).filter((quote) => typeof quote === 'string');
    return [{ text, ...checker.check(text, quotes) }];
  });
  if (sentences.length === 0) return { result: null, problems: ['"sentences" holds no sentence'] };
  const problems = sentences.flatMap((sentence, index) =>
    sentence.problems.map((problem) => `sentences[${index}]: ${problem}`),
  );
  return {
    result: { kept: sentences.filter((sentence) => sentence.problems.length === 0), proposed: list.length },
    problems,
  };
}
