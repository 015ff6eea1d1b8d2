import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A rule of autoconsent, as far as it is read here. */
interface ConsentRule {
  readonly prehideSelectors?: readonly string[];
  readonly runContext?: {
    /** Regular expression of the addresses that the rule is for. */
    readonly urlPattern?: string;
  };
}

/** Containers of consent platforms whose rules in autoconsent are code rather than data, and of a few that it lacks. */
const PLATFORMS: readonly string[] = [
  '#onetrust-consent-sdk,#onetrust-banner-sdk,.onetrust-pc-dark-filter,.optanon-alert-box-wrapper',
  '#CybotCookiebotDialog,#CybotCookiebotDialogBodyUnderlay',
  '#usercentrics-root,#usercentrics-cmp-ui,#uc-banner-modal,#uc-btn-dialog',
  '#qc-cmp2-container,.qc-cmp-ui-container,.qc-cmp2-container',
  '#didomi-host',
  '#truste-consent-track,#trustarc-banner-overlay,.trustarc-banner-container,.truste_overlay,.truste_popframe,.truste_box_overlay',
  '[id^="sp_message_container_"],.sp-message-open > .message-overlay,#sp_privacy_manager_container',
  '.cky-consent-container,.cky-consent-bar,.cky-overlay,.cky-modal',
  '.klaro .cookie-notice,.klaro .cookie-modal',
  '.osano-cm-window',
  '#cmplz-cookiebanner-container,.cmplz-cookiebanner',
  '#BorlabsCookieBox,#BorlabsCookieBoxWrap,#BorlabsCookieWidget',
  '#iubenda-cs-banner',
  '#cmpbox,#cmpbox2,#cmpwrapper',
  '#_evidon_banner,#_evidon-barrier-wrapper,#evidon-prefdiag-overlay',
  '.fc-consent-root',
  '#axeptio_overlay',
  '#tarteaucitronRoot',
  '#termly-code-snippet-support',
  '.cc-window[role="dialog"],.cc-window.cc-banner',
  '#cookie-law-info-bar,.cli-modal-backdrop',
  '#cookie-notice[role],#cookie-notice.cookie-notice',
  '#moove_gdpr_cookie_info_bar,#moove_gdpr_cookie_modal',
  '#real-cookie-banner,[id^="rcb-banner"]',
  '#ccm-widget,.ccm-root',
  '#hs-eu-cookie-confirmation',
  '#shopify-pc__banner',
  '#ez-cookie-dialog-wrapper',
  '#sliding-popup.sliding-popup-bottom,#sliding-popup.sliding-popup-top',
  '#cookieConsentContainer,#cookieconsent,#cookie-consent',
  '#cookiescript_injected_wrapper,#cookiescript_injected',
  '#CookieReportsBanner,#CookieReportsPanel',
  '.unic[role="dialog"]',
  '#uniccmp',
];

let rules: readonly ConsentRule[] | undefined;

function readRules(): readonly ConsentRule[] {
  if (!rules) {
    const require = createRequire(import.meta.url);
    const file = require.resolve('@duckduckgo/autoconsent/rules/rules.json');
    rules = (JSON.parse(readFileSync(file, 'utf8')) as { autoconsent: readonly ConsentRule[] }).autoconsent;
  }
  return rules;
}

/**
 * Selectors of the containers of cookie banners: those of consent platforms, and those that autoconsent (MPL-2.0, read
 * as it is published) knows of the page at this address.
 */
export function cookieBannerSelectors(address?: string): readonly string[] {
  const found = readRules().flatMap(({ prehideSelectors = [], runContext }) => {
    const pattern = runContext?.urlPattern;
    const applies = pattern === undefined || (address !== undefined && new RegExp(pattern).test(address));
    return applies ? prehideSelectors : [];
  });
  return [...new Set([...PLATFORMS, ...found])];
}
