import { deflate } from './deflate.ts';

/** Where an object is: at an offset of the file, or in an object stream. */
export type Entry = { readonly offset: number } | { readonly container: number; readonly index: number };

/**
 * The cross-reference stream (ISO 32000-1, 7.5.8). Each row is written as what differs from the row above, which is
 * next to nothing.
 * @param entries by number; what is missing is free
 * @param trailer entries of the trailer, as text
 */
export function tableStream(
  entries: readonly (Entry | undefined)[],
  trailer: string,
): { readonly dictionary: string; readonly data: Buffer } {
  const width = fieldWidth(entries);
  const columns = 1 + width + 2;
  const rows = Buffer.alloc(entries.length * columns);
  for (let number = 0; number < entries.length; number += 1) {
    const entry = entries[number];
    const at = number * columns;
    if (entry === undefined) rows.writeUInt16BE(number === 0 ? 0xffff : 0, at + 1 + width);
    else if ('offset' in entry) {
      rows[at] = 1;
      rows.writeUIntBE(entry.offset, at + 1, width);
    } else {
      rows[at] = 2;
      rows.writeUIntBE(entry.container, at + 1, width);
      rows.writeUInt16BE(entry.index, at + 1 + width);
    }
  }
  const data = deflate(filterUp(rows, columns));
  const dictionary =
    `<</Type/XRef/Size ${entries.length}/W[1 ${width} 2]${trailer}` +
    `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${columns}>>/Length ${data.length}>>`;
  return { dictionary, data };
}

function fieldWidth(entries: readonly (Entry | undefined)[]): number {
  let largest = entries.length;
  for (const entry of entries) if (entry && 'offset' in entry) largest = Math.max(largest, entry.offset);
  let width = 1;
  while (largest >= 256 ** width) width += 1;
  return width;
}

/** PNG's filter "up" (ISO/IEC 15948, 9.2). */
function filterUp(rows: Buffer, columns: number): Buffer {
  const count = rows.length / columns;
  const out = Buffer.alloc(count * (columns + 1));
  for (let row = 0; row < count; row += 1) {
    const to = row * (columns + 1);
    out[to] = 2;
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      out[to + 1 + column] = (rows[at] as number) - (row > 0 ? (rows[at - columns] as number) : 0);
    }
  }
  return out;
}
