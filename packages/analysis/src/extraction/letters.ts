import { cellsOf } from '../text/cells.ts';
import type { Line, Span } from '../text/source.ts';
import { type Document, datesIn, type Found, onLine } from '../values/document.ts';

import { remembered } from '../values/remembered.ts';

/** The parts of a letter: from whom, to whom, when, about what, and who signed. */

export interface Letter {
  readonly sender: Found<string> | null;
  readonly recipient: Found<string> | null;
  readonly date: Found<string> | null;
  readonly subject: Found<string> | null;
  readonly signatory: Found<string> | null;
}

const HEAD = 60;
const SALUTATION =
  /^\s{0,20}(?:dear|hello|hi|to\s{1,2}whom|ladies\s{1,2}and|gentlemen|sehr\s{1,2}geehrter?|liebe[rs]?|guten\s{1,2}tag|cher|chère|madame|monsieur|messieurs|estimad[oa]s?|muy\s{1,2}señor|querid[oa]|distinguid[oa]|gentile|egregi[oa]|spett|car[oa]|geachte|beste)(?!\p{L})/iu;
const CLOSING =
  /^\s{0,40}(?:yours\s|(?:kind|best|warm|with\s{1,2}kind)\s{0,2}(?:est\s)?(?:regards|wishes)|best\s{1,2}(?:regards|wishes)|regards|sincerely|respectfully|mit\s{1,2}(?:freundlichen|besten|herzlichen)|freundliche\s{1,2}grüße|hochachtungsvoll|cordialement|bien\s{1,2}cordialement|veuillez\s|salutations|je\s{1,2}vous\s{1,2}prie|atentamente|un\s{1,2}(?:cordial\s{1,2})?saludo|cordialmente|saludos|cordiali\s|distinti\s|con\s{1,2}i\s{1,2}migliori|met\s{1,2}(?:vriendelijke|hartelijke)|hoogachtend)/iu;
const PERSONAL_TITLE =
  /^(?:(?:mr|mrs|ms|miss|dr|prof|herrn?|frau|familie|firma|madame|monsieur|mme|m|sr|sra|d|dña|sig|sig\.ra|dhr|mevr|mw|an)\.?\s{1,3}(?:(?:and|und|&|et|y|e|en)\s{1,2}(?:mrs|frau|mme|sra)\.?\s{1,2})?){1,2}/iu;
const POSTCODE = /(?<!\d)\d{4,6}(?!\d)|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/;
const SUBJECT =
  /^\s{0,20}(?:re|ref|subject|betreff|betr|betrifft|objet|asunto|oggetto|betreft|onderwerp)\s{0,2}[.:]\s{1,8}/iu;
const SIGNS =
  /^\s{0,40}(?:(?:[iI]\.\s?[aAvV]\.|[pP]\.\s?[pPaA]\.|ppa\.|gez\.|\/s\/|for\s{1,2}and\s{1,2}on\s{1,2}behalf\s{1,2}of)\s{1,3})?(?=\p{Lu})/u;

export const letterOf: (document: Document) => Letter = remembered(readLetter);

function readLetter(document: Document): Letter {
  const { lines } = document.source;
  const greeting = lines.slice(0, HEAD).findIndex((line) => SALUTATION.test(line.text));
  const head = lines.slice(0, greeting < 0 ? 30 : greeting);
  const blocks = blocksOf(head);
  const to = recipientIn(blocks);
  const closing = lines.findLastIndex((line) => CLOSING.test(line.text));
  const signatory = closing > greeting ? signatoryBelow(lines.slice(closing + 1, closing + 8)) : null;
  return {
    sender: senderIn(document, blocks, to) ?? signatory,
    recipient: to ? nameIn(to) : greeted(lines.at(greeting)),
    date: dateIn(document, head),
    subject: subjectIn(document, greeting),
    signatory,
  };
}

/** Lines without an empty one between them. */
function blocksOf(head: readonly Line[]): Line[][] {
  const blocks: Line[][] = [[]];
  for (const line of head) {
    if (line.text.trim() === '') blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.filter((block) => block.length > 0);
}

/** The last block that is an address; the first one is the sender's when there are two. */
function recipientIn(blocks: readonly Line[][]): Line[] | null {
  const addresses = blocks.filter(isAddress);
  const titled = blocks.find((block) => PERSONAL_TITLE.test(block[0]?.text.trim() ?? '') && block.length > 1);
  return titled ?? (addresses.length > 1 ? (addresses.at(-1) ?? null) : null);
}

function isAddress(block: readonly Line[]): boolean {
  return (
    block.length >= 2 &&
    block.length <= 8 &&
    block.slice(1).some((line) => POSTCODE.test(line.text) && line.text.trim().length < 60)
  );
}

function senderIn(document: Document, blocks: readonly Line[][], to: readonly Line[] | null): Found<string> | null {
  const block = blocks.find((one) => one !== to && isAddress(one)) ?? (blocks[0] !== to ? blocks[0] : undefined);
  const [line] = block ?? [];
  if (!line || datesIn(document, line).length > 0) return null;
  const cell = cellsOf(line)[0];
  const name = cell ? (cell.text.split(/\s[·|•]\s/)[0] ?? '') : '';
  return cell && /\p{L}{2}/u.test(name) && !/:/.test(name)
    ? found(line, { start: cell.start, end: cell.start + name.length })
    : null;
}

/** The name above the street; a line that is a title only stands in front of it. */
function nameIn(block: readonly Line[]): Found<string> | null {
  for (const line of block) {
    const cell = cellsOf(line)[0];
    if (!cell || /^(?:herrn?|frau|firma|an|mr|mrs|ms|madame|monsieur)\.?$/i.test(cell.text)) continue;
    const title = PERSONAL_TITLE.exec(cell.text)?.[0].length ?? 0;
    return found(line, { start: cell.start + title, end: cell.end });
  }
  return null;
}

function greeted(line: Line | undefined): Found<string> | null {
  const match = line
    ? /(?:dear|geehrter?|geehrte|hello|hi|liebe[rs]?|estimad[oa]|gentile|geachte|beste|chère?|madame|monsieur)\s{1,3}((?:\p{Lu}[\p{L}.'’-]{0,30}\s{0,2}){1,4})/iu.exec(
        line.text,
      )
    : null;
  const value = match?.[1]?.trim();
  if (
    !line ||
    !match ||
    !value ||
    !/^\p{Lu}/u.test(value) ||
    /^(?:sir|madam|sirs|all|team|customer|herren|damen)/i.test(value)
  )
    return null;
  const title = PERSONAL_TITLE.exec(value)?.[0].length ?? 0;
  const start = match.index + match[0].indexOf(value) + title;
  return value.length > title ? found(line, { start, end: start + value.length - title }) : null;
}

function dateIn(document: Document, head: readonly Line[]): Found<string> | null {
  for (const line of head) {
    const [date] = datesIn(document, line);
    if (date?.iso) return found(line, date);
  }
  return null;
}

function subjectIn(document: Document, greeting: number): Found<string> | null {
  const { lines } = document.source;
  const near = lines.slice(0, Math.max(0, greeting) + 4);
  for (const line of near) {
    const label = SUBJECT.exec(line.text)?.[0].length;
    const text = label === undefined ? '' : line.text.slice(label).trim();
    if (label !== undefined && text !== '')
      return found(line, { start: line.text.indexOf(text, label), end: line.text.indexOf(text, label) + text.length });
  }
  const above = lines
    .slice(0, Math.max(0, greeting))
    .filter((line) => line.text.trim() !== '')
    .at(-1);
  if (!above || (POSTCODE.test(above.text) && above.text.trim().length < 30)) return null;
  const alone = lines.at(above.index - 1)?.text.trim() === '' && cellsOf(above).length === 1;
  const text = above.text.trim();
  if (!alone || text.length < 10 || /:\s|@/.test(text) || datesIn(document, above).length > 0) return null;
  const start = above.text.indexOf(text);
  return found(above, { start, end: start + text.length });
}

function signatoryBelow(lines: readonly Line[]): Found<string> | null {
  for (const line of lines) {
    const text = line.text.trimEnd();
    if (text.trim() === '') continue;
    const lead = SIGNS.exec(text)?.[0].length;
    const cell = cellsOf(line)[0];
    if (lead === undefined || !cell || cell.text.length > 60 || /\d|:/.test(cell.text)) return null;
    const end = cell.end;
    const name = (text.slice(lead, end).split(',')[0] ?? '').trimEnd();
    return /\s/.test(name) || name.length > 2 ? found(line, { start: lead, end: lead + name.length }) : null;
  }
  return null;
}

function found(line: Line, span: Span): Found<string> {
  return { value: line.text.slice(span.start, span.end), span: onLine(line, span) };
}
