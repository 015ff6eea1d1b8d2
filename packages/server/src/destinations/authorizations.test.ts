import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../data/database.ts';
import { dumpDatabase, emptyDatabase } from '../testing/accounts.ts';
import { Browser, signUpFirst, signUpInvited } from '../testing/browser.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { type RunningFileHosts, startFileHosts } from '../testing/file-hosts/start.ts';
import { startWebhookService, type WebhookService } from '../testing/webhook-service.ts';

/** Accounts of file hosts that let the operator's app in, before an authorization server as the RFCs have it. */

const KINDS = ['dropbox', 'google_drive', 'onedrive', 'box'];

/** What somebody comes back with, and what is made of it. */
type Query = Readonly<Record<string, string>>;

describeOnDatabase('accounts of file hosts', (database) => {
  beforeEach(() => emptyDatabase(database()));

  async function start(opened: Database = database()) {
    const hosts = await startFileHosts();
    onTestFinished(() => hosts.close());
    hosts.rotates = true;
    const clientApps = Object.fromEntries(KINDS.map((kind) => [kind, hosts.app]));
    const service = await startWebhookService(opened, {
      destinationOptions: { origins: hosts.origins, config: { egressAllow: ['127.0.0.1'], clientApps } },
    });
    const owner = await signUpFirst(service);
    const { redirect_uri: redirectUri } = (await owner.get('/v1/authorizations')).body;
    hosts.redirectUris.add(redirectUri);
    return { hosts, service, owner, redirectUri };
  }

  /** Goes where the service sends, as a browser does. @returns what the host sends back */
  async function visit(hosts: RunningFileHosts, address: string): Promise<Query> {
    const url = new URL(address);
    const answer = await fetch(hosts.origin + url.pathname + url.search, { redirect: 'manual' });
    if (answer.status !== 302) throw new Error(`The host has not sent anybody back: ${answer.status}`);
    const { searchParams } = new URL(answer.headers.get('location') ?? '');
    return Object.fromEntries(searchParams);
  }

  async function begin(person: Browser, body: object = { kind: 'box', name: 'Archive' }): Promise<string> {
    const answer = await person.post('/v1/authorizations', body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.url;
  }

  async function connect(hosts: RunningFileHosts, person: Browser, body?: object) {
    return await person.post('/v1/authorizations/complete', await visit(hosts, await begin(person, body)));
  }

  async function deliver(service: WebhookService, connection: string, path: string) {
    const { id } = await service.job({ destination: { connection, path } });
    await service.pass(0);
    return (await service.ask('GET', `/v1/jobs/${id}`)).body.job;
  }

  it.each(KINDS)('of %s are connected, written to with tokens that change, and disconnected', async (kind) => {
    const { hosts, service, owner, redirectUri } = await start();
    expect(redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/connections$/);
    const url = new URL(await begin(owner, { kind, name: 'Archive' }));
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    const made = await owner.post('/v1/authorizations/complete', await visit(hosts, url.href));
    expect(made.body).toMatchObject({
      test: { write: 'ok', read: 'ok', remove: 'ok' },
      connection: { kind, name: 'Archive', authorization: 'granted', secrets: ['access_token', 'refresh_token'] },
    });
    const { id } = made.body.connection;
    hosts.tokens.clear();
    expect((await deliver(service, id, 'a.pdf')).deliveries).toMatchObject([{ state: 'delivered' }]);
    expect([...hosts.files.keys()]).toContain('a.pdf');

    const ended = await owner.send('DELETE', `/v1/connections/${id}/authorization`);
    // Microsoft has no address where the token of one app is ended.
    expect(ended.body).toMatchObject({
      connection: { authorization: 'disconnected', secrets: [] },
      revoked: kind !== 'onedrive',
    });
    if (kind !== 'onedrive')
      expect([...hosts.families.keys()].filter((each) => hosts.refreshTokens.has(each))).toEqual([]);
    expect((await deliver(service, id, 'b.pdf')).deliveries).toMatchObject([
      { state: 'failed', attempts: 1, error: { code: 'authorization_ended' } },
    ]);
    const again = await connect(hosts, owner, { connection: id });
    expect(again.body.connection).toMatchObject({ id, name: 'Archive', authorization: 'granted' });
    expect((await deliver(service, id, 'c.pdf')).deliveries).toMatchObject([{ state: 'delivered' }]);
    expect((await owner.send('DELETE', `/v1/connections/${id}`)).status).toBe(200);
    expect(hosts.ended).toHaveLength(kind === 'onedrive' ? 0 : 2);

    const { body: log } = await owner.get('/v1/audit');
    expect(log.data.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining([
        'connection.created',
        'connection.disconnected',
        'connection.authorized',
        'connection.removed',
      ]),
    );
    const left =
      JSON.stringify([made.body, again.body, log]) + (await dumpDatabase(database())) + service.accounts.logged();
    expect(left).not.toMatch(/good-|refresh-|code-[0-9a-f]{8}|canary-operator/);
  });

  it('are asked for a new token by one server at a time: a token that is good for once is never sent twice', async () => {
    const { hosts, owner } = await start();
    const { id } = (await connect(hosts, owner)).body.connection;
    const clientApps = { box: hosts.app };
    const second = await startWebhookService(database(), {
      destinationOptions: { origins: hosts.origins, config: { egressAllow: ['127.0.0.1'], clientApps } },
    });
    const there = new Browser(second);
    for (const [name, value] of owner.cookies) there.cookies.set(name, value);
    for (let round = 0; round < 3; round += 1) {
      hosts.tokens.clear();
      hosts.asked = 0;
      const tests = [owner, there, owner, there].map((each) => each.post(`/v1/connections/${id}/test`));
      expect((await Promise.all(tests)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(hosts.asked).toBe(1);
    }
  });

  it('that are away for a moment keep their token; those that have taken it back are said, by email too', async () => {
    const { hosts, service, owner } = await start();
    const hook = await service.endpoint('https://9.9.9.9/hook', { events: ['connection.revoked'] });
    const { id } = (await connect(hosts, owner)).body.connection;
    hosts.tokens.clear();
    hosts.tokenFault = 503;
    const job = await deliver(service, id, 'a.pdf');
    expect(job.deliveries).toMatchObject([{ state: 'waiting', error: { code: 'server_error' } }]);
    await service.pass(60_000);
    expect([...hosts.files.keys()]).toContain('a.pdf');

    hosts.tokens.clear();
    hosts.refreshTokens.clear();
    const { deliveries, id: failed } = await deliver(service, id, 'b.pdf');
    expect(deliveries).toMatchObject([
      {
        state: 'failed',
        attempts: 1,
        error: { code: 'authorization_ended', remedy: expect.stringContaining('Connect it again') },
      },
    ]);
    const connection = async () => (await owner.get(`/v1/connections/${id}`)).body.connection;
    expect(await connection()).toMatchObject({
      authorization: 'revoked',
      last_error: 'authorization_ended',
      secrets: [],
    });
    // The host is not asked again for what it has refused for good.
    hosts.asked = 0;
    expect((await owner.post(`/v1/connections/${id}/test`)).body.errors).toMatchObject([
      { code: 'authorization_ended' },
    ]);
    expect(hosts.asked).toBe(0);
    await service.webhooks.drain();
    expect(service.terminal().match(/A connection has to be connected again/g)).toHaveLength(1);
    expect(service.terminal()).toContain(`${service.url}/connections`);
    expect(await service.deliveries(`?endpoint=${hook}`)).toMatchObject([{ type: 'connection.revoked' }]);

    await connect(hosts, owner, { connection: id });
    expect(await connection()).toMatchObject({ authorization: 'granted', last_error: null });
    await service.ask('POST', `/v1/jobs/${failed}/deliver`);
    await service.pass(0);
    expect([...hosts.files.keys()]).toContain('b.pdf');
    expect(service.converted()).toBe(2);
  });

  it('are let in by whoever began it, in the same session, once, within ten minutes', async () => {
    const { hosts, service, owner } = await start();
    const complete = (person: Browser, body: object) => person.post('/v1/authorizations/complete', body);
    const refused = async (person: Browser, body: object) => {
      const answer = await complete(person, body);
      expect([answer.status, answer.body.error_code]).toEqual([400, 'invalid_link']);
    };
    const asked = hosts.asked;
    const back = await visit(hosts, await begin(owner));
    await refused(owner, { ...back, state: 'forged' });
    // Another member, and the same one in another browser: who is sent an address of somebody else connects nothing.
    const admin = await signUpInvited(service, { owner, role: 'admin', email: 'bob@example.com' });
    await refused(admin, back);
    const another = await signUpInvited(service, { owner, role: 'admin', email: 'eve@example.com' });
    const own = await visit(hosts, await begin(another));
    await refused(owner, own);
    const key = await service.ask('POST', '/v1/authorizations/complete', { body: back });
    expect(key.status).toBe(403);
    const crossSite = await owner.send('POST', '/v1/authorizations/complete', back, { 'sec-fetch-site': 'cross-site' });
    expect([crossSite.status, crossSite.body.error_code]).toEqual([403, 'cross_site']);
    expect(hosts.asked).toBe(asked);

    // Who chose another organization meanwhile is not asked which one was meant.
    const { organisationId: first } = service.accounts;
    expect((await owner.post('/v1/organisations', { name: 'Other' })).status).toBe(201);
    await refused(owner, back);
    await owner.post('/v1/auth/organisation', { organisation_id: first });
    expect((await complete(owner, back)).status).toBe(200);
    await refused(owner, back);

    const late = await visit(hosts, await begin(owner));
    await service.pass(601_000);
    await refused(owner, late);
    // Who begins anew has left the one before.
    const before = await visit(hosts, await begin(owner));
    await begin(owner);
    await refused(owner, before);
    expect((await service.ask('GET', '/v1/connections')).body.data).toHaveLength(1);
  });

  it('that refuse, give less than is needed, or answer for another, connect nothing', async () => {
    const { hosts, service, owner, redirectUri } = await start();
    const failed = async (body: object, change: (back: Query) => Query = (back) => back) => {
      const back = change(await visit(hosts, await begin(owner, body)));
      const answer = await owner.post('/v1/authorizations/complete', back);
      return { code: answer.body.error_code, ...answer.body.errors?.[0] };
    };
    const drive = { kind: 'google_drive', name: 'Drive' };
    hosts.visit = { error: 'access_denied' };
    expect(await failed(drive)).toMatchObject({ pointer: '/error', detail: expect.stringContaining('access_denied') });
    // Words of whoever made the address are not shown.
    const forged = await failed(drive, (back) => ({ ...back, error: 'Call 555-1234 now' }));
    expect(forged).toMatchObject({ pointer: '/error', detail: expect.not.stringContaining('555') });
    hosts.visit = { scope: 'openid' };
    expect(await failed(drive)).toMatchObject({ pointer: '/code', code: 'permission_denied' });
    hosts.visit = { iss: 'https://evil.example' };
    expect(await failed(drive)).toMatchObject({ code: 'invalid_link' });
    hosts.visit = { iss: 'https://accounts.google.com' };
    expect(await failed(drive, (back) => ({ ...back, code: 'stolen' }))).toMatchObject({ code: 'credentials_refused' });
    hosts.tokenFault = 503;
    expect(await failed(drive)).toMatchObject({ pointer: '/code', code: 'server_error' });

    const ask = async (body: object) => (await owner.post('/v1/authorizations', body)).body.errors?.[0];
    expect(await ask({ ...drive, redirect_uri: 'https://evil.example' })).toMatchObject({ pointer: '/redirect_uri' });
    expect(await ask({ ...drive, settings: { refresh_token: 'x' } })).toMatchObject({
      pointer: '/settings/refresh_token',
    });
    expect(await ask({ kind: 's3', name: 'x' })).toMatchObject({ pointer: '/kind' });
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const tampered = await owner.send('POST', '/v1/authorizations', drive, headers);
    expect(new URL(tampered.body.url).searchParams.get('redirect_uri')).toBe(redirectUri);
    expect((await service.ask('GET', '/v1/connections')).body.data).toEqual([]);
  });

  it('keep to their app: credentials that are typed take its place, and no token goes to another app', async () => {
    const { hosts, service, owner } = await start();
    const { id } = (await connect(hosts, owner)).body.connection;
    const at = `/v1/connections/${id}`;
    const change = (settings: object) => owner.send('PATCH', at, { settings, test: false });
    expect((await change({ client_secret: 'mine' })).body.errors).toMatchObject([
      { pointer: '/settings/client_secret' },
    ]);
    expect((await change({ folder_id: '0' })).body.connection).toMatchObject({ authorization: 'granted' });
    const typed = await change({ refresh_token: 'refresh', client_id: 'mine', client_secret: 'mine' });
    expect(typed.body.connection).toMatchObject({ authorization: null });
    hosts.tokens.clear();
    expect((await service.ask('POST', `${at}/test`)).status).toBe(200);
    const nothing = await owner.send('DELETE', `${at}/authorization`);
    expect(nothing.body).toMatchObject({ connection: { authorization: null }, revoked: false });
  });
});
