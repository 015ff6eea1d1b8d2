import type { FastifyInstance } from 'fastify';
import { type ConversionOptions, conversionRoutes } from '../../conversions/routes.ts';
import { registerEndpoints } from '../../http/register.ts';
import { FIRECRAWL_CONVERSIONS, FIRECRAWL_OPEN } from './endpoints.ts';

/** `/firecrawl`: its `scrape` over what `/v1` does. Its routes stand behind the same gate. */
export function firecrawlRoutes(scope: FastifyInstance, options: Omit<ConversionOptions, 'endpoints'>): void {
  conversionRoutes(scope, { ...options, endpoints: { conversions: FIRECRAWL_CONVERSIONS, templates: [] } });
}

/** Those that need no key. Whatever they are sent is not read. */
export function firecrawlOpenRoutes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  registerEndpoints(scope, FIRECRAWL_OPEN, {});
}
