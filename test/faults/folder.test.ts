import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../packages/server/src/testing/database.ts';
import { balance, onDatabase } from '../money/services.ts';
import { conversions, replayed } from './answers.ts';
import { type HeldPage, startHeldPage } from './held-page.ts';
import { BENIGN } from './pages.ts';
import { SERVICE, type ServiceProcess, serviceEnvironment, startServiceProcess } from './service-process.ts';
import { until } from './until.ts';

const OTHER_KEY = 'ab'.repeat(32);

/** A start that has to fail: its exit status and what it says. */
function refused(on: TestDatabase, settings: Record<string, string> = {}) {
  const env = { ...serviceEnvironment(on), ...settings };
  const { status, stderr } = spawnSync(process.execPath, [SERVICE], { env, encoding: 'utf8', timeout: 90_000 });
  return { status, stderr };
}

const line = (text: string) => expect.stringMatching(new RegExp(`^${text}[^\\n]*\\n$`));

describe('the folder of a service', () => {
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
    const started = await startServiceProcess(data, { settings: { PLATEN_EGRESS_ALLOW: page.allow } });
    alive = started;
    void started.exit.then(() => {
      if (alive === started) alive = undefined;
    });
    return started;
  }

  /** Repeats until the request is not being answered any more. */
  async function answered(service: ServiceProcess, key: string): Promise<Response> {
    const ask = () => service.convert(page.body, undefined, { 'idempotency-key': key });
    let answer = await ask();
    await until('the request is answered', async () => {
      if (answer.status === 409) answer = await ask();
      return answer.status !== 409;
    });
    return answer;
  }

  it('belongs to one service; of one that is killed, a request with an Idempotency-Key runs once more, and is paid once; what is finished at its end is kept (F07)', async () => {
    const first = await running();
    expect(refused(data)).toEqual({ status: 78, stderr: line('PLATEN_DATA: another process uses the database') });
    const key = randomUUID();
    const repeated = { 'idempotency-key': key };
    page.hold();
    const lost = first.convert(page.body, undefined, repeated).catch(() => 'cut off');
    await until('it runs', async () => (await first.health()).running === 1);
    first.kill('SIGKILL');
    await first.exit;
    expect(await lost).toBe('cut off');
    page.release();
    const [held] = await onDatabase(data, balance);
    expect(held?.reserved).toBe(1);

    const second = await running();
    const again = await second.convert(page.body, undefined, repeated);
    expect([again.status, replayed(again)]).toEqual([200, false]);
    const third = await second.convert(page.body, undefined, repeated);
    expect([third.status, replayed(third)]).toEqual([200, true]);
    expect(Buffer.compare(Buffer.from(await third.arrayBuffer()), Buffer.from(await again.arrayBuffer()))).toBe(0);
    expect(await conversions(second)).toBe(1);

    page.hold();
    const beside = [0, 1].map((index) =>
      second.convert(page.body, undefined, { 'idempotency-key': `${key}-${index}` }),
    );
    // Whatever fails first, it fails the test once.
    for (const one of beside) one.catch(() => {});
    await until('both run', async () => (await second.health()).running === 2);
    const waiting = second.convert({ source: { html: BENIGN } }, undefined, { 'idempotency-key': `${key}-waiting` });
    waiting.catch(() => {});
    await until('one waits', async () => (await second.health()).queued === 1);
    second.kill('SIGTERM');
    expect((await waiting).status).toBe(503);
    page.release();
    for (const finished of await Promise.all(beside)) expect(finished.status).toBe(200);
    expect(await second.exit).toBe(0);
    // What the first had set aside is there again, and nothing is charged for what was told again.
    expect(await onDatabase(data, balance)).toEqual([{ ...held, used: (held?.used ?? 0) + 3, reserved: 0 }]);

    const last = await running();
    expect(replayed(await answered(last, `${key}-0`))).toBe(true);
    const late = await last.convert({ source: { html: BENIGN } }, undefined, { 'idempotency-key': `${key}-waiting` });
    expect([late.status, replayed(late)]).toEqual([200, false]);
    last.kill('SIGTERM');
    expect(await last.exit).toBe(0);
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
