import type { Entry } from '../statements/ledger.ts';

/**
 * Sets texts in a line: each follows its column, counted from 0; a negative column is where a text ends. Texts never
 * run into each other: two blanks stay between them, as in text that pdftotext lays out.
 */
export function place(...parts: readonly (number | string)[]): string {
  let line = '';
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const column = Number(parts[index]);
    const text = String(parts[index + 1]);
    if (text === '') continue;
    const start = column < 0 ? -column - text.length : column;
    const least = line === '' ? 0 : line.length + 2;
    line = line.padEnd(Math.max(start, least)) + text;
  }
  return line;
}

/** Texts with one blank between them, as they come from a PDF without its positions. */
export function flow(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** Whether an entry is the first one printed of its day. */
export function firstOfDay(entries: readonly Entry[], index: number): boolean {
  return entries[index - 1]?.date !== entries[index]?.date;
}

/** Lines as a document of pages. */
export function joined(...pages: readonly (readonly string[])[]): string {
  return pages.map((lines) => `${lines.join('\n')}\n`).join('\f');
}

/** The earlier of two days. */
export function earlier(...days: readonly [string, string]): string {
  return days.toSorted()[0] ?? days[0];
}
