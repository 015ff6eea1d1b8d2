import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A file as it arrived. */
export interface PutFile {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

export interface PutReceiver {
  readonly url: string;
  /** Where it listens, as the settings of the guard name it. */
  readonly allow: string;
  readonly files: PutFile[];
  /** Answers in its place, before the body is read; true: it has. */
  instead: (request: IncomingMessage, response: ServerResponse) => boolean;
  close(): void;
}

/** A server on loopback that takes files by PUT and POST; it ends with the test. */
export async function startPutReceiver(): Promise<PutReceiver> {
  const receiver = await openPutReceiver();
  onTestFinished(receiver.close);
  return receiver;
}

/** A server on loopback that takes files by PUT and POST, for several tests: close it. */
export async function openPutReceiver(): Promise<PutReceiver> {
  const files: PutFile[] = [];
  const server = createServer(async (request, response) => {
    request.on('error', () => {});
    if (receiver.instead(request, response)) return;
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      return;
    }
    const { method = '', url: path = '', headers } = request;
    files.push({ method, path, headers, bytes: Buffer.concat(chunks) });
    response.writeHead(200, { etag: '"put-1"' }).end();
  });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: PutReceiver = {
    url: `http://127.0.0.1:${port}/put?signature=canary`,
    allow: `127.0.0.1:${port}`,
    files,
    instead: () => false,
    close,
  };
  return receiver;
}
