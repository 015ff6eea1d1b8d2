import type { Span } from './source.ts';

/** Where some words stand in a text, whatever the spaces between them; null when they do not. */
export function placeOfWords(text: string, words: string): Span | null {
  const [first, ...rest] = words.split(/\s+/).filter((word) => word !== '');
  if (first === undefined) return null;
  for (let start = text.indexOf(first); start >= 0; start = text.indexOf(first, start + 1)) {
    const end = endOf(text, start + first.length, rest);
    if (end !== null) return { start, end };
  }
  return null;
}

function endOf(text: string, from: number, words: readonly string[]): number | null {
  let at = from;
  for (const word of words) {
    const begin = at;
    while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
    if (at === begin || !text.startsWith(word, at)) return null;
    at += word.length;
  }
  return at;
}
