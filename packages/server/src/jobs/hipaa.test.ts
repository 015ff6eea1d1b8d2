import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../data/database.ts';
import { type AccountsService, addOrganisation, emptyDatabase, startAccountsService } from '../testing/accounts.ts';
import { codeOf } from '../testing/authenticator.ts';
import { type Browser, PASSWORD, signUpFirst, signUpInvited } from '../testing/browser.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { openTestIdempotencyKeys } from '../testing/idempotency.ts';
import { startPutReceiver } from '../testing/put-receiver.ts';
import { KEY } from '../testing/service.ts';

const MINUTE = 60_000;
const SOURCE = { source: '<p>canary</p>' };
const LOOPBACK = ['127.0.0.1', '::1'];

describeOnDatabase('an organisation with the HIPAA profile', (opened) => {
  let database: Database;
  let service: AccountsService;
  let clock: { ahead: number; now(): number };
  beforeEach(() => {
    database = opened();
    clock = { ahead: 0, now: () => Date.now() + clock.ahead };
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(database);
  });

  const path = () => `/v1/organisations/${service.accounts.organisationId}`;
  const switched = (browser: Browser, hipaa: boolean) => browser.send('PATCH', path(), { hipaa });
  const read = async (action: string) =>
    await service.accounts.audit.list(service.accounts.organisationId, { action, limit: 20 });

  async function begun(options: Parameters<typeof startAccountsService>[1] = {}) {
    service = await startAccountsService(database, { clock, ...options });
    const owner = await signUpFirst(service);
    expect((await switched(owner, true)).body.organisation).toMatchObject({ hipaa: true });
    const { id, secret: key } = await service.makeKey({ allowlist: LOOPBACK });
    return { owner, id, key };
  }

  it('gets it from an owner who has signed in, which is recorded', async () => {
    service = await startAccountsService(database, { clock });
    const owner = await signUpFirst(service);
    const admin = await signUpInvited(service, { owner, role: 'admin', email: 'eve@example.com' });
    expect((await switched(admin, true)).status).toBe(403);
    expect((await service.ask('PATCH', path(), { body: { hipaa: true } })).body.error_code).toBe('insufficient_scope');
    expect((await owner.send('PATCH', path(), {})).body.error_code).toBe('invalid_request');
    expect(await read('organisation.profile_changed')).toEqual([]);
    expect((await switched(owner, true)).status).toBe(200);
    expect(await read('organisation.profile_changed')).toMatchObject([{ detail: { hipaa: true, renamed: false } }]);
  });

  it('lets nobody in without a second factor, and no key without an allowlist', async () => {
    service = await startAccountsService(database, { clock });
    const owner = await signUpFirst(service);
    // Remembered from before: the switch has to reach it.
    expect((await service.ask('GET', '/v1/account')).status).toBe(200);
    await switched(owner, true);
    const open = await service.ask('GET', '/v1/account');
    expect([open.status, open.body.error_code]).toEqual([403, 'ip_not_allowed']);
    expect(open.body.detail).toContain('need an allowlist');
    const { secret: key } = await service.makeKey({ allowlist: LOOPBACK });
    expect((await service.ask('GET', '/v1/account', { key })).status).toBe(200);
    const elsewhere = await service.makeKey({ organisationId: await addOrganisation(database, 'Other') });
    expect((await service.ask('GET', '/v1/account', { key: elsewhere.secret })).status).toBe(200);

    const refused = await owner.get('/v1/members');
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('second factor')]);
    const { uri } = (await owner.post('/v1/auth/two-factor/enable', { password: PASSWORD })).body;
    await owner.post('/v1/auth/two-factor/verify', { code: codeOf(uri) });
    expect((await owner.get('/v1/members')).status).toBe(200);
    expect((await switched(owner, false)).body.organisation).toMatchObject({ hipaa: false });
    expect((await service.ask('GET', '/v1/account', { key: KEY })).status).toBe(200);
  });

  it('has sessions that end after 15 minutes without a request', async () => {
    const { owner } = await begun();
    const isIn = async () => (await owner.get('/v1/auth/session')).status === 200;
    clock.ahead += 14 * MINUTE;
    expect(await isIn()).toBe(true);
    clock.ahead += 14 * MINUTE;
    expect(await isIn()).toBe(true);
    clock.ahead += 16 * MINUTE;
    expect(await isIn()).toBe(false);
  });

  it('also has those end that began before it was switched on', async () => {
    service = await startAccountsService(database, { clock });
    const owner = await signUpFirst(service);
    await database.system.updateTable('organisations').set({ hipaa: true }).execute();
    clock.ahead += 16 * MINUTE;
    expect((await owner.get('/v1/auth/session')).status).toBe(401);
  });

  it('is refused whatever would keep a result, by each way in, and is answered at once', async () => {
    const { key } = await begun({ idempotencyKeys: await openTestIdempotencyKeys(database) });
    const schedule = { name: 'Daily', cron: '0 6 * * *', format: 'pdf', request: SOURCE };
    const ways: readonly (readonly [string, object, string?, Record<string, string>?])[] = [
      ['/v1/convert/pdf', { ...SOURCE, async: true }, '/async'],
      ['/v1/convert/pdf', { ...SOURCE, filename: 'a.pdf' }, '/filename'],
      ['/v1/convert/pdf', { ...SOURCE, webhook: 'https://a.example/' }, '/webhook'],
      ['/v1/convert/pdf', { ...SOURCE, on_timeout: 'async' }],
      ['/v1/convert/pdf', SOURCE, undefined, { prefer: 'respond-async' }],
      ['/v1/convert/pdf', SOURCE, undefined, { prefer: 'wait=5' }],
      ['/v1/convert/pdf', { ...SOURCE, presigned_url: 'https://a.example/', expires_in: 61 }, '/expires_in'],
      ['/v1/convert', { ...SOURCE, outputs: [{ format: 'pdf' }], async: true }, '/async'],
      ['/v3/convert/pdf', { ...SOURCE, filename: 'a.pdf' }],
      ['/v3/convert/pdf', { source: ['<p>a', '<p>b'], webhook: 'https://a.example/' }],
      ['/v1/batches', { source: { html: '<p>{{ no }}' }, items: [{ data: { no: 1 } }] }],
      ['/v1/schedules', schedule],
    ];
    for (const [at, body, pointer, headers = {}] of ways) {
      const { status, body: problem } = await service.ask('POST', at, { key, body, headers });
      const said = `${at} ${JSON.stringify([body, headers, problem])}`;
      expect([status, problem.error_code ?? problem.code], said).toEqual([
        at.startsWith('/v3/') ? 400 : 422,
        'storage_forbidden',
      ]);
      if (pointer) expect(problem.errors, said).toMatchObject([{ pointer }]);
    }
    for (const table of ['jobs', 'batches', 'schedules'] as const)
      expect(await database.system.selectFrom(table).select('id').execute(), table).toEqual([]);

    const ask = () =>
      service.ask('POST', '/v1/convert/pdf', { key, body: SOURCE, headers: { 'idempotency-key': 'once' } });
    expect((await ask()).status).toBe(200);
    expect((await ask()).body.error_code).toBe('idempotency_result_gone');
  });

  it('is answered at once at the paths of other services, which leaves nothing, or refused', async () => {
    const { key } = await begun({ idempotencyKeys: await openTestIdempotencyKeys(database) });
    const html = '<p>canary</p>';
    const document = { type: 'pdf', name: 'a.pdf', document_content: html };
    const template = { slug: 'letter', name: 'Letter', content: html };
    expect((await service.ask('POST', '/v1/templates', { key, body: template })).status).toBe(200);
    const filled = { document: { document_template_id: 'letter', status: 'pending' } };
    const paths: readonly (readonly [string, object, number])[] = [
      ['/browserless/pdf', { html }, 200],
      ['/browserless/screenshot', { html }, 200],
      ['/firecrawl/v2/scrape', { url: 'https://9.9.9.9/' }, 200],
      ['/v3/convert/pdf', { source: html }, 200],
      ['/docraptor/docs', document, 200],
      ['/docraptor/docs', { ...document, async: true }, 422],
      ['/docraptor/async_docs', document, 422],
      ['/api/v1/documents', filled, 422],
      ['/api/v1/documents/sync', filled, 422],
    ];
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    for (const [at, body, status] of paths) {
      const answer = await fetch(service.url + at, { method: 'POST', headers, body: JSON.stringify(body) });
      const text = await answer.text();
      expect(answer.status, `${at} ${text.slice(0, 500)}`).toBe(status);
      if (status === 422) expect(text).toContain('No result may be stored for your organization');
    }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'make_pdf', arguments: { html } } };
    const made = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { ...headers, accept: 'application/json, text/event-stream' },
      body: JSON.stringify(call),
    });
    expect([made.status, await made.text()]).toEqual([200, expect.stringContaining('application/pdf')]);
    const form = (headers: Record<string, string>) => {
      const body = new FormData();
      body.append('files', new Blob([html]), 'index.html');
      const authorization = `Bearer ${key}`;
      return fetch(`${service.url}/forms/chromium/convert/html`, {
        method: 'POST',
        headers: { authorization, ...headers },
        body,
      });
    };
    expect((await form({})).status).toBe(200);
    for (const table of ['jobs', 'job_outputs', 'batches', 'idempotency_parts', 'webhook_events'] as const) {
      const rows = await database.system.selectFrom(table).selectAll().execute();
      expect(rows, table).toEqual([]);
    }
  });

  it('has results that are sent removed a minute later, with the request', async () => {
    const receiver = await startPutReceiver();
    const { key } = await begun({ destinationOptions: { config: { egressAllow: [receiver.allow] } } });
    const body = { ...SOURCE, async: true, presigned_url: receiver.url };
    const { body: accepted } = await service.ask('POST', '/v1/convert/pdf', { key, body });
    const { job } = (await service.ask('GET', `/v1/jobs/${accepted.id}?wait=30`, { key })).body;
    expect(job.status).toBe('succeeded');
    const row = database.system.selectFrom('jobs').select(['request', 'keep']).where('id', '=', job.id);
    expect(await row.executeTakeFirst()).toEqual({ request: null, keep: 60 });

    const form = new FormData();
    form.append('files', new Blob(['<p>x']), 'index.html');
    const headers = { 'gotenberg-webhook-url': receiver.url, 'gotenberg-webhook-error-url': 'https://a.example/' };
    const later = await service.ask('POST', '/forms/chromium/convert/html', { key, body: form, headers });
    const id = String(later.headers.get('x-job-id'));
    const { keep } = await database.system
      .selectFrom('jobs')
      .select('keep')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([later.status, keep]).toEqual([204, 60]);
  });

  it('has each reading of a result recorded, by key and by link', async () => {
    service = await startAccountsService(database, { clock });
    const { url, id: job } = (await service.ask('POST', '/v1/convert/pdf', { body: { ...SOURCE, filename: 'a' } }))
      .body;
    const owner = await signUpFirst(service);
    await switched(owner, true);
    const { id, secret: key } = await service.makeKey({ allowlist: LOOPBACK });
    expect((await service.ask('GET', `/v1/jobs/${job}/result`, { key })).status).toBe(200);
    expect((await fetch(url)).status).toBe(200);
    expect(await read('result.read')).toMatchObject([
      { actor: 'link', target: job, detail: { position: 0 } },
      { actor: id, target: job },
    ]);
  });

  it.each([false, true])('sends no text to a language model unless an agreement covers it: %s', async (aiCovered) => {
    const model = await startPutReceiver();
    let asked = false;
    model.instead = (_request, response) => {
      asked = true;
      response.writeHead(401).end();
      return true;
    };
    const aiModel = { primary: { baseUrl: new URL('/v1', model.url).href, model: 'small' } };
    const { key } = await begun({ analysisConfig: { aiModel, aiCovered } });
    const { body } = await service.ask('POST', '/api/pdf/translate', {
      key,
      body: { text: 'Tea', targetLanguage: 'German' },
    });
    expect(asked).toBe(aiCovered);
    if (!aiCovered) expect([body.code, body.error]).toEqual(['ai_not_configured', expect.stringContaining('HIPAA')]);
  });
});
