import type { Span } from '../text/source.ts';
import type { Document, Found } from '../values/document.ts';
import { remembered } from '../values/remembered.ts';

/**
 * A text as running prose: a line break inside a paragraph is a space, one in front of an empty line stays. Every
 * character keeps its offset, so that what is found has its place at once.
 */

const BREAK = /\r\n|[\n\r\v\f\u2028\u2029]/g;
export const flowOf: (document: Document) => string = remembered(readFlow);

function readFlow(document: Document): string {
  const { text } = document.source;
  return text.replace(BREAK, (mark, at: number) => {
    const paragraph = /^[ \t\u00a0]{0,400}[\n\r\f\v]/.test(text.slice(at + mark.length, at + mark.length + 402));
    return (paragraph || mark === '\f' ? '\n' : ' ').padStart(mark.length, ' ');
  });
}

/** The value at a span of the flow: one space where there are several. */
export function foundIn(flow: string, span: Span): Found<string> {
  const raw = flow.slice(span.start, span.end);
  const start = span.start + (raw.length - raw.trimStart().length);
  const end = span.end - (raw.length - raw.trimEnd().length);
  return { value: flow.slice(start, end).replace(/\s{1,400}/g, ' '), span: { start, end } };
}
