/** The same bytes in pieces of `size`; the last one may have fewer, and there is none of nothing. */
export async function* inPieces(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let filled = 0;
  for await (const chunk of bytes) {
    for (let taken = 0; taken < chunk.byteLength; ) {
      const part = chunk.subarray(taken, taken + size - filled);
      held.push(part);
      filled += part.byteLength;
      taken += part.byteLength;
      if (filled < size) continue;
      yield Buffer.concat(held, filled);
      held = [];
      filled = 0;
    }
  }
  if (filled > 0) yield Buffer.concat(held, filled);
}
