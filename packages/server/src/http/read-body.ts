import type { IncomingMessage } from 'node:http';
import { EngineError } from '@platen/engine';
import { ApiError } from '../errors.ts';
import type { LeastSpeed } from './limits.ts';

export interface ReadOptions {
  /** Bytes; one more and the rest is not kept. */
  readonly limit: number;
  readonly speed: LeastSpeed;
  /** Called with the size of each piece; may throw to refuse it. */
  readonly take: (bytes: number) => void;
}

/**
 * Reads a whole body.
 * @throws ApiError `payload_too_large`, `request_timeout` for one that is too slow, or what `take` throws; EngineError
 *   `canceled` when the client leaves.
 */
export function readBody(payload: IncomingMessage, { limit, speed, take }: ReadOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;
    let seen = 0;
    const settle = (outcome: () => void) => {
      clearInterval(timer);
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
    // In each interval by itself: what came fast at first does not pay for what stalls then.
    const timer = setInterval(() => {
      const isSlow = length - seen < speed.bytes;
      seen = length;
      if (isSlow) settle(() => reject(tooSlow(speed)));
    }, speed.interval);
    // Without a listener the error of a lost connection would end the process; `close` follows it.
    payload.on('error', () => {});
    payload.on('data', onData).once('end', onEnd).once('close', onClose);
  });
}

const tooSlow = ({ bytes, interval }: LeastSpeed): ApiError =>
  new ApiError('request_timeout', {
    detail: `The body arrives too slowly: it takes at least ${bytes / 1_024} kB every ${interval / 1_000} seconds.`,
  });
