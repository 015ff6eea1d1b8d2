import { contactsOf } from '../extraction/contacts.ts';
import { documentType } from '../extraction/document-type.ts';
import { customFields } from '../extraction/fields.ts';
import { answerInvoice, type InvoiceData } from '../invoices/answer.ts';
import { answerReceipt, type ReceiptData } from '../receipts/answer.ts';
import { contentWords } from '../summary/summary.ts';
import { type Sentence, sentencesOf } from '../text/sentences.ts';
import { condensed } from '../text/words.ts';
import type { Document, Found } from '../values/document.ts';
import { type Evidence, EvidenceCollector, type Verification } from '../verification/verification.ts';
import { type Intent, intentOf } from './intents.ts';

/** Answers to questions: from extracted fields, else a passage word for word, else that nothing is stated. */

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

interface Reply {
  readonly text: string;
  readonly found: Found<string> | null;
}

/** A passage answers when it has this share of what the question's words weigh. */
const COVERED = 0.5;
const LONGEST_PASSAGE = 600;
/** Letters that tell words apart. */
const STEM = 6;
const MOST_RECEIPT_LINES = 200;

export function chat(document: Document, question: string, history: readonly Turn[] = []): ChatAnswer {
  const intent = intentOf(question);
  const full = contentWords(question).length >= 2 ? question : `${lastQuestion(history)} ${question}`;
  const reply = (intent && fromFields(document, intent)) ?? fromLabel(document, full) ?? fromPassage(document, full);
  const collect = new EvidenceCollector(document.source);
  if (reply?.found) collect.value('answer', reply.text, reply.found.span);
  const checks = [
    { name: 'quote_in_text', ok: reply?.found !== undefined && reply.found !== null, expected: null, actual: null },
  ];
  const status = reply?.found ? 'verified' : 'unverified';
  return {
    answer: reply?.text ?? NOT_STATED,
    verification: { status, checks: reply ? checks : [], ungrounded: collect.ungrounded, engine: 'rules' },
    evidence: collect.evidence,
  };
}

function lastQuestion(history: readonly Turn[]): string {
  return history.findLast((turn) => turn.role === 'user')?.content ?? '';
}

/** Questions about a receipt or an invoice are answered from its fields; some others from contacts. */
function fromFields(document: Document, intent: Intent): Reply | null {
  if (intent === 'email' || intent === 'phone') return fromContacts(document, intent);
  const type = documentType(document);
  if (type !== 'invoice' && type !== 'receipt' && type !== 'other') return null;
  const short = isShort(document);
  if (type === 'invoice' && !short) return fromAnswer(document, intent, 'invoice');
  if (type === 'other' && !(short && document.source.lines.length <= MOST_RECEIPT_LINES)) return null;
  return fromAnswer(document, intent, 'receipt') ?? fromAnswer(document, intent, 'invoice');
}

/** A receipt often calls itself an invoice; its lines are short. */
function isShort(document: Document): boolean {
  const lines = document.source.lines.slice(0, 5000).filter((line) => line.text.trim() !== '');
  const widths = lines.map((line) => line.text.trimEnd().length).sort((a, b) => a - b);
  return (widths[Math.floor(widths.length * 0.9)] ?? 0) <= 60;
}

type Data = Partial<Omit<ReceiptData, 'items'> & Omit<InvoiceData, 'lineItems'>>;

const MEMBERS: Readonly<Partial<Record<Intent, readonly [string, readonly string[]]>>> = {
  total: ['The total is', ['total']],
  date: ['The date is', ['date']],
  due: ['The due date is', ['dueDate']],
  party: ['It was issued by', ['merchant', 'vendor']],
  customer: ['The customer is', ['customer']],
  address: ['The address is', ['address']],
  number: ['The number is', ['invoiceNumber', 'receiptNumber']],
  tax: ['The tax is', ['tax']],
  subtotal: ['The subtotal is', ['subtotal']],
  currency: ['The currency is', ['currency']],
  payment: ['It was paid by', ['paymentMethod']],
  order: ['The purchase order is', ['purchaseOrder']],
  time: ['The time is', ['time']],
};

function fromAnswer(document: Document, intent: Intent, kind: 'receipt' | 'invoice'): Reply | null {
  const answer = kind === 'receipt' ? answerReceipt(document) : answerInvoice(document);
  const data: Data = 'receiptData' in answer ? answer.receiptData : answer.invoiceData;
  const lines = 'receiptData' in answer ? answer.receiptData.items : answer.invoiceData.lineItems;
  if (intent === 'items') return lines.length > 0 ? listOf(document, lines, answer.evidence) : null;
  const member = MEMBERS[intent];
  const path = member?.[1].find((name) => (data[name as keyof Data] ?? null) !== null);
  if (!member || !path) return null;
  const value = data[path as keyof Data];
  return {
    text: `${member[0]} ${shown(document, path, value, answer.evidence, data.currency ?? null)}.`,
    found: placed(document, answer.evidence[path]),
  };
}

/** Money with its currency, dates also as they are printed. */
function shown(document: Document, path: string, value: unknown, evidence: Evidence, currency: string | null): string {
  const span = evidence[path];
  const printed = span
    ? document.source.original
        .slice(span.start, span.end)
        .replace(/\s{1,1000}/g, ' ')
        .trim()
    : null;
  if (typeof value === 'number') {
    const number = Number.isInteger(value * 100) || value % 1 !== 0 ? value.toFixed(2) : String(value);
    return currency ? `${number} ${currency}` : number;
  }
  const text = String(value);
  return printed && condensed(printed) !== condensed(text) && /ate$/.test(path)
    ? `${text} (printed as "${printed}")`
    : text;
}

function listOf(
  document: Document,
  lines: readonly { description: string | null; amount: number | null }[],
  evidence: Evidence,
): Reply {
  const texts = lines
    .slice(0, 40)
    .map((line) => [line.description ?? 'an item without a name', line.amount?.toFixed(2)].filter(Boolean).join(': '));
  const place = Object.entries(evidence).find(([path]) => path.endsWith('0.amount'))?.[1];
  return { text: `${texts.join('; ')}.`, found: placed(document, place) };
}

function fromContacts(document: Document, intent: 'email' | 'phone'): Reply | null {
  const found = contactsOf(document).find((contact) => contact[intent] !== null)?.[intent];
  return found
    ? { text: `The ${intent === 'email' ? 'e-mail address' : 'telephone number'} is ${found.value}.`, found }
    : null;
}

/** "What is the policy number?" finds the line `Policy number: …`. */
function fromLabel(document: Document, question: string): Reply | null {
  const words = contentWords(question);
  const names: string[] = [];
  for (let length = Math.min(4, words.length); length >= 1; length -= 1) {
    for (let start = 0; start + length <= words.length && names.length < 40; start += 1)
      names.push(words.slice(start, start + length).join(' '));
  }
  const fields = customFields(
    document,
    names.filter((name) => name.length >= 4),
  );
  for (const [name, found] of fields) {
    const label = name.charAt(0).toUpperCase() + name.slice(1);
    if (found && name.split(' ').length * 2 > words.length) return { text: `${label}: ${found.value}`, found };
  }
  return null;
}

/** The sentence that has most of the question's words; rare words weigh more. */
function fromPassage(document: Document, question: string): Reply | null {
  const wanted = [...stems(question)].slice(0, 40);
  if (wanted.length === 0) return null;
  const sentences = sentencesOf(document.source);
  const sets = sentences.map((sentence) => stems(sentence.text));
  const weights = new Map(
    wanted.map((word) => [word, Math.log(1 + sentences.length / (1 + sets.filter((set) => set.has(word)).length))]),
  );
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  let best: Sentence | null = null;
  let most = 0;
  for (const [index, sentence] of sentences.entries()) {
    const set = sets[index] ?? new Set<string>();
    const score =
      wanted.reduce((sum, word) => sum + (set.has(word) ? (weights.get(word) ?? 0) : 0), 0) / Math.max(total, 1e-9);
    const fair = score * (set.size > 60 ? 0.8 : 1);
    if (fair > most) [best, most] = [sentence, fair];
  }
  if (!best || most < COVERED) return null;
  const quote = best.text.length > LONGEST_PASSAGE ? `${best.text.slice(0, LONGEST_PASSAGE)}…` : best.text;
  return { text: `The document says: "${quote}"`, found: { value: best.text, span: best.span } };
}

/** Words with other endings are the same: "governs" and "governed". */
function stems(text: string): Set<string> {
  return new Set(contentWords(text).map((word) => word.slice(0, STEM).replace(/s$/, '')));
}

/** Evidence refers to the caller's text; here only its presence counts. */
function placed(
  document: Document,
  span: { readonly start: number; readonly end: number } | undefined,
): Found<string> | null {
  if (!span) return null;
  const start = cleanOffset(document, span.start);
  return {
    value: document.source.original.slice(span.start, span.end),
    span: { start, end: cleanOffset(document, span.end - 1) + 1 },
  };
}

/** The offset in the cleaned text of one in the caller's text; found by halving, because the way back only grows. */
function cleanOffset(document: Document, original: number): number {
  let low = 0;
  let high = document.source.text.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (document.source.originalOffset(middle) < original) low = middle + 1;
    else high = middle;
  }
  return low;
}
