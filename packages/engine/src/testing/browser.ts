import { Browser } from '../chromium/browser.ts';
import { chooseIsolation } from '../chromium/choose-isolation.ts';
import { findBrowser } from '../chromium/find.ts';
import { createEgressPolicy } from '../egress/policy.ts';
import { createEgressProxy } from '../egress/proxy.ts';
import { shared } from './shared.ts';

/** Pages that the tests of one file may have open. */
const TABS = 32;

/** A browser without a pool for all test files of a process. Nothing on the network answers. */
export const sharedBrowser = shared({
  start: async () => {
    const found = findBrowser();
    const { isolation, browser: running } = await chooseIsolation(found, {
      allowNoSandbox: true,
      allowSharedUser: true,
    });
    const proxy = createEgressProxy({ policy: createEgressPolicy(), lookup: async () => [] });
    return await Browser.start({ found, isolation, proxy, tabs: TABS, running });
  },
  isGone: (browser) => browser.isGone,
  end: (browser) => browser.close(),
});
