import { callerOf } from '../../access/caller.ts';
import { GATE_ERRORS } from '../../access/errors.ts';
import { ApiError } from '../../errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer } from '../../http/define-endpoint.ts';
import { findJob, type JobParts } from '../../jobs/endpoints.ts';
import { jobParams } from '../../jobs/schema.ts';
import { cardAnswer, cardOf, documentAnswer, documentOf } from './document.ts';

/** `/api/v1/documents/{id}` and `/api/v1/document_cards/{id}`: what became of a document, and its end. */

const endpoint = endpointsOf<JobParts>();

const ONE = { layer: 'pdfmonkey', tag: 'Jobs', params: jobParams, countsAs: '/v1/jobs/{id}', find: findJob } as const;
const READ = {
  ...ONE,
  method: 'get',
  access: { resource: 'jobs', action: 'read' },
  scope: ['jobs:read', 'jobs:write'],
  description:
    'As PDFMonkey tells it. A result that is gone has no `download_url`; a document that was removed is 404.',
  find: findKept,
  errors: ['invalid_request', 'unknown_field', 'not_found', ...GATE_ERRORS],
} as const;

/** There, a document that was removed is not there. */
async function findKept(...asked: Parameters<typeof findJob>): ReturnType<typeof findJob> {
  const row = await findJob(...asked);
  if (row.purged_at !== null) throw new ApiError('not_found', { detail: 'This document was removed.' });
  return row;
}

const get = endpoint({
  ...READ,
  path: '/api/v1/documents/{id}',
  operation: 'pdfmonkey_get_document',
  summary: 'Look at a document',
  answer: jsonAnswer('The document.', documentAnswer),
  handle: async ({ request, found }, { jobs }) => ({ document: await documentOf(callerOf(request), found, { jobs }) }),
});

const getCard = endpoint({
  ...READ,
  path: '/api/v1/document_cards/{id}',
  operation: 'pdfmonkey_get_document_card',
  summary: 'What became of a document',
  answer: jsonAnswer('The document, without what may be long.', cardAnswer),
  handle: async ({ request, found }, { jobs }) => ({ document_card: await cardOf(callerOf(request), found, jobs) }),
});

const remove = endpoint({
  ...ONE,
  method: 'delete',
  path: '/api/v1/documents/{id}',
  operation: 'pdfmonkey_delete_document',
  summary: 'Remove a document',
  description: 'One that is not made yet is canceled.',
  access: { resource: 'convert', action: 'write' },
  scope: ['jobs:write'],
  answer: { status: 204, description: 'It is gone.', headers: [] },
  errors: ['invalid_request', 'unknown_field', 'not_found', ...GATE_ERRORS, 'legal_hold'],
  handle: async ({ reply, found }, { jobs }) => {
    await jobs.remove(found);
    return reply.send();
  },
});

export const PDFMONKEY_JOBS: readonly HandledEndpoint<JobParts>[] = [get, getCard, remove];
