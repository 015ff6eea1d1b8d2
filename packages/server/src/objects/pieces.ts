/**
 * The same bytes in pieces of `size`; the last one may have fewer, and there is none of nothing. One piece is in memory at a
 * time, besides those that the reader keeps.
 */
export async function* inPieces(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let piece: Buffer | undefined;
  let filled = 0;
  for await (const chunk of bytes) {
    for (let taken = 0; taken < chunk.byteLength; ) {
      const part = chunk.subarray(taken, taken + size - filled);
      // Memory that is not written to yet costs nothing.
      piece ??= Buffer.allocUnsafeSlow(size);
      piece.set(part, filled);
      filled += part.byteLength;
      taken += part.byteLength;
      if (filled < size) continue;
      const whole = piece;
      piece = undefined;
      filled = 0;
      yield whole;
    }
  }
  if (piece) yield Buffer.from(piece.subarray(0, filled));
}
