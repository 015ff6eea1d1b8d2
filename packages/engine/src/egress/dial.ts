import { connect, type Socket } from 'node:net';
import type { Destination } from './resolve.ts';

export interface DialOptions extends Destination {
  readonly port: number;
  /** Milliseconds for connecting. */
  readonly timeout: number;
  /** Whether the connection stays open for writing after the peer has ended its side, as a tunnel needs it. */
  readonly halfOpen: boolean;
  readonly signal: AbortSignal;
}

/**
 * Connects to an address that was checked; there is no name left to resolve.
 * @throws the system's error, an error of its own when `timeout` has passed, or the signal's reason.
 */
export function dial({ address, family, port, timeout, halfOpen, signal }: DialOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const socket = connect({ host: address, port, family, allowHalfOpen: halfOpen, noDelay: true });
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abandon);
    };
    const fail = (reason: unknown) => {
      settle();
      socket.destroy();
      reject(reason);
    };
    const abandon = () => fail(signal.reason);
    const timer = setTimeout(() => fail(new Error('The destination did not answer in time.')), timeout);
    signal.addEventListener('abort', abandon, { once: true });
    // Stays for the life of the socket: what becomes of it is seen by its close.
    socket.on('error', fail);
    socket.once('connect', () => {
      settle();
      resolve(socket);
    });
  });
}
