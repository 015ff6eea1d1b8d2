import type { FastifyInstance } from 'fastify';
import { type ConversionOptions, conversionRoutes } from '../../conversions/routes.ts';
import { GOTENBERG_CONVERSIONS } from './endpoints.ts';
import { readForm } from './form.ts';
import { traceOf } from './trace.ts';

/** `/forms/chromium`: Gotenberg's routes over what `/v1` does. They stand behind the same gate. */
export function gotenbergRoutes(scope: FastifyInstance, options: Omit<ConversionOptions, 'endpoints'>): void {
  scope.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('gotenberg-trace', traceOf(request));
    done();
  });
  conversionRoutes(scope, {
    ...options,
    form: readForm,
    endpoints: { conversions: GOTENBERG_CONVERSIONS, templates: [] },
  });
}
