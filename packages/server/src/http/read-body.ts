import type { IncomingMessage } from 'node:http';
import { EngineError } from '@platen/engine';
import { ApiError } from '../errors.ts';

/**
 * Reads a whole body.
 * @param limit Bytes; one more and the rest is not kept.
 * @param take Called with the size of each piece; may throw to refuse it.
 * @throws ApiError `payload_too_large`, or what `take` throws; EngineError `canceled` when the client leaves.
 */
export function readBody(payload: IncomingMessage, limit: number, take: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const settle = (outcome: () => void) => {
      payload.removeListener('data', onData).removeListener('end', onEnd).removeListener('close', onClose);
      outcome();
      // The connection of a refused client lives on for a moment, and its listeners would keep what was read.
      pieces.length = 0;
    };
    const onData = (piece: Buffer) => {
      length += piece.length;
      try {
        if (length > limit) throw new ApiError('payload_too_large');
        take(piece.length);
        pieces.push(piece);
      } catch (error) {
        settle(() => reject(error));
      }
    };
    const onEnd = () => settle(() => resolve(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)));
    const onClose = () =>
      settle(() => reject(new EngineError('canceled', 'The client closed the connection while sending.')));
    // Without a listener the error of a lost connection would end the process; `close` follows it.
    payload.on('error', () => {});
    payload.on('data', onData).once('end', onEnd).once('close', onClose);
  });
}
