import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../packages/server/src/data/database.ts';
import { ROLES } from '../../packages/server/src/rights/roles.ts';
import {
  type AccountsService,
  emptyDatabase,
  startAccountsService,
} from '../../packages/server/src/testing/accounts.ts';
import { type Browser, signUpFirst, signUpInvited } from '../../packages/server/src/testing/browser.ts';
import { describeOnDatabase } from '../../packages/server/src/testing/database.ts';
import { addAcceptance, addInvoice, addMember } from '../../packages/server/src/testing/rows.ts';
import { ALLOWED, CONNECTION, lacksPart, OPERATOR_ROUTES, ROUTES, WEBHOOK, WITHOUT_DELIVERIES } from './operations.ts';

/** S113 with people who were invited and have signed in: every operation of the OpenAPI document. */

describeOnDatabase('S113: somebody who has signed in', (opened) => {
  let database: Database;
  let service: AccountsService;
  let owner: Browser;
  let template: string;
  beforeEach(async () => {
    database = opened();
    const config = { operatorToken: 'token-of-the-operator-alone' };
    service = await startAccountsService(database, { ...WITHOUT_DELIVERIES, config });
    owner = await signUpFirst(service);
    await addAcceptance(service);
    template = '';
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(database);
  });

  /** Something that the path can name, made for it. */
  async function idFor(method: string, path: string, person: Browser): Promise<string> {
    if (path.includes('/batches/')) {
      const body = { source: { html: '{{ n }}' }, format: 'pdf', items: [{ data: { n: 1 } }], result: 'zip' };
      const own = await person.post('/v1/batches', body);
      const made = own.status === 202 ? own : await service.ask('POST', '/v1/batches', { body });
      await service.ask('GET', `/v1/batches/${made.body.id}?wait=20`);
      return made.body.id;
    }
    if (path.includes('/invoices/')) return await addInvoice(database, service.accounts.organisationId);
    if (path.includes('/schedules/')) {
      const body = { name: 'x', cron: '@daily', request: { source: { html: 'x' } } };
      return (await service.ask('POST', '/v1/schedules', { body })).body.schedule.id;
    }
    if (/\/(?:jobs|docraptor|api\/v1)\//.test(path)) {
      const body = { source: { html: 'x' }, async: true };
      const own = await person.post('/v1/convert/pdf', body);
      const made = own.status === 202 ? own : await service.ask('POST', '/v1/convert/pdf', { body });
      await service.ask('GET', `/v1/jobs/${made.body.id}?wait=20`);
      return made.body.id;
    }
    if (/\/webhook(?:s|-deliveries)\//.test(path)) {
      const own = await person.post('/v1/webhooks', WEBHOOK);
      const made = own.status === 201 ? own : await service.ask('POST', '/v1/webhooks', { body: WEBHOOK });
      const { id } = made.body.webhook;
      if (!path.includes('-deliveries/')) return id;
      return (await service.ask('POST', `/v1/webhooks/${id}/test`)).body.delivery.id;
    }
    if (path.includes('/connections/')) {
      const own = await person.post('/v1/connections', CONNECTION);
      const made = own.status === 201 ? own : await service.ask('POST', '/v1/connections', { body: CONNECTION });
      return made.body.connection.id;
    }
    if (path.includes('/logs/')) return (await service.ask('GET', '/v1/account')).headers.get('x-request-id') ?? '';
    if (path.includes('/keys/')) return (await service.makeKey({ scopes: ['convert:pdf'] })).id;
    if (path.includes('/members/')) return await addMember(database, service.accounts.organisationId);
    if (path.includes('/invitations/')) {
      const invited = await owner.post('/v1/invitations', { email: 'guest@example.com', role: 'developer' });
      return invited.body.invitation.id;
    }
    if (path.includes('/templates/')) {
      // One for all, but for the one that is deleted.
      if (template === '' || method === 'DELETE') {
        const slug = `template-${path.slice(1, 3)}-${method.toLowerCase()}`;
        const body = { slug, name: 'x', content: 'x', assets: { 'a.png': 'AA==' } };
        template = (await service.ask('POST', '/v1/templates', { body })).body.template.id;
      }
      const id = template;
      if (method === 'DELETE') template = '';
      return id;
    }
    if (path.includes('/snippets/')) {
      const body = { name: `snippet-${method.toLowerCase()}`, content: 'x' };
      return (await service.ask('POST', '/v1/snippets', { body })).body.snippet.id;
    }
    return service.accounts.organisationId;
  }

  it.each(ROLES)(
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
        const at =
          path.replace(/\{\w+\}/, await idFor(method, path, person)) + (path.endsWith('/assets') ? '?name=a.png' : '');
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
