import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';
import { drawn } from './pages.ts';

/**
 * The entry of a child process that draws pages of one PDF: by standard input comes a line that says what is to be drawn,
 * then the bytes; a `DrawAnswer` goes to standard output. It may read its own files only.
 */

const wasmBinary = new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))));
const pdfium = await init({ wasmBinary: wasmBinary.buffer });
pdfium.FPDF_InitLibrary();
const input = await buffer(process.stdin);
const line = input.indexOf('\n');
const task = JSON.parse(input.toString('utf8', 0, line));
process.stdout.end(JSON.stringify(drawn(pdfium, input.subarray(line + 1), task)));
