import { beginningOf, cutAt } from '../models/cut.ts';
import { GAP } from '../models/excerpt.ts';
import { type Document, readDocument } from '../values/document.ts';
import { summarize } from './summary.ts';

/** A detailed extract of a stretch of text is rarely longer. */
const EXTRACT_CHARACTERS = 2_400;

/** The weightiest sentences of every stretch of the document. */
export function extract(document: Document, most: number): string {
  const { text } = document.source;
  const count = Math.max(1, Math.floor(most / EXTRACT_CHARACTERS));
  const length = Math.ceil(text.length / count);
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += length) {
    const part = text.slice(cutAt(text, at), cutAt(text, at + length));
    parts.push(summarize(readDocument(part), 'detailed').summary);
  }
  return beginningOf(parts.join(GAP), most);
}
