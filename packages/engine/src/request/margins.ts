import { parseLength } from './length.ts';

/** Sides in CSS pixels. */
export interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Between two lengths: a comma, or white space before a number; a unit may stand apart from its number. */
const BETWEEN = /\s{0,9},\s{0,9}|\s{1,9}(?=[\d.])/;

/**
 * Reads one to four lengths, as the CSS shorthand `margin` has them, with white space or commas between.
 * @returns CSS pixels, or `undefined` when any of it is not understood
 */
export function parseMargins(text: string): Sides | undefined {
  const lengths = text.trim().split(BETWEEN).map(parseLength);
  const [top, right = top, bottom = top, left = right] = lengths;
  if (lengths.length > 4 || lengths.includes(undefined)) return undefined;
  if (top === undefined || right === undefined || bottom === undefined || left === undefined) return undefined;
  return { top, right, bottom, left };
}
