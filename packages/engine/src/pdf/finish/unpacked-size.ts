/** Sizes of data that is packed in ways which are not undone here, but copied as they are (ISO 32000-1, 7.4.4, 7.4.5). */

const CLEAR = 256;
const END = 257;
const LONGEST_CODE = 12;
const CODES = 2 ** LONGEST_CODE;

/**
 * Bytes that LZW data unpacks to. A code stands for up to 4,096 bytes, so that ten megabytes may be gigabytes.
 * @param early whether codes grow one entry before the table is full: `EarlyChange`, default true
 */
export function lzwSize(data: Uint8Array, early: boolean): number {
  const lengths = new Uint16Array(CODES).fill(1, 0, CLEAR);
  let total = 0;
  let [next, width, previous] = [END + 1, 9, 0];
  let [bits, held] = [0, 0];
  for (const byte of data) {
    bits = (bits << 8) | byte;
    held += 8;
    if (held < width) continue;
    held -= width;
    const code = (bits >>> held) & (2 ** width - 1);
    bits &= 2 ** held - 1;
    if (code === END) break;
    if (code === CLEAR) {
      [next, width, previous] = [END + 1, 9, 0];
      continue;
    }
    // A code that is not there yet stands for the one before it and its first byte.
    const length = code < next ? (lengths[code] as number) : previous + 1;
    if (previous > 0 && next < CODES) {
      lengths[next] = previous + 1;
      next += 1;
    }
    total += length;
    previous = length;
    while (width < LONGEST_CODE && next + (early ? 1 : 0) >= 2 ** width) width += 1;
  }
  return total;
}

/** Bytes that run-length data unpacks to. */
export function runLengthSize(data: Uint8Array): number {
  let total = 0;
  for (let at = 0; at < data.length; ) {
    const length = data[at] as number;
    if (length === 128) break;
    total += length < 128 ? length + 1 : 257 - length;
    at += length < 128 ? length + 2 : 2;
  }
  return total;
}
