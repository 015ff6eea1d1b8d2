import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Canaries } from './words.ts';

/** What the service speaks to: a page, a receiver of webhooks and one of files. What they say is secret too. */
export interface Neighbors {
  readonly url: string;
  /** Paths that were asked for, without their query. */
  readonly asked: () => readonly string[];
  close(): void;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
}

export async function startNeighbors(canaries: Canaries): Promise<Neighbors> {
  const word = (of: string) => canaries.make(`answer of ${of}`).lower;
  const asked: string[] = [];
  const answers: Readonly<Record<string, () => Answer>> = {
    '/page': () => ({
      status: 200,
      type: 'text/html',
      body: `<title>${word('a page, title')}</title><p>${word('a page')}<img src="/missing/${word('a page, address')}">
        <script>console.error('${word('a page, console')}'); throw new Error('${word('a page, error')}')</script>`,
    }),
    '/hook': () => ({ status: 200, body: word('a receiver') }),
    '/broken-hook': () => ({ status: 500, body: word('a receiver that fails') }),
    '/files': () => ({ status: 200, body: word('a destination') }),
    '/refusing-files': () => ({ status: 403, body: word('a destination that refuses') }),
  };
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const path = new URL(request.url ?? '/', 'http://x').pathname;
      asked.push(path);
      const answer: Answer = answers[path]?.() ?? { status: 404, body: word('what is missing') };
      const { status, body, type = 'text/plain' } = answer;
      const headers = {
        'content-type': type,
        'x-word': word('a server, header'),
        'set-cookie': word('a server, cookie'),
      };
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
