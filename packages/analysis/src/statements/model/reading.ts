import { askJson, type Reading } from '../../models/ask-json.ts';
import { beginningOf } from '../../models/cut.ts';
import { isSizeFailure, ModelFailure } from '../../models/failure.ts';
import { isObject, type JsonObject, type JsonValue, listOf } from '../../models/json.ts';
import type { ModelCall } from '../../models/model.ts';
import { inParallel } from '../../models/parallel.ts';
import { fenced, instructionsFor, userTurn } from '../../models/prompt.ts';
import { NOTHING, type Resolved, resolve } from '../../models/proposals.ts';
import { Quotes } from '../../models/quotes.ts';
import type { Line } from '../../text/source.ts';
import type { Document } from '../../values/document.ts';
import { readRow, type StatementRow } from './rows.ts';

/** A statement as a model reads it: in chunks of numbered lines, stitched by the line of each amount. */

export interface StatementReading {
  readonly rows: readonly StatementRow[];
  readonly info: Readonly<Record<InfoName, Resolved>>;
  /** Proposed rows whose amount is not printed where the model says. */
  readonly ungrounded: number;
}

const INFO = {
  openingBalance: 'amount',
  closingBalance: 'amount',
  accountNumber: 'text',
  statementPeriod: 'text',
  bankName: 'text',
  holder: 'text',
} as const;
type InfoName = keyof typeof INFO;

/** Most lines in one question. */
const CHUNK = 120;
/** Lines that neighboring chunks share, so that no row is torn. */
const OVERLAP = 4;
const HEAD_LINES = 20;
const SHORTEST_CHUNK = 8;
/** Longer statements are left to the rules: a model could not finish them within a call. */
export const MOST_STATEMENT_LINES = 6_000;

const TASK = `The document is a part of a bank or card statement; each line begins with its number and a bar.
List every transaction in it. Rows of balances brought or carried forward, opening and closing balances and totals are no transactions.
For each give: "line" (the number of the line that prints its amount), "date", "description", "amount", "balance" and "direction".
date, description, amount and balance are quotes: copied from the document character for character, with the sign that is printed; null when not printed. Never compute or convert anything. balance is the running balance printed in the row.
direction is "debit" for money that leaves the account (also purchases by card) and "credit" for money that comes in.
Also give, each as a quote or null: "openingBalance", "closingBalance", "accountNumber", "statementPeriod", "bankName", "holder".
Answer in this form: {"transactions": [{"line": 1, "date": "...", "description": "...", "amount": "...", "balance": null, "direction": "debit"}], "openingBalance": null, "closingBalance": null, "accountNumber": null, "statementPeriod": null, "bankName": null, "holder": null}`;

export async function readStatementByModel(call: ModelCall, document: Document): Promise<StatementReading> {
  const lines = document.source.lines.printed();
  const quotes = new Quotes(document);
  const head = lines.slice(0, HEAD_LINES);
  const chunks = chunksOf(lines, CHUNK);
  const parts = await inParallel(chunks, call.limits.parallel, (chunk) => readChunk({ call, quotes, head }, chunk));
  return stitch(parts.flat());
}

interface Work {
  readonly call: ModelCall;
  readonly quotes: Quotes;
  readonly head: readonly Line[];
}

function chunksOf(lines: readonly Line[], size: number): (readonly Line[])[] {
  if (lines.length <= size) return [lines];
  const chunks: (readonly Line[])[] = [];
  const step = size - OVERLAP;
  for (let at = 0; at < lines.length - OVERLAP; at += step) chunks.push(lines.slice(at, at + size));
  return chunks;
}

/** An answer that was cut off, or a chunk that is too long, is asked for again in halves. */
async function readChunk(work: Work, chunk: readonly Line[]): Promise<StatementReading[]> {
  try {
    return [await askChunk(work, chunk)];
  } catch (error) {
    if (!isSizeFailure(error)) throw error;
    if (chunk.length < 2 * SHORTEST_CHUNK) throw new ModelFailure(error.reason);
    const size = Math.ceil((chunk.length + OVERLAP) / 2);
    const readings: StatementReading[] = [];
    for (const half of chunksOf(chunk, size)) readings.push(...(await readChunk(work, half)));
    return readings;
  }
}

function askChunk({ call, quotes, head }: Work, chunk: readonly Line[]): Promise<StatementReading> {
  const context = chunk[0] === head[0] ? [] : head;
  const heading =
    context.length > 0
      ? `The document begins like this; list nothing of it:\n${numbered(context)}\n\nThe part to read:\n`
      : '';
  return askJson(call, {
    instructions: instructionsFor(TASK),
    turns: [userTurn(fenced(heading + numbered(chunk)))],
    read: (answer) => readAnswer(answer, quotes, { chunk, head: context }),
  });
}

function numbered(lines: readonly Line[]): string {
  return lines.map((line) => `${line.index + 1}| ${beginningOf(line.text, 400)}`).join('\n');
}

function readAnswer(
  answer: JsonObject,
  quotes: Quotes,
  { chunk, head }: { chunk: readonly Line[]; head: readonly Line[] },
): Reading<StatementReading> {
  if (!Array.isArray(answer.transactions)) return { result: null, problems: ['"transactions" is no list'] };
  const problems: string[] = [];
  const rows: StatementRow[] = [];
  let cursor = 0;
  for (const [index, node] of listOf(answer.transactions).entries()) {
    if (isObject(node) && isOfHead(node.line, { chunk, head })) continue;
    const row = isObject(node) ? readRow(node, quotes.document, { chunk, cursor }) : null;
    if (row) {
      rows.push(row);
      cursor = Math.max(
        0,
        chunk.findIndex((line) => line.index === row.line),
      );
    } else
      problems.push(
        `transactions[${index}]: its amount does not stand in the line it names, or its direction is missing`,
      );
  }
  const info = Object.fromEntries(
    (Object.keys(INFO) as InfoName[]).map((name) => [name, resolve(quotes, INFO[name], infoNode(answer, name))]),
  ) as Record<InfoName, Resolved>;
  return { result: { rows, info, ungrounded: problems.length }, problems };
}

/** Rows of the heading belong to the chunk that begins with it. */
function isOfHead(
  named: JsonValue | undefined,
  { chunk, head }: { chunk: readonly Line[]; head: readonly Line[] },
): boolean {
  const names = (line: Line) => line.index + 1 === named;
  return head.some(names) && !chunk.some(names);
}

/** The account's members may also stand in a member of their own. */
function infoNode(answer: JsonObject, name: InfoName): JsonValue | undefined {
  const nested = answer.accountInfo;
  return answer[name] ?? (isObject(nested) ? nested[name] : undefined);
}

/** Rows of all chunks in the order of their lines; what two chunks share counts once. */
function stitch(parts: readonly StatementReading[]): StatementReading {
  const rows = new Map<number, StatementRow>();
  for (const row of parts.flatMap((part) => part.rows)) {
    const before = rows.get(row.amountSpan.start);
    if (!before || (before.date === null && row.date !== null)) rows.set(row.amountSpan.start, row);
  }
  const info = {} as Record<InfoName, Resolved>;
  for (const name of Object.keys(INFO) as InfoName[]) {
    const found = parts.map((part) => part.info[name]).filter((one) => one.value !== null);
    const chosen = name === 'closingBalance' ? found.at(-1) : found[0];
    info[name] = chosen ?? parts[0]?.info[name] ?? NOTHING;
  }
  return {
    rows: [...rows.values()].sort((a, b) => a.amountSpan.start - b.amountSpan.start),
    info,
    ungrounded: parts.reduce((total, part) => total + part.ungrounded, 0),
  };
}
