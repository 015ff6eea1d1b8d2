import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { BrowserPool } from '../../packages/engine/src/chromium/browser-pool.ts';
import { chooseIsolation } from '../../packages/engine/src/chromium/choose-isolation.ts';
import { findBrowser } from '../../packages/engine/src/chromium/find.ts';
import { launchBrowser } from '../../packages/engine/src/chromium/launch.ts';
import { createEgressPolicy } from '../../packages/engine/src/egress/policy.ts';
import { createEgressProxy } from '../../packages/engine/src/egress/proxy.ts';
import type { EngineError } from '../../packages/engine/src/errors.ts';
import { useEngine } from '../../packages/engine/src/testing/engine.ts';
import { startSite } from '../../packages/engine/src/testing/site.ts';
import { mainProcess, OLD_ENOUGH, outcome } from './outcome.ts';
import { BENIGN } from './pages.ts';
import { networkInterfaces, processesBelow, profileFolders, stillRunning } from './process-tree.ts';
import { until } from './until.ts';

/** Browsers that start and end: what is waited for here comes at some time, also beside other tests. */

describe('a browser without namespaces of its own', () => {
  it('leaves no process and no profile behind when it is killed (F02)', async () => {
    const browser = await launchBrowser(findBrowser(), { level: 'none' });
    expect(profileFolders(tmpdir(), process.pid)).toHaveLength(1);
    const processes = [browser.mainPid, ...processesBelow(browser.mainPid).map(({ pid }) => pid)];
    expect(processes.length).toBeGreaterThan(2);
    // A stopped process does not see that its browser is gone.
    process.kill(processes.at(-1)!, 'SIGSTOP');
    process.kill(browser.mainPid, 'SIGKILL');
    await browser.exited;
    expect(profileFolders(tmpdir(), process.pid)).toEqual([]);
    await until('every process has ended', () => stillRunning(processes).length === 0);
  });
});

describe('a browser that does not start any more (F04)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-fault-'));
  const flag = path.join(folder, 'fail');
  const chrome = path.join(folder, 'chrome');
  const events: { name: string; at: number }[] = [];
  afterAll(() => rmSync(folder, { recursive: true }));
  const test = useEngine(() => {
    const { binary } = findBrowser();
    chmodSync(folder, 0o755);
    writeFileSync(chrome, `#!/bin/sh\n[ -e "${flag}" ] && exit 1\nexec "${binary}" "$@"\n`, { mode: 0o755 });
    return { chrome, onEvent: ({ name }) => void events.push({ name, at: performance.now() }) };
  });

  it('is not started over and over, and comes back by itself', async () => {
    expect(await outcome(test, BENIGN)).toBe('ok');
    await sleep(OLD_ENOUGH);
    writeFileSync(flag, '');
    process.kill(mainProcess(), 'SIGKILL');
    await until('the browser is known to be gone', () => test.engine.health().status !== 'ok');
    const refusals: EngineError[] = [];
    const ask = () => test.convert({ source: { html: BENIGN } }).catch((error: EngineError) => refusals.push(error));
    await until('the circuit is open', async () => {
      await ask();
      return test.engine.health().status === 'unavailable';
    });
    await Promise.all(Array.from({ length: 20 }, ask));
    expect(refusals.length).toBeGreaterThan(20);
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['capacity']));
    for (const { details } of refusals) {
      expect(Number.isInteger(details.retryAfterSeconds)).toBe(true);
      expect(details.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    }
    rmSync(flag);
    // Nobody asks meanwhile: a service that says it is not ready is sent no jobs.
    await until('the browser is back', () => test.engine.health().status === 'ok');
    expect(await outcome(test, BENIGN)).toBe('ok');
    const failures = events.filter(({ name }) => name === 'browser_start_failed').map(({ at }) => at);
    expect(failures.length).toBeGreaterThanOrEqual(3);
    const pauses = failures.slice(1).map((at, index) => at - failures[index]!);
    // Between two failures lies the pause and the time that the second start took.
    expect(Math.min(...pauses)).toBeGreaterThan(1_900);
  });
});

describe('the way out of the browser (F27)', () => {
  it('is the proxy only: without it nothing is reached', async () => {
    const site = await startSite({ '/page': BENIGN });
    const proxy = createEgressProxy({ policy: createEgressPolicy({ allow: [site.host] }) });
    const least = { allowNoSandbox: true, allowSharedUser: true };
    const { isolation, browser: first } = await chooseIsolation(findBrowser(), least);
    const common = { slots: 1, queueLength: 1, queueTimeout: 1_000, warm: 0, rendererMemory: 2 ** 29 };
    const pool = new BrowserPool({ found: findBrowser(), isolation, first, proxy, ...common, onEvent: () => {} });
    try {
      await pool.run(async ({ page: { session }, egress }) => {
        const open = (query: string) => session.send('Page.navigate', { url: `${site.origin}/page?${query}` });
        expect((await open('allowed')).errorText).toBeUndefined();
        if (isolation.level === 'full') expect(networkInterfaces(mainProcess())).toEqual(['lo']);
        egress.end();
        expect((await open('ended')).errorText).toMatch(/^net::ERR_/);
        await proxy.close();
        expect((await open('closed')).errorText).toMatch(/^net::ERR_/);
      });
      expect(site.hits.filter((hit) => hit.includes('/page'))).toEqual(['GET /page?allowed']);
    } finally {
      await pool.close();
      site.close();
    }
  });
});
