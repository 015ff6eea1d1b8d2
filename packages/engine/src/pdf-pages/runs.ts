import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { Run } from './protocol.ts';

/** Runs of one page that are told, and letters that are looked at: far more than a page has for people. */
const MOST_RUNS = 2_000;
const MOST_LETTERS = 50_000;
/** Of places on the picture: PDFium gives whole numbers, so that the page is measured as if it were drawn so large. */
const SCALE = 10_000;
/** Of the height of a letter: how far the next one of a run may be away along the line, and across it. */
const APART = 1;
const OFF_LINE = 0.5;
/** FS_RECTF: left, top, right, bottom, 32 bits each; then two whole numbers. */
const ROOM = 4 * 4 + 2 * 4;

/** A rectangle of the page: points, y grows upward. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface OpenRun {
  text: string;
  readonly box: Box;
}

/** Text that stands together in one line, and where, in the order in which the page draws it. */
export function runsOf(pdfium: WrappedPdfiumModule, page: number): Run[] {
  const text = pdfium.FPDFText_LoadPage(page);
  if (text === 0) return [];
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const room = malloc(ROOM);
  try {
    return gather(pdfium, text, room)
      .map((run) => ({ text: run.text.replaceAll(/\s+/g, ' ').trim(), box: run.box }))
      .filter((run) => run.text !== '')
      .slice(0, MOST_RUNS)
      .map((run) => ({ text: run.text, box: onPicture(pdfium, page, { box: run.box, room }) }));
  } finally {
    free(room);
    pdfium.FPDFText_ClosePage(text);
  }
}

function gather(pdfium: WrappedPdfiumModule, text: number, room: number): OpenRun[] {
  const runs: OpenRun[] = [];
  let open: OpenRun | undefined;
  const count = Math.min(MOST_LETTERS, pdfium.FPDFText_CountChars(text));
  for (let index = 0; index < count; index += 1) {
    const code = pdfium.FPDFText_GetUnicode(text, index);
    const letter = code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
    if (letter === '\r' || letter === '\n') open = undefined;
    else if (/\s/.test(letter)) {
      if (open) open.text += ' ';
    } else if (pdfium.FPDFText_GetLooseCharBox(text, index, room)) {
      const [left = 0, top = 0, right = 0, bottom = 0] = numbers(pdfium, room);
      const box = { left, top, right, bottom };
      if (open && follows(open.box, box)) {
        open.text += letter;
        widen(open.box, box);
      } else {
        open = { text: letter, box };
        runs.push(open);
      }
    }
  }
  return runs;
}

/** Also from right to left, and whichever way letters of one line overlap. */
function follows(run: Box, next: Box): boolean {
  const height = Math.min(run.top - run.bottom, next.top - next.bottom);
  const apart = Math.max(next.left - run.right, run.left - next.right);
  const off = Math.abs(run.top + run.bottom - next.top - next.bottom) / 2;
  return apart <= APART * height && off <= OFF_LINE * height;
}

function widen(run: Box, next: Box): void {
  run.left = Math.min(run.left, next.left);
  run.right = Math.max(run.right, next.right);
  run.top = Math.max(run.top, next.top);
  run.bottom = Math.min(run.bottom, next.bottom);
}

/** A rectangle in parts of the picture. The page may be turned: what is left on it is not left on the picture then. */
function onPicture(
  pdfium: WrappedPdfiumModule,
  page: number,
  { box, room }: { readonly box: Box; readonly room: number },
): Run['box'] {
  const place = (x: number, y: number): readonly [number, number] => {
    pdfium.FPDF_PageToDevice(page, 0, 0, SCALE, SCALE, 0, x, y, room + 16, room + 20);
    const memory = new DataView(memoryOf(pdfium).buffer);
    return [memory.getInt32(room + 16, true) / SCALE, memory.getInt32(room + 20, true) / SCALE];
  };
  const [ax, ay] = place(box.left, box.top);
  const [bx, by] = place(box.right, box.bottom);
  const part = (value: number) => Math.round(value * SCALE) / SCALE;
  return [Math.min(ax, bx), Math.min(ay, by), part(Math.abs(bx - ax)), part(Math.abs(by - ay))];
}

function numbers(pdfium: WrappedPdfiumModule, at: number): readonly number[] {
  const memory = new DataView(memoryOf(pdfium).buffer);
  return [0, 4, 8, 12].map((offset) => memory.getFloat32(at + offset, true));
}

/** Its memory, which is another when it has grown. The package does not declare it. */
const memoryOf = ({ pdfium }: WrappedPdfiumModule): Uint8Array =>
  (pdfium as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8;
