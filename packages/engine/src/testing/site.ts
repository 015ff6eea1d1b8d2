import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = string | Buffer | ((request: IncomingMessage, response: ServerResponse) => void);

export interface Site {
  /** `http://address:port`, without a slash at its end. */
  readonly origin: string;
  /** `address:port`, as the egress guard allows it. */
  readonly host: string;
  /** Requests that came in, as `METHOD path`. */
  readonly hits: string[];
  close(): void;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  pdf: 'application/pdf',
};

/**
 * A web site on a loopback address. A path answers with its text (as HTML, or by its extension), or does what its
 * function does; every other path is 404.
 * @param address a loopback address that stands for a host of its own, such as 127.0.77.1
 */
export async function startSite(pages: Readonly<Record<string, Answer>>, address = '127.0.77.1'): Promise<Site> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] as string;
    hits.push(`${request.method} ${request.url}`);
    const answer = pages[path];
    if (typeof answer === 'function') return answer(request, response);
    if (answer === undefined)
      return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>');
    const type = MEDIA_TYPES[/\.(\w+)$/.exec(path)?.[1] ?? ''] ?? 'text/html; charset=utf-8';
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const host = `${address}:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${host}`,
    host,
    hits,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Never answers: for a request that stays pending until the client leaves. */
export const never = (): void => {};
