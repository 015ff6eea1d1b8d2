import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../chromium/browser.ts';
import { findBrowser } from '../chromium/find.ts';
import { isolationCandidates } from '../chromium/isolation.ts';
import { createEgressPolicy } from '../egress/policy.ts';
import { createEgressProxy } from '../egress/proxy.ts';
import { writeDocument } from '../page/in-page/document.ts';
import type { Page } from '../page/page.ts';
import type { Rendered } from './blocks.ts';
import { prepareWalk, UnreadableSelector, walkPage } from './walk.ts';

const HTML = `<!doctype html><title>Harbour</title><h1>The harbour</h1><p>Its <b>walls</b> were built by hand.</p>
<ul><li>one<li>two</ul><table><tr><th>Year<th>Ships<tr><td>1900<td>12</table>
<details><summary>More</summary><p>Closed</p></details><p style="opacity:0">SECRET</p>`;

describe('a walk that was sent ahead', () => {
  const proxy = createEgressProxy({ policy: createEgressPolicy(), lookup: async () => [] });
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await proxy.close();
  });

  const startBrowser = async (): Promise<Browser> => {
    let failure: unknown;
    for (const isolation of isolationCandidates()) {
      try {
        return await Browser.start({ found: findBrowser(), isolation, proxy, tabs: 2 });
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };

  const onPage = async <T>(use: (page: Page) => Promise<T>): Promise<T> => {
    const tab = await browser.openTab();
    const egress = tab.identity.begin();
    try {
      return await use(tab.page);
    } finally {
      egress.end();
      await browser.closeTab(tab);
    }
  };

  const read = (prepare: (page: Page) => Promise<void>): Promise<Rendered> =>
    onPage(async (page) => {
      await prepare(page);
      await page.call(writeDocument, HTML);
      return await walkPage(page);
    });

  it('reads the same', async () => {
    const expected = await read(async () => {});
    expect(JSON.stringify(expected)).toContain('walls');
    expect(await read(prepareWalk)).toEqual(expected);
  });

  it('leaves nothing of its sample in the page', async () => {
    const left = await onPage(async (page) => {
      await prepareWalk(page);
      return await page.call(() => `${document.body.childNodes.length} ${document.styleSheets.length}`);
    });
    expect(left).toBe('0 0');
  });

  it('cannot be seen by the script of the page', async () => {
    const text = await onPage(async (page) => {
      await prepareWalk(page);
      await page.call(
        writeDocument,
        '<p></p><script>document.querySelector("p").textContent = "it is " + typeof platenWalk</script>',
      );
      return JSON.stringify(await walkPage(page));
    });
    expect(text).toContain('it is undefined');
  });

  it('is sent again to a document that took the place of the page', async () => {
    const text = await onPage(async (page) => {
      await prepareWalk(page);
      const loaded = new Promise<void>((resolve) => page.session.on('Page.loadEventFired', () => resolve()));
      await page.session.send('Page.navigate', { url: `data:text/html,${encodeURIComponent(HTML)}` });
      await loaded;
      return JSON.stringify(await walkPage(page));
    });
    expect(text).toContain('walls');
  });

  it('tells of a selector that cannot be read', async () => {
    await onPage(async (page) => {
      await prepareWalk(page);
      await expect(walkPage(page, { selection: { exclude: ['p', '<'] } })).rejects.toThrow(UnreadableSelector);
    });
  });
});
