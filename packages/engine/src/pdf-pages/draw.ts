import { fileURLToPath } from 'node:url';
import { askPdfChild, type PdfTaskOptions } from '../pdf-text/process.ts';
import { explain } from '../pdf-text/refusals.ts';
import { keepSparePdfChild } from '../pdf-text/spare-child.ts';
import type { PdfTask } from '../pdf-text/start.ts';
import type { DrawAnswer, Drawn, DrawTask } from './protocol.ts';

/** Draws pages of PDF files in child processes, one for each file: for looking at what was made. */

const own = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** The child that draws pages of one PDF. */
export const DRAWING: PdfTask = {
  name: 'pictures',
  sources: ['./child.ts', './pages.ts', './png.ts', './protocol.ts', './runs.ts', '../../package.json'].map(own),
};

export interface DrawOptions extends PdfTaskOptions {
  /** The first page that is drawn, from 1. Default 1. */
  readonly first?: number;
  /** How many are drawn at most. Default 10. */
  readonly most?: number;
  /** Pixels across. Default 800. A picture has 4 million pixels at most: a page that is very tall is drawn smaller. */
  readonly width?: number;
  /** Whether the text of pages is told too, and where it stands. Default: no. */
  readonly runs?: boolean;
}

export interface DrawnPages {
  /** How many pages the PDF has. */
  readonly pages: number;
  readonly drawn: readonly DrawnPage[];
}

/** A page as a picture: PNG in base64. */
export type DrawnPage = Drawn;

/**
 * Draws pages of a PDF as a reader shows them.
 * @throws EngineError `unreadable_pdf` with what is wrong; `capacity` and `queue_timeout`; the reason of the signal
 */
export async function drawPages(bytes: Uint8Array, options: DrawOptions = {}): Promise<DrawnPages> {
  const { first = 1, most = 10, width = 800, runs = false, pointer = '/file' } = options;
  const task: DrawTask = { first, most, width, runs };
  const answer = await askPdfChild<DrawAnswer>(DRAWING, { bytes, head: `${JSON.stringify(task)}\n` }, options);
  if ('fault' in answer) throw explain(answer.fault, pointer);
  return answer;
}

/** Starts a child for the next file that is drawn, if none waits: drawing a page takes less time than its start. */
export const prepareDrawing = (): void => keepSparePdfChild(DRAWING);
