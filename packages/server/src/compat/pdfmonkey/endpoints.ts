import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../../access/caller.ts';
import { type ConversionParts, queueOne } from '../../conversions/convert.ts';
import { CONVERSION_ERRORS } from '../../conversions/errors.ts';
import { ApiError } from '../../errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody, uncheckedBody } from '../../http/define-endpoint.ts';
import { onExchangeEnd } from '../../http/exchange-end.ts';
import { bodyOf } from '../../http/request-body.ts';
import type { JobRow } from '../../jobs/reader.ts';
import type { JobService } from '../../jobs/service.ts';
import { layerDocument } from '../../reference/endpoints.ts';
import { absentEndpoint } from '../open-endpoints.ts';
import { inWordsOf, sentIn } from '../words.ts';
import { cardAnswer, cardOf, documentAnswer, documentOf } from './document.ts';
import { requestOf, type Wanted, WORDS } from './fields.ts';

/** `POST /api/v1/documents` and `/api/v1/documents/sync`, as PDFMonkey has them. */

type Parts = ConversionParts & { readonly jobService: JobService };

const endpoint = endpointsOf<Parts>();

/** Milliseconds that a document is waited for. */
const LONGEST_WAIT = 100_000;

const request = z
  .looseObject({
    document: z.looseObject({
      document_template_id: z.string().describe('A template.'),
      status: z.string().optional().describe('`pending`.'),
      payload: z.unknown().optional().describe('The data: an object, or its JSON.'),
      meta: z.unknown().optional().describe('An object, or its JSON.'),
    }),
  })
  .describe('Fields of PDFMonkey; docs/coming-from/pdfmonkey.md tells what is different.');

const CONVERSION = {
  method: 'post',
  layer: 'pdfmonkey',
  tag: 'Conversions',
  description: 'Fields and answers are PDFMonkey’s; docs/coming-from/pdfmonkey.md tells what is different.',
  access: { resource: 'convert', action: 'write' },
  scope: ['convert:pdf', 'convert:*'],
  countsAs: '/v1/convert/pdf',
  request: uncheckedBody(
    jsonBody('PdfMonkeyDocument', request, [
      {
        name: 'template',
        summary: 'A template with data',
        value: { document: { document_template_id: 'invoice', status: 'pending', payload: { number: '2026-0147' } } },
      },
    ]),
  ),
  errors: [...new Set([...CONVERSION_ERRORS, 'not_supported'] as const)],
} as const;

const create = endpoint({
  ...CONVERSION,
  path: '/api/v1/documents',
  operation: 'pdfmonkey_create_document',
  summary: 'Make a document later',
  answer: jsonAnswer('It is accepted.', documentAnswer, 201),
  async handle({ request: asked }, parts) {
    const wanted = requestOf(bodyOf(asked).json, { waits: false });
    const row = await accepted(asked, wanted, 'normal', parts);
    const payload = JSON.stringify(wanted.json.data);
    return { document: await documentOf(callerOf(asked), row, { jobs: parts.jobService, payload }) };
  },
});

const createSync = endpoint({
  ...CONVERSION,
  path: '/api/v1/documents/sync',
  operation: 'pdfmonkey_create_document_sync',
  summary: 'Make a document',
  answer: jsonAnswer('It has ended, or goes on after 100 seconds: its `status` says which.', cardAnswer),
  async handle({ request: asked, reply }, parts) {
    const row = await accepted(asked, requestOf(bodyOf(asked).json, { waits: true }), 'interactive', parts);
    const ended = (await waited(reply, row, parts)) ?? row;
    return { document_card: await cardOf(callerOf(asked), ended, parts.jobService) };
  },
});

async function accepted(
  asked: FastifyRequest,
  { json, note }: Wanted,
  priority: 'interactive' | 'normal',
  parts: Parts,
): Promise<JobRow> {
  const work = { kind: 'pdf', body: { json, files: [] }, note: JSON.stringify(note), priority } as const;
  const id = await inWordsOf(WORDS, sentIn(bodyOf(asked).json), () => queueOne(asked, work, parts));
  const row = await parts.jobService.store.get(callerOf(asked).organisationId, id);
  // Only if it was removed in this very moment.
  if (!row) throw new ApiError('not_found');
  return row;
}

/** Waits for the end of a document, or of the request. */
async function waited(reply: FastifyReply, row: JobRow, { jobService, lifecycle }: Parts): Promise<JobRow | undefined> {
  const controller = new AbortController();
  onExchangeEnd(reply.raw, (finished) => {
    if (!finished) controller.abort();
  });
  const leave = lifecycle.openConversion(controller);
  try {
    return await jobService.ended(row.organisation_id, row.id, LONGEST_WAIT, controller.signal);
  } finally {
    leave();
  }
}

export const PDFMONKEY_CONVERSIONS: readonly HandledEndpoint<Parts>[] = [create, createSync];

const LISTED = 'GET /v1/jobs lists what was made';
const TEMPLATES = 'templates are kept at /v1/templates';
const HOOKS = 'receivers of webhooks are registered at /v1/webhooks';

/** Paths of theirs that Platen has nothing for, and what there is instead. */
const ABSENT = [
  ['get', 'document_cards', LISTED],
  ['get', 'documents', LISTED],
  ['put', 'documents/{id}', 'a document is made once. Send it anew'],
  ['patch', 'documents/{id}', 'a document is made once. Send it anew'],
  ['get', 'document_templates', TEMPLATES],
  ['post', 'document_templates', TEMPLATES],
  ['get', 'document_templates/{id}', TEMPLATES],
  ['put', 'document_templates/{id}', TEMPLATES],
  ['patch', 'document_templates/{id}', TEMPLATES],
  ['delete', 'document_templates/{id}', TEMPLATES],
  ['get', 'rest_hooks', HOOKS],
  ['post', 'rest_hooks', HOOKS],
  ['get', 'webhooks', HOOKS],
  ['post', 'webhooks', HOOKS],
  ['delete', 'rest_hooks/{id}', HOOKS],
  ['get', 'snippets', 'snippets are kept at /v1/snippets'],
  ['post', 'snippets', 'snippets are kept at /v1/snippets'],
  ['get', 'template_folders', 'templates have no folders'],
  ['get', 'workspaces', 'there is one workspace, the organization of the key'],
  ['get', 'workspace_cards', 'there is one workspace, the organization of the key'],
  ['get', 'pdf_engines', 'there is one renderer'],
  ['get', 'current_user', 'GET /v1/account tells whose key it is'],
] as const;

const params = z.strictObject({ id: z.string().describe('Whatever it is.') });

/** They need no key, and read nothing. */
export const PDFMONKEY_OPEN = ABSENT.map(([method, at, why]) =>
  absentEndpoint({
    layer: 'pdfmonkey',
    method,
    path: `/api/v1/${at}`,
    ...(at.endsWith('{id}') ? { params } : {}),
    operation: `pdfmonkey_${method}_${at.replace(/\W/g, '_')}`,
    name: `${method.toUpperCase()} /api/v1/${at}`,
    why,
  }),
);

export const PDFMONKEY_DOCUMENT = [layerDocument('pdfmonkey', '/api/v1/openapi.json')];
