import type { PdfDocument } from './finish/document.ts';
import { type Dictionary, Name } from './finish/value.ts';

/** Width of a glyph whose font does not tell, in ems. */
const USUAL_WIDTH = 0.5;

/** Widths of the glyphs of a font of a PDF (ISO 32000-1, 9.2.4 and 9.7.4.3). */
export class FontWidths {
  readonly #widths = new Map<number, number>();
  /** Hexadecimal digits of one code. */
  readonly #digits: number;

  constructor(document: PdfDocument, font: Dictionary) {
    const subtype = font.get('Subtype');
    const isComposite = subtype instanceof Name && subtype.text === 'Type0';
    this.#digits = isComposite ? 4 : 2;
    if (isComposite) this.#readComposite(document, font);
    else this.#readSimple(document, font);
  }

  /** Width of a text in ems. @param hex codes in hexadecimal */
  widthOf(hex: string): number {
    let width = 0;
    for (let at = 0; at < hex.length; at += this.#digits) {
      width += this.#widths.get(Number.parseInt(hex.slice(at, at + this.#digits), 16)) ?? USUAL_WIDTH;
    }
    return width;
  }

  #readSimple(document: PdfDocument, font: Dictionary): void {
    const widths = document.resolve(font.get('Widths'));
    const first = Number(document.resolve(font.get('FirstChar')) ?? 0);
    const matrix = document.resolve(font.get('FontMatrix'));
    const unit = Array.isArray(matrix) ? Number(matrix[0]) : 1 / 1000;
    if (!Array.isArray(widths)) return;
    for (const [index, width] of widths.entries()) this.#widths.set(first + index, Number(width) * unit);
  }

  /** Either `first [width …]` or `first last width`, again and again. */
  #readComposite(document: PdfDocument, font: Dictionary): void {
    const descendants = document.resolve(font.get('DescendantFonts'));
    const descendant = document.dictionary(Array.isArray(descendants) ? descendants[0] : undefined);
    const entries = document.resolve(descendant.get('W'));
    if (!Array.isArray(entries)) return;
    for (let at = 0; at + 1 < entries.length; ) {
      const first = Number(entries[at]);
      const next = document.resolve(entries[at + 1]);
      if (Array.isArray(next)) {
        for (const [index, width] of next.entries()) this.#widths.set(first + index, Number(width) / 1000);
        at += 2;
      } else {
        const last = Math.min(Number(next), first + 0xffff);
        for (let code = first; code <= last; code += 1) this.#widths.set(code, Number(entries[at + 2]) / 1000);
        at += 3;
      }
    }
  }
}
