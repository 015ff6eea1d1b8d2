/**
 * The same bytes in pieces of `size`; the last one may have fewer, and there is none of nothing. One piece is in memory at a
 * time, besides those that the reader keeps. A piece that stands in one chunk is not copied: it shares the memory
 * of that, which nobody may write to any more.
 */
export async function* inPieces(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  /** What is no whole piece yet: the end of a chunk, or memory of our own. */
  let piece: Buffer | undefined;
  let own: Buffer | undefined;
  for await (const chunk of bytes) {
    for (let taken = 0; taken < chunk.byteLength; ) {
      const filled = piece?.length ?? 0;
      const part = Buffer.from(
        chunk.buffer,
        chunk.byteOffset + taken,
        Math.min(size - filled, chunk.byteLength - taken),
      );
      taken += part.length;
      if (piece) {
        if (!own) {
          // Memory that is not written to yet costs nothing.
          own = Buffer.allocUnsafeSlow(size);
          own.set(piece);
        }
        own.set(part, filled);
        piece = own.subarray(0, filled + part.length);
      } else piece = part;
      if (piece.length < size) continue;
      const whole = piece;
      piece = undefined;
      own = undefined;
      yield whole;
    }
  }
  // Memory of our own is larger than what is kept of it.
  if (piece) yield own ? Buffer.from(piece) : piece;
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
