import { afterEach, expect, it } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../packages/server/src/testing/database.ts';
import { slowly } from '../faults/pages.ts';
import { type ServiceProcess, startServiceProcess } from '../faults/service-process.ts';
import { balance, captures, onDatabase, withCredits } from './services.ts';

/** The ledger through services that run as processes of their own; test/faults/folder.test.ts has one that is killed. */

const PARALLEL = 8;

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

async function service(on: TestDatabase): Promise<ServiceProcess> {
  const started = await startServiceProcess(on);
  ending.push(() => started.end());
  return started;
}

it('the last credit goes to one of many requests to two services (P4)', { timeout: 180_000 }, async () => {
  const data = await makeDatabase('postgresql');
  ending.push(() => data.remove());
  const services = await Promise.all([service(data), service(data)]);
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
