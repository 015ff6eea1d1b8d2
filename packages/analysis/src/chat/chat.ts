import { amountsOf, datesOf } from '../extraction/values.ts';
import type { Document } from '../values/document.ts';
import { documentType } from '../values/document-type.ts';
import { type Evidence, EvidenceCollector, type Verification } from '../verification/verification.ts';
import { beyondText } from './beyond.ts';
import { fromBill } from './bill-answers.ts';
import { fromConcept, fromContacts, fromLabel, fromWholeLabel } from './field-answers.ts';
import { fromPassage } from './passages.ts';
import { followUp, type Question, readQuestion } from './question.ts';
import type { Reply } from './reply.ts';
import { fromStatement } from './statement-answers.ts';
import { fromTables } from './table-answers.ts';
import { inItsSentence } from './turned.ts';

/** Answers to questions: from what was read of the document, else a passage word for word, else that nothing is stated. */

export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface ChatAnswer {
  readonly answer: string;
  readonly verification: Verification;
  readonly evidence: Evidence;
}

export const NOT_STATED = 'The document does not state it.';

/** Questions to whoever answers are no questions about the document. */
const TO_THE_ASSISTANT =
  /\b(?:your (?:system |initial )?(?:prompt|instructions|rules)|ignore (?:all|any|the|your|previous)|who are you|what are you|tell me a joke|pretend|you are now)\b/i;

export function answerQuestion(document: Document, question: string, history: readonly Turn[] = []): ChatAnswer {
  const before = history.findLast((turn) => turn.role === 'user')?.content;
  const asked = followUp(readQuestion(question), before);
  const given = TO_THE_ASSISTANT.test(question) ? null : replyTo(document, asked);
  const reply = given && inItsSentence(document, given);
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
  const status = reply?.found && !reply.computed && beyond === null ? 'verified' : 'unverified';
  const own = reply ? checks : [];
  const fields = { answer: { status, checks: own } } as const;
  return {
    answer: reply?.text ?? NOT_STATED,
    verification: { status, checks: own, fields, ungrounded: collect.ungrounded, engine: 'rules' },
    evidence: collect.evidence,
  };
}

function replyTo(document: Document, question: Question): Reply | null {
  const type = documentType(document);
  return (
    (type === 'bank_statement'
      ? (fromWholeLabel(document, question) ?? fromStatement(document, question))
      : fromBill(document, question)) ??
    fromContacts(document, question, true) ??
    fromWholeLabel(document, question) ??
    fromConcept(document, question) ??
    fromContacts(document, question, false) ??
    fromTables(document, question) ??
    fromLabel(document, question) ??
    fromPassage(document, question) ??
    onlyOne(document, question)
  );
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
