import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../data/database.ts';
import { type AccountsService, emptyDatabase, startAccountsService } from '../testing/accounts.ts';
import { type Browser, signUpFirst } from '../testing/browser.ts';
import { describeOnDatabase } from '../testing/database.ts';

const SOURCE = { source: '<p>Hello</p>' };

describeOnDatabase('what an organisation keeps', (opened) => {
  let database: Database;
  let service: AccountsService;
  let owner: Browser;
  beforeEach(async () => {
    database = opened();
    await emptyDatabase(database);
    service = await startAccountsService(database);
    owner = await signUpFirst(service);
  });
  afterEach(() => service.close());

  const path = () => `/v1/organisations/${service.accounts.organisationId}`;
  const change = async (fields: object) => (await owner.send('PATCH', path(), fields)).body;
  const rows = (action: string) => service.accounts.audit.list(service.accounts.organisationId, { action, limit: 9 });

  it('is what an owner who has signed in says, within what the service keeps', async () => {
    expect((await change({ retention: { results: 1, logs: 7 } })).organisation).toMatchObject({
      retention: { results: 1, jobs: 30, deliveries: 30, logs: 7 },
      legal_hold: null,
    });
    expect((await change({ retention: { logs: null } })).organisation.retention).toMatchObject({
      results: 1,
      logs: 30,
    });
    for (const days of [0, 31, 36_500, 1.5, -1]) {
      const refused = await change({ retention: { jobs: days } });
      expect([refused.error_code, refused.errors[0].pointer]).toEqual(['invalid_request', '/retention/jobs']);
    }
    expect((await change({ retention: { jobs: 2 }, name: 'Both' })).errors[0].pointer).toBe('/retention');
    const byKey = await service.ask('PATCH', path(), { body: { retention: { jobs: 2 } } });
    expect(byKey.body.error_code).toBe('insufficient_scope');
    expect((await rows('organisation.retention_changed')).map(({ detail }) => detail)).toEqual([
      { logs: null },
      { results: 1, logs: 7 },
    ]);
  });

  it('bounds what a request may have kept', async () => {
    await change({ retention: { results: 1 } });
    const ask = async (fields: object) =>
      (await service.ask('POST', '/v1/convert/pdf', { body: { ...SOURCE, ...fields } })).body;
    const refused = await ask({ async: true, expires_in: 86_401 });
    expect([refused.error_code, refused.errors[0].pointer]).toEqual(['storage_forbidden', '/expires_in']);
    const batch = { format: 'pdf', items: [{ data: {} }], source: '<p>{{ name }}</p>', expires_in: 86_401 };
    expect((await service.ask('POST', '/v1/batches', { body: batch })).body.error_code).toBe('storage_forbidden');
    const { id } = await ask({ async: true });
    const kept = await database.system.selectFrom('jobs').select('keep').where('id', '=', id).executeTakeFirst();
    expect(kept).toEqual({ keep: 86_400 });
  });

  it('is removed by nobody under a legal hold', async () => {
    const { id } = (await service.ask('POST', '/v1/convert/pdf', { body: { ...SOURCE, filename: 'a' } })).body;
    const template = { slug: 'a', name: 'A', content: 'x' };
    expect((await service.ask('POST', '/v1/templates', { body: template })).status).toBe(200);
    const held = (await change({ legal_hold: ' Case 7 ' })).organisation.legal_hold;
    expect(held).toBe('Case 7');
    const removed = async () => {
      const answers = [];
      for (const what of [`/v1/jobs/${id}`, '/v1/templates/a']) answers.push(await service.ask('DELETE', what));
      return answers.map(({ status, body }) => [status, body.error_code]);
    };
    expect(await removed()).toEqual([
      [409, 'legal_hold'],
      [409, 'legal_hold'],
    ]);
    expect((await service.ask('GET', `/v1/jobs/${id}/result`)).status).toBe(200);
    const since = () => database.system.selectFrom('organisations').select(['held_since', 'hold_reason']).execute();
    const [before] = await since();
    await change({ legal_hold: 'Case 8' });
    // Another reason is not another hold.
    expect(await since()).toEqual([{ ...before, hold_reason: 'Case 8' }]);
    const own = (await owner.send('POST', '/v1/organisations', { name: 'Second' })).body.organisation.id;
    await owner.send('PATCH', `/v1/organisations/${own}`, { legal_hold: 'Case 9' });
    expect((await owner.send('DELETE', `/v1/organisations/${own}`)).body.error_code).toBe('legal_hold');
    await owner.send('POST', '/v1/auth/organisation', { organisation_id: service.accounts.organisationId });
    expect((await change({ legal_hold: null })).organisation.legal_hold).toBeNull();
    expect((await removed()).map(([status]) => status)).toEqual([200, 200]);
  });
});
