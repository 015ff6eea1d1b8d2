import type { Found } from './document.ts';

/** Telephone numbers in a line of text. */

const LABELLED =
  /(?<![\p{L}\d])(?:tel(?:ephone|efon|éfono|efono|efoon)?|t[eé]l|phone|fon|mobile?|mob|handy|hotline|call|cell|telefon|whatsapp)\b[\s.:/)-]{0,6}(?:no\.?)?[\s.:/)-]{0,6}(\+?\(?\d[\d ()./-]{5,22}\d)/giu;
const INTERNATIONAL = /(?<![\d+.,])(\+\d{1,3}[ ()./-]{0,3}\d[\d ()./-]{5,18}\d)(?!\d)/g;
const NATIONAL = /(?<![\d.,/-])(\(\d{2,5}\) {0,2}\d[\d -]{4,12}\d)(?!\d)/g;

/** The telephone numbers of a line in the order of their places; offsets are within the line. */
export function phonesIn(text: string): Found<string>[] {
  const found: Found<string>[] = [];
  for (const pattern of [LABELLED, INTERNATIONAL, NATIONAL]) {
    for (const match of text.matchAll(pattern)) {
      const value = oneNumber(match[1] ?? '');
      const start = match.index + match[0].length - (match[1]?.length ?? 0);
      const span = { start, end: start + value.length };
      const digits = value.replace(/\D/g, '').length;
      const known = found.some((one) => one.span.start < span.end && span.start < one.span.end);
      if (digits >= 6 && digits <= 15 && !known) found.push({ value, span });
    }
  }
  return found.sort((a, b) => a.span.start - b.span.start);
}

/** Two numbers with a wide gap between them are two. */
function oneNumber(text: string): string {
  return (text.split(/ {3}/)[0] ?? text).trimEnd();
}
