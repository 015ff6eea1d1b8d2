import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A delivery as it arrived. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of a body is what it asserts.
  readonly body: any;
}

/** How a receiver answers: a status, or a status with headers and a body; `silence`: not at all. */
export type Reply = number | { status: number; headers?: Record<string, string>; body?: string } | 'silence';

export interface WebhookReceiver {
  readonly url: string;
  /** Where it listens, as the settings of the guard name it. */
  readonly allow: string;
  readonly received: Received[];
  /** Called with each delivery; default: 204. */
  answer: (delivery: Received) => Reply | Promise<Reply>;
  readonly close: () => void;
}

/** A receiver of webhooks on loopback; it ends with the test. */
export async function startWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const receiver = await openWebhookReceiver(port);
  onTestFinished(receiver.close);
  return receiver;
}

/** A receiver of webhooks on loopback, for several tests: close it. */
export async function openWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const { method = '', url: path = '', headers } = request;
    const delivery = { method, path, headers, text, body: JSON.parse(text) };
    received.push(delivery);
    const reply = await receiver.answer(delivery);
    if (reply === 'silence') return;
    const { status, headers: own = {}, body = '' } = typeof reply === 'number' ? { status: reply } : reply;
    response.writeHead(status, own).end(body);
  });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const at = (server.address() as AddressInfo).port;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${at}/hook`,
    allow: `127.0.0.1:${at}`,
    received,
    answer: () => 204,
    close,
  };
  return receiver;
}
