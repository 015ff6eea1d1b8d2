import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../packages/server/src/data/database.ts';
import { makeDatabase, type TestDatabase } from '../../packages/server/src/testing/database.ts';
import { passTime } from '../../packages/server/src/testing/idempotency.ts';
import { conversions, replayed } from './answers.ts';
import { type HeldPage, startHeldPage } from './held-page.ts';
import { slowly } from './pages.ts';
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

describe('a request with an Idempotency-Key', () => {
  it('sent to two services at once runs in one of them; if that one is killed, once in the other', async () => {
    const data = await makeDatabase('postgresql');
    ending.push(() => data.remove());
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
