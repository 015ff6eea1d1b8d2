import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';
import { drawn } from './pages.ts';

/**
 * The entry of a child process that draws pages of one PDF: what is to be drawn comes as its argument, the bytes by
 * standard input; a `DrawAnswer` goes to standard output. It may read its own files only.
 */

const wasmBinary = new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))));
const pdfium = await init({ wasmBinary: wasmBinary.buffer });
pdfium.FPDF_InitLibrary();
const task = JSON.parse(process.argv[2] ?? '');
process.stdout.end(JSON.stringify(drawn(pdfium, await buffer(process.stdin), task)));
