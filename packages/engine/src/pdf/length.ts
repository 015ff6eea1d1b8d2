/** CSS absolute lengths (CSS Values and Units 3, section 6.2) as CSS pixels; 96 px are one inch. */
const PIXELS_PER_UNIT = { px: 1, pt: 96 / 72, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 } as const;

/** A length of the request: a number of CSS pixels, or a number with an absolute unit. */
export const LENGTH_PATTERN = /^(\d{1,6}(?:\.\d{1,6})?)(px|pt|pc|in|cm|mm)?$/i;

/**
 * Reads a length.
 * @param length a number of CSS pixels, or a string such as `"10mm"`; a string without a unit means pixels
 * @returns CSS pixels, or `undefined` when the text is not a length
 */
export function parseLength(length: string | number): number | undefined {
  if (typeof length === 'number') return Number.isFinite(length) && length >= 0 ? length : undefined;
  const match = LENGTH_PATTERN.exec(length.trim());
  if (!match) return undefined;
  const unit = (match[2] ?? 'px').toLowerCase() as keyof typeof PIXELS_PER_UNIT;
  return Number(match[1]) * PIXELS_PER_UNIT[unit];
}

/** CSS pixels as inches, the unit of Chromium's print command. */
export const inches = (pixels: number): number => pixels / 96;
