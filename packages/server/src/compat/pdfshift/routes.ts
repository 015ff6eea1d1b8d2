import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ConversionOptions, conversionRoutes } from '../../conversions/routes.ts';
import type { Credits } from '../../credits/open.ts';
import type { HttpLimits } from '../../http/limits.ts';
import { registerEndpoints } from '../../http/register.ts';
import { readRequestBodies } from '../../http/request-body.ts';
import type { AccountParts } from '../../keys/account-endpoint.ts';
import type { TemplateParts } from '../../templates/endpoint-parts.ts';
import { PDFSHIFT_CONVERSIONS } from './convert-endpoints.ts';
import { PDFSHIFT_ACCOUNT, PDFSHIFT_CREDITS, PDFSHIFT_TEMPLATE_CONVERSIONS, PDFSHIFT_TEMPLATES } from './endpoints.ts';
import { PDFSHIFT_RECORDS, type RecordParts } from './record-endpoints.ts';

export interface PdfShiftOptions {
  readonly conversions: Omit<ConversionOptions, 'endpoints'>;
  readonly limits: HttpLimits;
  readonly templates?: TemplateParts;
  readonly account?: AccountParts;
  readonly credits?: Credits;
  readonly records?: Omit<RecordParts, 'credits'>;
}

/** `/v3`: PDFShift's API over what `/v1` does. Its routes stand behind the same gate. */
export function pdfShiftRoutes(scope: FastifyInstance, options: PdfShiftOptions): void {
  const { conversions, limits, templates, account, credits, records } = options;
  const { engine } = conversions.conversions;
  const arrivals = new WeakMap<FastifyRequest, number>();
  scope.addHook('onRequest', (request, _reply, done) => {
    arrivals.set(request, performance.now());
    done();
  });
  scope.addHook('onSend', (request, reply, _payload, done) => {
    const now = performance.now();
    reply.header('x-pdfshift-processor', engine.health().browser);
    reply.header('x-pdfshift-duration', String(Math.round(now - (arrivals.get(request) ?? now))));
    // Their client knows this type only without a charset.
    if (String(reply.getHeader('content-type')).startsWith('application/json')) reply.type('application/json');
    done();
  });
  scope.register(async (converting) =>
    conversionRoutes(converting, {
      ...conversions,
      endpoints: { conversions: PDFSHIFT_CONVERSIONS, templates: PDFSHIFT_TEMPLATE_CONVERSIONS },
    }),
  );
  scope.register(async (stored) => {
    readRequestBodies(stored, limits, { optional: true });
    if (templates) registerEndpoints(stored, PDFSHIFT_TEMPLATES, templates);
    if (account) registerEndpoints(stored, PDFSHIFT_ACCOUNT, account);
    if (credits) registerEndpoints(stored, PDFSHIFT_CREDITS, credits);
    if (records && credits) registerEndpoints(stored, PDFSHIFT_RECORDS, { ...records, credits });
  });
}
