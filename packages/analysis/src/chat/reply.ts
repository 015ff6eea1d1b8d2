import { cleanSpan } from '../extraction/known-fields.ts';
import type { Span } from '../text/source.ts';
import { condensed } from '../text/words.ts';
import type { Document, Found } from '../values/document.ts';
import type { Evidence } from '../verification/verification.ts';
import type { Intent } from './intents.ts';

/** An answer in words, with the place in the text that it rests on. */
export interface Reply {
  readonly text: string;
  readonly found: Found<string> | null;
  /** Whether the answer was counted or added up from the text instead of being printed in it. */
  readonly computed?: boolean;
  /** Whether the value is proven where it was read, as a field of a bill is. Absent: the words of the question decide. */
  readonly proven?: boolean;
  /** The field of a bill that it is the value of. */
  readonly intent?: Intent;
  /** Who sent that bill. */
  readonly issuer?: string;
  /** Whether it is a passage word for word, and no value. Default false. */
  readonly passage?: boolean;
  /** Whether the question has words that the field does not have. Default false. */
  readonly loose?: boolean;
}

export function money(value: number, currency: string | null): string {
  const number = Number.isInteger(value * 100) || value % 1 !== 0 ? value.toFixed(2) : String(value);
  return currency ? `${number} ${currency}` : number;
}

/** A date also as it is printed. */
export function dateShown(iso: string, printed: string | null): string {
  return printed && condensed(printed) !== condensed(iso) ? `${iso} (printed as "${printed}")` : iso;
}

/** The printed words at a place in the caller's text. */
export function printedAt(document: Document, place: Span | undefined): string | null {
  return place
    ? document.source.original
        .slice(place.start, place.end)
        .replace(/\s{1,1000}/g, ' ')
        .trim()
    : null;
}

/** The place of a value in the cleaned text, by that in the caller's. */
export function placed(document: Document, evidence: Evidence, path: string): Found<string> | null {
  const place = evidence[path];
  if (!place) return null;
  return { value: document.source.original.slice(place.start, place.end), span: cleanSpan(document, place) };
}
