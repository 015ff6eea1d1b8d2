import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../packages/server/src/testing/database.ts';
import { type PostgresServer, startPostgres } from '../../packages/server/src/testing/postgres.ts';
import { startPutReceiver } from '../../packages/server/src/testing/put-receiver.ts';
import { startWebhookReceiver } from '../../packages/server/src/testing/webhook-receiver.ts';
import { SERVICE, type ServiceProcess, serviceEnvironment, startServiceProcess } from './service-process.ts';
import { until } from './until.ts';

const HELLO = { source: { html: '<p>Hello</p>' } };
const OTHER_KEY = 'ab'.repeat(32);

interface Told {
  readonly state?: string;
  readonly status?: string;
  readonly attempts: number;
}
interface Answer {
  readonly job?: { readonly deliveries: readonly Told[] };
  readonly data?: readonly Told[];
}

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

async function service(on: TestDatabase, settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const started = await startServiceProcess(on, { settings });
  ending.push(() => started.end());
  return started;
}

/** A start that has to fail: its exit status and what it says. */
function refused(on: TestDatabase, settings: Record<string, string> = {}) {
  const env = { ...serviceEnvironment(on), ...settings };
  const { status, stderr } = spawnSync(process.execPath, [SERVICE], { env, encoding: 'utf8', timeout: 90_000 });
  return { status, stderr };
}

const line = (text: string) => expect.stringMatching(new RegExp(`^${text}[^\\n]*\\n$`));

describe('the folder of a service', () => {
  let data: TestDatabase;
  beforeAll(async () => {
    data = await makeDatabase('pglite');
  });
  afterAll(() => data.remove());

  it('has a database that belongs to one service, which may be killed', async () => {
    const first = await service(data);
    expect(refused(data)).toEqual({ status: 78, stderr: line('PLATEN_DATA: another process uses the database') });
    expect((await first.convert(HELLO)).status).toBe(200);
    first.kill('SIGKILL');
    await first.exit;
    const second = await service(data);
    expect((await second.convert(HELLO)).status).toBe(200);
    second.kill('SIGTERM');
    expect(await second.exit).toBe(0);
  });

  it('is not opened with another master key, and with none where others reach the service (F30)', async () => {
    expect(refused(data, { PLATEN_MASTER_KEY: OTHER_KEY })).toEqual({
      status: 78,
      stderr: line('PLATEN_MASTER_KEY: this is not the master key that the database is sealed under'),
    });
    expect(refused(data, { HOST: '0.0.0.0', PLATEN_UNSAFE_NO_SANDBOX: '0' })).toEqual({
      status: 78,
      stderr: line('PLATEN_MASTER_KEY: set it to'),
    });
    expect(refused(data, { PLATEN_MASTER_KEY_FILE: '/nowhere' })).toEqual({
      status: 78,
      stderr: line('PLATEN_MASTER_KEY_FILE: use the path'),
    });
  });

  it('is not opened when the bucket for results cannot be used', async () => {
    const settings = {
      PLATEN_OBJECTS: 's3://results?endpoint=http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
    };
    const stderr = line('PLATEN_OBJECTS: http://127.0.0.1:1 cannot be reached \\(ECONNREFUSED\\)');
    expect(refused(data, settings)).toEqual({ status: 78, stderr });
  });
});

describe('PostgreSQL', () => {
  let server: PostgresServer;
  /** As two services share it, whose folders and master key are theirs too. It is empty when the first of them start. */
  let data: TestDatabase;
  beforeAll(async () => {
    server = await startPostgres();
    const dataFolder = mkdtempSync(path.join(tmpdir(), 'platen-data-'));
    const remove = async () => {
      await server.stop();
      rmSync(dataFolder, { recursive: true });
    };
    data = { config: { dataFolder, databaseUrl: server.url, databaseConnections: 5 }, remove };
  });
  afterAll(() => data.remove());

  it('is migrated once by two services that start at once (F34)', async () => {
    const services = await Promise.all([service(data), service(data)]);
    const answers = await Promise.all(services.map((each) => each.convert(HELLO)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('may be away: requests are refused without being let in, and served when it is back (F10)', async () => {
    const files = await startPutReceiver();
    const hooks = await startWebhookReceiver();
    const one = await service(data, { PLATEN_EGRESS_ALLOW: `${files.allow},${hooks.allow}` });
    // Both have come, and are answered when nothing can be written down.
    let answerFile: (() => void) | undefined;
    files.instead = (request, response) => {
      request.resume();
      answerFile = () => void response.writeHead(200).end();
      return true;
    };
    let answerHook: (() => void) | undefined;
    hooks.answer = () =>
      new Promise((resolve) => {
        answerHook = () => resolve(204);
      });
    const hooked = await one.convert({ ...HELLO, webhook: hooks.url });
    const sent = await one.convert({ ...HELLO, async: true, presigned_url: files.url });
    expect([hooked.status, sent.status]).toEqual([202, 202]);
    await until('both are on their way', () => answerFile && answerHook);
    await server.halt();
    answerFile?.();
    answerHook?.();
    // What the service knew of keys counts for a moment.
    const refusals: Response[] = [];
    await until('a request is refused', async () => {
      const answer = await one.convert(HELLO);
      if (answer.status !== 200) refusals.push(answer);
      return refusals.length > 0;
    });
    refusals.push(...(await Promise.all([1, 2, 3, 4].map(() => one.convert(HELLO)))));
    for (const refusal of refusals) {
      expect(refusal.status).toBe(503);
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(await refusal.json()).toMatchObject({ error_code: 'database_unavailable', retryable: true });
    }
    await server.resume();
    await until('requests are served again', async () => (await one.convert(HELLO)).status === 200);
    const read = async (at: string) => (await (await one.ask('GET', at)).json()) as Answer;
    const { id } = (await sent.json()) as { readonly id: string };
    const deliveries = async () => [
      ...((await read(`/v1/jobs/${id}`)).job?.deliveries ?? []),
      ...((await read('/v1/webhook-deliveries')).data ?? []),
    ];
    await until('what was sent is known', async () =>
      (await deliveries()).every(({ state, status = state }) => status === 'delivered'),
    );
    expect((await deliveries()).map(({ attempts }) => attempts)).toEqual([1, 1]);
    expect(hooks.received).toHaveLength(1);
  });
});
