import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access/caller.ts';
import { bodyOf } from '../http/request-body.ts';
import { valid } from '../http/valid.ts';
import type { TemplateFinder } from './find.ts';
import { snippetCreateRequest, snippetListQuery, snippetParams, snippetReplaceRequest } from './schema.ts';
import type { SnippetStore } from './snippet-store.ts';
import { snippetEntryJson, snippetJson } from './template-json.ts';

/** `/v1/snippets`: pieces of Liquid that the templates of the caller's organisation share. */
export function snippetRoutes(
  scope: FastifyInstance,
  { snippets, finder }: { readonly snippets: SnippetStore; readonly finder: TemplateFinder },
): void {
  scope.get('/v1/snippets', async (request) => {
    const { limit, cursor } = valid(snippetListQuery, request.query);
    const rows = await snippets.list(callerOf(request).organisationId, { after: cursor, limit: limit + 1 });
    const data = rows.slice(0, limit).map(snippetEntryJson);
    const more = rows.length > limit;
    return { success: true, data, has_more: more, next_cursor: more ? (data.at(-1)?.id ?? null) : null };
  });

  scope.post('/v1/snippets', async (request, reply) => {
    const { name, content } = valid(snippetCreateRequest, bodyOf(request).json);
    const { organisationId, id: actor } = callerOf(request);
    const facts = await snippets.create({ organisationId, actor }, name, content);
    return reply.code(201).send({ success: true, snippet: snippetJson(facts, content) });
  });

  scope.get('/v1/snippets/:name', async (request) => {
    const { name } = valid(snippetParams, request.params);
    await finder.refuseNamesOnly(request);
    const { facts, content } = await finder.snippet(request, name);
    return { success: true, snippet: snippetJson(facts, content) };
  });

  scope.put('/v1/snippets/:name', async (request) => {
    const { name } = valid(snippetParams, request.params);
    const { content } = valid(snippetReplaceRequest, bodyOf(request).json);
    const { facts } = await finder.snippet(request, name);
    const { organisationId, id: actor } = callerOf(request);
    const changed = await snippets.replace({ organisationId, actor }, facts.id, content);
    return { success: true, snippet: snippetJson(changed, content) };
  });

  scope.delete('/v1/snippets/:name', async (request) => {
    const { name } = valid(snippetParams, request.params);
    const { facts } = await finder.snippet(request, name);
    const { organisationId, id: actor } = callerOf(request);
    await snippets.delete({ organisationId, actor }, facts.id);
    return { success: true };
  });
}
