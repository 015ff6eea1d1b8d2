import { type OutputKind, sharedFields } from '@platen/engine';
import { z } from 'zod';
import { askerOf } from '../access/asker.ts';
import { callerOf } from '../access/caller.ts';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import { CUSTOMER_HTML } from '../http/customer-html.ts';
import { endpointsOf, type HandledEndpoint, jsonBody, uncheckedBody } from '../http/define-endpoint.ts';
import type { Example } from '../http/endpoint.ts';
import { onExchangeEnd } from '../http/exchange-end.ts';
import { bodyOf } from '../http/request-body.ts';
import { templateOf } from '../templates/check.ts';
import type { TemplateResolver } from '../templates/resolve.ts';
import { filledRequest, versionedParams } from '../templates/schema.ts';
import { missingTemplate } from '../templates/template-reader.ts';
import { type ConversionParts, convertOne } from './convert.ts';
import { conversionAnswer } from './endpoints.ts';
import { CONVERSION_ERRORS } from './errors.ts';
import { pointedAtTemplate, requestAtPath } from './template-request.ts';

/**
 * `POST /v1/templates/{slug}.{pdf|png|jpeg|webp|txt|md|html}`: a stored template, filled and converted. Whoever does it
 * needs the right to convert, not the one to change templates: for scopes it counts as that conversion.
 */

export type TemplateConversionParts = ConversionParts & { readonly resolver: TemplateResolver };

const endpoint = endpointsOf<TemplateConversionParts>();
const RIGHT = { resource: 'convert', action: 'write' } as const;

const TAG = 'Templates';

const OUTPUTS: readonly { readonly extension: string; readonly kind: OutputKind }[] = [
  { extension: 'pdf', kind: 'pdf' },
  { extension: 'png', kind: 'image' },
  { extension: 'jpeg', kind: 'image' },
  { extension: 'webp', kind: 'image' },
  { extension: 'txt', kind: 'text' },
  { extension: 'md', kind: 'markdown' },
];

const FILL: Example = {
  name: 'data',
  summary: 'With data',
  value: { data: { number: '2026-0147', lines: [{ text: 'Wayfinding plan', price: '2,960.00' }] } },
};

const { data, strict_variables, escape: escapeMode } = sharedFields;
const fillRequest = z
  .looseObject({
    data: data.describe('Variables of the template. Default: none.'),
    strict_variables,
    escape: escapeMode,
  })
  .describe('Beside these, every option of the conversion.');

const converted = ({ extension, kind }: (typeof OUTPUTS)[number]) =>
  endpoint({
    method: 'post',
    path: `/v1/templates/{slug}.${extension}`,
    tag: TAG,
    operation: `template_to_${extension}`,
    summary: `Convert a template to ${extension === 'md' ? 'Markdown' : extension === 'txt' ? 'text' : extension.toUpperCase()}`,
    description: `As \`POST /v1/convert/${kind}\` with \`template_id\`: the same options beside \`data\`, and the same scope. Options of the request win.`,
    params: versionedParams,
    access: RIGHT,
    scope: [`convert:${kind}`, 'convert:*'],
    countsAs: `/v1/convert/${kind}`,
    request: uncheckedBody({ ...jsonBody('FillTemplateRequest', fillRequest, [FILL]), multipart: true }),
    answer: conversionAnswer(kind),
    errors: CONVERSION_ERRORS,
    find: async ({ params }) => {
      if (params.slug === '') throw missingTemplate();
    },
    handle: ({ request, reply, params: { slug: reference } }, parts) => {
      const targetFormat = kind === 'image' ? extension : undefined;
      const body = requestAtPath(bodyOf(request), { reference, targetFormat });
      return convertOne(request, reply, { kind, body }, parts);
    },
  });

const filled = endpoint({
  method: 'post',
  path: '/v1/templates/{slug}.html',
  tag: TAG,
  operation: 'template_to_html',
  summary: 'Fill a template',
  description:
    'The HTML before it is converted. A browser shows it without scripts. It needs the scope `convert:*` and costs no credits.',
  params: versionedParams,
  access: RIGHT,
  scope: ['convert:*'],
  countsAs: '/v1/convert/template',
  request: jsonBody('TemplateToHtmlRequest', filledRequest, [FILL]),
  answer: { description: 'The HTML.', binary: ['text/html'], headers: [] },
  errors: [...BODY_ERRORS, ...GATE_ERRORS, 'not_found', 'template_error', 'capacity', 'template_variable_missing'],
  handle: async ({ request, reply, params, body: fields }, { conversions: { engine }, resolver }) => {
    const { data = {}, strict_variables, escape: escapeMode } = fields;
    const { id, key, body, files } = await resolver.resolve(askerOf(request), params.slug);
    const { header: _header, footer: _footer, texts: _texts, ...template } = templateOf(body);
    const controller = new AbortController();
    onExchangeEnd(reply.raw, (finished) => {
      if (!finished) controller.abort();
    });
    const { html } = await pointedAtTemplate({ stored: id, pointers: ['/source/html'], body }, () =>
      engine.renderTemplate(
        {
          ...template,
          data,
          key,
          files,
          strictVariables: strict_variables ?? template.strictVariables,
          escape: escapeMode ?? template.escape,
        },
        { signal: controller.signal, group: callerOf(request).organisationId },
      ),
    );
    return reply.headers({ ...CUSTOMER_HTML, 'cache-control': 'no-store' }).send(html);
  },
});

export const TEMPLATE_CONVERSION_ENDPOINTS: readonly HandledEndpoint<TemplateConversionParts>[] = [
  ...OUTPUTS.map(converted),
  filled,
];
