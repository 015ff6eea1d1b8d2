import { RestoreError } from './restore-error.ts';

/** A line of a dump. */
export interface DumpLine {
  /** 1 is the first. */
  readonly number: number;
  readonly text: string;
  /** With the line break. */
  readonly bytes: Buffer;
}

/** Bytes of a line: the largest rows that we write are a few tens of megabytes. */
const LONGEST = 128 * 1024 * 1024;
const BREAK = 0x0a;

/**
 * Lines of a dump, of which one is held at a time.
 * @param options.longest bytes of a line. Default: 128 MiB
 * @param options.fault what is thrown. Default: RestoreError
 * @throws what `fault` makes, for a line that is too long, cut off, or not UTF-8
 */
export async function* linesOf(
  source: AsyncIterable<Buffer>,
  {
    longest = LONGEST,
    fault = (message, line) => new RestoreError(message, line),
  }: { readonly longest?: number; readonly fault?: (message: string, line: number) => Error } = {},
): AsyncGenerator<DumpLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let number = 1;
  let pieces: Buffer[] = [];
  let length = 0;
  const hold = (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
    if (length > longest) throw fault(`it is longer than ${longest >> 20} MB, which no row is.`, number);
  };
  for await (const chunk of source) {
    let from = 0;
    for (let at = chunk.indexOf(BREAK); at !== -1; at = chunk.indexOf(BREAK, from)) {
      hold(chunk.subarray(from, at + 1));
      const bytes = Buffer.concat(pieces);
      const line = number;
      yield { number, text: decoded(decoder, bytes, () => fault('it is not UTF-8.', line)), bytes };
      [pieces, length, number, from] = [[], 0, number + 1, at + 1];
    }
    if (from < chunk.length) hold(chunk.subarray(from));
  }
  if (length > 0) throw fault('it was cut off: it has no line break at its end.', number);
}

function decoded(decoder: TextDecoder, bytes: Buffer, fault: () => Error): string {
  try {
    return decoder.decode(bytes.subarray(0, -1));
  } catch {
    throw fault();
  }
}
