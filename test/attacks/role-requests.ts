import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../packages/server/src/data/database.ts';
import type { Role } from '../../packages/server/src/rights/roles.ts';
import {
  type AccountsService,
  emptyDatabase,
  startAccountsService,
} from '../../packages/server/src/testing/accounts.ts';
import { type Browser, signUpFirst, signUpInvited } from '../../packages/server/src/testing/browser.ts';
import { describeOnDatabase } from '../../packages/server/src/testing/database.ts';
import { addAcceptance, addInvoice, addMember } from '../../packages/server/src/testing/rows.ts';
import { ALLOWED, CONNECTION, lacksPart, OPERATOR_ROUTES, ROUTES, WEBHOOK, WITHOUT_DELIVERIES } from './operations.ts';

/** S113 with people who were invited and have signed in: every operation of the OpenAPI document, for each of these roles. */
export function describeRoles(roles: readonly Role[]): void {
  describeOnDatabase('S113: somebody who has signed in', (opened) => {
    let database: Database;
    let service: AccountsService;
    let owner: Browser;
    /** What is made once, for all that only look at it. */
    let made: Map<string, Promise<string>>;
    beforeEach(async () => {
      database = opened();
      // Each operation, one after the other, is more than a minute has place for.
      const config = { operatorToken: 'token-of-the-operator-alone', rateLimit: 0 };
      service = await startAccountsService(database, { ...WITHOUT_DELIVERIES, config });
      owner = await signUpFirst(service);
      await addAcceptance(service);
      made = new Map();
    });
    afterEach(async () => {
      await service.close();
      await emptyDatabase(database);
    });

    /** Something that the path can name; made for it, but for what is only looked at. */
    async function idFor(method: string, path: string, person: Browser): Promise<string> {
      if (method !== 'GET') return await make(method, path, person);
      const kind = kindOf(path);
      const known = made.get(kind) ?? make(method, path, person);
      made.set(kind, known);
      return await known;
    }

    async function make(method: string, path: string, person: Browser): Promise<string> {
      switch (kindOf(path)) {
        case 'batch': {
          const body = { source: { html: '{{ n }}' }, format: 'pdf', items: [{ data: { n: 1 } }], result: 'zip' };
          const own = await person.post('/v1/batches', body);
          const batch = own.status === 202 ? own : await service.ask('POST', '/v1/batches', { body });
          await service.ask('GET', `/v1/batches/${batch.body.id}?wait=20`);
          return batch.body.id;
        }
        case 'invoice':
          return await addInvoice(database, service.accounts.organisationId);
        case 'schedule': {
          const body = { name: 'x', cron: '@daily', request: { source: { html: 'x' } } };
          return (await service.ask('POST', '/v1/schedules', { body })).body.schedule.id;
        }
        case 'job': {
          const body = { source: { html: 'x' }, async: true };
          const own = await person.post('/v1/convert/pdf', body);
          const job = own.status === 202 ? own : await service.ask('POST', '/v1/convert/pdf', { body });
          await service.ask('GET', `/v1/jobs/${job.body.id}?wait=20`);
          return job.body.id;
        }
        case 'pages': {
          const body = { urls: ['https://example.com/'] };
          const own = await person.post('/firecrawl/v2/batch/scrape', body);
          return (own.status === 200 ? own : await service.ask('POST', '/firecrawl/v2/batch/scrape', { body })).body.id;
        }
        case 'webhook': {
          const own = await person.post('/v1/webhooks', WEBHOOK);
          const added = own.status === 201 ? own : await service.ask('POST', '/v1/webhooks', { body: WEBHOOK });
          return added.body.webhook.id;
        }
        case 'delivery': {
          const webhook = await idFor('GET', '/v1/webhooks/', person);
          return (await service.ask('POST', `/v1/webhooks/${webhook}/test`)).body.delivery.id;
        }
        case 'connection': {
          const own = await person.post('/v1/connections', CONNECTION);
          const added = own.status === 201 ? own : await service.ask('POST', '/v1/connections', { body: CONNECTION });
          return added.body.connection.id;
        }
        case 'request':
          return (await service.ask('GET', '/v1/account')).headers.get('x-request-id') ?? '';
        case 'key':
          return (await service.makeKey({ scopes: ['convert:pdf'] })).id;
        case 'member':
          return await addMember(database, service.accounts.organisationId);
        case 'invitation': {
          const invited = await owner.post('/v1/invitations', { email: 'guest@example.com', role: 'developer' });
          return invited.body.invitation.id;
        }
        case 'template': {
          // One for all, but for what is deleted.
          if (method !== 'GET' && method !== 'DELETE') return await idFor('GET', path, person);
          const slug = `template-${path.slice(1, 3)}-${method.toLowerCase()}`;
          const body = { slug, name: 'x', content: 'x', assets: { 'a.png': 'AA==' } };
          return (await service.ask('POST', '/v1/templates', { body })).body.template.id;
        }
        case 'snippet': {
          const body = { name: `snippet-${method.toLowerCase()}`, content: 'x' };
          return (await service.ask('POST', '/v1/snippets', { body })).body.snippet.id;
        }
        default:
          return service.accounts.organisationId;
      }
    }

    it.each(roles)(
      'as %s may do what the role table says, and nothing else',
      async (role) => {
        const person =
          role === 'owner' ? owner : await signUpInvited(service, { owner, role, email: `${role}@example.com` });
        expect((await person.get('/v1/account')).body.person.role).toBe(role);
        expect(OPERATOR_ROUTES.length).toBeGreaterThan(1);
        for (const { method, path, name } of OPERATOR_ROUTES)
          expect((await person.send(method, path)).status, name).toBe(404);
        const allowed: string[] = [];
        for (const { method, path, name, example } of ROUTES) {
          // What a role may not do is refused before anything is looked for.
          const id = ALLOWED[name]?.includes(role) ? await idFor(method, path, person) : 'none';
          const at = path.replace(/\{\w+\}/, id) + (path.endsWith('/assets') ? '?name=a.png' : '');
          // What /v1 made has its slug already.
          const body = name === 'POST /v3/templates' ? { ...example, slug: 'of-v3' } : example;
          const answer = await person.send(method, at, body);
          const isRoleRefusal =
            answer.status === 403 && /^(?:<[^>]+>|\s)*Your role, /.test(answer.body.error ?? answer.body);
          if (!isRoleRefusal) allowed.push(name);
          // The first organisation stays, whoever asks; and a developer sees keys of their own only.
          if (name === 'DELETE /v1/organisations/{id}' || (role === 'developer' && path.includes('/keys/'))) continue;
          // Nothing of the batch has failed, so there is nothing to retry.
          if (!isRoleRefusal && path.endsWith('/retry')) expect([200, 409], name).toContain(answer.status);
          else if (!isRoleRefusal && !lacksPart(answer)) expect([200, 201, 202, 204], name).toContain(answer.status);
        }
        const expected = Object.keys(ALLOWED).filter((name) => ALLOWED[name]?.includes(role));
        expect(allowed.sort()).toEqual(expected.sort());
        const denied = await service.accounts.audit.list(service.accounts.organisationId, {
          limit: 1_000,
          action: 'access_denied',
        });
        const refused = ROUTES.filter(({ name }) => !expected.includes(name));
        expect(denied.filter(({ detail }) => detail.reason === 'role')).toHaveLength(refused.length);
        // Each operation of the service, one after the other.
      },
      240_000,
    );
  });
}

const KINDS: readonly (readonly [string, RegExp])[] = [
  ['batch', /\/batches\//],
  ['invoice', /\/invoices\//],
  ['schedule', /\/schedules\//],
  ['template', /\/templates\//],
  ['pages', /\/firecrawl\//],
  ['job', /\/(?:jobs|docraptor|api\/v1)\//],
  ['webhook', /\/webhooks\//],
  ['delivery', /\/webhook-deliveries\//],
  ['connection', /\/connections\//],
  ['request', /\/logs\//],
  ['key', /\/keys\//],
  ['member', /\/members\//],
  ['invitation', /\/invitations\//],
  ['snippet', /\/snippets\//],
];

/** What the id in a path is one of; default: organisations. */
const kindOf = (path: string): string => KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'organisation';
