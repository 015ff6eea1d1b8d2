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

/** The first `size` bytes, fewer if there are no more, and the rest. Whoever stops before its end ends `bytes` itself. */
export async function divided(
  bytes: AsyncGenerator<Buffer>,
  size: number,
): Promise<{ readonly head: Buffer; readonly rest: AsyncGenerator<Buffer> }> {
  let read: Buffer = Buffer.alloc(0);
  while (read.length < size) {
    const next = await bytes.next();
    if (next.done) break;
    read = read.length === 0 ? next.value : Buffer.concat([read, next.value]);
  }
  const rest = async function* () {
    if (read.length > size) yield read.subarray(size);
    yield* bytes;
  };
  return { head: read.subarray(0, size), rest: rest() };
}
