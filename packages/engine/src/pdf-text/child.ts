import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';
import { textOf } from './document.ts';

/**
 * The entry of a child process that reads one PDF: its bytes come by standard input, a `PdfAnswer` goes to standard
 * output. It may read its own files only.
 */

const wasmBinary = new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))));
const pdfium = await init({ wasmBinary: wasmBinary.buffer });
pdfium.FPDF_InitLibrary();
process.stdout.end(JSON.stringify(textOf(pdfium, await buffer(process.stdin))));
