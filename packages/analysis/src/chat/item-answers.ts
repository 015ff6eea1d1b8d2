import { wordsOf } from '../text/words.ts';
import type { Document } from '../values/document.ts';
import type { Evidence } from '../verification/verification.ts';
import type { Question } from './question.ts';
import { money, placed, type Reply } from './reply.ts';
import { sameWord } from './stems.ts';

/** Questions about what was bought: one item, the dearest, how many, all of them. */

export interface Goods {
  readonly description: string | null;
  readonly quantity: number | null;
  readonly unitPrice: number | null;
  readonly amount: number | null;
}

export interface Bill {
  readonly items: readonly Goods[];
  /** The member of the answer that holds the items: `items` or `lineItems`. */
  readonly path: string;
  readonly currency: string | null;
  readonly evidence: Evidence;
}

const ITEMS =
  /(?<!\p{L})(?:items?|products?|articles?|goods|positions?|lines?|line items|artikel|positionen|waren|produkte?|produits?|articulos?|productos?|articol[oi]|prodott[oi]|artikelen|producten|things?)(?!\p{L})/u;
const UNIT_PRICE =
  /(?<!\p{L})(?:unit price|price per|hourly rate|rate|each|einzelpreis|stuckpreis|prix unitaire|precio unitario|prezzo unitario|stuksprijs|stundensatz)(?!\p{L})/u;
const QUANTITY_UNITS = /^(?:hours?|stunden|heures|horas|ore|uren|pieces?|units?|stuck)$/;

export function fromItems(document: Document, question: Question, bill: Bill): Reply | null {
  if (bill.items.length === 0) return null;
  const flat = question.words.join(' ');
  const at = (index: number) => placed(document, bill.evidence, `${bill.path}.${index}.amount`);
  if (question.extreme && (ITEMS.test(flat) || question.subject.length <= 2)) {
    const index = extremeOf(bill.items, question.extreme);
    const item = bill.items[index];
    return item ? { text: `${shown(item, bill.currency)}.`, found: at(index) } : null;
  }
  if (question.asked === 'count' && ITEMS.test(flat))
    return { text: `There are ${bill.items.length} items: ${listed(bill)}.`, found: at(0), computed: true };
  const hours = question.asked === 'count' && question.subject.some((word) => QUANTITY_UNITS.test(word));
  if (hours && bill.items.every((item) => item.quantity !== null) && question.subject.length <= 2) {
    const total = bill.items.reduce((sum, item) => sum + (item.quantity ?? 0), 0);
    return { text: `The quantities add up to ${total}: ${listed(bill)}.`, found: at(0), computed: true };
  }
  return oneItem(question, bill, flat, at);
}

/** The item whose description has the words of the question. */
function oneItem(question: Question, bill: Bill, flat: string, at: (index: number) => Reply['found']): Reply | null {
  const index = itemNamed(question, bill.items);
  const item = bill.items[index];
  if (!item) return null;
  const name = item.description ?? '';
  if (UNIT_PRICE.test(flat) && item.unitPrice !== null)
    return { text: `${name}: ${money(item.unitPrice, bill.currency)} each.`, found: at(index) };
  if (question.asked === 'count')
    return item.quantity === null ? null : { text: `${name}: ${item.quantity}.`, found: at(index) };
  return ['amount', 'thing', 'yes'].includes(question.asked)
    ? { text: `${shown(item, bill.currency)}.`, found: at(index) }
    : null;
}

function itemNamed(question: Question, items: readonly Goods[]): number {
  let best = -1;
  let most = 0;
  for (const [index, item] of items.entries()) {
    const own = wordsOf(item.description ?? '').map((word) => word.key);
    const shared = question.subject.filter(
      (word) => word.length > 2 && own.some((other) => sameWord(other, word)),
    ).length;
    if (shared > most) [best, most] = [index, shared];
  }
  return best;
}

export function listed(bill: Bill): string {
  return bill.items
    .slice(0, 40)
    .map((item) => [item.description ?? 'an item without a name', item.amount?.toFixed(2)].filter(Boolean).join(': '))
    .join('; ');
}

function shown(item: Goods, currency: string | null): string {
  const many =
    item.quantity !== null && item.quantity !== 1 && item.unitPrice !== null
      ? ` (${item.quantity} at ${money(item.unitPrice, null)})`
      : '';
  return `${item.description ?? 'An item without a name'}: ${item.amount === null ? 'no amount' : money(item.amount, currency)}${many}`;
}

function extremeOf(items: readonly Goods[], extreme: 'largest' | 'smallest'): number {
  let best = -1;
  for (const [index, item] of items.entries()) {
    const top = items[best]?.amount ?? null;
    if (item.amount === null) continue;
    if (top === null || (extreme === 'largest' ? item.amount > top : item.amount < top)) best = index;
  }
  return best;
}
