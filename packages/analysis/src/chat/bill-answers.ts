import { customFields } from '../extraction/fields.ts';
import { invoiceOf, receiptOf } from '../extraction/known-fields.ts';
import type { InvoiceData } from '../invoices/answer.ts';
import type { ReceiptData } from '../receipts/answer.ts';
import { isTurning } from '../text/turning-words.ts';
import { wordsOf } from '../text/words.ts';
import type { Document } from '../values/document.ts';
import { documentType } from '../values/document-type.ts';
import type { Evidence, Verification } from '../verification/verification.ts';
import { conceptAsked } from './field-answers.ts';
import { type Intent, intentOf } from './intents.ts';
import { type Bill, fromItems, listed } from './item-answers.ts';
import { printedSum } from './printed-sums.ts';
import type { Question } from './question.ts';
import { dateShown, money, placed, printedAt, type Reply } from './reply.ts';

/** Questions about a receipt or an invoice, answered from what was read of it. */

type Data = Partial<Omit<ReceiptData, 'items'> & Omit<InvoiceData, 'lineItems'>>;

interface Read {
  readonly fields: Verification['fields'];
  readonly data: Data;
  readonly bill: Bill;
  readonly evidence: Evidence;
}

const MOST_RECEIPT_LINES = 200;

export function fromBill(document: Document, question: Question): Reply | null {
  const type = documentType(document);
  if (type !== 'invoice' && type !== 'receipt' && type !== 'other') return null;
  const short = isShort(document);
  if (type === 'other' && !(short && document.source.lines.length <= MOST_RECEIPT_LINES)) return null;
  const asked = intentOf(question);
  if (
    type === 'other' &&
    (!asked || asked.weak || asked.intent === 'items') &&
    !isProven(receiptRead(document).fields, 'total')
  )
    return null;
  if (type === 'invoice' && !short) return fromRead(document, question, invoiceRead(document));
  return fromRead(document, question, receiptRead(document)) ?? fromRead(document, question, invoiceRead(document));
}

/** A receipt often calls itself an invoice; its lines are short. */
function isShort(document: Document): boolean {
  const lines = document.source.lines.printed(5000);
  const widths = lines.map((line) => line.text.trimEnd().length).sort((a, b) => a - b);
  return (widths[Math.floor(widths.length * 0.9)] ?? 0) <= 60;
}

function receiptRead(document: Document): Read {
  const { receiptData, evidence, verification } = receiptOf(document);
  const { items, ...data } = receiptData;
  const goods = items.filter((item) => item.type === 'item' || item.type === 'discount');
  const all = goods.length === items.length ? items : items.filter((item) => goods.includes(item));
  return {
    fields: verification.fields,
    data,
    evidence,
    bill: { items: all, path: 'items', currency: data.currency, evidence },
  };
}

function invoiceRead(document: Document): Read {
  const { invoiceData, evidence, verification } = invoiceOf(document);
  const { lineItems, ...data } = invoiceData;
  return {
    fields: verification.fields,
    data,
    evidence,
    bill: { items: lineItems, path: 'lineItems', currency: data.currency, evidence },
  };
}

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

function fromRead(document: Document, question: Question, read: Read): Reply | null {
  const yes = yesOrNo(document, question, read);
  if (yes) return yes;
  const asked = intentOf(question);
  const loose = asked === null || asked.weak;
  // "Can I return the items?" asks for no list of them.
  if (question.asked === 'yes' && asked?.intent === 'items') return null;
  if (loose || asked.intent === 'items') {
    const items = fromItems(document, withoutNames(question, read.data), read.bill);
    if (items) return items;
  }
  const flat = question.words.join(' ');
  // `Net à payer  2 881,00`: a sum by the words of its row.
  if (!asked) return printedSum(document, question);
  if (PAID.test(flat) && (question.asked === 'yes' || question.asked === 'date')) return null;
  if (namesAnother(question, asked.intent)) return null;
  if (asked.weak && (question.asked === 'yes' || aboutSomethingElse(question, read))) return null;
  const named = asked.intent === 'total' || asked.intent === 'due' ? printedSum(document, question) : null;
  return named ?? fromMember(document, asked.intent, read, withoutNames(question, read.data));
}

/** Words of questions for all that was bought; another word asks for something among it. */
const ALL_OF_IT =
  /^(?:items?|products?|articles?|goods|positions?|lines?|things?|bought|buy|purchased?|ordered|sold|list|listed|billed|invoiced|charged|receipt|invoice|bill|artikel|positionen|waren|produkte?|gekauft|bestellt|rechnung|beleg|produits?|achetes?|facture|ticket|articulos?|productos?|comprados?|factura|articol[oi]|prodott[oi]|comprat[oi]|fattura|scontrino|artikelen|producten|gekocht|besteld|factuur|bon)$/;

function isForAll({ subject, words, limit }: Question, bill: Bill): boolean {
  // "Which items were not bought?" asks for what is not on the bill.
  if (limit !== null || words.some((word) => word.length > 2 && isTurning(word))) return false;
  const named = new Set(bill.items.flatMap(({ description }) => wordsOf(description ?? '').map(({ key }) => key)));
  return subject.every((word) => ALL_OF_IT.test(word) || named.has(word));
}

function fromMember(
  document: Document,
  intent: Intent,
  { data, bill, evidence, fields }: Read,
  question: Question,
): Reply | null {
  if (intent === 'items')
    return bill.items.length > 0
      ? {
          text: `${listed(bill)}.`,
          found: placed(document, evidence, `${bill.path}.0.amount`),
          proven: isProven(fields, bill.path) && isForAll(question, bill),
        }
      : null;
  const party = intent === 'party' ? 'vendor' : intent === 'customer' ? 'customer' : null;
  const named = party ? customFields(document, [party]).get(party) : null;
  const issuer = `${data.merchant ?? ''} ${data.vendor ?? ''}`;
  if (party && named)
    return { text: `${MEMBERS[intent]?.[0]} ${named.value}.`, found: named, proven: named.sure, intent, issuer };
  const member = MEMBERS[intent];
  const path = member?.[1].find((name) => (data[name as keyof Data] ?? null) !== null);
  if (!member || !path) return null;
  const value = data[path as keyof Data];
  const shown =
    typeof value === 'number'
      ? money(value, data.currency ?? null)
      : /ate$/.test(path)
        ? dateShown(String(value), printedAt(document, evidence[path]))
        : String(value);
  return {
    text: `${member[0]} ${shown}.`,
    found: placed(document, evidence, path),
    proven: isProven(fields, path) && (intent !== 'subtotal' || isNet(data, question)),
    intent,
    issuer,
  };
}

/** Questions for what is printed as the subtotal, whatever is taken off or added below it. */
const SUBTOTAL = /(?:^| )(?:sub ?totals?|zwischensumme)(?: |$)/;

/** Whether the subtotal is what a question for the sum without tax means: with a discount below it, it is not. */
const isNet = ({ subtotal, tax, total }: Data, { words }: Question): boolean =>
  SUBTOTAL.test(words.join(' ')) ||
  (typeof subtotal === 'number' &&
    typeof total === 'number' &&
    Math.round((subtotal + (tax ?? 0) - total) * 100) === 0);

const isProven = (fields: Verification['fields'], path: string) => fields[path]?.status === 'verified';

/** What each question for a member may also be called; another name, as in "customer number", asks for something else. */
const SAME_CONCEPT: Readonly<Partial<Record<Intent, readonly string[]>>> = {
  total: ['total', 'price'],
  date: ['invoice_date', 'date'],
  due: ['due_date'],
  party: ['vendor', 'sender'],
  customer: ['customer', 'recipient'],
  address: ['address'],
  number: ['invoice_number', 'receipt_number'],
  tax: ['vat_amount'],
  subtotal: ['net_amount'],
  payment: ['payment_method'],
  order: ['order_number'],
};

function namesAnother(question: Question, intent: Intent): boolean {
  const { concept, words } = conceptAsked(question);
  return (
    concept !== null &&
    (words.length >= 2 || words.join('').length >= 8) &&
    SAME_CONCEPT[intent] !== undefined &&
    !SAME_CONCEPT[intent].includes(concept)
  );
}

/** Words that name the bill itself and no thing on it. */
const GENERIC =
  /^(?:invoices?|receipts?|bills?|purchase|order|total|amount|sum|pay|paid|spend|spent|buy|bought|shop|store|customer|money|price|due|issued|dated|printed|owe|owed|transaction|visit|rechnung|beleg|quittung|kassenbon|bon|bezahlt|zahlen|betrag|ausgestellt|gekauft|ausgegeben|facture|ticket|recu|paye|payer|depense|emise?|factura|recibo|pagado|pagar|gastado|emitida|fattura|scontrino|pagato|pagare|speso|emessa|factuur|kassabon|betaald|betalen|uitgegeven|gedateerd|january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|marz|mai|juni|juli|oktober|dezember|\d+|st|nd|rd|th|all|everything|overall|altogether|final|grand|alles|insgesamt|tout|todo|tutto|eur|euros?|usd|dollars?|gbp|pounds?|located|issue|tienda|negozio|winkel|geschaft|laden|magasin|hora|ora|heure|uhrzeit|compra|achat|acquisto|aankoop|einkauf)$/u;

/** German writes every noun with a capital: there a capital makes no name. */
const GERMAN = /(?<!\p{L})(?:wie|wann|wer|wo|ist|der|das|dem|kostet|wurde|hat|was)(?!\p{L})/iu;
const ENGLISH = /(?<!\p{L})(?:the|how|what|when|much|does|did|of)(?!\p{L})/iu;

/** Whether a loose question such as "how much was the coffee" names a thing that is not the bill. */
function aboutSomethingElse(question: Question, { data }: Read): boolean {
  const issuer = `${data.merchant ?? ''} ${data.vendor ?? ''}`.toLowerCase();
  const named = new Set(
    [...question.text.matchAll(/(?<=\S\s)(?:\p{Lu}[\p{L}\p{N}&'’.-]*)/gu)].map((match) => match[0].toLowerCase()),
  );
  const german = GERMAN.test(question.text) && !ENGLISH.test(question.text);
  return question.subject.some(
    (word) =>
      !GENERIC.test(word) &&
      !question.names.includes(word) &&
      !issuer.includes(word) &&
      (german || ![...named].some((name) => name.includes(word))),
  );
}

/** The question without the names in it: "the receipt from Harbour Books" asks for no book. */
function withoutNames(question: Question, data: Data): Question {
  const issuer = `${data.merchant ?? ''} ${data.vendor ?? ''}`.toLowerCase();
  const own = wordsOf(issuer).map((word) => word.key);
  return {
    ...question,
    subject: question.subject.filter((word) => !own.includes(word) && !question.names.includes(word)),
  };
}

const PAID =
  /(?<!\p{L})(?:paid|settled|bezahlt|beglichen|payee?|regle\p{L}?|pagad[oa]|abonada|pagat[oa]|saldat[oa]|betaald|voldaan)(?!\p{L})/u;
const TAX = /(?<!\p{L})(?:vat|tax|gst|mwst|mehrwertsteuer|umsatzsteuer|tva|iva|btw)(?!\p{L})/u;
const INCLUDED =
  /(?<!\p{L})(?:includ\p{L}{1,4}|inclusive|enthalten|inbegriffen|inkl|inklusive|compris\p{L}?|inclus\p{L}?|incluid[oa]|compres[oa]|inbegrepen|inclusief|contained)(?!\p{L})/u;

function yesOrNo(document: Document, question: Question, { data, evidence }: Read): Reply | null {
  const flat = question.words.join(' ');
  if (TAX.test(flat) && INCLUDED.test(flat) && typeof data.tax === 'number' && typeof data.total === 'number') {
    const currency = data.currency ?? null;
    return {
      text: `Yes: the total of ${money(data.total, currency)} includes tax of ${money(data.tax, currency)}.`,
      found: placed(document, evidence, 'tax'),
    };
  }
  if (question.asked !== 'yes' || !PAID.test(flat)) return null;
  const paid = customFields(document, ['payment date']).get('payment date');
  if (paid) return { text: `Yes: it was paid on ${paid.value}.`, found: paid };
  if (!data.paymentMethod) return null;
  return { text: `Yes: it was paid by ${data.paymentMethod}.`, found: placed(document, evidence, 'paymentMethod') };
}
