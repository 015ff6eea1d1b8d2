import type { ServerResponse } from 'node:http';

/** Calls back when the answer has been handed to the network (`finished` true) or its connection is gone (false). */
export function onExchangeEnd(response: ServerResponse, callback: (finished: boolean) => void): void {
  response.once('close', () => callback(response.writableFinished));
}
