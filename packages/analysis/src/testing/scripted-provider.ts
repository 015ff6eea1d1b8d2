import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider with the OpenAI chat API on loopback whose answers a test writes. */

export interface ProviderRequest {
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly [member: string]: unknown;
  };
}

export interface ScriptedAnswer {
  /** Text of the answer; objects become JSON. */
  readonly content?: string | object | null;
  readonly finish?: string;
  readonly refusal?: string;
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
  /** An answer without a completion. */
  readonly raw?: { readonly status: number; readonly headers?: Record<string, string>; readonly body: string };
  readonly delayMs?: number;
  /** Ends the connection before the answer, or within it; `never` leaves it open without an answer. */
  readonly broken?: 'before' | 'within' | 'never';
}

export interface ScriptedProvider {
  readonly baseUrl: string;
  readonly requests: ProviderRequest[];
  /** Connections that clients ended before the answer. */
  readonly abandoned: () => number;
  readonly close: () => Promise<void>;
}

/** Starts a provider; `script` gets each request and its number, from 0. */
export async function startProvider(
  script: (request: ProviderRequest, index: number) => ScriptedAnswer,
): Promise<ScriptedProvider> {
  const requests: ProviderRequest[] = [];
  let abandoned = 0;
  const server = createServer((incoming, response) => {
    void (async () => {
      const request: ProviderRequest = { headers: incoming.headers, body: JSON.parse(await textOf(incoming)) };
      response.on('close', () => {
        if (!response.writableEnded) abandoned += 1;
      });
      requests.push(request);
      await answer(response, script(request, requests.length - 1));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    abandoned: () => abandoned,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function answer(response: ServerResponse, scripted: ScriptedAnswer): Promise<void> {
  if (scripted.broken === 'never') return;
  if (scripted.delayMs) await new Promise((resolve) => setTimeout(resolve, scripted.delayMs));
  if (scripted.broken === 'before') {
    response.destroy();
    return;
  }
  const { status, headers, body } = scripted.raw ?? { status: 200, headers: {}, body: completion(scripted) };
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (scripted.broken === 'within') {
    response.write(body.slice(0, Math.ceil(body.length / 2)));
    response.destroy();
  } else response.end(body);
}

function completion({
  content = '',
  finish = 'stop',
  refusal,
  usage = { prompt_tokens: 10, completion_tokens: 5 },
}: ScriptedAnswer): string {
  const text = typeof content === 'string' || content === null ? content : JSON.stringify(content);
  const message = { role: 'assistant', content: text, ...(refusal ? { refusal } : {}) };
  return JSON.stringify({
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, message, finish_reason: finish }],
    ...(usage ? { usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } } : {}),
  });
}
