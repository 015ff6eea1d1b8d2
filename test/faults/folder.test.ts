import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../packages/server/src/testing/database.ts';
import { startPutReceiver } from '../../packages/server/src/testing/put-receiver.ts';
import { startWebhookReceiver } from '../../packages/server/src/testing/webhook-receiver.ts';
import { balance, onDatabase } from '../money/services.ts';
import { conversions, replayed } from './answers.ts';
import { type HeldPage, startHeldPage } from './held-page.ts';
import { openConnection } from './load.ts';
import { BENIGN, busyFor } from './pages.ts';
import { stillRunning } from './process-tree.ts';
import { isEnding, SERVICE, type ServiceProcess, serviceEnvironment, startServiceProcess } from './service-process.ts';
import { until } from './until.ts';

const OTHER_KEY = 'ab'.repeat(32);

/** Starts the service with each of these settings, and tells why it refused. */
const REFUSED = `
const source = (file) => import(new URL('../../packages/server/src/' + file, ${JSON.stringify(import.meta.url)}).href);
const { readConfig } = await source('config/config.ts');
const { startService } = await source('service/service.ts');
const told = [];
for (const settings of JSON.parse(process.argv[1])) {
  try {
    await startService(readConfig({ ...process.env, ...settings }));
    told.push('started');
  } catch (error) {
    told.push(error.constructor.name + ' ' + error.message);
  }
}
console.log(JSON.stringify(told));
process.exit();
`;

const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString() === '%PDF-';

interface Told {
  readonly data?: readonly { readonly status: string }[];
  readonly job?: { readonly deliveries: readonly { readonly state: string }[] };
}

interface Account {
  readonly credits: { readonly reserved: number };
}

const NOBODY_LEFT = 'no process is left behind';

// One folder: what a test leaves, the next one finds.
describe('the folder of a service', () => {
  const key = randomUUID();
  const keyed = (part = '') => ({ 'idempotency-key': key + part });
  const busy = { source: { html: busyFor(60_000) } };
  let data: TestDatabase;
  let page: HeldPage;
  let alive: ServiceProcess | undefined;
  beforeAll(async () => {
    data = await makeDatabase('pglite');
    page = await startHeldPage();
  });
  afterAll(async () => {
    await alive?.end();
    page.close();
    await data.remove();
  });

  /** The service as it runs, or is started now. */
  async function running(): Promise<ServiceProcess> {
    if (alive) return alive;
    // Receivers of tests listen on loopback.
    const started = await startServiceProcess(data, {
      settings: { PLATEN_EGRESS_ALLOW: `${page.allow},127.0.0.1/32` },
    });
    alive = started;
    void started.exit.then(() => {
      if (alive === started) alive = undefined;
    });
    return started;
  }

  /** Repeats until the request is not being answered any more. */
  async function answered(service: ServiceProcess, headers: Record<string, string>): Promise<Response> {
    const ask = () => service.convert(page.body, undefined, headers);
    let answer = await ask();
    await until('the request is answered', async () => {
      if (answer.status === 409) answer = await ask();
      return answer.status !== 409;
    });
    return answer;
  }

  it('belongs to one service; of one that is killed no process is left, a request with an Idempotency-Key runs once more and is paid once, and what it was sending is sent again, whole and once (F07)', async () => {
    const receiver = await startWebhookReceiver();
    receiver.answer = () => 'silence';
    const files = await startPutReceiver();
    let begun = 0;
    files.instead = () => {
      begun += 1;
      return true;
    };
    const first = await running();
    const env = serviceEnvironment(data);
    const other = spawnSync(process.execPath, [SERVICE], { env, encoding: 'utf8', timeout: 90_000 });
    expect(other.status).toBe(78);
    expect(other.stderr).toMatch(/^PLATEN_DATA: another process uses the database[^\n]*\n$/);
    const hooked = await first.convert({ source: { html: BENIGN }, webhook: receiver.url });
    const sent = await first.convert({ source: { html: BENIGN }, async: true, presigned_url: files.url });
    expect([hooked.status, sent.status]).toEqual([202, 202]);
    const { id } = (await sent.json()) as { readonly id: string };
    await until('both are on their way', () => receiver.received.length === 1 && begun === 1);
    page.hold();
    const lost = [page.body, busy].map((body) => first.convert(body, undefined, keyed(body === busy ? '-busy' : '')));
    const ends = lost.map((each) => each.catch(() => 'cut off'));
    await until('both run', async () => (await first.health()).running === 2);
    // Work begins while its credits are set aside.
    await until('both are set aside', async () => {
      const account = (await (await first.ask('GET', '/v1/account')).json()) as Account;
      return account.credits.reserved === 2;
    });
    const children = first.children();
    expect(children.length).toBeGreaterThan(3);
    first.kill('SIGKILL');
    expect(await first.exit).toBe('SIGKILL');
    expect(await Promise.all(ends)).toEqual(['cut off', 'cut off']);
    await until(NOBODY_LEFT, () => stillRunning(children).length === 0);
    page.release();
    const [held] = await onDatabase(data, balance);
    expect(held?.reserved).toBe(2);

    receiver.answer = () => 204;
    files.instead = () => false;
    const second = await running();
    const again = await second.convert(page.body, undefined, keyed());
    expect([again.status, replayed(again)]).toEqual([200, false]);
    const third = await second.convert(page.body, undefined, keyed());
    expect([third.status, replayed(third)]).toEqual([200, true]);
    expect(Buffer.compare(Buffer.from(await third.arrayBuffer()), Buffer.from(await again.arrayBuffer()))).toBe(0);

    await until('both have come again', () => receiver.received.length > 1 && files.files.length > 0);
    const read = async (at: string) => (await (await second.ask('GET', at)).json()) as Told;
    const hooks = async () => (await read('/v1/webhook-deliveries')).data ?? [];
    const deliveries = async () => (await read(`/v1/jobs/${id}`)).job?.deliveries ?? [];
    await until('the webhook is settled', async () => (await hooks())[0]?.status === 'delivered');
    await until('the result is settled', async () => (await deliveries())[0]?.state === 'delivered');
    expect(await hooks()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1, error: null }]);
    expect(files.files).toHaveLength(1);
    const result = Buffer.from(await (await second.ask('GET', `/v1/jobs/${id}/result`)).arrayBuffer());
    expect(isPdf(result) && files.files[0]?.bytes.equals(result)).toBe(true);
    const [before, after] = receiver.received;
    expect(receiver.received).toHaveLength(2);
    expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id']);
    expect(after?.text.replace(/127\.0\.0\.1:\d+/g, '')).toBe(before?.text.replace(/127\.0\.0\.1:\d+/g, ''));
    const opened = await fetch(String(after?.body.url).replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${second.port}`));
    expect(isPdf(Buffer.from(await opened.arrayBuffer()))).toBe(true);
    expect((await read('/v1/jobs')).data).toMatchObject([
      { attempts: 1, credits: 1 },
      { attempts: 1, credits: 1 },
    ]);
    expect(await conversions(second)).toBe(1);
  });

  it('finishes what runs when it is ended by SIGTERM, refuses what waits and what comes, leaves nothing behind and keeps what is finished; a second SIGTERM ends it at once (F08)', async () => {
    const service = await running();
    page.hold();
    const beside = ['-0', '-1'].map((part) => service.convert(page.body, undefined, keyed(part)));
    // Whatever fails first, it fails the test once.
    for (const one of beside) one.catch(() => {});
    await until('both run', async () => (await service.health()).running === 2);
    const benign = { source: { html: BENIGN } };
    const waiting = ['-waiting', '-waiting-too'].map((part) => service.convert(benign, undefined, keyed(part)));
    for (const one of waiting) one.catch(() => {});
    await until('two wait', async () => (await service.health()).queued === 2);
    const kept = await openConnection(service.port);
    const children = service.children();
    service.kill('SIGTERM');
    for (const refused of await Promise.all(waiting)) {
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(refused.headers.get('connection')).toBe('close');
    }
    await expect(openConnection(service.port)).rejects.toThrow();
    kept.socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
    await kept.ended;
    expect(kept.answers().map(({ status }) => status)).toEqual([503]);
    page.release();
    for (const finished of await Promise.all(beside)) expect(finished.status).toBe(200);
    expect(await service.exit).toBe(0);
    await until(NOBODY_LEFT, () => stillRunning(children).length === 0);
    // Two jobs, what ran once more, and these two: what was set aside is there again, and what was told again costs nothing.
    expect(await onDatabase(data, balance)).toMatchObject([{ used: 5, reserved: 0 }]);

    const last = await running();
    expect(replayed(await answered(last, keyed('-0')))).toBe(true);
    const late = await last.convert(benign, undefined, keyed('-waiting'));
    expect([late.status, replayed(late)]).toEqual([200, false]);
    const cut = last.convert(busy).catch(() => 'cut off');
    await until('a conversion runs', async () => (await last.health()).running === 1);
    const left = last.children();
    last.kill('SIGTERM');
    await until('it ends', () => isEnding(last));
    last.kill('SIGTERM');
    expect(await last.exit).toBe(128 + 15);
    expect(await cut).toBe('cut off');
    await until(NOBODY_LEFT, () => stillRunning(left).length === 0);
  });

  it('is not opened with another master key, with none where others reach the service (F30), nor with a bucket for results that cannot be used', () => {
    const bucket = {
      PLATEN_OBJECTS: 's3://results?endpoint=http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
    };
    const settings = [
      { PLATEN_MASTER_KEY: OTHER_KEY },
      { HOST: '0.0.0.0', PLATEN_UNSAFE_NO_SANDBOX: '0' },
      { PLATEN_MASTER_KEY_FILE: '/nowhere' },
      bucket,
    ];
    // Another test has the exit of such a process: packages/server/src/service/run.test.ts.
    const program = ['--liftoff-only', '--input-type=module', '-e', REFUSED, JSON.stringify(settings)];
    const { stdout } = spawnSync(process.execPath, program, {
      env: serviceEnvironment(data),
      encoding: 'utf8',
      timeout: 150_000,
    });
    const line = (text: string) => expect.stringMatching(new RegExp(`^ConfigError ${text}[^\\n]*$`));
    expect(JSON.parse(stdout)).toEqual([
      line('PLATEN_MASTER_KEY: this is not the master key that the database is sealed under'),
      line('PLATEN_MASTER_KEY: set it to'),
      line('PLATEN_MASTER_KEY_FILE: use the path'),
      line('PLATEN_OBJECTS: http://127.0.0.1:1 cannot be reached \\(ECONNREFUSED\\)'),
    ]);
  });
});
