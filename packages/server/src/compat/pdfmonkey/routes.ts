import type { FastifyInstance } from 'fastify';
import { type ConversionOptions, conversionScope } from '../../conversions/routes.ts';
import { registerEndpoints } from '../../http/register.ts';
import type { JobService } from '../../jobs/service.ts';
import type { TemplateParts } from '../../templates/endpoint-parts.ts';
import { PDFMONKEY_CONVERSIONS } from './endpoints.ts';
import { PDFMONKEY_TEMPLATES } from './template-endpoints.ts';

export interface PdfMonkeyOptions {
  readonly conversions: Omit<ConversionOptions, 'endpoints'>;
  readonly jobService: JobService;
  readonly templates: TemplateParts;
}

/** `/api/v1`: documents of PDFMonkey over what `/v1` does. Its routes stand behind the same gate. */
export function pdfMonkeyRoutes(
  scope: FastifyInstance,
  { conversions, jobService, templates }: PdfMonkeyOptions,
): void {
  scope.register(async (made) =>
    registerEndpoints(made, PDFMONKEY_CONVERSIONS, { ...conversionScope(made, conversions), jobService }),
  );
  registerEndpoints(scope, PDFMONKEY_TEMPLATES, templates);
}
