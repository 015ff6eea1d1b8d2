import type { Page } from './page.ts';
import { MOST_OF_DOCUMENT } from './unpacked-limit.ts';

const PIECE = 1_000_000;

/**
 * Reads the document that a paused answer has, unpacked, no faster than it comes.
 * @returns undefined if it is larger than a document may be; nothing more is read then
 */
export async function readDocument({ session }: Page, requestId: string): Promise<Buffer | undefined> {
  const { stream: handle } = await session.send('Fetch.takeResponseBodyAsStream', { requestId });
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: PIECE });
      const piece = Buffer.from(data, base64Encoded ? 'base64' : 'utf8');
      bytes += piece.length;
      if (bytes > MOST_OF_DOCUMENT) return undefined;
      pieces.push(piece);
      if (eof) return Buffer.concat(pieces);
    }
  } finally {
    await session.send('IO.close', { handle }).catch(() => {});
  }
}
