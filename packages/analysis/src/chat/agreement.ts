import { cutAt } from '../models/cut.ts';
import { indexOfTokens, isSentence, tokensOf } from '../models/verbatim.ts';
import { sentencesOf } from '../text/sentences.ts';
import { originalSpan, readSource, type Span } from '../text/source.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { isTurning } from '../text/turning-words.ts';
import { type Amount, scanAmounts } from '../values/amounts.ts';
import { scanDates } from '../values/dates.ts';
import type { Document } from '../values/document.ts';
import type { ChatAnswer } from './chat.ts';
import { readQuestion } from './question.ts';

/** Whether a model's short answer names the value that the rules read for the same question. */

/** `other` when both name a value of one kind, and not the same; `open` when that cannot be told. */
export type Agreement = 'same' | 'other' | 'open';

interface Answers {
  readonly question: string;
  readonly rules: ChatAnswer;
  readonly model: string;
}

export function agreementOf(document: Document, { question, rules, model }: Answers): Agreement {
  const place = rules.evidence.answer;
  if (rules.verification.status !== 'verified' || !place) return 'open';
  const said = tokensOf(model);
  if (said.some(isTurning)) return 'open';
  const printed = document.source.original.slice(place.start, place.end);
  if (PASSAGE.test(rules.answer)) return onlyFigureOf(printed, { question, said }) ? 'same' : 'open';
  if (isTurned(document.source.original, place)) return 'open';
  const { agreement, beside } = comparedValues(document, { printed, rules, model });
  if (agreement !== 'same') return agreement;
  const rest = beside.filter((token) => !STOP_WORDS.has(token) && /[\p{L}\p{N}]/u.test(token));
  return [tokensOf(question), tokensOf(rules.answer)].some((frame) => isInOrder(rest, frame)) ? 'same' : 'open';
}

/** How much of the text around a value can belong to its sentence. */
const AROUND = 500;

/** Whether a value stands in a sentence with a word that turns it: "it is false that the mill is old". */
function isTurned(text: string, place: Span): boolean {
  const from = cutAt(text, place.start - AROUND);
  const source = readSource(text.slice(from, cutAt(text, place.end + AROUND)));
  return sentencesOf(source).some(({ text: sentence, span }) => {
    const { start, end } = originalSpan(source, span);
    const holds = from + start < place.end && place.start < from + end;
    return holds && isSentence(sentence) && tokensOf(sentence).some(isTurning);
  });
}

/** The rules quote a passage where they read no value. */
const PASSAGE = /^[^"]{1,60}: ".{0,2000}"$/s;
const HAS_FIGURE = /\d/;
/** What may stand beside a figure: "84 people", "about 3 working days". */
const MOST_BESIDE = 3;

/** A passage with one number answers "how many" with it; with two of them the model may have the wrong one. */
function onlyFigureOf(passage: string, { question, said }: { question: string; said: readonly string[] }): boolean {
  const { asked } = readQuestion(question);
  if (asked !== 'amount' && asked !== 'count' && asked !== 'date' && asked !== 'duration') return false;
  const tokens = tokensOf(passage);
  if (tokens.some(isTurning) || indexOfTokens(tokens, said) < 0) return false;
  const figures = (list: readonly string[]) => list.filter((token) => HAS_FIGURE.test(token)).length;
  return figures(tokens) === 1 && figures(said) === 1 && said.length <= 1 + MOST_BESIDE;
}

interface Compared {
  readonly agreement: Agreement;
  /** What is said beside the value. */
  readonly beside: readonly string[];
}

interface Values {
  readonly printed: string;
  readonly rules: ChatAnswer;
  readonly model: string;
}

function comparedValues(document: Document, { printed, rules, model }: Values): Compared {
  const dates = (text: string) => scanDates(text, { order: document.order }).filter((date) => date.iso !== null);
  const [own, other] = [dates(printed), dates(model)];
  const [one] = own;
  if (one && other.length > 0) {
    const same = own.length === 1 && other.every((date) => date.iso === one.iso);
    return { agreement: same ? 'same' : 'other', beside: tokensOf(without(model, other)) };
  }
  const money = one || other.length > 0 ? null : comparedMoney(document, { printed, rules, model });
  if (money) return money;
  const [said, value] = [tokensOf(model), tokensOf(printed)];
  const at = indexOfTokens(said, value);
  return at < 0 ? { agreement: 'open', beside: said } : { agreement: 'same', beside: said.toSpliced(at, value.length) };
}

/** Null where one of them names no money, or the rules name several sums. */
function comparedMoney(document: Document, { printed, rules, model }: Values): Compared | null {
  const money = (text: string) => scanAmounts(text, document.style).filter((amount) => !amount.letterBefore);
  const [own, other] = [money(printed), money(model)];
  const [one] = own;
  if (!one || own.length !== 1 || one.decimals === 0 || other.length === 0) return null;
  const currencies = new Set(scanAmounts(rules.answer).flatMap(({ currency }) => currency ?? []));
  const fits = ({ exact, currency, percent }: Amount) =>
    exact === one.exact && percent === one.percent && (currency === null || currencies.has(currency));
  return { agreement: other.every(fits) ? 'same' : 'other', beside: tokensOf(without(model, other)) };
}

function without(text: string, spans: readonly Span[]): string {
  return spans.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
}

/** Whether all tokens stand in another list in the same order: "Jones owes Smith" is not in "Smith owes Jones". */
function isInOrder(tokens: readonly string[], list: readonly string[]): boolean {
  let at = 0;
  return tokens.every((token) => {
    at = list.indexOf(token, at) + 1;
    return at > 0;
  });
}
