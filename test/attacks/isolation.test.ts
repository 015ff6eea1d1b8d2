import { readFileSync } from 'node:fs';
import { type OutputResult, validateRequest } from '@platen/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../packages/engine/src/chromium/browser.ts';
import { BrowserPool } from '../../packages/engine/src/chromium/browser-pool.ts';
import { findBrowser } from '../../packages/engine/src/chromium/find.ts';
import { type Isolation, isolationCandidates } from '../../packages/engine/src/chromium/isolation.ts';
import { launchBrowser } from '../../packages/engine/src/chromium/launch.ts';
import { convertOnPage } from '../../packages/engine/src/convert/attempt.ts';
import { createEgressPolicy } from '../../packages/engine/src/egress/policy.ts';
import { createEgressProxy, type EgressProxy } from '../../packages/engine/src/egress/proxy.ts';
import { pdfText } from '../../packages/engine/src/testing/judge.ts';
import { type Canaries, startCanaries } from './canary.ts';
import { hostilePage } from './hostile-page.ts';
import { expectSilence } from './range.ts';

/** The two best ways to start a browser here. The second is held by flags alone, as are all below it. */
const levels = await startable(isolationCandidates(), 2);
let canaries: Canaries;
let proxy: EgressProxy;

beforeAll(async () => {
  canaries = await startCanaries();
  const unknown = () => Promise.reject(new Error('There is no such name.'));
  proxy = createEgressProxy({ policy: createEgressPolicy(), lookup: unknown });
});
afterAll(async () => {
  await proxy.close();
  canaries.close();
});

describe.each(levels)('at level $level', (isolation) => {
  let pool: BrowserPool;
  beforeAll(() => {
    pool = new BrowserPool({
      found: findBrowser(),
      isolation,
      proxy,
      slots: 1,
      queueLength: 1,
      queueTimeout: 10_000,
      warm: 0,
      rendererMemory: 512 * 1024 ** 2,
      onEvent: () => {},
    });
  });
  afterAll(() => pool.close());

  const convert = async (html: string): Promise<OutputResult> => {
    const request = validateRequest({ source: { html }, virtual_time: false, delay: 1_500 }, 'pdf');
    const outputs = [{ format: 'pdf', options: request.options }] as const;
    const job = { request: { ...request, outputs }, input: request.input };
    const results = await pool.run((lease) =>
      convertOnPage(job, lease, {
        before: { retry: 0, queue: 0, page: 0 },
        large: false,
        virtualTime: true,
        stay: false,
      }),
    );
    return results.outputs[0] as OutputResult;
  };

  it('a page that tries everything reaches nothing, by TCP or by UDP', async () => {
    // At the best level resources.test.ts tries the others.
    const hosts = isolation === levels.at(-1) ? canaries.hosts : canaries.hosts.slice(0, 1);
    for (const [index, host] of hosts.entries()) {
      const html = hostilePage({ host, udp: canaries.udpHosts[index] as string, file: canaries.file });
      const result = await convert(html);
      const text = pdfText(result.bytes);
      expectSilence(canaries, { result, text });
      expect(text).toContain('survivor');
      // Nor does it learn an address of this machine, not even one that is made unreadable.
      expect(text).not.toContain('told candidate');
    }
  });
});

describe.each(levels.filter(({ level }) => level === 'full'))('at level $level', (isolation) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await Browser.start({ found: findBrowser(), isolation, proxy, tabs: 1 });
  });
  afterAll(() => browser.close());

  it('the browser itself, were it taken over, has no network but its own', () => {
    const links = readFileSync(`/proc/${browser.process.namespacePid}/net/dev`, 'utf8');
    expect([...links.matchAll(/^\s*(\w+):/gm)].map(([, name]) => name)).toEqual(['lo']);
    const routes = readFileSync(`/proc/${browser.process.namespacePid}/net/route`, 'utf8').trim().split('\n');
    expect(routes.slice(1)).toEqual([]);
  });

  it('the browser itself, were it taken over, finds no files of this machine', async () => {
    const { page } = await browser.openTab();
    const files = [
      '/etc/passwd',
      '/etc/shadow',
      '/etc/hostname',
      '/root/',
      '/home/',
      '/run/',
      canaries.file,
      import.meta.filename,
    ];
    for (const file of files) {
      for (const url of [`file://${file}`, `view-source:file://${file}`]) {
        const { errorText } = await page.session.send('Page.navigate', { url });
        expect({ url, errorText }).toEqual({ url, errorText: 'net::ERR_FILE_NOT_FOUND' });
      }
    }
    // What it can see is there: the check would pass for a browser that opens no file at all.
    expect((await page.session.send('Page.navigate', { url: 'file:///usr/' })).errorText).toBeUndefined();
  });
});

async function startable(candidates: readonly Isolation[], count: number): Promise<readonly Isolation[]> {
  const found: Isolation[] = [];
  for (const isolation of candidates) {
    if (found.length === count) break;
    try {
      const browser = await launchBrowser(findBrowser(), isolation);
      browser.kill();
      await browser.exited;
      found.push(isolation);
    } catch {
      // This machine does not allow it.
    }
  }
  return found;
}
