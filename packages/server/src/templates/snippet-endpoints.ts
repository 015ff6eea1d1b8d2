import type { z } from 'zod';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import type { ApiErrorCode } from '../errors.ts';
import type { AnswerEntry, Endpoint } from '../http/endpoint.ts';
import {
  doneAnswer,
  snippetAnswer,
  snippetCreateRequest,
  snippetListAnswer,
  snippetListQuery,
  snippetParams,
  snippetReplaceRequest,
} from './schema.ts';

/** What the reference says of `/v1/snippets`. */

const TAG = 'Snippets';
const OF_ONE: readonly ApiErrorCode[] = [...GATE_ERRORS, 'not_found'];

const answer = (description: string, json: z.ZodType, status: 200 | 201 = 200): AnswerEntry => ({
  status,
  description,
  json,
  headers: [],
});

const LINE = '<p>{{ line.text }} <b>{{ line.price }}</b></p>';
const one = { path: '/v1/snippets/{name}', tag: TAG, params: snippetParams } as const;

export const SNIPPET_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/v1/snippets',
    operation: 'list_snippets',
    tag: TAG,
    summary: 'List snippets',
    description: 'The oldest first, without what they say.',
    query: snippetListQuery,
    answer: answer('The snippets.', snippetListAnswer),
    errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  },
  {
    method: 'post',
    path: '/v1/snippets',
    operation: 'create_snippet',
    tag: TAG,
    summary: 'Create a snippet',
    description:
      "A piece of Liquid for all templates: `{% render 'name', variable: value %}` puts it in. Versions of templates keep the snippets as they were when they were published.",
    request: {
      name: 'CreateSnippetRequest',
      schema: snippetCreateRequest,
      required: [],
      multipart: false,
      examples: [{ name: 'line', summary: 'A line of an invoice', value: { name: 'line', content: LINE } }],
    },
    answer: answer('The snippet.', snippetAnswer, 201),
    errors: [...BODY_ERRORS, ...GATE_ERRORS, 'slug_taken', 'limit_reached'],
  },
  {
    ...one,
    method: 'get',
    operation: 'get_snippet',
    summary: 'Look at a snippet',
    description: 'With its content.',
    answer: answer('The snippet.', snippetAnswer),
    errors: OF_ONE,
  },
  {
    ...one,
    method: 'put',
    operation: 'replace_snippet',
    summary: 'Change a snippet',
    description: 'Templates use it from their next publication on; drafts at once.',
    request: {
      name: 'ReplaceSnippetRequest',
      schema: snippetReplaceRequest,
      required: [],
      multipart: false,
      examples: [{ name: 'content', summary: 'Another content', value: { content: `${LINE}<hr>` } }],
    },
    answer: answer('The snippet.', snippetAnswer),
    errors: [...BODY_ERRORS, ...OF_ONE],
  },
  {
    ...one,
    method: 'delete',
    operation: 'delete_snippet',
    summary: 'Delete a snippet',
    description: 'Versions that use it keep it. A draft that uses it cannot be published until it is there again.',
    answer: answer('It is deleted.', doneAnswer),
    errors: OF_ONE,
  },
];
