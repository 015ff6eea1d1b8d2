import type { FastifyInstance } from 'fastify';
import { OPENAPI_ENDPOINT } from './endpoint.ts';
import type { OpenApi } from './openapi-types.ts';

/** Seconds that a client may keep the document; it changes with the service only. */
const LIFE = 3_600;

/** `GET /openapi.json`, without a key: whoever can reach the service may know what it does. */
export function referenceRoutes(app: FastifyInstance, document: () => OpenApi): void {
  let bytes: Buffer | undefined;
  app.get('/openapi.json', { config: { endpoint: OPENAPI_ENDPOINT } }, (_request, reply) => {
    bytes ??= Buffer.from(JSON.stringify(document()));
    return reply
      .headers({ 'content-type': 'application/json', 'cache-control': `public, max-age=${LIFE}` })
      .send(bytes);
  });
}
