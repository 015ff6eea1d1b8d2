import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Platen } from '@platen/client';
import { httpHandler, overClient } from '@platen/mcp';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GATE_ERRORS } from '../access/errors.ts';
import { endpointsOf, type HandledEndpoint, uncheckedBody } from '../http/define-endpoint.ts';
import { onExchangeEnd } from '../http/exchange-end.ts';
import { bodyOf } from '../http/request-body.ts';

export interface McpParts {
  /** The service: what a tool does goes through its gate once more, as the request of the same caller. */
  readonly app: Pick<FastifyInstance, 'inject'>;
}

/** Headers that say who asks and from where; all others are of the protocol. */
const CALLER = ['authorization', 'x-api-key', 'forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'host'];

const STREAM = 'text/event-stream';
const JSON_TYPE = 'application/json';

/** `POST /mcp`: the Model Context Protocol over streamable HTTP, without sessions. */
export const MCP_ENDPOINTS: readonly HandledEndpoint<McpParts>[] = [
  endpointsOf<McpParts>()({
    method: 'post',
    path: '/mcp',
    operation: 'mcp',
    tag: 'Agents',
    summary: 'Model Context Protocol',
    description:
      'Streamable HTTP without sessions. Tools do what the endpoints of the same work do, for the same key: docs/mcp.md.',
    access: 'everybody',
    relays: true,
    request: uncheckedBody({
      name: 'McpMessage',
      schema: z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string() }),
      required: [],
      multipart: false,
      examples: [
        {
          name: 'tools',
          summary: 'Which tools there are',
          value: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
        },
      ],
    }),
    answer: {
      description: 'A message of the protocol.',
      binary: ['text/event-stream'],
      json: z.looseObject({}),
      headers: [],
    },
    errors: ['invalid_request', 'request_timeout', 'payload_too_large', 'unsupported_media_type', ...GATE_ERRORS],
    async handle({ request, reply }, { app }) {
      const controller = new AbortController();
      onExchangeEnd(reply.raw, (finished) => {
        if (!finished) controller.abort();
      });
      const answer = await httpHandler(overClient(clientOf(request, app))).fetch(
        new Request('http://localhost/mcp', {
          method: 'POST',
          headers: {
            ...headersOf(request, (name) => !CALLER.includes(name) && name !== 'content-length'),
            accept: 'application/json, text/event-stream',
          },
          signal: controller.signal,
        }),
        { parsedBody: bodyOf(request).json },
      );
      reply.code(answer.status).header('cache-control', 'no-store');
      const type = answer.headers.get('content-type') ?? '';
      if (!type.startsWith(STREAM)) return reply.type(JSON_TYPE).send(await answer.text());
      // To whoever takes no stream, the one message that is in it.
      if (!request.headers.accept?.includes(STREAM)) return reply.type(JSON_TYPE).send(messageOf(await answer.text()));
      return reply.type(STREAM).send(Readable.fromWeb(answer.body as ReadableStream));
    },
  }),
];

/** The message of a stream of server-sent events (HTML standard, "Server-sent events"): each is in one line. */
const messageOf = (events: string): string => /^data: (\{.*)$/m.exec(events)?.[1] ?? '';

function headersOf({ headers }: FastifyRequest, isWanted: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && isWanted(name) ? [[name, value]] : [],
    ),
  );
}

/** The client sets a key of its own, of which it has none, and one against repetition, which it is told not to do. */
function ownHeaders({ authorization: _key, 'idempotency-key': _once, ...headers }: Record<string, string>) {
  return headers;
}

/** A client of this service that asks as the caller does: rights, limits, credits and records are the caller's. */
function clientOf(request: FastifyRequest, app: McpParts['app']): Platen {
  const caller = headersOf(request, (name) => CALLER.includes(name));
  return new Platen({
    key: '',
    url: 'http://service',
    retries: 0,
    fetch: async (input, init = {}) => {
      const { pathname, search } = new URL(String(input));
      const sent = Object.fromEntries(new Headers(init.headers));
      const { statusCode, headers, rawPayload } = await app.inject({
        method: init.method === 'POST' ? 'POST' : 'GET',
        url: pathname + search,
        remoteAddress: request.raw.socket.remoteAddress ?? '',
        headers: { ...ownHeaders(sent), ...caller },
        ...(typeof init.body === 'string' ? { payload: init.body } : {}),
        ...(init.signal ? { signal: init.signal } : {}),
      });
      const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: given });
    },
  });
}
