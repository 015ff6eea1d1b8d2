import { type Book, bookOf } from './books.ts';
import { ENGLISH_LAYOUTS } from './english-layouts.ts';
import { OTHER_LAYOUTS } from './other-layouts.ts';
import type { Layout } from './printing.ts';

/** Invented statements: how banks of several countries could print a book. */
export const LAYOUTS: readonly Layout[] = [...ENGLISH_LAYOUTS, ...OTHER_LAYOUTS];

/** A statement of a layout with its book. */
export function invent(layout: Layout, seed: number, count: number): { text: string; book: Book } {
  const book = bookOf({ seed, count, ...layout.plan });
  return { text: layout.print(book), book };
}
