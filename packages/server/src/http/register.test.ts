import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError, toApiError } from '../errors.ts';
import { endpointsOf, jsonAnswer, jsonBody, uncheckedBody } from './define-endpoint.ts';
import { HTTP_LIMITS } from './limits.ts';
import { endpointOf, registerEndpoints } from './register.ts';
import { readRequestBodies } from './request-body.ts';

interface Parts {
  readonly shelf: ReadonlyMap<string, string>;
}

const endpoint = endpointsOf<Parts>();
const FACTS = { access: 'open', tag: 'Books', summary: 'x', description: 'x', errors: [] } as const;
const params = z.strictObject({ id: z.string().max(20) });

const rename = endpoint({
  ...FACTS,
  method: 'put',
  path: '/books/{id}',
  operation: 'rename',
  params,
  query: z.strictObject({ times: z.coerce.number().default(1) }),
  request: jsonBody('Rename', z.strictObject({ title: z.string(), note: z.string().optional() }), []),
  answer: jsonAnswer('It.', z.strictObject({ title: z.string() }), 201),
  find: async ({ params: { id } }, { shelf }) => {
    const title = shelf.get(id);
    if (title === undefined) throw new ApiError('not_found');
    return title;
  },
  handle: ({ body, query, found }) => ({ title: `${found} → ${body.title.repeat(query.times)}` }),
});
const show = endpoint({
  ...FACTS,
  method: 'get',
  path: '/books/{id}',
  operation: 'show',
  params,
  answer: jsonAnswer('It.', z.unknown()),
  handle: ({ params: { id }, request }) => ({ id, operation: endpointOf(request).operation }),
});
const print = endpoint({
  ...FACTS,
  method: 'get',
  path: '/books/{id}.pdf',
  operation: 'print',
  params,
  answer: jsonAnswer('It.', z.unknown()),
  handle: ({ params: { id }, request }) => ({ id, operation: endpointOf(request).operation }),
});
const raw = endpoint({
  ...FACTS,
  access: { resource: 'templates', action: 'read' },
  method: 'post',
  path: '/books',
  operation: 'raw',
  request: uncheckedBody({ ...jsonBody('Raw', z.strictObject({}), []) }),
  answer: jsonAnswer('It.', z.unknown()),
  handle: ({ body }) => ({ body }),
});

const remove = endpoint({
  ...FACTS,
  access: { resource: 'templates', action: 'write' },
  method: 'delete',
  path: '/books/{id}',
  operation: 'remove',
  params,
  answer: { status: 204, description: 'Gone.', headers: [] },
  handle: ({ reply }) => reply.send(),
});

const app = Fastify({ exposeHeadRoutes: true });
app.setErrorHandler((error, _request, reply) => {
  const { code, entry, issues } = toApiError(error);
  return reply.code(entry.status).send({ code, pointers: issues.map(({ pointer }) => pointer) });
});
readRequestBodies(app, HTTP_LIMITS, { jsonOnly: true });
registerEndpoints(app, [rename, show, print, raw, remove], { shelf: new Map([['a', 'Oak']]) });
afterAll(() => app.close());

const ask = async (method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const { statusCode, body } = await app.inject({ method, url, ...(payload ? { payload } : {}) });
  return [statusCode, body === '' ? undefined : JSON.parse(body)];
};

describe('an endpoint', () => {
  it('is a route whose handler is given what its schemas have, and answers with its status', async () => {
    expect(await ask('PUT', '/books/a?times=2', { title: 'x', note: null })).toEqual([201, { title: 'Oak → xx' }]);
    expect(await ask('POST', '/books', { any: null })).toEqual([200, { body: { any: null } }]);
  });

  it('refuses what its schemas do not have; what is not there is told first', async () => {
    expect(await ask('PUT', '/books/a', { titel: 'x' })).toEqual([
      400,
      { code: 'invalid_request', pointers: ['/title', '/titel'] },
    ]);
    expect(await ask('PUT', '/books/a?time=2', { title: 'x' })).toEqual([
      400,
      { code: 'unknown_field', pointers: ['/time'] },
    ]);
    expect(await ask('POST', '/books?title=x', {})).toEqual([400, { code: 'unknown_field', pointers: ['/title'] }]);
    expect(await ask('DELETE', '/books/a?dry_run=true')).toEqual([
      400,
      { code: 'unknown_field', pointers: ['/dry_run'] },
    ]);
    expect(await ask('DELETE', '/books/a')).toEqual([204, undefined]);
    expect(await ask('PUT', '/books/b?time=2', { titel: 'x' })).toEqual([404, { code: 'not_found', pointers: [] }]);
    expect(await ask('PUT', `/books/${'b'.repeat(21)}`, { title: 'x' })).toEqual([
      400,
      { code: 'invalid_request', pointers: ['/id'] },
    ]);
  });

  it('may have a path with a name and an end, whatever is percent-encoded', async () => {
    for (const path of ['/books/a.pdf', '/books/a%2Epdf', '/books/%61.%70df']) {
      expect(await ask('GET', path)).toEqual([200, { id: 'a', operation: 'print' }]);
    }
    expect(await ask('GET', '/books/a.b.pdf')).toEqual([200, { id: 'a.b', operation: 'print' }]);
    expect(await ask('GET', '/books/a.png')).toEqual([200, { id: 'a.png', operation: 'show' }]);
  });

  it('answers HEAD as GET', async () => {
    expect(await ask('HEAD', '/books/a.pdf')).toEqual([200, undefined]);
    expect((await app.inject({ method: 'HEAD', url: '/books/a.pdf' })).headers['content-length']).toBe(
      String(JSON.stringify({ id: 'a', operation: 'print' }).length),
    );
  });
});
