import type { ServerResponse } from 'node:http';

const callbacks = new WeakMap<ServerResponse, ((finished: boolean) => void)[]>();

/**
 * Calls back when the answer has been handed to the network (`finished` true) or its connection is gone (false), in the
 * order of the calls; at once when that is over. Many parts of a request wait for it: they share one listener.
 */
export function onExchangeEnd(response: ServerResponse, callback: (finished: boolean) => void): void {
  // A client may leave while its request waits for the database.
  if (response.closed) {
    callback(response.writableFinished);
    return;
  }
  const waiting = callbacks.get(response);
  if (waiting) {
    waiting.push(callback);
    return;
  }
  const first = [callback];
  callbacks.set(response, first);
  response.once('close', () => {
    for (const each of first) each(response.writableFinished);
  });
}
