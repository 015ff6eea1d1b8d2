import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../packages/server/src/testing/database.ts';
import { type HeldPage, startHeldPage } from './held-page.ts';
import { openConnection } from './load.ts';
import { BENIGN, busyFor } from './pages.ts';
import { stillRunning } from './process-tree.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { until } from './until.ts';

const body = (html: string) => ({ source: { html } });

describe('the end of the service (F08)', () => {
  let data: TestDatabase;
  let page: HeldPage;
  let service: ServiceProcess;
  const started: ServiceProcess[] = [];
  const start = async () => {
    service = await startServiceProcess(data, { settings: { PLATEN_EGRESS_ALLOW: page.allow } });
    started.push(service);
  };
  beforeAll(async () => {
    data = await makeDatabase('postgresql');
    page = await startHeldPage();
  });
  afterAll(async () => {
    await Promise.all(started.map((each) => each.end()));
    page.close();
    await data.remove();
  });

  it('by SIGTERM finishes what runs, refuses what waits and what comes, and leaves nothing behind', async () => {
    await start();
    page.hold();
    const running = [0, 1].map(() => service.convert(page.body));
    await until('two conversions run', async () => (await service.health()).running === 2);
    const waiting = Array.from({ length: 4 }, () => service.convert(body(BENIGN)));
    await until('four wait', async () => (await service.health()).queued === 4);
    const kept = await openConnection(service.port);
    const children = service.children();
    expect(children.length).toBeGreaterThan(3);
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
    for (const finished of await Promise.all(running)) expect(finished.status).toBe(200);
    expect(await service.exit).toBe(0);
    await until('no process is left behind', () => stillRunning(children).length === 0);
  });

  it('by a second SIGTERM comes at once', async () => {
    await start();
    const running = service.convert(body(busyFor(60_000))).catch(() => 'cut off');
    await until('a conversion runs', async () => (await service.health()).running === 1);
    const children = service.children();
    service.kill('SIGTERM');
    await sleep(500);
    service.kill('SIGTERM');
    expect(await service.exit).toBe(128 + 15);
    expect(await running).toBe('cut off');
    await until('no process is left behind', () => stillRunning(children).length === 0);
  });

  it('by SIGKILL leaves no process behind', async () => {
    await start();
    const running = service.convert(body(busyFor(60_000))).catch(() => 'cut off');
    await until('a conversion runs', async () => (await service.health()).running === 1);
    const children = service.children();
    service.kill('SIGKILL');
    expect(await service.exit).toBe('SIGKILL');
    expect(await running).toBe('cut off');
    await until('no process is left behind', () => stillRunning(children).length === 0);
  });
});
