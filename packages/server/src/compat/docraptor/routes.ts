import type { FastifyInstance } from 'fastify';
import { type ConversionOptions, conversionRoutes } from '../../conversions/routes.ts';
import { registerEndpoints } from '../../http/register.ts';
import { DOCRAPTOR_CONVERSIONS, DOCRAPTOR_OPEN } from './endpoints.ts';

/** `/docraptor`: its documents over what `/v1` does. Its routes stand behind the same gate. */
export function docraptorRoutes(scope: FastifyInstance, options: Omit<ConversionOptions, 'endpoints'>): void {
  scope.addHook('onSend', (_request, reply, _payload, done) => {
    const pages = reply.getHeader('x-pages');
    if (pages !== undefined) reply.header('x-docraptor-num-pages', pages);
    done();
  });
  conversionRoutes(scope, { ...options, endpoints: { conversions: DOCRAPTOR_CONVERSIONS, templates: [] } });
}

/** Those that need no key. Whatever they are sent is not read. */
export function docraptorOpenRoutes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  registerEndpoints(scope, DOCRAPTOR_OPEN, {});
}
