import { type OutputKind, outputFields, severalFields, sharedFields } from '@platen/engine';
import { z } from 'zod';
import { endpointsOf, type HandledEndpoint, uncheckedBody } from '../http/define-endpoint.ts';
import type { AnswerEntry } from '../http/endpoint.ts';
import { bodyOf } from '../http/request-body.ts';
import { answerFields, severalAnswerFields } from './answer-fields.ts';
import { HEADERS } from './answer-headers.ts';
import { result, results } from './answer-schema.ts';
import { chargeFields } from './charged.ts';
import { type ConversionParts, convertOne, convertSeveral } from './convert.ts';
import { CONVERSION_ERRORS } from './errors.ts';
import { EXAMPLES, SEVERAL_EXAMPLES } from './examples.ts';
import { negotiatedFormat } from './image-format.ts';
import { laterFields } from './later-fields.ts';
import { templateFields } from './template-request.ts';

/**
 * `POST /v1/convert/{pdf|image|text|markdown}`: one document in, one result out; `POST /v1/convert`: several results of
 * one loaded page. The fields are those that the engine checks requests by.
 */

const endpoint = endpointsOf<ConversionParts>();
const RIGHT = { resource: 'convert', action: 'write' } as const;

const OTHERS =
  'An option of another kind of output is reported as a warning; an unknown field is refused with the nearest name.';

const SUMMARIES: Readonly<Record<OutputKind, string>> = {
  pdf: 'Convert a page to PDF',
  image: 'Take a picture of a page',
  text: 'Read a page as text',
  markdown: 'Read a page as Markdown',
};

const DESCRIPTIONS: Readonly<Record<OutputKind, string>> = {
  pdf: 'Prints the document on paper of any size.',
  image: 'PNG, JPEG or WebP of the window, the whole page, an element or a part of the page.',
  text: 'The text that a person would see on the page, in reading order; what is hidden is left out. Tables keep their columns.',
  markdown: 'The page as GitHub Flavored Markdown: headings, lists, tables, code, links and images.',
};

const MEDIA_TYPES: Readonly<Record<OutputKind, readonly string[]>> = {
  pdf: ['application/pdf'],
  image: ['image/png', 'image/jpeg', 'image/webp'],
  text: ['text/plain'],
  markdown: ['text/markdown'],
};

/** The answer with one result. */
export const conversionAnswer = (kind: OutputKind, binary = MEDIA_TYPES[kind]): AnswerEntry => ({
  description: 'The result.',
  binary,
  json: result,
  headers: HEADERS.filter(({ kinds }) => kinds === undefined || kinds.includes(kind)),
});

const single = (kind: OutputKind) =>
  endpoint({
    method: 'post',
    path: `/v1/convert/${kind}`,
    operation: `convert_${kind}`,
    tag: 'Conversions',
    summary: SUMMARIES[kind],
    description: `${DESCRIPTIONS[kind]} ${OTHERS}`,
    access: RIGHT,
    scope: [`convert:${kind}`, 'convert:*'],
    ...(kind === 'image' ? { variantOf: negotiatedFormat } : {}),
    request: uncheckedBody({
      name: `${kind[0]?.toUpperCase()}${kind.slice(1)}Request`,
      schema: z.strictObject({
        ...sharedFields,
        ...outputFields[kind],
        ...answerFields,
        ...chargeFields,
        ...templateFields,
        ...laterFields,
      }),
      required: [],
      multipart: true,
      examples: EXAMPLES[kind],
    }),
    answer: conversionAnswer(kind),
    errors: CONVERSION_ERRORS,
    handle: ({ request, reply }, parts) =>
      convertOne(
        request,
        kind === 'image' ? reply.header('vary', 'accept') : reply,
        { kind, body: bodyOf(request) },
        parts,
      ),
  });

const several = endpoint({
  method: 'post',
  path: '/v1/convert',
  operation: 'convert',
  tag: 'Conversions',
  summary: 'Make several results of one loaded page',
  description: `The page is loaded once. The options of all outputs stand in the request; an output may have its own in place of them. ${OTHERS}`,
  access: RIGHT,
  scope: ['convert:*'],
  request: uncheckedBody({
    name: 'SeveralRequest',
    schema: z.strictObject({
      ...sharedFields,
      ...severalFields,
      ...outputFields.pdf,
      ...outputFields.image,
      ...outputFields.text,
      ...outputFields.markdown,
      ...severalAnswerFields,
      ...chargeFields,
      ...templateFields,
      ...laterFields,
    }),
    required: ['outputs'],
    multipart: true,
    examples: SEVERAL_EXAMPLES,
  }),
  answer: {
    description: 'The results, in the order in which they were asked for.',
    binary: ['multipart/mixed'],
    json: results,
    headers: HEADERS.filter(({ kinds }) => kinds === undefined),
  },
  errors: CONVERSION_ERRORS,
  handle: ({ request, reply }, parts) => convertSeveral(request, reply, {}, parts),
});

/** Whoever has a document read sees what this conversion gives. */
export const convertText = single('text');

export const CONVERSION_ENDPOINTS: readonly HandledEndpoint<ConversionParts>[] = [
  single('pdf'),
  single('image'),
  convertText,
  single('markdown'),
  several,
];
