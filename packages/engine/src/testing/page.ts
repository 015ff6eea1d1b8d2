import { afterAll, beforeAll } from 'vitest';
import type { Browser, Tab } from '../chromium/browser.ts';
import { writeDocument } from '../page/in-page/document.ts';
import { settleResources } from '../page/in-page/settle.ts';
import type { Page } from '../page/page.ts';
import { sharedBrowser } from './browser.ts';

/** Opens pages with a document in them, for tests of what runs in a page. */
export interface TestPages {
  /** Writes the document into a new page and waits for its fonts and images. The page lives as long as the tests of the file. */
  write(html: string): Promise<Page>;
}

/** A real browser without a pool, which the files of a process share. */
export function usePages(): TestPages {
  let browser: Browser | undefined;
  const tabs: Tab[] = [];
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    for (const tab of tabs) await browser?.closeTab(tab);
  });
  return {
    async write(html) {
      if (!browser) throw new Error('the browser is not started');
      const tab = await browser.openTab();
      tabs.push(tab);
      await tab.page.callInTurn([writeDocument, html], [settleResources, '', true]);
      return tab.page;
    },
  };
}
