import type { FastifyInstance } from 'fastify';
import { type ConversionOptions, conversionRoutes } from '../../conversions/routes.ts';
import { BROWSERLESS_CONVERSIONS } from './endpoints.ts';

const PAGE_STATUS = 'x-response-status-code';

/** `/browserless`: its REST API over what `/v1` does. Its routes stand behind the same gate. */
export function browserlessRoutes(scope: FastifyInstance, options: Omit<ConversionOptions, 'endpoints'>): void {
  // Its name of the status of the page.
  scope.addHook('onSend', (_request, reply, _payload, done) => {
    const status = reply.getHeader(PAGE_STATUS);
    if (status !== undefined) reply.header('x-response-code', status);
    done();
  });
  conversionRoutes(scope, { ...options, endpoints: { conversions: BROWSERLESS_CONVERSIONS, templates: [] } });
}
