import { createHash } from 'node:crypto';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { EngineError } from '@platen/engine';
import { beforeEach, expect, it } from 'vitest';
import { dumpDatabase, emptyDatabase } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { sha256Of } from '../testing/delivering.ts';
import { result } from '../testing/engine-double.ts';
import { startFileHosts } from '../testing/file-hosts/start.ts';
import { type PutFile, startPutReceiver } from '../testing/put-receiver.ts';
import { startFaultyS3, startS3 } from '../testing/s3.ts';
import { startWebhookReceiver } from '../testing/webhook-receiver.ts';
import { HOUR, startWebhookService, typesOf } from '../testing/webhook-service.ts';

const RESULT = '%PDF-1.7 double';
const SHA256 = createHash('sha256').update(RESULT).digest('hex');

describeOnDatabases('destinations', (database) => {
  beforeEach(() => emptyDatabase(database()));

  it('takes the result of a synchronous call, which is answered with where it is', async () => {
    const service = await startWebhookService(database());
    const receiver = await startPutReceiver();
    const { status, body, headers } = await service.convert({ destination: { kind: 'http_put', url: receiver.url } });
    expect([status, headers.get('x-credits-cost')]).toEqual([200, '1']);
    const location = receiver.url.replace(/\?.*/, '');
    expect(body).toMatchObject({
      success: true,
      deliveries: [{ kind: 'http_put', state: 'delivered', location, etag: '"put-1"', error: null, attempts: 1 }],
    });
    const [file] = receiver.files as [PutFile];
    expect(file).toMatchObject({ method: 'PUT', headers: { 'content-type': 'application/pdf' } });
    expect(file.bytes.toString()).toBe(RESULT);
    // The signature of an address opens it: nobody who has the database has it.
    expect(JSON.stringify(body) + (await dumpDatabase(database()))).not.toContain('canary');
  });

  it('takes results by a connection, at a path of the data, and an independent client reads them', async () => {
    const service = await startWebhookService(database());
    const s3 = await startS3({ signatures: true });
    const { endpoint, bucket, credentials } = s3.place;
    const settings = {
      bucket,
      endpoint,
      access_key_id: credentials.accessKeyId,
      secret_access_key: credentials.secretAccessKey,
    };
    const made = await service.ask('POST', '/v1/connections', { body: { name: 'Archive', kind: 's3', settings } });
    expect(made.body.test).toEqual({ write: 'ok', read: 'ok', remove: 'ok', left: null });
    expect(made).toMatchObject({ status: 201, body: { connection: { settings: { bucket, endpoint } } } });
    expect(JSON.stringify(made.body)).not.toContain(`"${credentials.secretAccessKey}"`);
    const { id } = made.body.connection;
    const destination = { connection: id, path: 'in/{{ date | slice: 0, 4 }}/../{{ data.word }}.pdf' };
    const job = await service.job({ destination });
    await service.pass(0);
    const { deliveries } = (await service.ask('GET', `/v1/jobs/${job.id}`)).body.job;
    const key = `in/${new Date().getUTCFullYear()}/canary-in-data.pdf`;
    expect(deliveries).toMatchObject([{ state: 'delivered', path: key, location: `s3://${bucket}/${key}` }]);
    const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(SHA256);
    // Where it went is told also when the result has expired and is removed.
    await database().system.deleteFrom('job_outputs').where('job_id', '=', job.id).execute();
    const removed = (await service.ask('GET', `/v1/jobs/${job.id}`)).body.job;
    expect(removed.deliveries).toMatchObject([{ state: 'delivered', path: key }]);
    // The short form finds the connection by the bucket.
    const short = await service.convert({ s3_destination: `s3://${bucket}/short.pdf` });
    expect(short.body.deliveries).toMatchObject([{ connection: id, path: 'short.pdf', state: 'delivered' }]);
    expect(await dumpDatabase(database())).not.toContain('canary-in-data');
    client.destroy();
    await s3.close();
  });

  it('that fails is tried again on its own, reported, and sent again without a render or a charge', async () => {
    const service = await startWebhookService(database());
    const receiver = await startPutReceiver();
    const hook = await startWebhookReceiver();
    let down = true;
    receiver.instead = (_request, response) => {
      if (down) response.writeHead(503).end();
      return down;
    };
    const webhook = { url: hook.url, events: ['conversion.succeeded', 'delivery.succeeded', 'delivery.failed'] };
    const { id } = (await service.convert({ webhook, presigned_url: receiver.url })).body;
    await service.ask('GET', `/v1/jobs/${id}?wait=30`);
    await service.pass(0);
    expect(typesOf(hook.received)).toEqual(['conversion.succeeded']);
    const first = { kind: 'http_put', state: 'waiting', attempts: 1, error: { code: 'server_error' } };
    expect(hook.received[0]?.body.data.destinations).toMatchObject([first]);
    for (let hour = 0; hour < 30; hour += 1) await service.pass(HOUR);
    expect(typesOf(hook.received)).toEqual(['conversion.succeeded', 'delivery.failed']);
    const { job } = (await service.ask('GET', `/v1/jobs/${id}`)).body;
    expect(job.deliveries).toMatchObject([{ state: 'failed', attempts: 8, error: { code: 'server_error' } }]);
    down = false;
    expect((await service.ask('POST', `/v1/jobs/${id}/deliver`)).status).toBe(200);
    await service.pass(0);
    expect(receiver.files.map(({ bytes }) => bytes.toString())).toEqual([RESULT]);
    expect(hook.received.at(-1)?.body).toMatchObject({
      type: 'delivery.succeeded',
      data: { job_id: id, delivery_id: job.deliveries[0].id, destinations: [{ state: 'delivered' }] },
    });
    expect(service.converted()).toBe(1);
    expect((await service.ask('GET', '/v1/credits/usage')).body.data).toMatchObject([{ credits: 1 }]);
  });

  it('that refuses ends a synchronous call with what can be done, and the result is kept', async () => {
    const service = await startWebhookService(database());
    const receiver = await startPutReceiver();
    receiver.instead = (_request, response) => {
      response.writeHead(403, { 'content-type': 'text/plain' }).end('The signature\r\nhas ended');
      return true;
    };
    const { status, body, headers } = await service.convert({ presigned_url: receiver.url });
    expect([status, body.error_code]).toEqual([422, 'delivery_failed']);
    expect(body.errors).toMatchObject([{ pointer: '/destination/0', code: 'permission_denied' }]);
    expect(body.detail).toContain('403 The signature has ended');
    const job = headers.get('x-job-id');
    expect((await service.ask('GET', `/v1/jobs/${job}/result`)).body).toBe(RESULT);
  });

  it('ends a try whose server is never silent for long, and never done', async () => {
    const service = await startWebhookService(database(), { destinationOptions: { allowance: 300 } });
    const receiver = await startPutReceiver();
    let closed = 0;
    receiver.instead = (request, response) => {
      const tick = setInterval(() => response.writeProcessing(), 50);
      request.socket.once('close', () => {
        closed += 1;
        clearInterval(tick);
      });
      return true;
    };
    const { id } = await service.job({ presigned_url: receiver.url });
    await service.pass(0);
    const { deliveries } = (await service.ask('GET', `/v1/jobs/${id}`)).body.job;
    expect(deliveries).toMatchObject([{ state: 'waiting', attempts: 1, error: { code: 'timeout' } }]);
    expect(deliveries[0].error.detail).toContain('less than 100 kB a second');
    await expect.poll(() => closed).toBe(1);
  });

  it('takes the one file of a batch; what does not arrive is sent again, and not made again', async () => {
    const hosts = await startFileHosts();
    const { origins } = hosts;
    const service = await startWebhookService(database(), {
      destinationOptions: { origins, config: { egressAllow: ['127.0.0.1'] } },
    });
    const hook = await startWebhookReceiver();
    await service.endpoint(hook.url, { events: ['batch.completed', 'delivery.failed'] });
    const body = { name: 'x', kind: 'dropbox', settings: { access_token: 'ended' }, test: false };
    const connection = (await service.ask('POST', '/v1/connections', { body })).body.connection.id;
    const batch = (destination: object, over: object = {}) =>
      service.ask('POST', '/v1/batches', {
        body: {
          source: { html: '<p>{{ n }}</p>' },
          data: { year: 2030 },
          items: [{ data: { n: 'a' } }, { data: { n: 'b' } }],
          result: 'zip',
          tag: 'march',
          destination,
          ...over,
        },
      });
    const look = async (id: string) => (await service.ask('GET', `/v1/batches/${id}?wait=30`)).body.batch;
    const wrong = await batch([{ connection }, { connection, path: '{{ data.year' }]);
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/destination/1/path']);
    expect((await batch({ connection: `conn_${'0'.repeat(26)}` })).body.errors[0].pointer).toBe(
      '/destination/connection',
    );

    const { id } = (await batch({ connection, path: '{{ data.year }}/{{ file }}' })).body;
    expect(await look(id)).toMatchObject({ status: 'completed', credits: 2 });
    await service.pass(0);
    const failed = await look(id);
    expect(failed.deliveries).toMatchObject([
      { state: 'failed', connection, path: '2030/march.zip', attempts: 1, error: { code: 'credentials_refused' } },
    ]);
    // The end of the batch says where its file is: it was tried before.
    expect(hook.received.map(({ body }) => [body.type, body.data.batch_id, body.data.job_id ?? null])).toEqual([
      ['batch.completed', id, null],
      ['delivery.failed', id, null],
    ]);
    expect(hook.received[0]?.body.data.destinations).toMatchObject([{ state: 'failed', error: 'credentials_refused' }]);

    await service.ask('PATCH', `/v1/connections/${connection}`, { body: { settings: { access_token: 'good' } } });
    const told = async (query: string) =>
      (await service.ask('GET', `/v1/webhook-deliveries?${query}`)).body.data.map(({ type }: { type: string }) => type);
    expect(await told(`batch=${id}`)).toEqual(['delivery.failed', 'batch.completed']);
    expect(await told('batch=another')).toEqual([]);
    expect((await service.ask('POST', `/v1/batches/${id}/retry`)).status).toBe(200);
    await service.pass(0);
    const arrived = await look(id);
    expect(arrived.deliveries).toMatchObject([{ state: 'delivered', attempts: 2, error: null }]);
    expect(sha256Of(hosts.files.get('2030/march.zip') as Buffer)).toBe(arrived.file.sha256);
    expect(arrived).toMatchObject({ credits: 2, finished_at: failed.finished_at });
    expect(service.converted()).toBe(2);
    expect(await service.ask('POST', `/v1/batches/${id}/retry`)).toMatchObject({ status: 409 });
    expect(hook.received.filter(({ body }) => body.type === 'batch.completed')).toHaveLength(1);
    hosts.close();
  });

  it('takes the file of a batch again although an item had failed, which is not made again', async () => {
    const service = await startWebhookService(database());
    const receiver = await startPutReceiver();
    receiver.instead = (_request, response) => void response.writeHead(403).end() === undefined;
    service.work = async () => {
      if (service.converted() === 1) throw new EngineError('source_status', 'The source answered with status 404.');
      return result();
    };
    const body = {
      source: { html: '<p>{{ n }}</p>' },
      items: [{ data: { n: 'a' } }, { data: { n: 'b' } }],
      result: 'zip',
      destination: { kind: 'http_put', url: receiver.url },
    };
    const { id } = (await service.ask('POST', '/v1/batches', { body })).body;
    const look = async () => (await service.ask('GET', `/v1/batches/${id}?wait=30`)).body.batch;
    expect(await look()).toMatchObject({ status: 'completed', failed: 1, credits: 1 });
    await service.pass(0);
    expect((await look()).deliveries).toMatchObject([{ state: 'failed', attempts: 1 }]);
    receiver.instead = () => false;
    const again = () => service.ask('POST', `/v1/batches/${id}/retry?only=deliveries`);
    expect((await again()).status).toBe(200);
    await service.pass(0);
    const { file, ...arrived } = await look();
    expect(arrived).toMatchObject({ failed: 1, credits: 1, deliveries: [{ state: 'delivered', attempts: 2 }] });
    expect(receiver.files.map(({ bytes }) => sha256Of(bytes))).toEqual([file.sha256]);
    expect(service.converted()).toBe(2);
    expect(await again()).toMatchObject({ status: 409, body: { error_code: 'nothing_failed' } });
  });

  it('takes the result of each item of a batch, and of each run of a schedule', async () => {
    const service = await startWebhookService(database());
    const s3 = await startFaultyS3();
    const { endpoint, bucket, credentials } = s3.place;
    const { accessKeyId: access_key_id, secretAccessKey: secret_access_key } = credentials;
    const to = (path: string) => ({ kind: 's3', bucket, endpoint, access_key_id, secret_access_key, path });
    const source = { html: '<p>{{ n }}</p>' };
    const items = [{ data: { n: 'a' } }, { data: { n: 'b' } }];
    const batch = { source, items, options: { destination: to('{{ data.n }}-{{ job.position }}.pdf') } };
    const { id } = (await service.ask('POST', '/v1/batches', { body: batch })).body;
    expect((await service.ask('GET', `/v1/batches/${id}?wait=30`)).body.batch.status).toBe('completed');
    const schedule = { name: 'Daily', cron: '@daily', request: { source, destination: to('{{ job.schedule }}.pdf') } };
    const made = (await service.ask('POST', '/v1/schedules', { body: schedule })).body.schedule;
    const run = (await service.ask('POST', `/v1/schedules/${made.id}/run`)).body;
    await service.ask('GET', `/v1/jobs/${run.id}?wait=30`);
    await service.pass(0);
    expect([...s3.objects.keys()].sort()).toEqual(['a-0.pdf', 'b-1.pdf', `${made.id}.pdf`]);
    await s3.close();
    const separate = await service.ask('POST', '/v1/batches', { body: { source, items, destination: to('all.zip') } });
    expect([separate.status, separate.body.errors[0].pointer]).toEqual([400, '/destination']);
    const unknown = { connection: `conn_${'0'.repeat(26)}` };
    const refused = await service.ask('POST', '/v1/schedules', {
      body: { ...schedule, request: { source, destination: unknown } },
    });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/request/destination/connection']);
  });

  it('refuses what cannot go together, what is not there, and what is not public', async () => {
    const service = await startWebhookService(database(), { destinationOptions: { config: {} } });
    const url = 'https://files.example.com/x';
    const asked = async (over: object) => {
      const { status, body } = await service.convert(over);
      return [status, body.errors?.[0]?.pointer];
    };
    expect(await asked({ destination: { connection: `conn_${'0'.repeat(26)}` } })).toEqual([
      400,
      '/destination/connection',
    ]);
    expect(await asked({ destination: [] })).toEqual([400, '/destination']);
    expect(await asked({ destination: { kind: 'http_put', url, bucket: 'x' } })).toEqual([400, '/destination/bucket']);
    expect(await asked({ destination: { kind: 's3', bucket: 'my-bucket' } })).toEqual([
      400,
      '/destination/access_key_id',
    ]);
    expect(await asked({ s3_destination: 's3://elsewhere/x.pdf' })).toEqual([400, '/s3_destination']);
    for (const private_ of [
      'http://files.example.com/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://169.254.169.254/',
    ])
      expect(await asked({ presigned_url: private_ })).toEqual([422, '/presigned_url']);
  });
});
