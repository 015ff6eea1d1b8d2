import type { Warning } from '../warnings.ts';
import { type AdFilter, hideAds } from './ads.ts';
import { CONSENT_WORDS } from './cookie-banner-words.ts';
import { hideCookieBanners } from './cookie-banners.ts';
import type { Page } from './page.ts';
import { unlockPage } from './unlock-page.ts';

export interface ContentBlockingOptions {
  readonly ads?: AdFilter;
  /** Selectors of known cookie banners; absent: banners stay. */
  readonly banners?: readonly string[];
}

/** What is on a page beside its content, and is taken off it: advertising and questions for consent. */
export class ContentBlocking {
  /** Tells which requests are left out; absent: none. */
  readonly ads: AdFilter | undefined;
  readonly #selectors: readonly string[] | undefined;
  #banners = 0;

  constructor({ ads, banners }: ContentBlockingOptions) {
    this.ads = ads;
    this.#selectors = banners;
  }

  /** Hides what is there now; call it again when more may have come. It does nothing unless it was asked for. */
  async hide(page: Page): Promise<void> {
    if (this.#selectors) {
      this.#banners += await page.call(hideCookieBanners, this.#selectors, CONSENT_WORDS);
      // What one did to the page may come after it was hidden.
      if (this.#banners > 0) await page.call(unlockPage);
    }
    if (this.ads) await page.call(hideAds, this.ads.hosts);
  }

  /** @param requests how many requests for advertising were not made */
  warnings(requests: number): readonly Warning[] {
    const warnings: Warning[] = [];
    if (requests > 0) {
      const message = `Requests to hosts of advertising and measurement were left out, as "block_ads" asked for: ${requests}.`;
      warnings.push({ code: 'ads_blocked', message, detail: { count: requests } });
    }
    if (this.#banners > 0) {
      const message = 'A cookie banner of the page was hidden, as "block_cookie_banners" asked for.';
      warnings.push({ code: 'cookie_banner_hidden', message, detail: { count: this.#banners } });
    }
    return warnings;
  }
}
