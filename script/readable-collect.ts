/**
 * Reads the development pages in the engine, once, and stores what the walk finds, so that training and scoring run
 * without a browser.
 *
 *     node script/readable-collect.ts --data PAGES --cache FOLDER [--sets aeb,wcxb-dev,traf] [--workers 2]
 *
 * PAGES holds one folder for each set: `pages.jsonl`, a page a line (`id`, `url`, `type`, `metric`, `truth`, `file`),
 * and the files themselves, HTML with gzip. Nothing on the network answers while they are read.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Browser } from '../packages/engine/src/chromium/browser.ts';
import { findBrowser } from '../packages/engine/src/chromium/find.ts';
import { isolationCandidates } from '../packages/engine/src/chromium/isolation.ts';
import { createEgressPolicy } from '../packages/engine/src/egress/policy.ts';
import { createEgressProxy } from '../packages/engine/src/egress/proxy.ts';
import { EngineError } from '../packages/engine/src/errors.ts';
import { PageFaults } from '../packages/engine/src/page/faults.ts';
import { Interceptor } from '../packages/engine/src/page/intercept.ts';
import { type LoadContext, loadInput } from '../packages/engine/src/page/load.ts';
import { Navigation } from '../packages/engine/src/page/navigation.ts';
import { PendingRequests } from '../packages/engine/src/page/pending-requests.ts';
import { makeReady } from '../packages/engine/src/page/ready.ts';
import { TIMED_OUT, Timeout } from '../packages/engine/src/page/timeout.ts';
import { setViewport } from '../packages/engine/src/page/viewport.ts';
import { walkPage } from '../packages/engine/src/readable/walk.ts';
import { checkSourceUrl } from '../packages/engine/src/request/url.ts';
import { type DevelopmentPage, decodeHtml, readPages } from './readable/pages.ts';

const VIEWPORT = { width: 1280, height: 1024, scale: 1 };
const TIMEOUT = 20_000;
/** Milliseconds after which a page is given up. */
const LONGEST = 60_000;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    cache: { type: 'string' },
    sets: { type: 'string', default: 'aeb,wcxb-dev,traf,own-main,own-visible' },
    workers: { type: 'string', default: '2' },
    again: { type: 'boolean', default: false },
  },
});
const { data, cache } = values;
if (data === undefined || cache === undefined) throw new Error('--data and --cache are needed');

const proxy = createEgressProxy({ policy: createEgressPolicy(), lookup: async () => [] });
const pages = values.sets.split(',').flatMap((set) => readPages(data, set));
let next = 0;
await Promise.all(Array.from({ length: Number(values.workers) }, work));
await proxy.close();

async function start(): Promise<Browser> {
  for (const isolation of isolationCandidates()) {
    try {
      return await Browser.start({ found: findBrowser(), isolation, proxy, tabs: 4 });
    } catch {
      // Another kind of isolation may work.
    }
  }
  throw new Error('the browser does not start');
}

/** Reads page after page in a browser of its own; another takes its place when it does not answer. */
async function work(): Promise<void> {
  let browser = await start();
  for (let page = pages[next++]; page; page = pages[next++]) {
    const folder = join(cache as string, page.set);
    const file = join(folder, `${page.id}.json.gz`);
    if (!values.again && existsSync(file)) continue;
    mkdirSync(folder, { recursive: true });
    const html = decodeHtml(gunzipSync(readFileSync(page.path)));
    try {
      writeFileSync(file, gzipSync(JSON.stringify(await inTime(readOrStay(browser, page, html)))));
    } catch (error) {
      console.error(page.set, page.id, String(error));
      if (error instanceof EngineError) continue;
      void browser.close();
      browser = await start();
    }
  }
  await browser.close();
}

async function inTime<Result>(reading: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), LONGEST);
  });
  // What is late may fail later.
  reading.catch(() => {});
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** As the service does: a page that leaves for nothing is read where it is. */
async function readOrStay(browser: Browser, development: DevelopmentPage, html: string) {
  try {
    return await read(browser, development, html, false);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return await read(browser, development, html, true);
  }
}

async function read(browser: Browser, development: DevelopmentPage, html: string, stay: boolean) {
  const url = /^https?:/.test(development.url) ? development.url.trim() : '';
  const tab = await browser.openTab();
  const egress = tab.identity.begin();
  const { page } = tab;
  const faults = new PageFaults(page, egress);
  const interceptor = new Interceptor(page, url === '' ? {} : { serve: { url, html } });
  const navigation = new Navigation(page, interceptor);
  try {
    await Promise.all([interceptor.start(), setViewport(page, VIEWPORT), page.session.send('Network.enable')]);
    if (stay) await interceptor.refuseNavigation();
    const rules = { pointer: '/source/html', egress, allowErrorStatus: false };
    const disconnect = () => egress.disconnect();
    const timeout = new Timeout(TIMEOUT);
    const context = { page, navigation, interceptor, timeout, rules, pending: new PendingRequests(page), disconnect };
    const input = {
      kind: 'html',
      html,
      ...(url === '' ? {} : { baseUrl: checkSourceUrl(url, '/source/base_url') }),
    } as const;
    const { end, facts } = await loadInput(context, input, { style: '', lazy: true });
    const options = {
      viewport: VIEWPORT,
      style: '',
      hidden: [],
      delay: 0,
      virtualTime: true,
      lazy: true,
      network: 'full',
      scripts: true,
    } as const;
    const ready = end === 'loaded' ? makeReady(context, { ...options, scriptFailed: () => {} }, facts) : TIMED_OUT;
    if ((await timeout.wait(Promise.resolve(ready))) === TIMED_OUT) await giveUp(context);
    return await walkPage(page, { source: html, broken: faults.broken });
  } finally {
    faults.stop();
    navigation.stop();
    egress.end();
    await browser.closeTab(tab);
  }
}

/** Takes the page as it is, as the service does. */
async function giveUp({ page, disconnect }: LoadContext): Promise<void> {
  disconnect();
  await Promise.all([
    page.session.send('Page.stopLoading'),
    page.session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' }),
  ]);
}
