import type { Line, Span } from './source.ts';

/** A piece of a line that layout sets apart: by two spaces or more, or by a tab. Offsets are within the line. */
export interface Cell extends Span {
  readonly text: string;
}

const GAP = /(?:[ \u00a0]{2}|[ \u00a0]?\t)[ \u00a0\t]*/y;

/** The cells of a line, without surrounding spaces. */
export function cellsOf(line: Pick<Line, 'text'>): Cell[] {
  const cells: Cell[] = [];
  const { text } = line;
  let start = 0;
  let at = 0;
  const push = (end: number) => {
    const cell = trimmed(text, start, end);
    if (cell) cells.push(cell);
  };
  while (at < text.length) {
    const gap = isSpace(text, at) ? gapLength(text, at) : 0;
    if (gap > 0) {
      push(at);
      start = at + gap;
    }
    at += Math.max(1, gap);
  }
  push(text.length);
  return cells;
}

/** Two columns overlap when some character position belongs to both. */
export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

function gapLength(text: string, at: number): number {
  GAP.lastIndex = at;
  return GAP.exec(text)?.[0].length ?? 0;
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || code === 9 || code === 160;
}

function trimmed(text: string, start: number, end: number): Cell | undefined {
  let from = start;
  let to = end;
  while (from < to && isSpace(text, from)) from += 1;
  while (to > from && isSpace(text, to - 1)) to -= 1;
  return from < to ? { start: from, end: to, text: text.slice(from, to) } : undefined;
}
