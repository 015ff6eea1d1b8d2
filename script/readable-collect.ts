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
import { Interceptor } from '../packages/engine/src/page/intercept.ts';
import { loadInput } from '../packages/engine/src/page/load.ts';
import { Navigation } from '../packages/engine/src/page/navigation.ts';
import { Patience } from '../packages/engine/src/page/patience.ts';
import { makeReady } from '../packages/engine/src/page/ready.ts';
import { setWindow } from '../packages/engine/src/page/window.ts';
import { walkPage } from '../packages/engine/src/readable/walk.ts';
import { type DevelopmentPage, decodeHtml, readPages } from './readable/pages.ts';

const WINDOW = { width: 1280, height: 1024, scale: 1 };
const PATIENCE = 20_000;
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
let browser = await start();
const pages = values.sets.split(',').flatMap((set) => readPages(data, set));
let next = 0;
await Promise.all(Array.from({ length: Number(values.workers) }, work));
await browser.close();
await proxy.close();

async function start(): Promise<Browser> {
  for (const isolation of isolationCandidates(true)) {
    try {
      return await Browser.start({ found: findBrowser(), isolation, proxy, tabs: 4 });
    } catch {
      // Another kind of isolation may work.
    }
  }
  throw new Error('the browser does not start');
}

async function work(): Promise<void> {
  for (let page = pages[next++]; page; page = pages[next++]) {
    const folder = join(cache as string, page.set);
    const file = join(folder, `${page.id}.json.gz`);
    if (!values.again && existsSync(file)) continue;
    mkdirSync(folder, { recursive: true });
    const html = decodeHtml(gunzipSync(readFileSync(page.path)));
    try {
      const timer = AbortSignal.timeout(LONGEST);
      const late = new Promise<never>((_, reject) => {
        timer.addEventListener('abort', () => reject(new Error('too late')));
      });
      const rendered = await Promise.race([read(page, html), late]);
      writeFileSync(file, gzipSync(JSON.stringify(rendered)));
    } catch (error) {
      console.error(page.set, page.id, String(error));
      if (browser.isGone) browser = await start();
    }
  }
}

async function read(development: DevelopmentPage, html: string) {
  const url = /^https?:/.test(development.url) ? development.url.trim() : '';
  const tab = await browser.openTab();
  const egress = tab.identity.begin();
  const { page } = tab;
  const navigation = new Navigation(page);
  const interceptor = new Interceptor(page, url === '' ? {} : { serve: { url, html } });
  try {
    await Promise.all([interceptor.start(), setWindow(page, WINDOW)]);
    const rules = { pointer: '/source/html', egress, allowErrorStatus: false };
    const disconnect = () => egress.end();
    const context = { page, navigation, interceptor, patience: new Patience(PATIENCE), rules, disconnect };
    const input = { kind: 'html', html, ...(url === '' ? {} : { baseUrl: url }) } as const;
    const { facts } = await loadInput(context, input, { style: '', lazy: true });
    const options = {
      window: WINDOW,
      style: '',
      hidden: [],
      delay: 0,
      virtualTime: true,
      lazy: true,
      network: 'full',
      scripts: true,
    } as const;
    await makeReady(context, { ...options, scriptFailed: () => {} }, facts);
    return await walkPage(page, {}, html);
  } finally {
    navigation.stop();
    egress.end();
    await browser.closeTab(tab);
  }
}
