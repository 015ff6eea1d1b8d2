import type { Turn } from './attempt.ts';
import { beginningOf } from './cut.ts';
import { ModelFailure } from './failure.ts';
import { type JsonObject, readModelJson } from './json.ts';
import type { ModelCall } from './model.ts';
import { userTurn } from './prompt.ts';

/** Questions that are answered with JSON, with one repair that names what was wrong. */

export interface JsonQuestion<Result> {
  readonly instructions: string;
  readonly turns: readonly Turn[];
  /** Makes the result of an answer and tells which checks it fails. A null result is unusable. */
  readonly read: (answer: JsonObject) => Reading<Result>;
}

export interface Reading<Result> {
  readonly result: Result | null;
  /** One sentence each, for the model. */
  readonly problems: readonly string[];
}

const MOST_PROBLEMS = 20;
const LONGEST_ECHO = 20_000;

/** The better of at most two answers. Throws `ModelFailure` when neither is usable. */
export async function askJson<Result>(call: ModelCall, question: JsonQuestion<Result>): Promise<Result> {
  const { instructions, turns } = question;
  const text = await call.ask({ instructions, turns });
  const first = reading(text, question);
  if (first.result !== null && first.problems.length === 0) return first.result;
  const again: Turn[] = [
    ...turns,
    { role: 'assistant', content: beginningOf(text, LONGEST_ECHO) },
    userTurn(repairRequest(first.problems)),
  ];
  const second = await repaired(() => call.ask({ instructions, turns: again }), question, first.result !== null);
  const better = second.result !== null && (first.result === null || second.problems.length <= first.problems.length);
  const result = better ? second.result : first.result;
  if (result === null) throw new ModelFailure('bad_output');
  return result;
}

function reading<Result>(text: string, question: JsonQuestion<Result>): Reading<Result> {
  const json = readModelJson(text);
  return json.ok ? question.read(json.value) : { result: null, problems: [json.problem] };
}

/** A repair that fails loses nothing when the first answer is usable. */
async function repaired<Result>(
  ask: () => Promise<string>,
  question: JsonQuestion<Result>,
  optional: boolean,
): Promise<Reading<Result>> {
  try {
    return reading(await ask(), question);
  } catch (error) {
    if (optional && error instanceof ModelFailure) return { result: null, problems: [] };
    throw error;
  }
}

function repairRequest(problems: readonly string[]): string {
  const list = problems.slice(0, MOST_PROBLEMS).map((problem) => `- ${problem}`);
  return `Your answer failed these checks:\n${list.join('\n')}\nAnswer again with the whole corrected JSON object.`;
}
