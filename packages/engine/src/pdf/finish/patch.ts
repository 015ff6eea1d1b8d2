import type { PdfDocument } from './document.ts';
import { Unreadable } from './syntax.ts';
import { printValue } from './value.ts';

/**
 * A file of Chromium's with the objects that were changed, in the form that Chromium writes. All other objects are
 * copied with the bytes around them, so that it costs next to nothing; what the changed ones were stays in the file,
 * out of reach.
 * @throws Unreadable for a file with objects in object streams, which Chromium never writes
 */
export function patchFile(bytes: Buffer, document: PdfDocument): Buffer {
  const parts: Buffer[] = [bytes, Buffer.from('\n')];
  const starts: (number | undefined)[] = [];
  let length = bytes.length + 1;
  const add = (...pieces: readonly Buffer[]): void => {
    parts.push(...pieces);
    for (const piece of pieces) length += piece.length;
  };
  for (let number = 0; number < document.size; number += 1) {
    if (!document.has(number)) continue;
    const changed = document.changed(number);
    if (changed === undefined) {
      starts[number] = document.offset(number);
      continue;
    }
    starts[number] = length;
    add(Buffer.from(`${number} 0 obj\n`), changed, Buffer.from('\nendobj\n'));
  }
  const entries = Array.from({ length: document.size }, (_, number) => entryOf(starts[number]));
  const trailer = new Map([...document.trailer, ['Size', document.size]]);
  const end = length;
  const table = `xref\n0 ${document.size}\n${entries.join('')}trailer\n${printValue(trailer)}`;
  add(Buffer.from(`${table}\nstartxref\n${end}\n%%EOF\n`, 'latin1'));
  return Buffer.concat(parts, length);
}

/** An entry of a cross-reference table (ISO 32000-1, 7.5.4): twenty bytes. */
function entryOf(start: number | undefined): string {
  if (start === undefined) return '0000000000 65535 f \n';
  if (start > 9_999_999_999) throw new Unreadable('a file beyond ten gigabytes');
  return `${String(start).padStart(10, '0')} 00000 n \n`;
}
