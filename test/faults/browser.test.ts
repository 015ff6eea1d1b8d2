import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserPool } from '../../packages/engine/src/chromium/browser-pool.ts';
import { chooseIsolation } from '../../packages/engine/src/chromium/choose-isolation.ts';
import { findBrowser } from '../../packages/engine/src/chromium/find.ts';
import { launchBrowser } from '../../packages/engine/src/chromium/launch.ts';
import { residentMemory } from '../../packages/engine/src/chromium/processes.ts';
import { createEgressPolicy } from '../../packages/engine/src/egress/policy.ts';
import { createEgressProxy } from '../../packages/engine/src/egress/proxy.ts';
import { EngineError } from '../../packages/engine/src/errors.ts';
import { type TestEngine, useEngine } from '../../packages/engine/src/testing/engine.ts';
import { type Site, startSite } from '../../packages/engine/src/testing/site.ts';
import { BENIGN, busyFor, ENDLESS_LOOP, GRAPHICS_BOMB, MEMORY_BOMB } from './pages.ts';
import {
  browsersBelow,
  busyRenderers,
  killBusyRenderers,
  networkInterfaces,
  processesBelow,
  profileFolders,
  renderersBelow,
  stillRunning,
  zombiesBelow,
} from './process-tree.ts';
import { until } from './until.ts';

/** The engines of these tests run in this process, so that their browsers are below it. */
const SELF = process.pid;
/** Two pages for each of two slots, and one process in reserve for each of two browsers. */
const MOST_IDLE_RENDERERS = 6;
/** A browser that ends sooner after its start counts as one that did not start, and is not replaced at once. */
const OLD_ENOUGH = 2_500;

/** `ok`, or the code of the error. */
async function outcome({ convert }: TestEngine, html: string, options: Record<string, unknown> = {}): Promise<string> {
  try {
    const { bytes } = await convert({ source: { html }, ...options });
    return Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-' ? 'ok' : 'no PDF';
  } catch (error) {
    return error instanceof EngineError ? error.code : String(error);
  }
}

const times = (count: number, work: () => Promise<string>) => Promise.all(Array.from({ length: count }, work));
const mainProcess = () => {
  const [main, ...others] = browsersBelow(SELF);
  expect(others).toEqual([]);
  return main!.pid;
};
const idle = ({ engine }: TestEngine) =>
  until('no job runs or waits', () => engine.health().running + engine.health().queued === 0);

describe('a browser that is killed or hangs', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ '/busy': busyFor(2_500), '/calm': BENIGN });
  });
  afterAll(() => site.close());
  const started: number[] = [];
  const test = useEngine(() => ({
    concurrency: 3,
    egressAllow: [site.host],
    onEvent: ({ name }) => name === 'browser_started' && started.push(performance.now()),
  }));
  const fetched = (page: string) => site.hits.filter((hit) => hit === `GET ${page}`).length;

  it('loses one renderer: its job is tried again, the others do not notice (F01)', async () => {
    const browser = mainProcess();
    const calm = test.convert({ source: { url: `${site.origin}/calm` }, delay: 2_000 });
    const busy = test.convert({ source: { url: `${site.origin}/busy` } });
    await until('the page is loaded', () => fetched('/busy') === 1 && fetched('/calm') === 1);
    let busiest: number | undefined;
    await until('its script runs', async () => {
      [busiest] = await busyRenderers(SELF);
      return busiest;
    });
    process.kill(busiest!, 'SIGKILL');
    expect((await busy).pages).toBe(1);
    expect((await calm).pages).toBe(1);
    expect(fetched('/busy')).toBe(2);
    expect(fetched('/calm')).toBe(1);
    expect(mainProcess()).toBe(browser);
  });

  it('loses every renderer, those of the pages made ready too: jobs go on (F01)', async () => {
    const running = times(3, () => outcome(test, busyFor(1_000)));
    await sleep(400);
    expect(renderersBelow(SELF).length).toBeGreaterThanOrEqual(3);
    for (const { pid } of renderersBelow(SELF)) process.kill(pid, 'SIGKILL');
    // A job is tried once more; its second page may have been lent a process that was killed as well.
    for (const code of await running) expect(['ok', 'render_crashed']).toContain(code);
    await idle(test);
    for (const { pid } of renderersBelow(SELF)) process.kill(pid, 'SIGKILL');
    await sleep(200);
    expect(await times(3, () => outcome(test, BENIGN))).toEqual(['ok', 'ok', 'ok']);
  });

  it('is replaced when its main process is killed under three jobs (F02)', async () => {
    await until('the browser has been there for a while', () => performance.now() - started.at(-1)! > OLD_ENOUGH);
    const before = processesBelow(SELF).map(({ pid }) => pid);
    const browser = mainProcess();
    const running = times(3, () => outcome(test, busyFor(1_500)));
    await sleep(500);
    process.kill(browser, 'SIGKILL');
    expect(await running).toEqual(['ok', 'ok', 'ok']);
    expect(mainProcess()).not.toBe(browser);
    expect(test.engine.health().status).toBe('ok');
    await until('nothing of the old browser is left', () => stillRunning(before).length === 0);
    await until('no zombie is left', () => zombiesBelow(SELF).length === 0);
  });

  it('is killed when it hangs, and its jobs are tried again (F03)', async () => {
    await until('the browser has been there for a while', () => performance.now() - started.at(-1)! > OLD_ENOUGH);
    const browser = mainProcess();
    const running = times(3, () => outcome(test, busyFor(1_000)));
    await sleep(300);
    process.kill(browser, 'SIGSTOP');
    expect(await running).toEqual(['ok', 'ok', 'ok']);
    await until('the old browser is gone', () => stillRunning([browser]).length === 0);
    expect(test.engine.health()).toMatchObject({ status: 'ok', running: 0, queued: 0 });
  });

  it('is replaced when it cannot make renderers any more', async () => {
    await until('the browser has been there for a while', () => performance.now() - started.at(-1)! > OLD_ENOUGH);
    const zygotes = processesBelow(SELF).filter(({ commandLine }) => commandLine.includes('--type=zygote'));
    process.kill(zygotes.at(-1)!.pid, 'SIGKILL');
    await sleep(300);
    expect(await outcome(test, BENIGN)).toBe('ok');
    expect(await times(3, () => outcome(test, BENIGN))).toEqual(['ok', 'ok', 'ok']);
  });
});

describe('a browser without namespaces of its own', () => {
  it('leaves no process and no profile behind when it is killed (F02)', async () => {
    const browser = await launchBrowser(findBrowser(), { level: 'none' });
    expect(profileFolders(tmpdir(), SELF)).toHaveLength(1);
    const processes = [browser.mainPid, ...processesBelow(browser.mainPid).map(({ pid }) => pid)];
    expect(processes.length).toBeGreaterThan(2);
    // A stopped process does not see that its browser is gone.
    process.kill(processes.at(-1)!, 'SIGSTOP');
    process.kill(browser.mainPid, 'SIGKILL');
    await browser.exited;
    expect(profileFolders(tmpdir(), SELF)).toEqual([]);
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

describe('hostile pages', () => {
  const test = useEngine(() => ({ concurrency: 2 }));

  it('with too much memory are killed alone: all others are converted (F16)', async () => {
    const browser = mainProcess();
    const benign: Promise<string>[] = [];
    const bombs: Promise<string>[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      if (turn % 8 === 2) bombs.push(outcome(test, MEMORY_BOMB));
      benign.push(outcome(test, BENIGN));
    }
    expect(await Promise.all(benign)).toEqual(Array(12).fill('ok'));
    expect(await Promise.all(bombs)).toEqual(Array(2).fill('render_out_of_memory'));
    expect(browsersBelow(SELF).map(({ pid }) => pid)).toContain(browser);
  });

  it('with endless scripts in all slots give them back when their time is over (F17)', async () => {
    const loops = times(2, () => outcome(test, ENDLESS_LOOP, { timeout: 2 }));
    const benign = times(20, () => outcome(test, BENIGN));
    expect(await loops).toEqual(['render_timeout', 'render_timeout']);
    expect(await benign).toEqual(Array(20).fill('ok'));
    await idle(test);
  });

  it('that crash again and again cost their own jobs only (F18)', async () => {
    await idle(test);
    const browsers = browsersBelow(SELF).map(({ pid }) => pid);
    let done = false;
    const jobs = times(8, () => outcome(test, busyFor(60_000))).finally(() => {
      done = true;
    });
    while (!done) await killBusyRenderers(SELF);
    expect(await jobs).toEqual(Array(8).fill('render_crashed'));
    expect(await times(4, () => outcome(test, BENIGN))).toEqual(Array(4).fill('ok'));
    expect(browsersBelow(SELF).map(({ pid }) => pid)).toEqual(browsers);
    await until('no zombie is left', () => zombiesBelow(SELF).length === 0);
    // Those of the pages that are kept ready, and one that each browser holds for its next page.
    await until('no renderer is left over', () => renderersBelow(SELF).length <= MOST_IDLE_RENDERERS);
  });

  // Last: the browser is replaced after it.
  it('cannot fill the memory of the process that draws for all pages (F16)', async () => {
    const drawing = () => processesBelow(SELF).filter(({ commandLine }) => commandLine.includes('--type=gpu-process'));
    const memory: number[] = [];
    const watch = setInterval(() => void memory.push(...drawing().map(({ pid }) => residentMemory(pid) / 2 ** 20)), 50);
    const bomb = outcome(test, GRAPHICS_BOMB, { timeout: 5 });
    const benign = times(10, () => outcome(test, BENIGN));
    expect(await benign).toEqual(Array(10).fill('ok'));
    // Its page is printed with or without what it drew.
    expect(['ok', 'render_timeout']).toContain(await bomb);
    clearInterval(watch);
    expect(memory.filter((megabytes) => megabytes > 1_536)).toEqual([]);
    expect(Math.max(...memory)).toBeGreaterThan(256);
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
