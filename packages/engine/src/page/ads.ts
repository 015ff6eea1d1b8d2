import { readFileSync } from 'node:fs';

/** Hosts that serve advertising or measure visitors. */
interface AdHosts {
  readonly advertising: readonly string[];
  readonly measurement: readonly string[];
  /** Addresses without their scheme; all that begin so. */
  readonly paths: readonly string[];
}

let known: AdHosts | undefined;

function adHosts(): AdHosts {
  known ??= JSON.parse(readFileSync(new URL('./ad-hosts.json', import.meta.url), 'utf8')) as AdHosts;
  return known;
}

/** Tells requests for advertising and measurement from those for what a page shows. */
export class AdFilter {
  /** Hosts, each with its subdomains. */
  readonly hosts: readonly string[];
  readonly #hosts: ReadonlySet<string>;
  readonly #paths: readonly string[];

  /** @param page address of the page; what comes from its own host is its content, whatever the host is known for */
  constructor(page?: string) {
    const { advertising, measurement, paths } = adHosts();
    const own = page === undefined ? '' : (URL.parse(page)?.hostname ?? '');
    this.hosts = [...advertising, ...measurement].filter((host) => !isWithin(own, host));
    this.#hosts = new Set(this.hosts);
    this.#paths = paths.filter((path) => !path.startsWith(`${own}/`));
  }

  /** Patterns of Chromium's interception that let through nothing of these hosts, and may catch a little more. */
  patterns(): readonly string[] {
    return [...this.hosts, ...this.#paths].map((entry) => `*${entry}*`);
  }

  matches(address: string): boolean {
    const url = URL.parse(address);
    if (!url) return false;
    const labels = url.hostname.split('.');
    if (labels.some((_, index) => this.#hosts.has(labels.slice(index).join('.')))) return true;
    const path = url.hostname + url.pathname;
    return this.#paths.some((prefix) => path.startsWith(prefix));
  }
}

const isWithin = (name: string, host: string): boolean => name === host || name.endsWith(`.${host}`);

/**
 * Runs in the page. Hides frames and pictures of these hosts, the slots that networks name, and boxes that are called
 * advertising and are empty; then boxes that have become empty by that. What has text or pictures of its own stays.
 */
export function hideAds(hosts: readonly string[]): void {
  const LABEL =
    /^(?:ads?|advertisements?|advertising|sponsored|anzeigen?|werbung|publicité|publicidad|anuncios?|pubblicità|advertentie|reklama?|annons|annonce|реклама|広告|广告|廣告)?$/iu;
  const SLOTS =
    'ins.adsbygoogle,[id^="google_ads_"],[id^="div-gpt-ad"],[data-ad-slot],[data-ad-client],[data-google-query-id],' +
    'amp-ad,amp-embed,amp-sticky-ad,[id^="taboola-"],.OUTBRAIN,[id^="crt-"][data-crto],[id^="carbonads"],[data-revive-zoneid]';
  const NAMED =
    /(?:^|\s)(?:ads?|advert|adverts|advertisements?|adsense|ad-?(?:slot|box|unit|banner|container|wrapper)|(?:ads?|advert|advertisement|gpt|dfp)[-_](?:slot|banner|container|wrapper|unit|box|frame|holder|space|top|bottom|left|right|sidebar|leaderboard|block|area|placeholder|zone|\d+)|banner-?ads?)(?:[-_][\w-]*)?(?=\s|$)/i;
  const MEDIA = 'img,picture,svg,canvas,video,audio,iframe,object,embed,input,button,select,textarea,table,hr,math';
  const BOX = /^(?:div|aside|section|span|p|center|ins|figure)$/;
  const known = new Set(hosts);

  const isOfAds = (address: string): boolean => {
    const labels = URL.canParse(address, document.baseURI)
      ? new URL(address, document.baseURI).hostname.split('.')
      : [];
    return labels.some((_, index) => known.has(labels.slice(index).join('.')));
  };
  const isEmpty = (box: HTMLElement): boolean =>
    // Not `$textContent`: what is hidden already does not count.
    LABEL.test(box.$innerText.trim()) &&
    getComputedStyle(box).backgroundImage === 'none' &&
    ![...box.$querySelectorAll(MEDIA)].some((element) => element.$checkVisibility());
  const hide = (element: HTMLElement): void => {
    element.$style.setProperty('display', 'none', 'important');
    for (let box = element.$parentElement; box && BOX.test(box.$localName) && isEmpty(box); box = box.$parentElement) {
      box.$style.setProperty('display', 'none', 'important');
    }
  };

  // A page that hides itself until a script for experiments has come would wait for that for seconds.
  document.documentElement?.$classList.remove('async-hide');
  for (const element of document.querySelectorAll<HTMLElement>('iframe[src],img[src],embed[src],object[data]')) {
    const address = element.$getAttribute('src') ?? element.$getAttribute('data') ?? '';
    if (isOfAds(address)) hide(element);
  }
  for (const slot of document.querySelectorAll<HTMLElement>(SLOTS)) {
    if (slot.$checkVisibility() && !slot.$querySelector('main,article,h1')) hide(slot);
  }
  for (const box of document.querySelectorAll<HTMLElement>('body [id],body [class]')) {
    if (!BOX.test(box.$localName)) continue;
    if (NAMED.test(box.$id) || NAMED.test(box.$className)) if (box.$checkVisibility() && isEmpty(box)) hide(box);
  }
}
