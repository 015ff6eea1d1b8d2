/** How the scripts that make pictures convert and draw; drawing needs pdftoppm (poppler-utils). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Engine, type OutputFormat, validateRequest } from '@platen/engine';

/** Converts, and tells the warnings. */
export async function convert(
  engine: Engine,
  format: OutputFormat,
  body: Record<string, unknown>,
): Promise<Uint8Array> {
  const request = validateRequest(body, format === 'pdf' ? 'pdf' : 'image');
  const { bytes, warnings } = await engine.convert({ format, request });
  for (const { message } of warnings) process.stderr.write(`${message}\n`);
  return bytes;
}

/** A page of a PDF as PNG. @param width in pixels */
export function drawPage(pdf: Uint8Array, page: number, width: number): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-picture-'));
  try {
    const file = path.join(folder, 'document.pdf');
    writeFileSync(file, pdf);
    const size = ['-scale-to-x', String(width), '-scale-to-y', '-1'];
    const pages = ['-f', String(page), '-l', String(page), '-singlefile'];
    execFileSync('pdftoppm', ['-png', ...size, ...pages, file, path.join(folder, 'page')]);
    return readFileSync(path.join(folder, 'page.png'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
