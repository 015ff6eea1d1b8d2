import {
  absent,
  absentSwitch,
  as,
  asFlag,
  asText,
  asTimeout,
  type Fields,
  flag,
  idle,
  isFields,
  list,
  type Member,
  membersOf,
  milliseconds,
  nested,
  object,
  refused,
  rowsOf,
  type Table,
  text,
  unread,
  unsupported,
} from '../values.ts';
import { namesOf, wordsOf } from '../words.ts';

/** The fields of Browserless' REST API, whose names are Puppeteer's, and what each is in a request of ours. */

/** Names under which a request is put together from several fields; none of them is sent on. */
export const SCRIPTS = '*scripts';
export const CONDITION = '*condition';
export const AWAITED = '*awaited';
export const BEST_ATTEMPT = '*bestAttempt';
export const DOMAINS = '*domains';

/** Milliseconds that a request may ask to wait. */
const LONGEST_DELAY = 10_000;

/** `options` of `/pdf`. */
const PDF_OPTIONS: Table = {
  displayHeaderFooter: {
    note: 'Only what `headerTemplate` and `footerTemplate` say is printed: there is no date and title without them.',
    read: (value, name) => ({ displayed: flag(value, name) }),
  },
  headerTemplate: asText('header', undefined, 'header.source'),
  footerTemplate: asText('footer', undefined, 'footer.source'),
  printBackground: {
    ours: 'disable_backgrounds',
    read: (value, name) => ({ disable_backgrounds: !flag(value, name) }),
  },
  landscape: as('landscape'),
  scale: as('zoom'),
  pageRanges: { ours: 'pages', read: (value, name) => (text(value, name) === '' ? {} : { pages: value }) },
  format: as('format'),
  width: as('width'),
  height: as('height'),
  margin: {
    ours: 'margin',
    read: (value, name) => ({ margin: { top: 0, right: 0, bottom: 0, left: 0, ...object(value, name) } }),
  },
  preferCSSPageSize: as('prefer_css_page_size'),
  tagged: as('tagged'),
  outline: as('outline'),
  omitBackground: idle('A PDF has no background of its own: it is for screenshots.'),
  waitForFonts: idle('Fonts are always waited for.'),
  timeout: asTimeout('Milliseconds; a page that is not ready is printed as it is then.'),
  path: absent('results are sent back.'),
};

/** `options` of `/screenshot`. */
const IMAGE_OPTIONS: Table = {
  type: as('target_format'),
  quality: as('quality'),
  fullPage: as('fullpage'),
  omitBackground: as('transparent'),
  clip: {
    note: 'A `scale` other than 1 is 501.',
    ours: 'clip',
    read(value, name) {
      const { scale = 1, ...clip } = object(value, name);
      if (scale !== 1) throw unsupported(`${name}.scale`, 'give "viewport.deviceScaleFactor".');
      return { clip };
    },
  },
  encoding: {
    ours: 'response_type',
    read(value, name) {
      if (value === 'binary') return {};
      if (value === 'base64') return { response_type: 'base64' };
      throw refused(name, 'has to be "binary" or "base64".');
    },
  },
  captureBeyondViewport: idle('`fullPage`, `clip` and `selector` always reach beyond the window.'),
  fromSurface: idle('Changes nothing.'),
  optimizeForSpeed: idle('Changes nothing.'),
  path: absent('results are sent back.'),
};

const GOTO: Table = {
  waitUntil: {
    note: 'Pages are waited for until they are ready, whatever it says; without a `networkidle` what script asks for later is not.',
    ours: 'wait_for_network',
    read(value, name) {
      const events = Array.isArray(value) ? value : [value];
      const known = ['load', 'domcontentloaded', 'networkidle0', 'networkidle2'];
      if (!events.every((event) => known.includes(event))) throw refused(name, `has to be one of ${known.join(', ')}.`);
      return { wait_for_network: events.some((event) => event.startsWith('networkidle')) };
    },
  },
  timeout: asTimeout('Milliseconds; a page that is not ready is captured as it is then.'),
  referer: asText('referer', undefined, 'http_headers.Referer'),
  referrerPolicy: absent('give "referer", which is sent as it is.'),
};

const WINDOW: Table = {
  width: as('width'),
  height: as('height'),
  deviceScaleFactor: as('device_scale_factor'),
  isMobile: absentSwitch('give the width of the device.'),
  hasTouch: absentSwitch('pages are not touched.'),
  isLandscape: idle('Width and height say it.'),
};

/** Milliseconds that a condition is waited for. There, zero is no limit. */
const LONGEST_WAIT = 30_000;
const limited: Member = {
  read(value, name) {
    const limit = milliseconds(value, name);
    return limit === 0 || limit > LONGEST_WAIT ? {} : { timeout: limit };
  },
};

const SELECTOR: Table = {
  selector: as('selector'),
  visible: { read: (value, name) => (flag(value, name) ? { state: 'visible' } : {}) },
  hidden: { read: (value, name) => (flag(value, name) ? { state: 'hidden' } : {}) },
  timeout: limited,
};

const FUNCTION: Table = {
  fn: asText('fn'),
  polling: unread('Changes nothing.'),
  timeout: limited,
};

/** Puppeteer's names of kinds of files, and ours. */
const KINDS: Readonly<Record<string, string>> = {
  image: 'image',
  media: 'media',
  font: 'font',
  stylesheet: 'stylesheet',
  script: 'script',
  xhr: 'fetch',
  fetch: 'fetch',
};

const merged = (json: Fields, table: Table, name: string): Fields => Object.assign({}, ...membersOf(json, table, name));

/** Anything else would be taken for the code itself: `file:///x` is a label and a comment. */
function address(value: unknown, name: string): string {
  const given = text(value, name);
  if (/^https?:\/\//i.test(given) && URL.canParse(given)) return given;
  throw refused(name, 'has to begin with http:// or https://.');
}

/** Style sheets and scripts that are added: code one after the other, or the address of one. */
function tags(value: unknown, name: string): { readonly urls: readonly string[]; readonly codes: readonly string[] } {
  const found = list(value, name).map((tag, index) => {
    const at = `${name}.${index}`;
    const { url, content, ...others } = object(tag, at);
    for (const other of Object.keys(others)) {
      if (other !== 'type' && other !== 'id')
        throw unsupported(`${at}.${other.slice(0, 50)}`, 'give "content" or "url".');
    }
    if ((url === undefined) === (content === undefined)) throw refused(at, 'has to have "content" or "url".');
    return { url, code: content === undefined ? undefined : text(content, `${at}.content`) };
  });
  const urls = found.flatMap(({ url }, index) => (url === undefined ? [] : [address(url, `${name}.${index}.url`)]));
  const codes = found.flatMap(({ code }) => (code === undefined ? [] : [code]));
  if (urls.length > 0 && found.length > 1)
    throw unsupported(name, 'give one tag with "url", or any number with "content".');
  return { urls, codes };
}

function cookiesOf(value: unknown, name: string): Fields {
  const domains: unknown[] = [];
  const cookies = list(value, name).map((entry, index) => {
    const at = `${name}.${index}`;
    const { name: own, value: content, url, domain, path, secure, httpOnly, ...others } = object(entry, at);
    // What says how long, and to whom else, it is sent: here it is sent to its page once.
    for (const other of Object.keys(others)) {
      if (!/^(?:expires|sameSite|priority|sameParty|sourceScheme|partitionKey|size|session)$/.test(other))
        throw refused(`${at}.${other.slice(0, 50)}`, 'is no field of a cookie.');
    }
    if (path !== undefined && path !== '/') throw unsupported(`${at}.path`, 'cookies are for the whole host.');
    domains.push(domain ?? (typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : undefined));
    return {
      name: own,
      value: content,
      ...(secure === true ? { secure } : {}),
      ...(httpOnly === true ? { http_only: true } : {}),
    };
  });
  return { cookies, [DOMAINS]: domains };
}

/** Fields of every path. */
const COMMON: Table = {
  url: asText('url', undefined, ['source.url', 'source', 'allow_error_status']),
  html: asText('html', undefined, 'source.html'),
  gotoOptions: nested(GOTO),
  addScriptTag: {
    note: 'Any number with `content`, or one with `url`.',
    ours: 'javascript',
    read: (value, name) => ({ [SCRIPTS]: tags(value, name) }),
  },
  addStyleTag: {
    note: 'Any number with `content`, or one with `url`.',
    ours: 'css',
    read(value, name) {
      const { urls, codes } = tags(value, name);
      return urls.length + codes.length === 0 ? {} : { css: urls[0] ?? codes.join('\n') };
    },
  },
  authenticate: {
    ours: 'auth',
    read(value, name) {
      const { username, password } = object(value, name);
      return { auth: { username, password } };
    },
  },
  bestAttempt: asFlag(
    BEST_ATTEMPT,
    'A page that does not get ready is captured as it is, with a warning, whatever it says.',
  ),
  cookies: { note: 'For the host of `url`; a cookie of another is 501.', ours: 'cookies', read: cookiesOf },
  emulateMediaType: as('media'),
  rejectResourceTypes: {
    note: 'image, media, font, stylesheet, script, xhr and fetch (which are one); others are 501.',
    ours: 'block_resources',
    read(value, name) {
      const kinds = list(value, name).map((kind, index) => {
        const known = KINDS[text(kind, `${name}.${index}`)];
        if (known === undefined) throw unsupported(`${name}.${index}`, `give ${Object.keys(KINDS).join(', ')}.`);
        return known;
      });
      return { block_resources: [...new Set(kinds)] };
    },
  },
  rejectRequestPattern: absent('"rejectResourceTypes" and `?blockAds` leave out what a page asks for.'),
  requestInterceptors: absent('give the files with the request to /v1/convert/pdf.'),
  scrollPage: idle('What loads on scrolling is always loaded.'),
  setExtraHTTPHeaders: {
    note: 'For the origin of `url` only.',
    ours: 'http_headers',
    read: (value, name) => ({ http_headers: object(value, name) }),
  },
  setJavaScriptEnabled: {
    ours: 'disable_javascript',
    read: (value, name) => ({ disable_javascript: !flag(value, name) }),
  },
  userAgent: {
    ours: 'user_agent',
    read: (value, name) => ({ user_agent: isFields(value) ? text(value.userAgent, `${name}.userAgent`) : value }),
  },
  viewport: nested(WINDOW, 'viewport'),
  waitForEvent: absent('give "waitForFunction", or "waitForSelector".'),
  waitForFunction: {
    note: 'One that throws has not come true yet. Its `timeout` counts with `bestAttempt`; without that it is 30 s.',
    ours: 'wait_for',
    read(value, name) {
      const { fn, timeout } = merged(object(value, name), FUNCTION, name);
      if (fn === undefined) throw refused(`${name}.fn`, 'is missing.');
      return { [CONDITION]: { code: fn, timeout } };
    },
  },
  waitForSelector: {
    note: 'Waited for up to 30 s, or its `timeout` if that is less.',
    ours: 'wait_for_selector',
    read: (value, name) => ({ [AWAITED]: { state: 'attached', ...merged(object(value, name), SELECTOR, name) } }),
  },
  waitForTimeout: {
    note: 'At most 10,000 ms.',
    ours: 'delay',
    read(value, name) {
      const delay = milliseconds(value, name);
      if (delay > LONGEST_DELAY)
        throw refused(name, `may be ${LONGEST_DELAY} at most; "waitForFunction" may wait longer.`);
      return { delay };
    },
  },
};

const PDF_FIELDS: Table = { ...COMMON, options: nested(PDF_OPTIONS) };
const IMAGE_FIELDS: Table = {
  ...COMMON,
  options: nested(IMAGE_OPTIONS),
  selector: as('css_selector'),
};

/** `elements` of `/scrape`. */
const ELEMENTS: Member = {
  note: 'Each with `selector`, of which more than 1,000 elements are refused; a `timeout` changes nothing, since pages are waited for until they are ready.',
  ours: 'elements',
  read(value, name) {
    const elements = list(value, name).map((entry, index) => {
      const at = `${name}.${index}`;
      const { selector, timeout, ...others } = object(entry, at);
      if (timeout !== undefined) milliseconds(timeout, `${at}.timeout`);
      for (const other of Object.keys(others)) throw unsupported(`${at}.${other.slice(0, 50)}`, 'give "selector".');
      return text(selector, `${at}.selector`);
    });
    if (elements.length === 0) throw refused(name, 'has to have one at least.');
    return { elements };
  },
};

const SCRAPE_FIELDS: Table = {
  ...COMMON,
  elements: ELEMENTS,
  debugOpts: absent('what the page asked for and said in its console is not reported; warnings are.'),
};

/** By what a request makes. */
export const FIELDS = {
  pdf: PDF_FIELDS,
  image: IMAGE_FIELDS,
  content: COMMON,
  scrape: SCRAPE_FIELDS,
} as const;

const words = (table: Table) => wordsOf(namesOf(table), { mandatory: 'url', sentences: true });

/** What fields of ours are called there. */
export const WORDS = {
  pdf: words(FIELDS.pdf),
  image: words(FIELDS.image),
  content: words(FIELDS.content),
  scrape: words(FIELDS.scrape),
} as const;

/** All names, for the guide. @returns name, whose it is, and what is different */
export function browserlessFields(): readonly { readonly name: string; readonly of: string; readonly note: string }[] {
  const rows = (table: Table, of: string, prefix = '') => rowsOf(table, prefix).map((row) => ({ ...row, of }));
  return [
    ...rows(COMMON, 'all'),
    ...rows(GOTO, 'all', 'gotoOptions.'),
    ...rows(WINDOW, 'all', 'viewport.'),
    ...rows(PDF_OPTIONS, 'pdf', 'options.'),
    { name: 'selector', of: 'screenshot', note: 'The same.' },
    ...rows(IMAGE_OPTIONS, 'screenshot', 'options.'),
    ...rows({ elements: ELEMENTS, debugOpts: SCRAPE_FIELDS.debugOpts as Member }, 'scrape'),
  ];
}
