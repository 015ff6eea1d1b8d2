import type { Line } from '../text/source.ts';
import { type Document, type Found, onLine } from '../values/document.ts';
import { mailSender } from '../values/mail-sender.ts';
import { isMail } from '../values/titles.ts';

/** The merchant of a receipt that came by mail: named in a sentence about it, else who sent it first. */

const HEAD_LINES = 40;
/** `Your Loom & Larder receipt`, `your receipt from Swiftlet Cabs`: the name is in capitals. */
const NAMED = [
  /\b(?:[Rr]eceipt|[Ii]nvoice|[Oo]rder|[Pp]urchase|[Rr]ecibo|[Cc]ompra|[Rr]eçu|[Bb]eleg|[Qq]uittung|[Rr]icevuta|[Kk]vitto|[Kk]vittering) (?:from|at|de|en|chez|von|bei|da|från|fra) (\p{Lu}[^\n,.:;()#<>]{2,40}?)(?=[\n,.:;()#<>]|$| (?:on|for|of|am|vom|del|du|le|of)\b)/u,
  // A trip from somewhere names a place.
  /\b(?:(?:trip|ride|flight|booking|stay|order|purchase) with|(?:booking|stay|order|purchase) (?:at|from)) (\p{Lu}[^\n,.:;()#<>]{2,40}?)(?=[\n,.:;()#<>]|$| (?:on|for|of)\b)/u,
  /\b[Yy]our (?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|Recent|Latest|Last|New)(\p{Lu}[^\n,.:;()#<>]{2,40}?) (?:receipt|order|invoice|purchase|trip|ride)\b/u,
];
/** The merchant as a mail names it; undefined for a text that is no mail, null where a mail names none. */
export function mailMerchant(document: Document): Found<string> | null | undefined {
  if (!isMail(document)) return undefined;
  const lines = document.source.lines.printed(HEAD_LINES);
  return named(lines) ?? mailSender(lines);
}

function named(lines: readonly Line[]): Found<string> | null {
  for (const line of lines) {
    for (const pattern of NAMED) {
      const name = pattern.exec(line.text)?.[1];
      if (name) return at(line, name.trim());
    }
  }
  return null;
}

function at(line: Line, name: string): Found<string> {
  const start = line.text.indexOf(name);
  return { value: name, span: onLine(line, { start, end: start + name.length }) };
}
