import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { makeDatabase } from '../../packages/server/src/testing/database.ts';
import { expectSettled, expectWhole, sendJob, untilAllEnded, withDatabase } from './job-facts.ts';
import { BENIGN } from './pages.ts';
import { startServiceProcess } from './service-process.ts';

/** A disk that is full: everything is refused with a reason, and works again after. database.test.ts has a database that is away. */

const ending: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

const HELLO = { source: { html: '<p>Hello</p>' } };
/** Longer than a look at the dependencies stands. */
const LOOK = 1_100;

describe('a full disk', () => {
  it('is answered with 503, told by health, and forgotten when there is room again', async () => {
    const made = await makeDatabase('pglite');
    ending.push(() => made.remove());
    const folder = `${made.config.dataFolder}-small`;
    mkdirSync(folder);
    ending.push(() => rmSync(folder, { recursive: true }));
    const mount = `mount -t tmpfs -o size=128m none "${folder}" && cp -a "${made.config.dataFolder}/." "${folder}" && exec "$0" "$@"`;
    const service = await startServiceProcess(made, {
      settings: { PLATEN_DATA: folder },
      within: ['unshare', '--map-root-user', '--mount', 'sh', '-c', mount],
    });
    ending.push(() => service.end());
    const look = async (at: string) => {
      const response = await service.ask('GET', at);
      return [response.status, await response.json()];
    };
    expect(await look('/readyz')).toEqual([200, { status: 'ok' }]);
    expect((await service.convert(HELLO)).status).toBe(200);

    const filler = path.join('/proc', `${service.pid}`, 'root', folder, 'filler');
    expect(() => writeFileSync(filler, Buffer.alloc(128 * 1024 * 1024))).toThrow('ENOSPC');
    await sleep(LOOK);
    expect(await look('/readyz')).toEqual([503, { status: 'storage_unavailable' }]);
    expect(await look('/health')).toMatchObject([200, { status: 'degraded', storage: 'unavailable' }]);
    const seen = new Set<string>();
    for (let at = 0; at < 30; at += 1) {
      const answer = await service.convert(HELLO, undefined, { 'idempotency-key': `full-${at}` });
      if (answer.status !== 200)
        seen.add(`${answer.status} ${((await answer.json()) as { error_code: string }).error_code}`);
      else await answer.arrayBuffer();
    }
    expect(seen.size).toBeGreaterThan(0);
    for (const outcome of seen) expect(outcome).toMatch(/^503 (?:database|storage)_unavailable$/);

    rmSync(filler);
    await sleep(LOOK);
    expect(await look('/readyz')).toEqual([200, { status: 'ok' }]);
    expect((await service.convert(HELLO)).status).toBe(200);
  });
});

describe('a disk of results that is full (F05)', () => {
  it('fails the jobs that need it, charges nothing for them, and leaves no half of a result', async () => {
    const made = await makeDatabase('pglite');
    ending.push(() => made.remove());
    const folder = path.join(made.config.dataFolder, 'objects');
    mkdirSync(folder);
    const mount = `mount -t tmpfs -o size=2m none "${folder}" && exec "$0" "$@"`;
    const service = await startServiceProcess(made, {
      within: ['unshare', '--map-root-user', '--mount', 'sh', '-c', mount],
    });
    ending.push(() => service.end());
    const kept = await sendJob(service, BENIGN);
    await untilAllEnded(service, 1);
    const small = path.join('/proc', `${service.pid}`, 'root', folder);
    expect(() => writeFileSync(path.join(small, 'filler'), Buffer.alloc(2 * 1024 * 1024))).toThrow('ENOSPC');
    const failed = await sendJob(service, BENIGN);
    await untilAllEnded(service, 2);
    const { job } = (await (await service.ask('GET', `/v1/jobs/${failed}`)).json()) as { readonly job: object };
    expect(job).toMatchObject({ status: 'failed', attempts: 3, credits: 0, error: { code: 'storage_unavailable' } });
    await expectWhole(service, kept);
    const files = readdirSync(small, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name).sort()).toEqual(['filler', expect.stringMatching(/^obj_/)]);

    rmSync(path.join(small, 'filler'));
    await expectWhole(service, await sendJob(service, BENIGN).then((id) => untilAllEnded(service, 3).then(() => id)));
    service.kill('SIGTERM');
    expect(await service.exit).toBe(0);
    const jobs = await withDatabase(made, expectSettled);
    expect(jobs.map(({ state }) => state)).toEqual(['succeeded', 'failed', 'succeeded']);
  });
});
