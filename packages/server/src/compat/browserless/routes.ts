import type { FastifyInstance } from 'fastify';
import { type ConversionOptions, conversionRoutes } from '../../conversions/routes.ts';
import { registerEndpoints } from '../../http/register.ts';
import { BROWSERLESS_CONVERSIONS, BROWSERLESS_OPEN } from './endpoints.ts';

/** `/browserless`: its REST API over what `/v1` does. Its routes stand behind the same gate. */
export function browserlessRoutes(scope: FastifyInstance, options: Omit<ConversionOptions, 'endpoints'>): void {
  conversionRoutes(scope, { ...options, endpoints: { conversions: BROWSERLESS_CONVERSIONS, templates: [] } });
}

/** Those that need no key. Whatever they are sent is not read. */
export function browserlessOpenRoutes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  registerEndpoints(scope, BROWSERLESS_OPEN, {});
}
