import { afterEach, expect, it } from 'vitest';
import { makeDatabase } from '../../packages/server/src/testing/database.ts';
import { slowly } from '../faults/pages.ts';
import { startServiceProcess } from '../faults/service-process.ts';
import { balance, captures, eventually, onDatabase, withCredits } from './services.ts';

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

it('what a service had set aside when it was killed is given back by another one within a minute (F07)', {
  timeout: 240_000,
}, async () => {
  const data = await makeDatabase('postgresql');
  ending.push(() => data.remove());
  const [doomed, other] = [await startServiceProcess(data), await startServiceProcess(data)];
  ending.push(
    () => doomed.end(),
    () => other.end(),
  );
  await onDatabase(data, withCredits(1));
  const lost = doomed.convert(slowly(10_000)).catch(() => 'gone');
  await eventually(20_000, async () => (await onDatabase(data, balance))[0]?.reserved, 1);
  doomed.kill('SIGKILL');
  await doomed.exit;
  expect(await lost).toBe('gone');
  const killed = performance.now();
  expect((await other.convert(slowly(0))).status).toBe(402);
  await eventually(60_000, () => onDatabase(data, balance), [{ included: 1, used: 0, reserved: 0 }]);
  process.stdout.write(`given back after ${Math.round((performance.now() - killed) / 1_000)} s\n`);
  expect(await onDatabase(data, captures)).toBe(0);
  expect((await other.convert(slowly(0))).status).toBe(200);
});
