import { amountsOf, datesOf } from '../extraction/values.ts';
import type { Document } from '../values/document.ts';
import { documentType } from '../values/document-type.ts';
import { type Check, type Evidence, EvidenceCollector, type Verification } from '../verification/verification.ts';
import { beyondText } from './beyond.ts';
import { fromBill } from './bill-answers.ts';
import { fromConcept, fromContacts, fromLabel, fromWholeLabel } from './field-answers.ts';
import { fromPassage } from './passages.ts';
import { followUp, type Question, readQuestion } from './question.ts';
import type { Reply } from './reply.ts';
import { fromStatement } from './statement-answers.ts';
import { holdsAsked, missingWords } from './support.ts';
import { isSure } from './sure.ts';
import { fromTables } from './table-answers.ts';
import { inItsSentence } from './turned.ts';
import { withUnit } from './units.ts';

/** Answers to questions: from what was read of the document, else a passage word for word, else that nothing is stated. */

export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface ChatAnswer {
  readonly answer: string;
  /** What may help where nothing was found; null else. */
  readonly hint: string | null;
  readonly verification: Verification;
  readonly evidence: Evidence;
}

/** Words that are not found may still be there in others: absence is never claimed. */
export const NOT_FOUND = 'I found no passage that answers this.';
const HINT = 'Rules look for the words of a question. A language model may find an answer in other words.';

/** Questions to whoever answers are no questions about the document. */
const TO_THE_ASSISTANT =
  /\b(?:your (?:system |initial )?(?:prompt|instructions|rules)|ignore (?:all|any|the|your|previous)|who are you|what are you|tell me a joke|pretend|you are now)\b/i;

export function answerQuestion(document: Document, question: string, history: readonly Turn[] = []): ChatAnswer {
  const before = history.findLast((turn) => turn.role === 'user')?.content;
  const asked = followUp(readQuestion(question), before);
  const given = TO_THE_ASSISTANT.test(question) ? null : replyTo(document, asked);
  const reply = given && withUnit(document, inItsSentence(document, given));
  const beyond = reply?.found && !reply.computed ? beyondText(document, asked, reply.found) : null;
  const collect = new EvidenceCollector(document.source);
  if (reply) collect.value('answer', reply.text, reply.found?.span);
  const checks = [
    {
      name: reply?.computed ? 'computed_from_text' : 'quote_in_text',
      ok: reply?.found !== undefined && reply.found !== null,
      // The places in the text that the answer rests on.
      expected: 1,
      actual: reply?.found ? 1 : 0,
    },
    ...(beyond === null ? [] : [{ name: 'question_in_text', ok: false, expected: beyond, actual: null }]),
  ];
  const missing = reply ? wordsMissing(document, asked, reply) : null;
  const proven = reply?.found && !reply.computed && beyond === null && missing === null && reply.proven !== false;
  const sure = proven && isSure(document, asked, reply);
  const status = sure ? 'verified' : 'unverified';
  const own = reply ? [...checks, ...(missing ?? (proven && !sure ? NOT_HELD : []))] : [];
  const fields = { answer: { status, checks: own } } as const;
  return {
    answer: reply?.text ?? NOT_FOUND,
    hint: reply ? null : HINT,
    verification: { status, checks: own, fields, ungrounded: collect.ungrounded, engine: 'rules' },
    evidence: collect.evidence,
  };
}

/** The words are there, and what they ask for is not, or more than once. */
const NOT_HELD: Check[] = [{ name: 'question_in_text', ok: false, expected: null, actual: null }];

/** The check that fails where words of the question do not stand beside the answer; null where all do. */
function wordsMissing(document: Document, question: Question, reply: Reply): Check[] | null {
  if (!reply.found || reply.proven !== undefined || reply.computed) return null;
  const { found, passage = false } = reply;
  const missing = missingWords(document, question, { found, passage });
  if (missing.length === 0) return passage && !holdsAsked(document, question, found) ? NOT_HELD : null;
  return [{ name: 'question_in_text', ok: false, expected: missing.join(' '), actual: null }];
}

type Reader = (document: Document, question: Question) => Reply | null;

/** What is read of a field that the question names, in any words. */
const OF_FIELDS: readonly Reader[] = [
  (document, question) => fromContacts(document, question, true),
  fromWholeLabel,
  fromConcept,
];
/** What shares words with the question. */
const BY_WORDS: readonly Reader[] = [
  (document, question) => fromContacts(document, question, false),
  fromTables,
  fromLabel,
  fromPassage,
  onlyOne,
];

/** A field that the question names, else the first answer that has the words of the question around it, else the first. */
function replyTo(document: Document, question: Question): Reply | null {
  const ofKind: readonly Reader[] =
    documentType(document) === 'bank_statement' ? [fromWholeLabel, fromStatement] : [fromBill];
  let first: Reply | null = null;
  for (const read of [...ofKind, ...OF_FIELDS]) {
    const reply = read(document, question);
    if (reply && (!reply.loose || wordsMissing(document, question, reply) === null)) return reply;
    first ??= reply;
  }
  for (const read of BY_WORDS) {
    const reply = read(document, question);
    if (reply && wordsMissing(document, question, reply) === null) return reply;
    first ??= reply;
  }
  return first;
}

/** "How much is it?" of a text with one sum of money, "when is it?" of one with one date. */
function onlyOne(document: Document, question: Question): Reply | null {
  if (question.subject.length > 0) return null;
  if (question.asked === 'amount') {
    const amounts = amountsOf(document);
    const [only] = amounts;
    return only && amounts.length === 1
      ? { text: `The amount is ${only.text}.`, found: { value: only.text, span: only.span } }
      : null;
  }
  if (question.asked !== 'date') return null;
  const dates = datesOf(document);
  const [only] = dates;
  return only && dates.length === 1
    ? { text: `The date is ${only.date}.`, found: { value: only.text, span: only.span } }
    : null;
}
