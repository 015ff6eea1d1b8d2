import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../http/endpoint.ts';
import { CONTENT_SECURITY_POLICY, referenceHtml } from './html.ts';
import { openApiDocument } from './openapi.ts';
import { referencePages } from './pages.ts';

/** Seconds that a client may keep the reference; it changes with the service only. */
const LIFE = 3_600;

/** `GET /openapi.json` and `GET /docs`, without a key: whoever can reach the service may know what it does. */
export function referenceRoutes(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const document = once(() => openApiDocument(endpoints));
  const openApi = once(() => Buffer.from(JSON.stringify(document())));
  const html = once(() => Buffer.from(referenceHtml(referencePages(document()))));
  const caching = `public, max-age=${LIFE}`;

  app.get('/openapi.json', (_request, reply) =>
    reply.headers({ 'content-type': 'application/json', 'cache-control': caching }).send(openApi()),
  );
  app.get('/docs', (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': caching,
        'content-security-policy': CONTENT_SECURITY_POLICY,
      })
      .send(html()),
  );
}

/** Written when it is asked for first: a service that converts needs no reference. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
