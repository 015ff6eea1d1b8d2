import { Unreadable } from './syntax.ts';

/** How rows of samples were changed before they were compressed (ISO 32000-1, 7.4.4.4). */
export interface PredictorOptions {
  /** 1 none, 2 TIFF's, 10 to 15 PNG's. */
  readonly predictor: number;
  readonly colors: number;
  readonly bits: number;
  readonly columns: number;
}

export function undoPredictor(data: Buffer, { predictor, colors, bits, columns }: PredictorOptions): Buffer {
  if (predictor <= 1) return data;
  const pixel = Math.max(1, (colors * bits) >> 3);
  const width = Math.ceil((colors * bits * columns) / 8);
  if (!(width > 0 && width < 2 ** 24)) throw new Unreadable('rows of another width');
  if (predictor === 2) return undoTiff(data, width, pixel, bits);
  const rows = Math.ceil(data.length / (width + 1));
  const out = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row += 1) {
    const from = row * (width + 1);
    undoRow(out, row * width, data.subarray(from + 1, from + 1 + width), data[from] as number, { width, pixel });
  }
  return out.subarray(0, Math.max(0, data.length - rows));
}

interface RowShape {
  readonly width: number;
  readonly pixel: number;
}

/** ISO/IEC 15948, clause 9. */
function undoRow(out: Buffer, to: number, row: Buffer, filter: number, { width, pixel }: RowShape): void {
  if (filter > 4) throw new Unreadable('another filter of rows');
  for (let column = 0; column < row.length; column += 1) {
    const at = to + column;
    const left = column >= pixel ? (out[at - pixel] as number) : 0;
    const above = to > 0 ? (out[at - width] as number) : 0;
    const corner = to > 0 && column >= pixel ? (out[at - width - pixel] as number) : 0;
    const guess = [0, left, above, (left + above) >> 1, filter === 4 ? paeth(left, above, corner) : 0][
      filter
    ] as number;
    out[at] = (row[column] as number) + guess;
  }
}

function undoTiff(data: Buffer, width: number, pixel: number, bits: number): Buffer {
  if (bits !== 8) throw new Unreadable('samples of another size');
  const out = Buffer.from(data);
  for (let at = 0; at < out.length; at += 1) {
    if (at % width >= pixel) out[at] = (out[at] as number) + (out[at - pixel] as number);
  }
  return out;
}

/** The neighbour that is nearest to what the other two suggest (9.4). */
function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [byLeft, byAbove, byCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (byLeft <= byAbove && byLeft <= byCorner) return left;
  return byAbove <= byCorner ? above : corner;
}

/**
 * Filters rows of samples of eight bits as PNG does, each by the filter that leaves the smallest differences
 * (ISO/IEC 15948, 12.8), so that they compress better.
 */
export function applyPredictor(data: Uint8Array, width: number, pixel: number): Buffer {
  const rows = data.length / width;
  const out = Buffer.alloc(rows * (width + 1));
  const tries = [1, 2, 4].map((filter) => ({ filter, row: new Uint8Array(width) }));
  for (let row = 0; row < rows; row += 1) {
    let [best, least] = [tries[0] as (typeof tries)[0], Number.POSITIVE_INFINITY];
    for (const attempt of tries) {
      const sum = filterRow(data, row * width, { width, pixel }, attempt.filter, attempt.row);
      if (sum < least) [best, least] = [attempt, sum];
    }
    out[row * (width + 1)] = best.filter;
    out.set(best.row, row * (width + 1) + 1);
  }
  return out;
}

/** @returns the sum of the differences, each as a number with a sign */
function filterRow(data: Uint8Array, start: number, shape: RowShape, filter: number, row: Uint8Array): number {
  const { width, pixel } = shape;
  let sum = 0;
  for (let column = 0; column < width; column += 1) {
    const at = start + column;
    const left = column >= pixel ? (data[at - pixel] as number) : 0;
    const above = start > 0 ? (data[at - width] as number) : 0;
    let guess = left;
    if (filter === 2) guess = above;
    else if (filter === 4) {
      guess = paeth(left, above, start > 0 && column >= pixel ? (data[at - width - pixel] as number) : 0);
    }
    const difference = ((data[at] as number) - guess) & 0xff;
    row[column] = difference;
    sum += difference < 128 ? difference : 256 - difference;
  }
  return sum;
}
