import { parseLength } from './length.ts';

/** Paper sizes in CSS pixels, portrait (ISO 216 and ANSI/ASME Y14.1; Ledger is Tabloid turned). */
const PAPER = {
  a0: ['841mm', '1189mm'],
  a1: ['594mm', '841mm'],
  a2: ['420mm', '594mm'],
  a3: ['297mm', '420mm'],
  a4: ['210mm', '297mm'],
  a5: ['148mm', '210mm'],
  a6: ['105mm', '148mm'],
  letter: ['8.5in', '11in'],
  legal: ['8.5in', '14in'],
  tabloid: ['11in', '17in'],
  ledger: ['17in', '11in'],
} as const;

/** A page: CSS pixels, or a height that follows the content. */
export interface Paper {
  readonly width: number;
  readonly height: number | 'auto';
}

/** The largest side of a page in CSS pixels: 14,400 pt, the limit of PDF 1.7 (ISO 32000-1, Annex C). */
export const LARGEST_SIDE = 14_400 * (96 / 72);
/** The smallest side of a page in CSS pixels. */
export const SMALLEST_SIDE = 10;

/**
 * Reads `format`: a paper name in any case, `auto` (A4 wide, as tall as the content), `{width}x{height}` or
 * `{width}xauto` with units on each number.
 * @returns the paper, or `undefined` when the text means none
 */
export function parsePaper(format: string): Paper | undefined {
  const name = format.trim().toLowerCase();
  if (name === 'auto') return { width: pixels('210mm'), height: 'auto' };
  if (Object.hasOwn(PAPER, name)) {
    const [width, height] = PAPER[name as keyof typeof PAPER];
    return { width: pixels(width), height: pixels(height) };
  }
  const custom = /^(\d+(?:\.\d+)?(?:px|pt|pc|in|cm|mm)?)\s*x\s*(\d+(?:\.\d+)?(?:px|pt|pc|in|cm|mm)?|auto)$/.exec(name);
  if (!custom) return undefined;
  const width = parseLength(custom[1] as string);
  const height = custom[2] === 'auto' ? 'auto' : parseLength(custom[2] as string);
  if (width === undefined || height === undefined) return undefined;
  return { width, height };
}

const pixels = (length: string): number => parseLength(length) as number;
