import { TEMPLATE_CONVERSION_ENDPOINTS } from '../../conversions/template-endpoints.ts';
import { CREDIT_ENDPOINTS } from '../../credits/endpoints.ts';
import type { HandledEndpoint } from '../../http/define-endpoint.ts';
import { ACCOUNT_ENDPOINTS } from '../../keys/account-endpoint.ts';
import { layerDocument } from '../../reference/endpoints.ts';
import { TEMPLATE_ENDPOINTS } from '../../templates/endpoints.ts';

/** Those of `/v1` that PDFShift has too, in the same shape. */

const TEMPLATES = [
  'GET /v1/templates',
  'POST /v1/templates',
  'PUT /v1/templates/{slug}',
  'DELETE /v1/templates/{slug}',
];
const CONVERSIONS = ['html', 'pdf', 'png', 'jpeg', 'webp'].map((format) => `POST /v1/templates/{slug}.${format}`);

export const PDFSHIFT_TEMPLATES = shared(TEMPLATE_ENDPOINTS, [...TEMPLATES, 'GET /v1/templates/{slug}.html']);
export const PDFSHIFT_TEMPLATE_CONVERSIONS = shared(TEMPLATE_CONVERSION_ENDPOINTS, CONVERSIONS);
export const PDFSHIFT_ACCOUNT = shared(ACCOUNT_ENDPOINTS, ['GET /v1/account']);
export const PDFSHIFT_CREDITS = shared(CREDIT_ENDPOINTS, ['GET /v1/credits/usage', 'GET /v1/invoices']);

export const PDFSHIFT_DOCUMENT = [layerDocument('pdfshift', '/v3/openapi.json')];

/** Endpoints of these names under `/v3`: the same rights, checks and answers. */
function shared<Parts>(
  endpoints: readonly HandledEndpoint<Parts>[],
  names: readonly string[],
): HandledEndpoint<Parts>[] {
  return names.map((name) => {
    const endpoint = endpoints.find(({ method, path }) => `${method.toUpperCase()} ${path}` === name);
    if (!endpoint) throw new Error(`There is no endpoint ${name}.`);
    const { path, operation, countsAs = path } = endpoint;
    return {
      ...endpoint,
      path: path.replace('/v1/', '/v3/'),
      layer: 'pdfshift',
      operation: `pdfshift_${operation}`,
      countsAs,
    };
  });
}
