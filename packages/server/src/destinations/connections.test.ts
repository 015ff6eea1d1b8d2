import { beforeEach, expect, it } from 'vitest';
import { emptyDatabase } from '../testing/accounts.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { startFileHosts } from '../testing/file-hosts/start.ts';
import { startPutReceiver } from '../testing/put-receiver.ts';
import { startS3 } from '../testing/s3.ts';
import { startWebhookService } from '../testing/webhook-service.ts';

describeOnDatabase('connections', (database) => {
  beforeEach(() => emptyDatabase(database()));

  it('are made, listed, changed and removed; credentials are tried, replaced, and never shown', async () => {
    const service = await startWebhookService(database());
    const s3 = await startS3({ signatures: true });
    const { endpoint, bucket, credentials } = s3.place;
    const settings = { bucket, endpoint, access_key_id: credentials.accessKeyId, secret_access_key: 'canary-wrong' };
    const body = { name: 'Archive', kind: 's3', settings };
    const refused = await service.ask('POST', '/v1/connections', { body });
    expect([refused.status, refused.body.error_code]).toEqual([422, 'destination_unusable']);
    expect(refused.body.errors).toMatchObject([{ pointer: '/settings', code: 'credentials_refused' }]);
    const unknown = await service.ask('POST', '/v1/connections', { body: { ...body, kind: 'floppy' } });
    expect(unknown.body.errors).toMatchObject([
      { pointer: '/kind', detail: expect.stringMatching(/^"kind" has to be one of .*"s3"/) },
    ]);
    expect((await service.ask('GET', '/v1/connections')).body.data).toEqual([]);

    const made = (await service.ask('POST', '/v1/connections', { body: { ...body, test: false } })).body.connection;
    expect(made).toMatchObject({ name: 'Archive', kind: 's3', version: 1, settings: { bucket, endpoint } });
    expect(made.secrets).toEqual(['access_key_id', 'secret_access_key']);
    const at = `/v1/connections/${made.id}`;
    expect((await service.ask('POST', `${at}/test`)).body.errors).toMatchObject([{ code: 'credentials_refused' }]);
    // Others that do not work do not take the place of those that do.
    const replace = (given: object) => service.ask('PATCH', at, { body: { settings: given } });
    const { secretAccessKey } = credentials;
    expect((await replace({ secret_access_key: secretAccessKey })).body.test).toMatchObject({
      write: 'ok',
      remove: 'ok',
    });
    expect((await replace({ secret_access_key: 'canary-other' })).status).toBe(422);
    expect((await service.ask('POST', `${at}/test`)).status).toBe(200);
    const shown = await service.ask('GET', at);
    expect(shown.body.connection).toMatchObject({ version: 2, last_error: null });
    expect(JSON.stringify(shown.body)).not.toMatch(/canary|"S3RVER"/);

    // Whoever may change it does not learn its credentials: another server needs them again.
    const moved = await service.ask('PATCH', at, { body: { settings: { endpoint: 'https://1.1.1.1' }, test: false } });
    expect(moved.body.errors).toMatchObject([{ pointer: '/settings/access_key_id' }]);
    const ftps = { host: '127.0.0.1', username: 'ada', password: 'canary-password', secure: 'explicit' };
    const encrypted = { name: 'FTPS', kind: 'ftp', settings: ftps, test: false };
    const { connection } = (await service.ask('POST', '/v1/connections', { body: encrypted })).body;
    const clear = { settings: { secure: null }, test: false };
    const changed = await service.ask('PATCH', `/v1/connections/${connection.id}`, { body: clear });
    expect(changed.body.errors).toMatchObject([{ pointer: '/settings/password' }]);
    expect((await replace({ nothing: 1 })).body.errors).toMatchObject([{ pointer: '/settings/nothing' }]);
    expect((await service.ask('PATCH', at, { body: { name: 'Other' } })).body.connection.name).toBe('Other');

    const { id } = (await service.convert({ async: true, destination: { connection: made.id } })).body;
    await service.ask('GET', `/v1/jobs/${id}?wait=30`);
    await service.destinations.drain();
    expect((await service.ask('GET', at)).body.connection).toMatchObject({ delivered: 1, failed: 0 });
    expect((await service.ask('DELETE', at)).status).toBe(200);
    expect((await service.ask('GET', at)).status).toBe(404);
    const { body: log } = await service.ask('GET', '/v1/audit');
    expect(log.data.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['connection.created', 'connection.credentials_replaced', 'connection.removed']),
    );
    await s3.close();
  });

  it('to a file host keep the tokens that they get, whoever gets them, and whatever is changed meanwhile', async () => {
    const hosts = await startFileHosts();
    hosts.rotates = true;
    const { origins } = hosts;
    const service = await startWebhookService(database(), { destinationOptions: { origins } });
    const settings = { refresh_token: 'refresh', client_id: 'app', client_secret: 'canary-secret' };
    const made = await service.ask('POST', '/v1/connections', { body: { name: 'Box', kind: 'box', settings } });
    expect(made).toMatchObject({ status: 201, body: { test: { write: 'ok', read: 'ok', remove: 'ok' } } });
    expect(JSON.stringify(made.body)).not.toMatch(/canary|good-|refresh-/);
    const at = `/v1/connections/${made.body.connection.id}`;
    const end = () => hosts.tokens.clear();
    const deliver = async (path: string) => {
      const { id } = await service.job({ destination: { connection: made.body.connection.id, path } });
      await service.pass(0);
      return (await service.ask('GET', `/v1/jobs/${id}`)).body.job.deliveries;
    };
    // Each refresh token is good for once: the one of the test is used up.
    end();
    expect(await deliver('a.pdf')).toMatchObject([{ state: 'delivered' }]);
    end();
    const [one, two] = await Promise.all([
      service.ask('POST', `${at}/test`),
      service.ask('PATCH', at, { body: { settings: { folder_id: '0' } } }),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    end();
    expect(await deliver('b.pdf')).toMatchObject([{ state: 'delivered' }]);
    expect((await service.ask('GET', at)).body.connection).toMatchObject({ version: 2, settings: { folder_id: '0' } });
    hosts.close();
  });

  it('that are gone, or of another organisation, take nothing', async () => {
    const service = await startWebhookService(database());
    const receiver = await startPutReceiver();
    receiver.instead = (_request, response) => {
      response.writeHead(503).end();
      return true;
    };
    const body = { name: 'x', kind: 'http_put', settings: { url: receiver.url } };
    const made = (await service.ask('POST', '/v1/connections', { body })).body;
    // Its address takes one file: none is written for a test.
    expect(made.test).toMatchObject({ write: 'not_tried' });
    const connection = made.connection.id;
    const { id } = (await service.convert({ async: true, destination: { connection } })).body;
    await service.ask('GET', `/v1/jobs/${id}?wait=30`);
    await service.destinations.drain();
    await service.ask('DELETE', `/v1/connections/${connection}`);
    await service.pass(60_000);
    const { job } = (await service.ask('GET', `/v1/jobs/${id}`)).body;
    expect(job.deliveries).toMatchObject([{ state: 'failed', attempts: 2, error: { code: 'connection_missing' } }]);
    expect((await service.convert({ destination: { connection } })).body.errors).toMatchObject([
      { pointer: '/destination/connection' },
    ]);
  });
});
