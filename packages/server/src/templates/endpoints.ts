import type { z } from 'zod';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import type { ApiErrorCode } from '../errors.ts';
import type { AnswerEntry, Endpoint, Example, RequestEntry } from '../http/endpoint.ts';
import {
  assetQuery,
  changeRequest,
  createRequest,
  doneAnswer,
  publishRequest,
  replaceRequest,
  rollbackRequest,
  templateAnswer,
  templateListAnswer,
  templateListQuery,
  templateParams,
  validateTemplateRequest,
  validationAnswer,
  versionedParams,
  versionListAnswer,
  versionListQuery,
} from './schema.ts';

/** What the reference says of `/v1/templates`. */

const TAG = 'Templates';
const OF_ONE: readonly ApiErrorCode[] = [...GATE_ERRORS, 'not_found'];
const WITH_BODY: readonly ApiErrorCode[] = [...BODY_ERRORS, ...OF_ONE];
const FILLING: readonly ApiErrorCode[] = [...WITH_BODY, 'template_error', 'capacity'];
const PUBLISHING: readonly ApiErrorCode[] = [...FILLING, 'limit_reached'];

const answer = (description: string, json: z.ZodType): AnswerEntry => ({ description, json, headers: [] });

const request = (name: string, schema: z.ZodType, examples: readonly Example[]): RequestEntry => ({
  name,
  schema,
  required: [],
  multipart: false,
  examples,
});

const CONTENT =
  '<h1>Invoice {{ number }}</h1>{% for line in lines %}<p>{{ line.text }} {{ line.price }}</p>{% endfor %}';
const DATA = { number: '2026-0147', lines: [{ text: 'Wayfinding plan', price: '2,960.00' }] };

const CREATE_EXAMPLES: readonly Example[] = [
  {
    name: 'published',
    summary: 'A template that can be used at once',
    value: { slug: 'invoice', name: 'Invoice', content: CONTENT },
  },
  {
    name: 'draft',
    summary: 'A draft with a style, a footer, options and a schema of its data',
    value: {
      slug: 'receipt',
      name: 'Receipt',
      content: CONTENT,
      css: 'h1 { color: navy }',
      footer: '<p style="font-size: 8pt">{{ number }}, {{page}} / {{total}}</p>',
      options: { format: 'A5', margin: '2cm', footer: { height: '1.5cm' } },
      schema: { type: 'object', required: ['number'], properties: { number: { type: 'string' } } },
      sample_data: DATA,
      strict_variables: true,
      draft: true,
    },
  },
];

const one = { path: '/v1/templates/{slug}', tag: TAG, params: templateParams } as const;

/** Of stored templates; their conversions are in conversions/. */
export const TEMPLATE_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/v1/templates',
    operation: 'list_templates',
    tag: TAG,
    summary: 'List templates',
    description: 'Newest first, without what they say.',
    query: templateListQuery,
    answer: answer('The templates.', templateListAnswer),
    errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  },
  {
    method: 'post',
    path: '/v1/templates',
    operation: 'create_template',
    tag: TAG,
    summary: 'Create a template',
    description: 'It is published as version 1, unless `draft` is `true`. What is published must be valid Liquid.',
    request: { ...request('CreateTemplateRequest', createRequest, CREATE_EXAMPLES), multipart: true },
    answer: answer('The template.', templateAnswer),
    errors: [...BODY_ERRORS, ...GATE_ERRORS, 'slug_taken', 'limit_reached', 'template_error', 'capacity'],
  },
  {
    ...one,
    method: 'get',
    operation: 'get_template',
    summary: 'Look at a template',
    description: 'Its draft; with `@3` behind the slug, that version.',
    params: versionedParams,
    answer: answer('The template.', templateAnswer),
    errors: OF_ONE,
  },
  {
    ...one,
    method: 'put',
    operation: 'replace_template',
    summary: 'Change and publish a template',
    description:
      'What is not named stays. It is published, unless `draft` is `true`. What is published already makes no new version.',
    request: {
      ...request('ReplaceTemplateRequest', replaceRequest, [
        { name: 'content', summary: 'Another content', value: { content: `${CONTENT}<p>Thank you.</p>` } },
      ]),
      multipart: true,
    },
    answer: answer('The template.', templateAnswer),
    errors: PUBLISHING,
  },
  {
    ...one,
    method: 'patch',
    operation: 'change_template',
    summary: 'Change the draft of a template',
    description: 'What is not named stays; null takes away. What is published stays as it is.',
    request: {
      ...request('ChangeTemplateRequest', changeRequest, [
        { name: 'style', summary: 'Another style and name', value: { name: 'Bill', css: 'h1 { color: teal }' } },
      ]),
      multipart: true,
    },
    answer: answer('The template.', templateAnswer),
    errors: WITH_BODY,
  },
  {
    ...one,
    method: 'delete',
    operation: 'delete_template',
    summary: 'Delete a template',
    description: 'With all its versions and files, at once and for good.',
    answer: answer('It is deleted.', doneAnswer),
    errors: OF_ONE,
  },
  {
    ...one,
    method: 'post',
    path: '/v1/templates/{slug}/publish',
    operation: 'publish_template',
    summary: 'Publish the draft',
    description:
      'Makes a version that never changes, with the snippets as they are now, and uses it. If the newest version is the same already, that one is used.',
    request: {
      ...request('PublishTemplateRequest', publishRequest, [{ name: 'publish', summary: 'Publish it', value: {} }]),
      optional: true,
    },
    answer: answer('The template.', templateAnswer),
    errors: PUBLISHING,
  },
  {
    ...one,
    method: 'post',
    path: '/v1/templates/{slug}/rollback',
    operation: 'rollback_template',
    summary: 'Go back to a version',
    description: 'The version is used from now on. The draft stays as it is.',
    request: request('RollbackTemplateRequest', rollbackRequest, [
      { name: 'first', summary: 'Back to the first version', value: { version: 1 } },
    ]),
    answer: answer('The template.', templateAnswer),
    errors: WITH_BODY,
  },
  {
    ...one,
    method: 'get',
    path: '/v1/templates/{slug}/versions',
    operation: 'list_template_versions',
    summary: 'List versions',
    description: 'Newest first. `GET /v1/templates/{slug}@3` shows what one says.',
    query: versionListQuery,
    answer: answer('The versions.', versionListAnswer),
    errors: ['invalid_request', 'unknown_field', ...OF_ONE],
  },
  {
    ...one,
    method: 'get',
    path: '/v1/templates/{slug}/assets',
    operation: 'get_template_asset',
    summary: 'Read a file of a template',
    description: 'Of the draft; with `@3` behind the slug, of that version.',
    params: versionedParams,
    query: assetQuery,
    answer: { description: 'The bytes.', binary: ['application/octet-stream'], headers: [] },
    errors: ['invalid_request', 'unknown_field', ...OF_ONE],
  },
  {
    ...one,
    method: 'get',
    path: '/v1/templates/{slug}.html',
    operation: 'get_template_content',
    summary: 'Read the content of a template',
    description:
      'Of the version that is used, or else of the draft; with `@3` behind the slug, of that version. A browser shows it without scripts.',
    params: versionedParams,
    answer: { description: 'The Liquid template of the document.', binary: ['text/html'], headers: [] },
    errors: OF_ONE,
  },
  {
    method: 'post',
    path: '/v1/templates/validate',
    operation: 'validate_template',
    tag: TAG,
    summary: 'Check a template',
    description:
      'Tells what is wrong with Liquid, where, and which variables it uses. With `data` it is filled too, and what the data lacks is reported. Nothing is stored.',
    request: request('ValidateTemplateRequest', validateTemplateRequest, [
      { name: 'data', summary: 'With data', value: { content: CONTENT, data: DATA } },
      { name: 'faulty', summary: 'With a fault', value: { content: '<p>{% if paid %}{{ total | mony }}</p>' } },
    ]),
    answer: answer('What was found.', validationAnswer),
    errors: [...BODY_ERRORS, ...GATE_ERRORS, 'capacity'],
  },
];
