import type { Line, Span } from '../text/source.ts';
import { type Decimal, near, SCALE, sum, toNumber } from '../values/decimal.ts';
import { amountsIn, type Document, type Found, onLine } from '../values/document.ts';
import { askJson, type Reading } from './ask-json.ts';
import { beginningOf, cutAt } from './cut.ts';
import { isSizeFailure, ModelFailure } from './failure.ts';
import { isObject, type JsonObject, type JsonValue, listOf } from './json.ts';
import type { ModelCall } from './model.ts';
import { fenced, instructionsFor, userTurn } from './prompt.ts';
import { partsOf, proposedAmount, type Resolved, resolve } from './proposals.ts';
import { Quotes } from './quotes.ts';
import { type Shape, taskOf } from './shapes.ts';

/** What a model reads on a receipt or an invoice, with the place of everything in the document. */

export interface RowReading {
  readonly description: Found<string> | null;
  readonly quantity: number | null;
  readonly unitPrice: number | null;
  readonly amount: Found<Decimal> | null;
}

export interface DocumentReading {
  readonly fields: Readonly<Record<string, Resolved>>;
  readonly rows: readonly RowReading[];
}

const MOST_ROWS = 1_000;
const SHORTEST_PIECE = 1_500;
/** How far from its description the numbers of a row may stand, in lines. */
const ROW_LINES = 4;

/** Asks for the fields and rows of a document. An answer that is cut off is asked for again in pieces. */
export async function readByModel(call: ModelCall, document: Document, shape: Shape): Promise<DocumentReading> {
  const quotes = new Quotes(document);
  const text = shortened(document.source.text, call.limits.promptCharacters);
  try {
    return await readText(call, quotes, { shape, text });
  } catch (error) {
    if (!isSizeFailure(error)) throw error;
    if (error.reason === 'too_long') return readShorter(call, quotes, { shape, text });
    if (!shape.rows) throw error;
    const head = await readText(call, quotes, { shape: { ...shape, rows: null }, text });
    return { ...head, rows: await readRows(call, quotes, { shape, text: halves(text) }) };
  }
}

interface Part {
  readonly shape: Shape;
  readonly text: string;
}

/** A model that takes less gets less, down to a size where only another model would help. */
async function readShorter(call: ModelCall, quotes: Quotes, { shape, text }: Part): Promise<DocumentReading> {
  const half = Math.floor(text.length / 2);
  if (half < SHORTEST_PIECE) throw new ModelFailure('too_long');
  const shorter = shortened(text, half);
  try {
    return await readText(call, quotes, { shape, text: shorter });
  } catch (error) {
    if (error instanceof ModelFailure && error.reason === 'too_long')
      return readShorter(call, quotes, { shape, text: shorter });
    throw error;
  }
}

async function readRows(
  call: ModelCall,
  quotes: Quotes,
  { shape, text }: { shape: Shape; text: readonly string[] },
): Promise<RowReading[]> {
  const rows: RowReading[] = [];
  for (const piece of text) {
    try {
      rows.push(...(await readText(call, quotes, { shape: { ...shape, fields: {} }, text: piece })).rows);
    } catch (error) {
      if (!isSizeFailure(error) || piece.length < 2 * SHORTEST_PIECE) throw error;
      rows.push(...(await readRows(call, quotes, { shape, text: halves(piece) })));
    }
  }
  return rows;
}

async function readText(call: ModelCall, quotes: Quotes, { shape, text }: Part): Promise<DocumentReading> {
  return askJson(call, {
    instructions: instructionsFor(taskOf(shape)),
    turns: [userTurn(fenced(text))],
    read: (answer) => readAnswer(answer, quotes, shape),
  });
}

function readAnswer(answer: JsonObject, quotes: Quotes, shape: Shape): Reading<DocumentReading> {
  const names = Object.keys(shape.fields);
  const known = [...names, ...(shape.rows ? [shape.rows.name] : [])];
  if (!known.some((name) => name in answer))
    return { result: null, problems: [`none of ${known.join(', ')} is there`] };
  const problems: string[] = [];
  const fields: Record<string, Resolved> = {};
  for (const name of names) {
    const field = resolve(quotes, shape.fields[name]?.type ?? 'text', answer[name]);
    fields[name] = field;
    if (field.proposed && field.value === null) problems.push(`${name}: the quote does not stand in the document`);
  }
  const list = shape.rows ? listOf(answer[shape.rows.name]).slice(0, MOST_ROWS) : [];
  const rows = readAnswerRows(list, quotes, problems, shape.rows?.name ?? '');
  return { result: { fields, rows }, problems: [...problems, ...sumProblems(fields, rows)] };
}

/** Sums are the model's own affair only as far as they can be wrong: printed numbers that do not add up are misread. */
function sumProblems(fields: Readonly<Record<string, Resolved>>, rows: readonly RowReading[]): string[] {
  const exact = (name: string) => fields[name]?.exact ?? null;
  const [subtotal, tax, total] = [exact('subtotal'), exact('tax'), exact('total')];
  const problems: string[] = [];
  if (
    subtotal !== null &&
    tax !== null &&
    total !== null &&
    !near(subtotal + tax, total, 5 * CENT) &&
    !near(subtotal, total, 5 * CENT)
  ) {
    problems.push('subtotal and tax do not add up to total');
  }
  const amounts = rows.flatMap((row) => (row.amount ? [row.amount.value] : []));
  const targets = [subtotal, total].filter((target) => target !== null);
  if (amounts.length > 0 && targets.length > 0 && !targets.some((target) => near(sum(amounts), target, 5 * CENT))) {
    problems.push('the amounts of the rows add up neither to subtotal nor to total: look for missing or doubled rows');
  }
  return problems;
}

const CENT = SCALE / 100;

function readAnswerRows(list: readonly JsonValue[], quotes: Quotes, problems: string[], name: string): RowReading[] {
  const rows: RowReading[] = [];
  let from = 0;
  for (const [index, node] of list.entries()) {
    const row = isObject(node) ? readRow(node, quotes, from) : null;
    if (row?.amount || row?.description) {
      rows.push(row);
      from = row.description?.span.start ?? row.amount?.span.start ?? from;
    }
    if (!row?.amount) problems.push(`${name}[${index}].amount: the quote does not stand in the document near the row`);
  }
  return rows;
}

/** A row's numbers are looked for near its description, so that the same price elsewhere does not stand in for it. */
function readRow(node: JsonObject, quotes: Quotes, from: number): RowReading {
  const description = partsOf(node.description).quote;
  const places = description === null ? [] : quotes.findWords(description);
  const place = places.find((span) => span.start >= from) ?? places[0] ?? null;
  const near = linesNear(quotes, place ?? { start: from, end: from + 1 }, place ? ROW_LINES : 60);
  const number = (member: JsonValue | undefined) => {
    const exact = proposedAmount(quotes, member);
    return exact === null ? null : amountNear(quotes.document, near, exact);
  };
  const [quantity, unitPrice] = [number(node.quantity), number(node.unitPrice)];
  const text = place ? quotes.document.source.text.slice(place.start, place.end).replace(/\s+/g, ' ').trim() : null;
  return {
    description: place && text ? { value: text, span: place } : null,
    quantity: quantity ? toNumber(quantity.value) : null,
    unitPrice: unitPrice ? toNumber(unitPrice.value) : null,
    amount: number(node.amount),
  };
}

function linesNear(quotes: Quotes, span: Span, count: number): Line[] {
  const [first] = quotes.linesOf(span);
  if (!first) return [];
  return quotes.document.source.lines.slice(Math.max(0, first.index - 1), first.index + count);
}

/** The last such amount of the first line that has one: row totals stand to the right. */
function amountNear(document: Document, lines: readonly Line[], exact: Decimal): Found<Decimal> | null {
  for (const line of lines) {
    const amount = amountsIn(document, line).findLast((one) => one.exact === exact);
    if (amount) return { value: amount.exact, span: onLine(line, amount) };
  }
  return null;
}

/** Beginning and end of a text that is too long; who, when and totals stand there. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${beginningOf(text, half)}\n[...]\n${text.slice(cutAt(text, text.length - half))}`;
}

/** Two pieces, divided at a line break near the middle. */
export function halves(text: string): [string, string] {
  const middle = Math.floor(text.length / 2);
  const line = text.lastIndexOf('\n', middle);
  const at = line > 0 ? line + 1 : cutAt(text, middle);
  return [text.slice(0, at), text.slice(at)];
}
