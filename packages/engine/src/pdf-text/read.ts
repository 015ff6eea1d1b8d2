import { fileURLToPath } from 'node:url';
import { askPdfChild, type PdfTaskOptions } from './process.ts';
import type { PdfAnswer, PdfText } from './protocol.ts';
import { explain } from './refusals.ts';
import type { PdfTask } from './start.ts';

/** Reads the text of PDF files in child processes, one for each file. */

const own = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** The child that reads one PDF. */
export const READING: PdfTask = {
  name: 'files',
  sources: ['./child.ts', './document.ts', './layout.ts', './protocol.ts', './words.ts', '../../package.json'].map(own),
};

export type ReadPdfOptions = PdfTaskOptions;

/**
 * Reads the text of a PDF with its layout. Pictures are not read: there is no recognition of letters.
 * @throws EngineError `unreadable_pdf` with what is wrong and what helps; `too_many_pages`; `capacity` and
 *   `queue_timeout`; the reason of the signal
 */
export async function readPdf(bytes: Uint8Array, options: ReadPdfOptions = {}): Promise<PdfText> {
  const answer = await askPdfChild<PdfAnswer>(READING, { bytes }, options);
  if ('text' in answer) return answer.text;
  throw explain(answer.fault, options.pointer ?? '/file');
}
