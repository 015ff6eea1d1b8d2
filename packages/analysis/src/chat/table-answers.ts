import { tablesOf } from '../extraction/tables.ts';
import { wordsOf } from '../text/words.ts';
import type { Document, Found } from '../values/document.ts';
import { monthOf } from '../values/months.ts';
import type { Question } from './question.ts';
import type { Reply } from './reply.ts';
import { sameWord } from './stems.ts';

/** Questions whose answer stands where a row and a column of a table meet. */

interface Hit {
  readonly row: readonly string[];
  readonly headers: readonly string[];
  readonly rowPoints: number;
  readonly columnPoints: number;
  readonly column: number;
  readonly span: Found<string>['span'];
}

const MOST_ROWS = 3000;
/** Words that name no row by themselves. */
const GENERIC = /^(?:pay|paid|total|amount|number|sum|date|name|gross|net|value)$/;
/** Headings that the kind of question asks for. */
const BY_ASKED: Readonly<Record<string, RegExp>> = {
  count: /^(?:qty|quantity|count|number|no|menge|anzahl|quantite|qte|cantidad|quantita|aantal|units?|pcs|stuck)/,
  amount:
    /^(?:amount|total|price|cost|betrag|gesamt|preis|montant|prix|importe|precio|importo|prezzo|bedrag|prijs|value|result)/,
  date: /^(?:date|due|when|day|datum|fecha|data|deadline|termin|joined|start|end)/,
  person: /^(?:name|owner|who|person|responsible|assigned|contact|lead|verantwortlich|responsable|responsabile)/,
  thing: /^(?:result|value|wert|valeur|valor|valore|waarde)/,
};

export function fromTables(document: Document, question: Question): Reply | null {
  const words = question.words.filter((word) => word.length > 1 || /\d/.test(word));
  let best: Hit | null = null;
  for (const table of tablesOf(document)) {
    if (table.headers.length < 2) continue;
    for (const row of table.rows.slice(0, MOST_ROWS)) {
      const hit = hitIn(row, table.headers, question, words, table.span);
      if (hit && (best === null || hit.rowPoints + hit.columnPoints > best.rowPoints + best.columnPoints)) best = hit;
    }
  }
  if (!best || best.rowPoints < 1 || best.columnPoints <= 0) return null;
  const value = best.row[best.column];
  if (!value) return null;
  const name = best.row.find((cell, index) => index !== best.column && cell !== '') ?? '';
  const heading = best.headers[best.column] ?? '';
  return { text: `${[name, heading].filter(Boolean).join(', ')}: ${value}`, found: placeOf(document, best, value) };
}

function hitIn(
  row: readonly string[],
  headers: readonly string[],
  question: Question,
  words: readonly string[],
  span: Hit['span'],
): Hit | null {
  const cells = row.map((cell) => wordsOf(cell).map((word) => word.key));
  let named = -1;
  let rowPoints = 0;
  for (const [index, own] of cells.entries()) {
    const shared = own.filter(
      (word) =>
        !GENERIC.test(word) &&
        (question.subject.some((other) => same(word, other)) || (/\d/.test(word) && words.includes(word))),
    ).length;
    const points =
      own.length === 0 ? 0 : (shared / Math.max(1, own.length)) * (index === 0 ? 1.2 : 1) + (shared > 0 ? 0.4 : 0);
    if (points > rowPoints) [named, rowPoints] = [index, points];
  }
  if (rowPoints < 0.8) return null;
  const { column, points } = columnFor(headers, question, words, named);
  return { row, headers, rowPoints: rowPoints + 0.3, columnPoints: points, column, span };
}

/** The column whose heading the question names, else the one that its kind asks for. */
function columnFor(
  headers: readonly string[],
  question: Question,
  words: readonly string[],
  named: number,
): { column: number; points: number } {
  let best = { column: -1, points: 0 };
  for (const [column, heading] of headers.entries()) {
    if (column === named) continue;
    const own = wordsOf(heading).map((word) => word.key);
    const shared = own.filter((word) => words.some((other) => same(word, other))).length;
    const kind = BY_ASKED[question.asked]?.test(own.join(' ')) ? 0.5 : 0;
    const points = shared > 0 ? 1 + shared / own.length + kind : kind;
    if (points > best.points) best = { column, points };
  }
  return best;
}

/** Also a month by its short name. */
function same(a: string, b: string): boolean {
  const month = monthOf(a);
  return sameWord(a, b) || (month !== null && monthOf(b) === month);
}

function placeOf(document: Document, hit: Hit, value: string): Found<string> {
  const text = document.source.text.slice(hit.span.start, hit.span.end);
  const name = hit.row.find((cell) => cell !== '' && cell !== value) ?? '';
  const row = Math.max(0, text.indexOf(name));
  const at = text.indexOf(value, row);
  const start = hit.span.start + (at < 0 ? row : at);
  return { value, span: { start, end: start + (at < 0 ? name.length : value.length) } };
}
