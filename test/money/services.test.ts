import { afterEach, expect, it } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../packages/server/src/testing/database.ts';
import { slowly } from '../faults/pages.ts';
import { type ServiceProcess, startServiceProcess } from '../faults/service-process.ts';
import { until } from '../faults/until.ts';
import { balance, captures, onDatabase, withCredits } from './services.ts';

/** The ledger through services that run as processes of their own. */

const HELLO = { source: { html: '<p>Hello' } };
const PARALLEL = 8;

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

async function database(kind: 'pglite' | 'postgresql'): Promise<TestDatabase> {
  const made = await makeDatabase(kind);
  ending.push(() => made.remove());
  return made;
}

async function service(on: TestDatabase): Promise<ServiceProcess> {
  const started = await startServiceProcess(on);
  ending.push(() => started.end());
  return started;
}

it('the last credit goes to one of many requests to two services (P4)', { timeout: 180_000 }, async () => {
  const data = await database('postgresql');
  const services = [await service(data), await service(data)];
  await onDatabase(data, withCredits(1));
  const answers = await Promise.all(
    Array.from({ length: PARALLEL }, (_, index) => (services[index % 2] as ServiceProcess).convert(slowly(1_000))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(PARALLEL - 1).fill(402)]);
  for (const answer of answers) {
    if (answer.status === 402) expect(await answer.json()).toMatchObject({ error_code: 'credits_exhausted' });
    else expect(answer.headers.get('x-credits-remaining')).toBe('0');
  }
  expect(await onDatabase(data, balance)).toEqual([{ included: 1, used: 1, reserved: 0 }]);
  expect(await onDatabase(data, captures)).toBe(1);
});

it('what a service had set aside when it was killed is there again after its start', { timeout: 180_000 }, async () => {
  const data = await database('pglite');
  const first = await service(data);
  expect((await first.convert(HELLO)).headers.get('x-credits-used')).toBe('1');
  const lost = first.convert(slowly(10_000)).catch(() => 'gone');
  await until('it runs', async () => (await first.health()).running > 0);
  first.kill('SIGKILL');
  await first.exit;
  expect(await lost).toBe('gone');
  expect(await onDatabase(data, balance)).toEqual([{ included: null, used: 1, reserved: 1 }]);
  const second = await service(data);
  expect((await second.convert(HELLO)).status).toBe(200);
  second.kill('SIGTERM');
  await second.exit;
  expect(await onDatabase(data, balance)).toEqual([{ included: null, used: 2, reserved: 0 }]);
});
