import { formatCounter } from '../numerals.ts';
import type { Item } from './blocks.ts';

/** Styles that text has; others are numbered. */
const NUMBERED = /(?:alpha|latin|roman)$/;

/** The bullet or number in front of a list item, as the page shows it, and a space. */
export function markerOf({ number, style = 'decimal' }: Item): string {
  if (number === undefined) return '- ';
  return `${formatCounter(number, NUMBERED.test(style) ? style : 'decimal')}. `;
}
