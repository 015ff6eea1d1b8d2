/** CSS absolute lengths (CSS Values and Units 3, section 6.2) as CSS pixels; 96 px are one inch. */
const PIXELS_PER_UNIT = { px: 1, pt: 96 / 72, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 } as const;

/** The longest length of a request, in CSS pixels. */
export const LONGEST = 100_000;

/** A length of the request: a number of CSS pixels, or a number with an absolute unit, with or without a space between. */
export const LENGTH_PATTERN = /^\s{0,9}(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})\s{0,9}(px|pt|pc|in|cm|mm)?\s{0,9}$/i;

/**
 * Reads a length.
 * @param length a number of CSS pixels, or a string such as `"10mm"` or `"10 mm"`; a string without a unit means pixels
 * @returns CSS pixels, or `undefined` when it is not a length from 0 to `LONGEST`
 */
export function parseLength(length: string | number): number | undefined {
  const pixels = typeof length === 'number' ? length : pixelsIn(length);
  return pixels !== undefined && pixels >= 0 && pixels <= LONGEST ? pixels : undefined;
}

function pixelsIn(text: string): number | undefined {
  const match = LENGTH_PATTERN.exec(text);
  if (!match) return undefined;
  const unit = (match[2] ?? 'px').toLowerCase() as keyof typeof PIXELS_PER_UNIT;
  return Number(match[1]) * PIXELS_PER_UNIT[unit];
}

/**
 * A length that has been checked before: a constant, or a field of a valid request.
 * @returns CSS pixels
 * @throws RangeError when it is no length after all; what is not understood never counts as some default
 */
export function pixelsOf(length: string | number): number {
  const pixels = parseLength(length);
  if (pixels === undefined) throw new RangeError('A length was not checked before it was used.');
  return pixels;
}

/** CSS pixels as inches, the unit of Chromium's print command. */
export const inches = (pixels: number): number => pixels / 96;
