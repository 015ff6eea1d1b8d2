import type { PdfDocument } from './document.ts';
import { Unreadable } from './syntax.ts';

/** Bytes of an entry of a cross-reference table (ISO 32000-1, 7.5.4), of which the first ten are where it stands. */
const ENTRY = 20;

/**
 * A file of Chromium's with the objects that were changed, in the form that Chromium writes. They come right before
 * the table, where nothing else moves for them; what they were stays in the file, out of reach. So it costs little
 * more than a copy of the bytes, however many objects there are.
 * @throws Unreadable for a file that is not as Chromium writes it: one table, no object streams, no new objects
 */
export function patchFile(bytes: Buffer, document: PdfDocument): Buffer {
  const pointer = bytes.lastIndexOf('startxref');
  const start = Number(/^startxref\s+(\d+)/.exec(bytes.toString('latin1', pointer, pointer + 32))?.[1] ?? Number.NaN);
  const header = /^xref\s+0 (\d+)[ \r\n]+/.exec(bytes.toString('latin1', start, start + 32));
  if (!header || Number(header[1]) !== document.size) throw new Unreadable('another table');
  const tail = Buffer.from(bytes.subarray(start, pointer));
  const parts = [bytes.subarray(0, start)];
  let length = start;
  for (const [number, value] of document.changes()) {
    const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), value, Buffer.from('\nendobj\n')]);
    if (length > 9_999_999_999) throw new Unreadable('a file beyond ten gigabytes');
    tail.write(String(length).padStart(10, '0'), header[0].length + number * ENTRY, 'latin1');
    parts.push(object);
    length += object.length;
  }
  parts.push(tail, Buffer.from(`startxref\n${length}\n%%EOF\n`, 'latin1'));
  return Buffer.concat(parts);
}
