/** Writes the value of a counter (CSS Counter Styles 3, section 6). */
export type FormatCounter = (value: number, style?: string) => string;

/**
 * Makes what writes counters: in one function, since it is sent to pages too. Styles that it does not know are written as decimal
 * numbers.
 */
export function createNumerals(): FormatCounter {
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
  const GREEK = 'αβγδεζηθικλμνξοπρστυφχψω';
  const roman = (value: number): string | undefined => {
    if (value < 1 || value > 3999) return undefined;
    let [rest, text] = [value, ''];
    for (const [worth, sign] of ROMAN) {
      while (rest >= worth) {
        text += sign;
        rest -= worth;
      }
    }
    return text;
  };
  const letters = (value: number, first: string, count: number): string | undefined => {
    if (value < 1) return undefined;
    let text = '';
    for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / count)) {
      text = String.fromCodePoint((first.codePointAt(0) as number) + ((rest - 1) % count)) + text;
    }
    return text;
  };
  const STYLES: Readonly<Record<string, (value: number) => string | undefined>> = {
    'decimal-leading-zero': (value) => (value < 0 ? undefined : String(value).padStart(2, '0')),
    'lower-roman': roman,
    'upper-roman': (value) => roman(value)?.toUpperCase(),
    'lower-alpha': (value) => letters(value, 'a', 26),
    'lower-latin': (value) => letters(value, 'a', 26),
    'upper-alpha': (value) => letters(value, 'A', 26),
    'upper-latin': (value) => letters(value, 'A', 26),
    'lower-greek': (value) => (value >= 1 && value <= GREEK.length ? GREEK[value - 1] : undefined),
    disc: () => '•',
    circle: () => '◦',
    square: () => '▪',
    none: () => '',
  };
  return (value, style = 'decimal') => STYLES[style]?.(value) ?? String(value);
}

export const formatCounter: FormatCounter = createNumerals();
