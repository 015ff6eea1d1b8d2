import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ENDPOINTS, LAYER_ENDPOINTS, operationsOf } from '@platen/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mayAsk } from '../packages/server/src/rights/access.ts';
import { RESOURCES, ROLES } from '../packages/server/src/rights/roles.ts';
import { SCOPE_NAMES } from '../packages/server/src/rights/scope-names.ts';
import { type AccountsService, emptyDatabase, startAccountsService } from '../packages/server/src/testing/accounts.ts';
import { describeOnDatabase } from '../packages/server/src/testing/database.ts';
import { ALLOWED, ROUTES } from './attacks/operations.ts';

/** An endpoint is told once: what is made of it fits together. */

/** What Fastify tells of a route that is registered. */
interface Route {
  readonly method: string | readonly string[];
  readonly url: string;
  readonly config?: { readonly endpoint?: (typeof ENDPOINTS)[number] };
}

interface Announced {
  readonly fastify: { addHook(name: 'onRoute', hook: (route: Route) => void): void };
}

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method.toUpperCase()} ${path}`;

describe('endpoints', () => {
  it('have names and paths of their own', () => {
    const all = [...ENDPOINTS, ...LAYER_ENDPOINTS];
    expect(new Set(all.map(({ operation }) => operation)).size).toBe(all.length);
    expect(new Set(all.map(nameOf)).size).toBe(all.length);
  });

  it('are there for each scope and for each resource of the role table', () => {
    const named = new Set(ENDPOINTS.flatMap(({ scope = [] }) => scope));
    expect(SCOPE_NAMES.filter((name) => name !== '*' && !named.has(name))).toEqual([]);
    const resources = new Set(ENDPOINTS.flatMap(({ access }) => (typeof access === 'object' ? [access.resource] : [])));
    expect(RESOURCES.filter((resource) => !resources.has(resource))).toEqual([]);
  });

  it('have scopes where a key can ask, but for those of the organisation and of people, and nowhere else', () => {
    const all = [...ENDPOINTS, ...LAYER_ENDPOINTS];
    const without = ROUTES.filter(({ name }) => !all.some((endpoint) => nameOf(endpoint) === name && endpoint.scope));
    expect(without.map(({ name }) => name)).toEqual([
      'POST /v1/preview',
      'POST /v1/preview/pdf',
      'GET /v1/templates/{slug}/thumbnail',
      'GET /v1/authorizations',
      'POST /v1/authorizations',
      'POST /v1/authorizations/complete',
      'GET /v1/account',
      // Only an owner who has signed in accepts it.
      'PUT /v1/billing/agreement',
      'GET /v1/organisations/{id}',
      'PATCH /v1/organisations/{id}',
      'DELETE /v1/organisations/{id}',
      'POST /mcp',
      'GET /v3/account',
    ]);
    expect(ENDPOINTS.filter(({ access, scope }) => typeof access === 'string' && scope)).toEqual([]);
  });

  it.each(ROUTES)('$name is for the roles that the table has', ({ name, access }) => {
    expect(ROLES.filter((role) => mayAsk(role, access))).toEqual(ALLOWED[name]);
  });
});

/** Ours, and those of the layers. */
const DOCUMENTS = [
  '/openapi.json',
  '/v3/openapi.json',
  '/forms/openapi.json',
  '/browserless/openapi.json',
  '/firecrawl/openapi.json',
  '/docraptor/openapi.json',
  '/api/v1/openapi.json',
];

describeOnDatabase('the routes of a service', (opened) => {
  const routes: Route[] = [];
  const watch = (message: unknown) =>
    (message as Announced).fastify.addHook('onRoute', (route) => void routes.push(route));
  let service: AccountsService;
  beforeEach(async () => {
    subscribe('fastify.initialization', watch);
    service = await startAccountsService(opened());
  });
  afterEach(async () => {
    unsubscribe('fastify.initialization', watch);
    await service.close();
    await emptyDatabase(opened());
  });

  it('are the endpoints of the document that it serves, and pages for people', async () => {
    const documents = DOCUMENTS.map((at) => fetch(service.url + at));
    const served: Parameters<typeof operationsOf>[0][] = [];
    for (const document of documents) {
      const answer = await document;
      const text = await answer.text();
      expect([answer.status, answer.ok ? '' : text]).toEqual([200, '']);
      served.push(JSON.parse(text));
    }
    const registered = routes.filter(({ method }) => method !== 'HEAD');
    const known = registered.flatMap(({ config, url }) => (config?.endpoint ? [{ ...config.endpoint, url }] : []));
    const ofPrograms = known.filter(({ withoutKeys }) => !withoutKeys);
    expect(ofPrograms.map(nameOf).sort()).toEqual(served.flatMap(operationsOf).map(nameOf).sort());
    for (const { path, url } of known) expect(url).toBe(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const { url, method } of registered.filter(({ config }) => !config?.endpoint)) {
      expect([url, method]).toEqual([
        expect.not.stringMatching(/^\/(?:v1|v3|api|forms|browserless|firecrawl|docraptor)(?:\/|$)/),
        'GET',
      ]);
    }
  });
});
