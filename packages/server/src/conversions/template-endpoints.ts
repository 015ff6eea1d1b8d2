import { type OutputKind, sharedFields } from '@platen/engine';
import { z } from 'zod';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import type { Endpoint, Example } from '../http/endpoint.ts';
import { filledRequest, versionedParams } from '../templates/schema.ts';
import { conversionAnswer } from './endpoints.ts';
import { CONVERSION_ERRORS } from './errors.ts';

/** What the reference says of conversions by the path of a template. */

const TAG = 'Templates';

const OUTPUTS: readonly { readonly extension: string; readonly kind: OutputKind; readonly type: string }[] = [
  { extension: 'pdf', kind: 'pdf', type: 'application/pdf' },
  { extension: 'png', kind: 'image', type: 'image/png' },
  { extension: 'jpeg', kind: 'image', type: 'image/jpeg' },
  { extension: 'webp', kind: 'image', type: 'image/webp' },
  { extension: 'txt', kind: 'text', type: 'text/plain' },
  { extension: 'md', kind: 'markdown', type: 'text/markdown' },
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

const converted = ({ extension, kind, type }: (typeof OUTPUTS)[number]): Endpoint => {
  return {
    method: 'post',
    path: `/v1/templates/{slug}.${extension}`,
    tag: TAG,
    operation: `template_to_${extension}`,
    summary: `Convert a template to ${extension === 'md' ? 'Markdown' : extension === 'txt' ? 'text' : extension.toUpperCase()}`,
    description: `As \`POST /v1/convert/${kind}\` with \`template_id\`: it takes the same options beside \`data\`, and needs the same scope. Options of the request win over those of the template.`,
    params: versionedParams,
    request: { name: 'FillTemplateRequest', schema: fillRequest, required: [], multipart: true, examples: [FILL] },
    answer: conversionAnswer(kind, [type]),
    errors: CONVERSION_ERRORS,
  };
};

const filled: Endpoint = {
  method: 'post',
  path: '/v1/templates/{slug}.html',
  tag: TAG,
  operation: 'template_to_html',
  summary: 'Fill a template',
  description:
    'The HTML before it is converted. A browser shows it without scripts. It needs the scope `convert:*` and costs no credits.',
  params: versionedParams,
  request: { name: 'TemplateToHtmlRequest', schema: filledRequest, required: [], multipart: false, examples: [FILL] },
  answer: { description: 'The HTML.', binary: ['text/html'], headers: [] },
  errors: [...BODY_ERRORS, ...GATE_ERRORS, 'not_found', 'template_error', 'capacity', 'template_variable_missing'],
};

export const TEMPLATE_CONVERSION_ENDPOINTS: readonly Endpoint[] = [...OUTPUTS.map(converted), filled];
