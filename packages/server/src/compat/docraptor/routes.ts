import type { FastifyInstance } from 'fastify';
import { type ConversionOptions, conversionRoutes } from '../../conversions/routes.ts';
import { DOCRAPTOR_CONVERSIONS } from './endpoints.ts';

/** `/docraptor`: its documents over what `/v1` does. Its routes stand behind the same gate. */
export function docraptorRoutes(scope: FastifyInstance, options: Omit<ConversionOptions, 'endpoints'>): void {
  scope.addHook('onSend', (_request, reply, _payload, done) => {
    const pages = reply.getHeader('x-pages');
    if (pages !== undefined) reply.header('x-docraptor-num-pages', pages);
    done();
  });
  conversionRoutes(scope, {
    ...options,
    encoded: true,
    endpoints: { conversions: DOCRAPTOR_CONVERSIONS, templates: [] },
  });
}
