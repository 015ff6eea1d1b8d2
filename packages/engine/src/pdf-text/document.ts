import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { layOut } from './layout.ts';
import { MOST_PAGES, MOST_TEXT, type PdfAnswer, type PdfFault } from './protocol.ts';
import { type Glyph, WordBuilder } from './words.ts';

/** FPDF_GetLastError (fpdfview.h): a password is missing, or the way of encryption is not known. */
const LOCKED = new Set([4, 5]);
/** FPDFPage_Flatten: as it is seen on a screen. */
const DISPLAYED = 0;
/** What PDFium gives for a hyphen at the end of a line. */
const HYPHEN = 2;
/** Quarter turns from which on a line counts as one that runs in none of the four directions, and what it is then given. */
const OFF_TURN = 0.2;
const SLANTED = 4;
/** Part of the glyphs of a document that may have no letter. */
const UNREADABLE = 0.3;
/** Glyphs of one page: far more than paper has. */
const MOST_OF_PAGE = 200_000;

class PdfFaultError extends Error {
  readonly fault: PdfFault;

  constructor(fault: PdfFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

/** The text of a PDF, or why there is none. */
export function textOf(pdfium: WrappedPdfiumModule, bytes: Uint8Array): PdfAnswer {
  try {
    return { text: new PdfReading(pdfium).read(bytes) };
  } catch (error) {
    if (error instanceof PdfFaultError) return { fault: error.fault };
    // PDFium ends a document that wants more memory than there is by a trap of WebAssembly.
    return { fault: { reason: 'broken' } };
  }
}

interface Memory {
  readonly HEAPU8: Uint8Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
}

class PdfReading {
  readonly #pdfium: WrappedPdfiumModule;
  /** Room for eight numbers that PDFium gives back. */
  readonly #room: number;
  #glyphs = 0;
  #withoutLetter = 0;

  constructor(pdfium: WrappedPdfiumModule) {
    this.#pdfium = pdfium;
    this.#room = pdfium.pdfium.wasmExports.malloc(64);
  }

  read(bytes: Uint8Array) {
    const { pdfium } = this.#pdfium;
    const place = pdfium.wasmExports.malloc(bytes.length);
    this.#memory.HEAPU8.set(bytes, place);
    const document = this.#pdfium.FPDF_LoadMemDocument(place, bytes.length, '');
    if (document === 0) {
      const isLocked = LOCKED.has(this.#pdfium.FPDF_GetLastError());
      throw new PdfFaultError({ reason: isLocked ? 'password' : 'broken' });
    }
    const pages = this.#pdfium.FPDF_GetPageCount(document);
    if (pages === 0) throw new PdfFaultError({ reason: 'broken' });
    if (pages > MOST_PAGES) throw new PdfFaultError({ reason: 'pages', pages });
    const texts: string[] = [];
    let length = 0;
    for (let index = 0; index < pages; index += 1) {
      const text = this.#page(document, index);
      length += text.length + 1;
      if (length > MOST_TEXT) throw new PdfFaultError({ reason: 'too_long' });
      texts.push(text);
    }
    const pagesWithoutText = texts.flatMap((text, index) => (/\S/.test(text) ? [] : [index + 1]));
    if (pagesWithoutText.length === pages) throw new PdfFaultError({ reason: 'no_text' });
    if (this.#withoutLetter > UNREADABLE * this.#glyphs) throw new PdfFaultError({ reason: 'no_letters' });
    return { text: texts.join('\f'), pages, pagesWithoutText };
  }

  #page(document: number, index: number): string {
    const page = this.#open(document, index);
    const textPage = this.#pdfium.FPDFText_LoadPage(page);
    if (textPage === 0) throw new PdfFaultError({ reason: 'broken_page', page: index + 1 });
    try {
      return this.#textOf(textPage, this.#boundsOf(page));
    } finally {
      this.#pdfium.FPDFText_ClosePage(textPage);
      this.#pdfium.FPDF_ClosePage(page);
    }
  }

  /** A page with what its form fields and notes show. */
  #open(document: number, index: number): number {
    const load = () => {
      const page = this.#pdfium.FPDF_LoadPage(document, index);
      if (page === 0) throw new PdfFaultError({ reason: 'broken_page', page: index + 1 });
      return page;
    };
    const page = load();
    if (this.#pdfium.FPDFPage_GetAnnotCount(page) === 0) return page;
    this.#pdfium.FPDFPage_Flatten(page, DISPLAYED);
    this.#pdfium.FPDF_ClosePage(page);
    return load();
  }

  /** What of a page is shown: left, top, right, bottom. */
  #boundsOf(page: number): readonly number[] {
    const shown = this.#pdfium.FPDF_GetPageBoundingBox(page, this.#room);
    return shown ? this.#floats(4) : [0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  }

  /** Lines in the direction that most of the page has, then those in others. */
  #textOf(textPage: number, bounds: readonly number[]): string {
    const directions = new Map<number, { count: number; readonly builder: WordBuilder }>();
    const count = this.#pdfium.FPDFText_CountChars(textPage);
    if (count > MOST_OF_PAGE) throw new PdfFaultError({ reason: 'too_long' });
    let last: WordBuilder | undefined;
    // Across the page, such as the word "DRAFT": it has no line that others stand on.
    let slanted = '';
    for (let index = 0; index < count; index += 1) {
      const text = this.#letter(textPage, index);
      if (text === ' ') {
        last?.end();
        if (slanted !== '' && !slanted.endsWith(' ')) slanted += ' ';
        continue;
      }
      const box = this.#box(textPage, index);
      if (!box || isOutside(box, bounds)) continue;
      const turn = this.#turn(textPage, index);
      if (turn === SLANTED) {
        slanted += text;
        continue;
      }
      const direction = directions.get(turn) ?? { count: 0, builder: new WordBuilder() };
      directions.set(turn, direction);
      direction.count += 1;
      if (last !== direction.builder) last?.end();
      last = direction.builder;
      last.add(upright({ text, box, origin: this.#origin(textPage, index), turn }));
    }
    const parts = [...directions.values()].sort((a, b) => b.count - a.count);
    const texts = parts.map(({ builder }) => layOut(builder.words).join('\n'));
    const across = slanted.trimEnd();
    return [...texts, ...(across === '' ? [] : [across])].join('\n\n').toWellFormed();
  }

  #letter(textPage: number, index: number): string {
    const code = this.#pdfium.FPDFText_GetUnicode(textPage, index);
    if (code === HYPHEN) return '-';
    const isSpace = code === 0x20 || code === 0xa0 || code === 0x0a || code === 0x0d || code === 0x09;
    if (isSpace) return ' ';
    this.#glyphs += 1;
    const hasLetter = code >= 0x20 && code < 0x110000 && code !== 0xfffe && code !== 0xffff;
    if (!hasLetter || this.#pdfium.FPDFText_HasUnicodeMapError(textPage, index) === 1) {
      this.#withoutLetter += 1;
      return '\ufffd';
    }
    return String.fromCodePoint(code);
  }

  #box(textPage: number, index: number): readonly number[] | undefined {
    if (!this.#pdfium.FPDFText_GetLooseCharBox(textPage, index, this.#room)) return undefined;
    const box = this.#floats(4);
    return box.every(Number.isFinite) ? box : undefined;
  }

  #origin(textPage: number, index: number): readonly [number, number] {
    this.#pdfium.FPDFText_GetCharOrigin(textPage, index, this.#room, this.#room + 8);
    const { HEAPF64 } = this.#memory;
    return [HEAPF64[this.#room / 8] ?? 0, HEAPF64[this.#room / 8 + 1] ?? 0];
  }

  /** Quarter turns against the clock that the line of a glyph is turned by, 0 to 3, or `SLANTED`. */
  #turn(textPage: number, index: number): number {
    this.#pdfium.FPDFText_GetMatrix(textPage, index, this.#room);
    const [a = 1, b = 0] = this.#floats(2);
    const turns = Math.atan2(b, a) / (Math.PI / 2);
    const nearest = Math.round(turns);
    return Math.abs(turns - nearest) > OFF_TURN ? SLANTED : (nearest + 4) % 4;
  }

  /** Its memory, which is another when it has grown. The package does not declare it. */
  get #memory(): Memory {
    return this.#pdfium.pdfium as unknown as Memory;
  }

  #floats(count: number): readonly number[] {
    const { HEAPF32 } = this.#memory;
    return [...HEAPF32.subarray(this.#room / 4, this.#room / 4 + count)];
  }
}

function isOutside([left = 0, top = 0, right = 0, bottom = 0]: readonly number[], bounds: readonly number[]): boolean {
  const [pageLeft = 0, pageTop = 0, pageRight = 0, pageBottom = 0] = bounds;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x < pageLeft || x > pageRight || y > pageTop || y < pageBottom;
}

interface TurnedGlyph {
  readonly text: string;
  readonly box: readonly number[];
  readonly origin: readonly [number, number];
  readonly turn: number;
}

/** A glyph as it stands when the page is turned so that its line runs from left to right. */
function upright({ text, box, origin: [x, y], turn }: TurnedGlyph): Glyph {
  const [left = 0, top = 0, right = 0, bottom = 0] = box;
  switch (turn) {
    case 1:
      return { text, left: bottom, right: top, baseline: -x, height: right - left };
    case 2:
      return { text, left: -right, right: -left, baseline: -y, height: top - bottom };
    case 3:
      return { text, left: -top, right: -bottom, baseline: x, height: right - left };
    default:
      return { text, left, right, baseline: y, height: top - bottom };
  }
}
