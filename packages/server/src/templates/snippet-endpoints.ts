import { callerOf } from '../access/caller.ts';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import type { ApiErrorCode } from '../errors.ts';
import { type Beginning, endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody } from '../http/define-endpoint.ts';
import { page } from '../http/page.ts';
import { contextOf, READ, READ_WHOLE, WRITE } from './endpoint-parts.ts';
import type { TemplateFinder } from './find.ts';
import {
  doneAnswer,
  snippetAnswer,
  snippetCreateRequest,
  snippetListAnswer,
  snippetListQuery,
  snippetParams,
  snippetReplaceRequest,
} from './schema.ts';
import type { SnippetStore } from './snippet-store.ts';
import { snippetEntryJson, snippetJson } from './template-json.ts';

/** `/v1/snippets`: pieces of Liquid that the templates of the caller's organisation share. */

export interface SnippetParts {
  readonly snippets: SnippetStore;
  readonly finder: TemplateFinder;
}

const endpoint = endpointsOf<SnippetParts>();

const OF_ONE: readonly ApiErrorCode[] = [...GATE_ERRORS, 'not_found'];
const LINE = '<p>{{ line.text }} <b>{{ line.price }}</b></p>';
const tag = 'Snippets';
const ONE = { path: '/v1/snippets/{name}', tag, params: snippetParams, find } as const;

async function find({ request, params }: Beginning<{ readonly name: string }>, { finder }: SnippetParts) {
  return await finder.snippet(request, params.name);
}

const list = endpoint({
  ...READ,
  tag,
  method: 'get',
  path: '/v1/snippets',
  operation: 'list_snippets',
  summary: 'List snippets',
  description: 'The oldest first, without what they say.',
  query: snippetListQuery,
  answer: jsonAnswer('The snippets.', snippetListAnswer),
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  handle: async ({ request, query: { limit, cursor } }, { snippets }) => {
    const rows = await snippets.list(callerOf(request).organisationId, { after: cursor, limit: limit + 1 });
    return page(rows, limit, snippetEntryJson, ({ id }) => id);
  },
});

const create = endpoint({
  ...WRITE,
  tag,
  method: 'post',
  path: '/v1/snippets',
  operation: 'create_snippet',
  summary: 'Create a snippet',
  description:
    "A piece of Liquid for all templates: `{% render 'name', variable: value %}` puts it in. Versions of templates keep the snippets as they were when they were published.",
  request: jsonBody('CreateSnippetRequest', snippetCreateRequest, [
    { name: 'line', summary: 'A line of an invoice', value: { name: 'line', content: LINE } },
  ]),
  answer: jsonAnswer('The snippet.', snippetAnswer, 201),
  errors: [...BODY_ERRORS, ...GATE_ERRORS, 'slug_taken', 'limit_reached'],
  handle: async ({ request, body: { name, content } }, { snippets }) => ({
    success: true,
    snippet: snippetJson(await snippets.create(contextOf(request), name, content), content),
  }),
});

const get = endpoint({
  ...READ_WHOLE,
  ...ONE,
  method: 'get',
  operation: 'get_snippet',
  summary: 'Look at a snippet',
  description: 'With its content.',
  answer: jsonAnswer('The snippet.', snippetAnswer),
  errors: OF_ONE,
  handle: ({ found: { facts, content } }) => ({ success: true, snippet: snippetJson(facts, content) }),
});

const replace = endpoint({
  ...WRITE,
  ...ONE,
  method: 'put',
  operation: 'replace_snippet',
  summary: 'Change a snippet',
  description: 'Templates use it from their next publication on; drafts at once.',
  request: jsonBody('ReplaceSnippetRequest', snippetReplaceRequest, [
    { name: 'content', summary: 'Another content', value: { content: `${LINE}<hr>` } },
  ]),
  answer: jsonAnswer('The snippet.', snippetAnswer),
  errors: [...BODY_ERRORS, ...OF_ONE],
  handle: async ({ request, body: { content }, found: { facts } }, { snippets }) => ({
    success: true,
    snippet: snippetJson(await snippets.replace(contextOf(request), facts.id, content), content),
  }),
});

const remove = endpoint({
  ...WRITE,
  ...ONE,
  method: 'delete',
  operation: 'delete_snippet',
  summary: 'Delete a snippet',
  description: 'Versions that use it keep it. A draft that uses it cannot be published until it is there again.',
  answer: jsonAnswer('It is deleted.', doneAnswer),
  errors: [...OF_ONE, 'legal_hold'],
  handle: async ({ request, found: { facts } }, { snippets }) => {
    await snippets.delete(contextOf(request), facts.id);
    return { success: true };
  },
});

export const SNIPPET_ENDPOINTS: readonly HandledEndpoint<SnippetParts>[] = [list, create, get, replace, remove];
