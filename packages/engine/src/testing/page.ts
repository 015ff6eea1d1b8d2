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
  const opened: { readonly browser: Browser; readonly tab: Tab }[] = [];
  // Its start is not part of a test.
  beforeAll(async () => {
    await sharedBrowser();
  });
  afterAll(async () => {
    for (const { browser, tab } of opened) await browser.closeTab(tab);
  });
  return {
    async write(html) {
      const browser = await sharedBrowser();
      const tab = await browser.openTab();
      opened.push({ browser, tab });
      await tab.page.callInTurn([writeDocument, html], [settleResources, '', true]);
      return tab.page;
    },
  };
}
