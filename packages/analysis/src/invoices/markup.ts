import { Lines } from '../text/lines.ts';
import type { Document } from '../values/document.ts';

/**
 * Markdown readings of pages: tables with bars, headings, bold words. The marks are replaced one for one, so that
 * every offset stays, and the cells of tables stand apart by tabs.
 */

/** The row of dashes below the heading of a table. */
const RULE = /^[ \t]{0,3}\|?[ \t]{0,3}:?-{2,60}:?[ \t]{0,60}\|[-|: \t]{0,400}$/m;
const BAR = /\\?\|/g;
const HEADING = /^#{1,6} (?=[\p{L}*])/gmu;
const BOLD = /\*\*|__/g;

export function withoutMarkup(document: Document): Document {
  const { text } = document.source;
  const tables = RULE.test(text);
  if (!tables && !/^#{1,6} \p{L}/mu.test(text) && !/\*\*\p{L}/u.test(text)) return document;
  const plain = text
    .split('\n')
    .map((line) => (tables && line.includes('|') ? cells(line) : line))
    .join('\n')
    .replace(HEADING, blank)
    .replace(BOLD, blank);
  return { ...document, source: { ...document.source, text: plain, lines: new Lines(plain) } };
}

function cells(line: string): string {
  return RULE.test(line) ? blank(line) : line.replace(BAR, (bar) => '\t'.padStart(bar.length));
}

const blank = (text: string) => ' '.repeat(text.length);
