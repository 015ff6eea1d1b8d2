import type { Item } from './blocks.ts';

/** The bullet or number in front of a list item, as the page shows it, and a space. */
export function markerOf({ number, style = 'decimal' }: Item): string {
  if (number === undefined) return '- ';
  return `${numeral(number, style)}. `;
}

function numeral(number: number, style: string): string {
  if (number > 0 && /(?:alpha|latin)$/.test(style)) {
    let letters = '';
    for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
      letters = String.fromCharCode(97 + ((rest - 1) % 26)) + letters;
    return style.startsWith('upper') ? letters.toUpperCase() : letters;
  }
  if (number > 0 && number < 4_000 && style.endsWith('roman')) {
    const roman = toRoman(number);
    return style.startsWith('upper') ? roman.toUpperCase() : roman;
  }
  return String(number);
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function toRoman(number: number): string {
  let rest = number;
  let text = '';
  for (const [value, letters] of ROMAN) {
    while (rest >= value) {
      text += letters;
      rest -= value;
    }
  }
  return text;
}
