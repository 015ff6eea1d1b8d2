import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgressPolicy } from '../egress/policy.ts';
import { createEgressProxy, type EgressProxy } from '../egress/proxy.ts';
import { writeDocument } from '../page/in-page/document.ts';
import { runNoScript } from '../page/open.ts';
import { catchUp, setClock } from '../page/virtual-time.ts';
import { Browser, type Tab } from './browser.ts';
import { chooseIsolation } from './choose-isolation.ts';
import { findBrowser } from './find.ts';
import { KeptPages } from './kept-pages.ts';

let browser: Browser;
let proxy: EgressProxy;
beforeAll(async () => {
  const found = findBrowser();
  const { isolation, browser: running } = await chooseIsolation(found, { allowNoSandbox: true, allowSharedUser: true });
  proxy = createEgressProxy({ policy: createEgressPolicy() });
  browser = await Browser.start({ found, isolation, proxy, tabs: 16, running });
});
afterAll(async () => {
  await browser.close();
  await proxy.close();
});

const keep = (most = 2) => new KeptPages({ browser, most, renew: (tab) => browser.renewTab(tab) });

/** A page that had its first job. */
async function used(over: Partial<Tab> = {}): Promise<Tab> {
  const tab = await browser.openTab();
  await runNoScript(tab.page);
  return { ...tab, jobs: 1, since: performance.now(), ...over };
}

describe('pages that are kept', () => {
  it('are lent to their group alone, empty, to one job at a time', async () => {
    const pages = keep();
    const tab = await used();
    await tab.page.call(() => {
      document.body.textContent = 'secret';
      document.adoptedStyleSheets.push(new CSSStyleSheet());
      history.pushState({}, '', '#here');
    });
    expect(pages.put('a', tab)).toBe(true);
    expect(await pages.take('b')).toBeUndefined();
    const again = await pages.take('a');
    expect(again?.page.contextId).toBe(tab.page.contextId);
    const left = await again?.page.call(() => [document.URL, document.body.textContent, history.length]);
    expect(left).toEqual(['https://document.platen.invalid/', '', 1]);
    expect(await pages.take('a')).toBeUndefined();
  });

  it('keep their document, emptied, for nine jobs in a row where it leaves nothing', async () => {
    const pages = keep();
    let tab = await used();
    const origins: number[] = [];
    for (let jobs = 1; jobs <= 11; jobs += 1) {
      await tab.page.call(writeDocument, '<title>secret</title><style>p{color:red}</style><p>secret');
      await tab.page.call(() => void document.adoptedStyleSheets.push(new CSSStyleSheet()));
      tab.page.leavesNothing = jobs !== 3;
      expect(pages.put('a', { ...tab, jobs })).toBe(true);
      tab = (await pages.take('a')) as Tab;
      const left = await tab.page.call(() => [
        performance.timeOrigin,
        document.documentElement.outerHTML,
        document.adoptedStyleSheets.length,
      ]);
      expect(left.slice(1)).toEqual(['<html><head><meta charset="utf-8"></head><body></body></html>', 0]);
      origins.push(left[0] as number);
      await runNoScript(tab.page);
    }
    const changes = origins.flatMap((origin, index) => (index > 0 && origin !== origins[index - 1] ? [index + 1] : []));
    expect(changes).toEqual([3, 10]);
  });

  it('are made empty while the next job of the group has a new page, if one is ready', async () => {
    const pages = keep();
    expect(pages.put('a', await used())).toBe(true);
    expect(await pages.take('a', true)).toBeUndefined();
    expect(pages.put('a', await used())).toBe(true);
    // No third one: it waits for one of the two.
    const first = await pages.take('a', true);
    expect(first).toBeDefined();
    expect(pages.count).toBe(1);
  });

  it('are made empty before the settings go that their document was laid out with', async () => {
    // With 1280 pixels nothing matches; with those of a new page its style takes for ever.
    let selector = 'div:empty';
    for (let depth = 0; depth < 5; depth += 1) selector = `div:is(${selector} div)`;
    const html = `<style>@media (width:717px){${selector}{color:red}}</style>${'<div>'.repeat(400)}`;
    const pages = keep();
    const tab = await used();
    const size = { width: 1280, height: 1024, deviceScaleFactor: 1, mobile: false };
    await tab.page.session.send('Emulation.setDeviceMetricsOverride', size);
    await tab.page.call(writeDocument, html);
    expect(pages.put('a', tab)).toBe(true);
    expect(await pages.take('a')).toBeDefined();
    expect(browser.isGone).toBe(false);
  });

  it('are closed, and no other with them, when they do not become empty', async () => {
    const pages = keep();
    const tab = await used();
    tab.page.session.send('Runtime.evaluate', { expression: 'for(;;);' }).catch(() => {});
    expect(pages.put('a', tab)).toBe(true);
    expect(await pages.take('a')).toBeUndefined();
    expect(browser.isGone).toBe(false);
  });

  it('are not lent with something left in them', async () => {
    const pages = keep();
    const tab = await used();
    // The name of a window outlives its document.
    await tab.page.call(() => {
      window.name = 'secret';
    });
    expect(pages.put('a', tab)).toBe(true);
    expect(await pages.take('a')).toBeUndefined();
    expect(pages.count).toBe(0);
  });

  it('are not kept once they have done their share', async () => {
    const pages = keep();
    expect(pages.put('a', await used({ jobs: 50 }))).toBe(false);
    expect(pages.put('a', await used({ since: performance.now() - 60_000 }))).toBe(false);
    // Two seconds of the processor would give the page a lower priority.
    expect(pages.put('a', await used({ used: 1_201 }))).toBe(true);
    expect(await pages.take('a')).toBeUndefined();
  });

  it('are thrown away when their time is over', async () => {
    const pages = keep();
    const tab = await used();
    expect(pages.put('a', { ...tab, since: performance.now() - 59_900 })).toBe(true);
    await pause(150);
    expect(pages.count).toBe(0);
    expect(await pages.take('a')).toBeUndefined();
  });

  it('are not kept once they have connected to anything, before or since', async () => {
    const ask = (tab: Tab) =>
      tab.page.call(() =>
        fetch('https://other.invalid/').then(
          () => {},
          () => {},
        ),
      );
    const pages = keep();
    const before = await used();
    before.identity.begin();
    await ask(before);
    expect(pages.put('a', before)).toBe(false);

    const since = await used();
    expect(pages.put('a', since)).toBe(true);
    const renewed = (await pages.take('a')) as Tab;
    await ask(renewed);
    expect(pages.put('a', renewed)).toBe(false);
  });

  it('are not kept once their clock was run, or may be still: it stands in the next document too', async () => {
    const pages = keep();
    const run = await used();
    await setClock(run.page, { policy: 'advance', budget: 1 });
    expect(pages.put('a', run)).toBe(false);
    const asked = await used();
    const caughtUp = catchUp(asked.page);
    expect(pages.put('a', asked)).toBe(false);
    await caughtUp;
  });

  it('give way to younger ones', async () => {
    const pages = keep(1);
    expect(pages.put('a', await used())).toBe(true);
    expect(pages.put('b', await used())).toBe(true);
    expect(await pages.take('a')).toBeUndefined();
    expect(await pages.take('b')).toBeDefined();
  });

  it('are not lent after their renderer has ended', async () => {
    const pages = keep();
    const tab = await used();
    expect(pages.put('a', tab)).toBe(true);
    const renewed = (await pages.take('a')) as Tab;
    renewed.page.session.send('Page.crash').catch(() => {});
    await expect(renewed.page.crashed).rejects.toThrow();
    expect(pages.put('a', renewed)).toBe(false);
  });
});
