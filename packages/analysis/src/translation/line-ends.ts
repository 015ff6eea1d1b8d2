import { cleanModelText } from '../models/clean.ts';

/** Line ends of a text as it was sent: a model sees and writes `\n` only. */

const LINE_END = /\r\n|[\n\r\f\v\u0085\u2028\u2029]/;
const LINE_ENDS = /(\r\n|[\n\r\f\v\u0085\u2028\u2029])/;

export interface Lined {
  /** The text with `\n` for each line end, form feeds included. */
  readonly plain: string;
  readonly lineCount: number;
  /** Gives another text the line ends of this one: line by line, or the usual one where it has other lines. */
  readonly restore: (text: string) => string;
}

export function linedText(text: string): Lined {
  const parts = text.split(LINE_ENDS);
  const lines = parts.filter((_, index) => index % 2 === 0).map(cleanModelText);
  const ends = parts.filter((_, index) => index % 2 === 1);
  return {
    plain: lines.join('\n'),
    lineCount: lines.length,
    restore: (other) => {
      const others = other.split(LINE_END);
      const usual = usualEnd(ends);
      const end = (index: number) => (others.length === lines.length ? (ends[index] ?? usual) : usual);
      return others.map((line, index) => (index < others.length - 1 ? line + end(index) : line)).join('');
    },
  };
}

export function lineCountOf(text: string): number {
  return text.split(LINE_END).length;
}

/** The line end that a text has most often; a page does not end where only lines were meant. */
function usualEnd(ends: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const end of ends) if (/[\r\n]/.test(end)) counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '\n';
}
