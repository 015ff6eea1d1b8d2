import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { residentMemory } from '../../packages/engine/src/chromium/processes.ts';
import { type TestEngine, useEngine } from '../../packages/engine/src/testing/engine.ts';
import { type Site, startSite } from '../../packages/engine/src/testing/site.ts';
import { mainProcess, OLD_ENOUGH, outcome } from './outcome.ts';
import { BENIGN, busyFor, ENDLESS_LOOP, GRAPHICS_BOMB, MEMORY_BOMB } from './pages.ts';
import {
  browsersBelow,
  busyRenderers,
  killBusyRenderers,
  processesBelow,
  renderersBelow,
  stillRunning,
  zombiesBelow,
} from './process-tree.ts';
import { until } from './until.ts';

/** The engines of these tests run in this process, so that their browsers are below it. */
const SELF = process.pid;
/** Two pages for each of two slots, and one process in reserve for each of two browsers. */
const MOST_IDLE_RENDERERS = 6;
/** A conversion that runs for a while, and leaves the processor to others. */
const slow = (test: TestEngine, milliseconds: number) =>
  outcome(test, BENIGN, { delay: milliseconds, virtual_time: false });
const times = (count: number, work: () => Promise<string>) => Promise.all(Array.from({ length: count }, work));
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
    const running = times(3, () => slow(test, 1_000));
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
    const running = times(3, () => slow(test, 1_500));
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
    const running = times(3, () => slow(test, 1_000));
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

describe('hostile pages', () => {
  const test = useEngine(() => ({ concurrency: 2 }));
  /** That of ordinary documents. The one of large documents comes and goes by itself. */
  let browser: number;
  beforeAll(() => {
    browser = mainProcess();
  });

  it('with too much memory are killed alone: all others are converted (F16)', async () => {
    const benign: Promise<string>[] = [];
    let bomb: Promise<string> | undefined;
    for (let turn = 0; turn < 8; turn += 1) {
      if (turn === 2) bomb = outcome(test, MEMORY_BOMB);
      benign.push(outcome(test, BENIGN));
    }
    expect(await Promise.all(benign)).toEqual(Array(8).fill('ok'));
    expect(await bomb).toBe('render_out_of_memory');
    expect(browsersBelow(SELF).map(({ pid }) => pid)).toContain(browser);
  });

  it('with endless scripts in all slots give them back when their time is over (F17)', async () => {
    const loops = times(2, () => outcome(test, ENDLESS_LOOP, { timeout: 1 }));
    const benign = times(8, () => outcome(test, BENIGN));
    expect(await loops).toEqual(['render_timeout', 'render_timeout']);
    expect(await benign).toEqual(Array(8).fill('ok'));
    await idle(test);
  });

  it('that crash again and again cost their own jobs only (F18)', async () => {
    await idle(test);
    let done = false;
    const jobs = times(4, () => outcome(test, busyFor(60_000))).finally(() => {
      done = true;
    });
    while (!done) await killBusyRenderers(SELF);
    expect(await jobs).toEqual(Array(4).fill('render_crashed'));
    expect(await times(4, () => outcome(test, BENIGN))).toEqual(Array(4).fill('ok'));
    expect(browsersBelow(SELF).map(({ pid }) => pid)).toContain(browser);
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
    const benign = times(4, () => outcome(test, BENIGN));
    expect(await benign).toEqual(Array(4).fill('ok'));
    // Its page is printed with or without what it drew.
    expect(['ok', 'render_timeout']).toContain(await bomb);
    clearInterval(watch);
    expect(memory.filter((megabytes) => megabytes > 1_536)).toEqual([]);
    expect(Math.max(...memory)).toBeGreaterThan(256);
  });
});
