import { expect, it } from 'vitest';
import { inPieces } from './pieces.ts';

async function* chunks(...sizes: readonly number[]): AsyncGenerator<Buffer> {
  let next = 0;
  for (const size of sizes) yield Buffer.from(Array.from({ length: size }, () => next++));
}

it.each([[[]], [[0]], [[3]], [[4]], [[9]], [[8, 1]], [[1, 1, 1, 1, 1]], [[3, 0, 6, 4]], [[5, 5, 5]]])(
  'of chunks of %j bytes, pieces of four are the same bytes in their order',
  async (sizes) => {
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const pieces = await Array.fromAsync(inPieces(chunks(...sizes), 4));
    expect(pieces.map(({ length }) => length)).toEqual([
      ...Array<number>(Math.floor(total / 4)).fill(4),
      ...(total % 4 > 0 ? [total % 4] : []),
    ]);
    expect([...Buffer.concat(pieces)]).toEqual(Array.from({ length: total }, (_, index) => index));
  },
);
