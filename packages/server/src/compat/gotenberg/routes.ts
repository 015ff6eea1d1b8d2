import type { FastifyInstance } from 'fastify';
import { type ConversionOptions, conversionRoutes } from '../../conversions/routes.ts';
import { GOTENBERG_CONVERSIONS } from './endpoints.ts';
import { readForm } from './form.ts';

/** A trace that a client may give its request, and is given back. */
const TRACE = /^[\x21-\x7e]{1,128}$/;

/** `/forms/chromium`: Gotenberg's routes over what `/v1` does. They stand behind the same gate. */
export function gotenbergRoutes(scope: FastifyInstance, options: Omit<ConversionOptions, 'endpoints'>): void {
  scope.addHook('onSend', (request, reply, _payload, done) => {
    const trace = request.headers['gotenberg-trace'];
    reply.header('gotenberg-trace', typeof trace === 'string' && TRACE.test(trace) ? trace : request.id);
    done();
  });
  conversionRoutes(scope, {
    ...options,
    form: readForm,
    endpoints: { conversions: GOTENBERG_CONVERSIONS, templates: [] },
  });
}
