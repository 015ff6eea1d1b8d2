import { afterAll, beforeAll } from 'vitest';
import { Browser } from '../chromium/browser.ts';
import { chooseIsolation } from '../chromium/choose-isolation.ts';
import { findBrowser } from '../chromium/find.ts';
import { createEgressPolicy } from '../egress/policy.ts';
import { createEgressProxy, type EgressProxy } from '../egress/proxy.ts';
import { writeDocument } from '../page/in-page/document.ts';
import { settleResources } from '../page/in-page/settle.ts';
import type { Page } from '../page/page.ts';

/** Opens pages with a document in them, for tests of what runs in a page. */
export interface TestPages {
  /** Writes the document into a new page and waits for its fonts and images. */
  write(html: string): Promise<Page>;
}

/** A real browser without a pool for the tests of one file. */
export function usePages(): TestPages {
  let browser: Browser | undefined;
  let proxy: EgressProxy | undefined;
  beforeAll(async () => {
    const found = findBrowser();
    const { isolation, browser: running } = await chooseIsolation(found, {
      allowNoSandbox: true,
      allowSharedUser: true,
    });
    proxy = createEgressProxy({ policy: createEgressPolicy() });
    browser = await Browser.start({ found, isolation, proxy, tabs: 32, running });
  });
  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
  });
  return {
    async write(html) {
      if (!browser) throw new Error('the browser is not started');
      const { page } = await browser.openTab();
      await page.callInTurn([writeDocument, html], [settleResources, '', true]);
      return page;
    },
  };
}
