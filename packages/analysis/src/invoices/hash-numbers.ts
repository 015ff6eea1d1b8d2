import { cellsOf } from '../text/cells.ts';
import type { Document, Found } from '../values/document.ts';
import { codeAt } from './codes.ts';
import { DOCUMENT, type LabeledLine, type Scored } from './labeled.ts';

/** Numbers of an invoice behind a sign in place of a label. */

/** `# 123` or `No. 123` next to the word "INVOICE" or below it: the number without a label of its own. */
export function hashNumbers(document: Document, lines: readonly LabeledLine[]): Scored[] {
  const title = lines.slice(0, 40).findIndex((entry) => entry.words.some((word) => DOCUMENT.test(word.key)));
  if (title < 0) return [];
  return lines.slice(title, title + HASH_LINES).flatMap(({ line }, below) =>
    cellsOf(line).flatMap((cell, at, cells) => {
      if (HASH_LABEL.test(cell.text) && hasSum(lines.slice(0, title + below))) return [];
      const sign = (below < 4 ? NUMBER_SIGN : HASH_LABEL).exec(cell.text)?.[0].length;
      // `No.        8841`: in the next cell.
      const next = below < 4 && SIGN_ALONE.test(cell.text) ? cells[at + 1]?.start : undefined;
      const start = sign === undefined ? next : cell.start + sign;
      const code = start === undefined ? null : codeAt(document, line, start);
      return code ? [{ ...code, points: 16 }] : [];
    }),
  );
}

/** `# : INV-000417`, no other such label in the heading, and none above it that says of whom the number is. */
export function isHashLabeled(lines: readonly LabeledLine[]): boolean {
  const found = lines
    .slice(0, 40)
    .flatMap(({ line }, at) => cellsOf(line).flatMap((cell) => (HASH_LABEL.test(cell.text) ? [at] : [])));
  const [only = 0] = found;
  const above = lines[only - 1];
  const isHeaded = above?.labels.some(({ end }) => above.line.text.slice(end).trim() === '') ?? false;
  return found.length === 1 && !isHeaded;
}

/** `FACTURA`, and right below it `Nº RA/26/55018`: the sign at the start of the line below a title alone is of that paper. */
export function isBelowTitle(lines: readonly LabeledLine[], number: Found<string> | null): boolean {
  const at = lines.findIndex(({ line }) => number !== null && number.span.start < line.start + line.text.length);
  const [title, own] = [lines[at - 1], lines[at]?.line];
  if (!number || !own || !title || title.words.length !== 1 || own.index - title.line.index > 2) return false;
  const sign = NUMBER_SIGN.exec(own.text.trimStart())?.[0].length ?? -1;
  const isNext = own.start + own.text.length - own.text.trimStart().length + sign === number.span.start;
  const behind = own.text.slice(number.span.end - own.start);
  return isNext && DOCUMENT.test(title.words[0]?.key ?? '') && DATE_BEHIND.test(behind);
}

/** Nothing, or the day in the next column. */
const DATE_BEHIND = /^\s{0,3}$|^(?: {2}|\t)\s{0,60}(?:date|datum|fecha|data|dato|dated)(?!\p{L})/iu;

/** So many lines from the title on a sign with a colon is the label of its number. */
const HASH_LINES = 14;
const HASH_LABEL = /^# {0,2}: {0,40}(?=[\p{L}\p{N}])/u;
const SIGN_ALONE = /^(?:#|№|(?:no|nr|num|br)\.?|n[°º])$/iu;
/** Also behind the letters of a series, as in Lithuania and Romania. */
const NUMBER_SIGN =
  /^(?:# {0,2}: {0,40}|(?:seri(?:ja|a|es)? \p{Lu}{1,5},? )?(?:#|№|(?:no|nr|num|br)\.|n[°º]) {0,2})(?=[\p{L}\p{N}])/iu;

/** From the first sum on, a number without a name of its own is that of a bank or an account. */
export const hasSum = (lines: readonly LabeledLine[]) => lines.some(({ line }) => MONEY.test(line.text));

const MONEY = /\d[.,]\d\d(?!\d|[.,/]\d)/;
