import type { Field, Option } from '../n8n.ts';

/** The form of the node. */

const shown = (show: Readonly<Record<string, readonly string[]>>) => ({ displayOptions: { show } });
const CONVERT = { operation: ['convert'] };
const ANALYZE = { operation: ['analyze'] };

/** Formats of a result, with the end of its name. */
export const FORMATS: Readonly<
  Record<string, { readonly path: string; readonly ending: string; readonly body?: object }>
> = {
  pdf: { path: '/v1/convert/pdf', ending: 'pdf' },
  png: { path: '/v1/convert/image', ending: 'png', body: { target_format: 'png' } },
  jpeg: { path: '/v1/convert/image', ending: 'jpg', body: { target_format: 'jpeg' } },
  webp: { path: '/v1/convert/image', ending: 'webp', body: { target_format: 'webp' } },
  text: { path: '/v1/convert/text', ending: 'txt' },
  markdown: { path: '/v1/convert/markdown', ending: 'md' },
};

/** Analyses by the end of their path. */
const KINDS: readonly Option[] = [
  { name: 'Invoice', value: 'invoice-extractor' },
  { name: 'Receipt', value: 'receipt-scanner' },
  { name: 'Bank Statement', value: 'bank-statement' },
];

export const FIELDS: readonly Field[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: 'convert',
    options: [
      { name: 'Convert', value: 'convert', action: 'Convert a page or a template' },
      { name: 'Analyze', value: 'analyze', action: 'Read data from a document' },
      { name: 'Get Job Result', value: 'result', action: 'Get the result of a job' },
    ],
  },
  {
    displayName: 'Source',
    name: 'source',
    type: 'options',
    default: 'html',
    options: [
      { name: 'HTML', value: 'html' },
      { name: 'URL', value: 'url' },
      { name: 'Stored Template', value: 'template' },
    ],
    ...shown(CONVERT),
  },
  {
    displayName: 'HTML',
    name: 'html',
    type: 'string',
    default: '',
    required: true,
    typeOptions: { rows: 6 },
    description: 'A page, or a Liquid template if there is data',
    ...shown({ ...CONVERT, source: ['html'] }),
  },
  {
    displayName: 'URL',
    name: 'url',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'https://example.com/report',
    ...shown({ ...CONVERT, source: ['url'] }),
  },
  {
    displayName: 'Template',
    name: 'template',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'invoice',
    description: 'Slug of the template, with a version if it is not the published one: invoice@3',
    ...shown({ ...CONVERT, source: ['template'] }),
  },
  {
    displayName: 'Data',
    name: 'data',
    type: 'json',
    default: '',
    description: 'JSON object that the template is filled with, such as {{ $json }}; empty for a page without data',
    ...shown({ ...CONVERT, source: ['html', 'template'] }),
  },
  {
    displayName: 'Format',
    name: 'format',
    type: 'options',
    default: 'pdf',
    options: [
      { name: 'JPEG', value: 'jpeg' },
      { name: 'Markdown', value: 'markdown' },
      { name: 'PDF', value: 'pdf' },
      { name: 'PNG', value: 'png' },
      { name: 'Text', value: 'text' },
      { name: 'WebP', value: 'webp' },
    ],
    ...shown(CONVERT),
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'json',
    default: '{}',
    description:
      'All other fields of the request, as the reference at /docs has them: {"format": "A4", "margin": "2cm"}',
    ...shown(CONVERT),
  },
  {
    displayName: 'As a Job',
    name: 'later',
    type: 'boolean',
    default: false,
    description: 'Whether to go on at once with the ID of a job, whose result is fetched later',
    ...shown(CONVERT),
  },
  {
    displayName: 'Kind',
    name: 'kind',
    type: 'options',
    default: 'invoice-extractor',
    options: KINDS,
    ...shown(ANALYZE),
  },
  {
    displayName: 'Document',
    name: 'document',
    type: 'options',
    default: 'binary',
    options: [
      { name: 'PDF File of the Item', value: 'binary' },
      { name: 'Text', value: 'text' },
    ],
    ...shown(ANALYZE),
  },
  {
    displayName: 'Input Binary Field',
    name: 'input',
    type: 'string',
    default: 'data',
    required: true,
    ...shown({ ...ANALYZE, document: ['binary'] }),
  },
  {
    displayName: 'Text',
    name: 'text',
    type: 'string',
    default: '',
    required: true,
    typeOptions: { rows: 6 },
    ...shown({ ...ANALYZE, document: ['text'] }),
  },
  {
    displayName: 'Job ID',
    name: 'job',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'job_…',
    ...shown({ operation: ['result'] }),
  },
  {
    displayName: 'Output Binary Field',
    name: 'output',
    type: 'string',
    default: 'data',
    required: true,
    description: 'Where the file of the result goes',
    ...shown({ operation: ['convert', 'result'] }),
  },
];
