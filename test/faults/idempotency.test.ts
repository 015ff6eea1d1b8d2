import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../packages/server/src/data/database.ts';
import { makeDatabase, type TestDatabase } from '../../packages/server/src/testing/database.ts';
import { passTime } from '../../packages/server/src/testing/idempotency.ts';
import { type HeldPage, startHeldPage } from './held-page.ts';
import { BENIGN, slowly } from './pages.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { until } from './until.ts';

const SLOW = slowly(3_000);
const KEY = { 'idempotency-key': 'invoice-1' };

const ending: (() => Promise<void>)[] = [];
let page: HeldPage;
beforeAll(async () => {
  page = await startHeldPage();
});
afterAll(async () => {
  for (const end of ending.splice(0).reverse()) await end();
  page.close();
});

async function start(on: TestDatabase): Promise<ServiceProcess> {
  const service = await startServiceProcess(on, { settings: { PLATEN_EGRESS_ALLOW: page.allow } });
  ending.push(() => service.end());
  return service;
}

/** PostgreSQL is shared by two services. */
async function databaseFor(kind: 'pglite' | 'postgresql'): Promise<TestDatabase> {
  const made = await makeDatabase(kind);
  ending.push(() => made.remove());
  return made;
}

/** Conversions that a service has finished, whatever came of them. */
async function conversions(service: ServiceProcess): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return [...text.matchAll(/^platen_conversions_total\{.*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

const replayed = (answer: Response) => answer.headers.get('idempotency-replayed') === 'true';

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

describe('a request with an Idempotency-Key', () => {
  it('whose service was killed runs once more, and not again; what is finished at its end is kept (F07)', async () => {
    const data = await databaseFor('pglite');
    const first = await start(data);
    page.hold();
    const lost = first.convert(page.body, undefined, KEY).catch(() => 'cut off');
    await until('it runs', async () => (await first.health()).running === 1);
    first.kill('SIGKILL');
    await first.exit;
    expect(await lost).toBe('cut off');
    page.release();

    const second = await start(data);
    const again = await second.convert(page.body, undefined, KEY);
    expect([again.status, replayed(again)]).toEqual([200, false]);
    const third = await second.convert(page.body, undefined, KEY);
    expect([third.status, replayed(third)]).toEqual([200, true]);
    expect(Buffer.compare(Buffer.from(await third.arrayBuffer()), Buffer.from(await again.arrayBuffer()))).toBe(0);
    expect(await conversions(second)).toBe(1);

    page.hold();
    const running = [0, 1].map((index) =>
      second.convert(page.body, undefined, { 'idempotency-key': `beside-${index}` }),
    );
    // Whatever fails first, it fails the test once.
    for (const one of running) one.catch(() => {});
    await until('both run', async () => (await second.health()).running === 2);
    const waiting = second.convert({ source: { html: BENIGN } }, undefined, { 'idempotency-key': 'waiting' });
    waiting.catch(() => {});
    await until('one waits', async () => (await second.health()).queued === 1);
    second.kill('SIGTERM');
    expect((await waiting).status).toBe(503);
    page.release();
    for (const finished of await Promise.all(running)) expect(finished.status).toBe(200);
    expect(await second.exit).toBe(0);

    const last = await start(data);
    expect(replayed(await answered(last, 'beside-0'))).toBe(true);
    const late = await last.convert({ source: { html: BENIGN } }, undefined, { 'idempotency-key': 'waiting' });
    expect([late.status, replayed(late)]).toEqual([200, false]);
  });

  it('sent to two services at once runs in one of them; if that one is killed, once in the other', async () => {
    const data = await databaseFor('postgresql');
    const [one, other] = await Promise.all([start(data), start(data)]);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).convert(SLOW, undefined, KEY)),
    );
    const ran = all.filter((answer) => answer.status === 200 && !replayed(answer));
    expect(ran.length).toBe(1);
    for (const answer of all) {
      if (answer === ran[0]) continue;
      if (answer.status === 409) expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      else expect(replayed(answer)).toBe(true);
    }
    const bytes = Buffer.from(await (ran[0] as Response).arrayBuffer());
    for (const service of [one, other]) {
      const again = await service.convert(SLOW, undefined, KEY);
      expect(replayed(again)).toBe(true);
      expect(Buffer.compare(Buffer.from(await again.arrayBuffer()), bytes)).toBe(0);
    }
    expect((await conversions(one)) + (await conversions(other))).toBe(1);

    const headers = { 'idempotency-key': 'invoice-2' };
    page.hold();
    const lost = one.convert(page.body, undefined, headers).catch(() => 'cut off');
    await until('it runs', async () => (await one.health()).running === 1);
    one.kill('SIGKILL');
    expect(await lost).toBe('cut off');
    page.release();
    expect((await other.convert(page.body, undefined, headers)).status).toBe(409);
    const database = await openDatabase(data.config);
    await passTime(database, 31);
    await database.close();
    const taken = await Promise.all([1, 2, 3].map(() => other.convert(page.body, undefined, headers)));
    expect(taken.filter((answer) => answer.status === 200 && !replayed(answer)).length).toBe(1);
  });
});
