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
  object,
  refused,
  type Table,
  text,
  unread,
  unsupported,
} from '../values.ts';
import { namesOf, type Words, wordsOf } from '../words.ts';

/** The fields of Firecrawl's `scrape`, of both versions of its API, and what each is in a request of ours. */

/** What is made of a page. */
export interface Formats {
  readonly markdown: boolean;
  readonly links: boolean;
  readonly images: boolean;
  /** What was read, without scripts and styles. */
  readonly html: boolean;
  /** The page, as its scripts left it. */
  readonly rawHtml: boolean;
  readonly attributes: readonly WantedAttribute[];
  /** Options of the picture. */
  readonly screenshot?: Fields;
}

/** An attribute of elements. */
export interface WantedAttribute {
  readonly selector: string;
  readonly attribute: string;
}

/** Milliseconds that a request may ask to wait. */
const LONGEST_WAIT = 10_000;
/** The window of a telephone. */
const TELEPHONE = { width: 390, height: 844 };

const absentList = (why: string): Member => ({
  note: `501 unless it is empty: ${why}`,
  read(value, name) {
    if (list(value, name).length > 0) throw unsupported(name, why);
    return {};
  },
});

const SCREENSHOT: Table = {
  type: unread('The same.'),
  fullPage: asFlag('fullpage'),
  quality: as('quality', 'The picture is a JPEG then.'),
  viewport: {
    ours: 'viewport',
    read(value, name) {
      const { width, height } = object(value, name);
      return { viewport: { width, height } };
    },
  },
};

const PLAIN = ['markdown', 'html', 'rawHtml', 'links', 'images'] as const;
const isPlain = (type: string): type is (typeof PLAIN)[number] => (PLAIN as readonly string[]).includes(type);

const attributesOf = ({ selectors }: Fields, name: string): WantedAttribute[] =>
  list(selectors, `${name}.selectors`).map((entry, index) => {
    const at = `${name}.selectors.${index}`;
    const { selector, attribute } = object(entry, at);
    return { selector: text(selector, `${at}.selector`), attribute: text(attribute, `${at}.attribute`) };
  });

function formatsOf(value: unknown, name: string): Formats {
  const formats = { markdown: false, links: false, images: false, html: false, rawHtml: false };
  const attributes: WantedAttribute[] = [];
  let screenshot: Fields | undefined;
  for (const [index, format] of list(value, name).entries()) {
    const at = `${name}.${index}`;
    const type = text(isFields(format) ? format.type : format, at);
    if (isPlain(type)) formats[type] = true;
    else if (type === 'attributes' && isFields(format)) attributes.push(...attributesOf(format, at));
    else if (type === 'screenshot')
      screenshot = isFields(format) ? Object.assign({}, ...membersOf(format, SCREENSHOT, at)) : {};
    else if (type === 'screenshot@fullPage') screenshot = { fullpage: true };
    else
      throw unsupported(
        at,
        `"${type.slice(0, 50)}" is not made here. There are ${PLAIN.join(', ')}, attributes, screenshot and screenshot@fullPage.`,
      );
  }
  return { ...formats, attributes, ...(screenshot ? { screenshot } : {}) };
}

/** There, cookies have no field of their own: they stand in a header (RFC 6265, section 4.2). */
function headersOf(value: unknown, name: string): Fields {
  const all = Object.entries(object(value, name));
  const isCookie = ([header]: readonly [string, unknown]) => header.toLowerCase() === 'cookie';
  const cookies = all.filter(isCookie).flatMap(([header, pairs]) =>
    text(pairs, `${name}.${header}`)
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair !== '')
      .map((pair) => {
        const end = pair.indexOf('=');
        if (end < 1) throw refused(`${name}.${header}`, 'has to be pairs such as "session=abc; theme=dark".');
        return { name: pair.slice(0, end).trim(), value: pair.slice(end + 1).trim() };
      }),
  );
  return {
    http_headers: Object.fromEntries(all.filter((entry) => !isCookie(entry))),
    ...(cookies.length > 0 ? { cookies } : {}),
  };
}

/** All of them. Members whose names begin with "*" are put together later. */
export const SCRAPE_FIELDS: Table = {
  url: asText('*url', 'Without a scheme it is https.', ['source.url', 'source', 'allow_error_status']),
  formats: {
    note: 'markdown (default), html, rawHtml, links, images, attributes, screenshot, screenshot@fullPage, also as objects; others are 501. `html` is what was read, with the elements that say what a part is and without classes; `rawHtml` is the page as its scripts left it.',
    ours: ['outputs', 'format', 'include', 'elements'],
    read: (value, name) => ({ '*formats': formatsOf(value, name) }),
  },
  onlyMainContent: { ours: 'content', read: (value, name) => ({ content: flag(value, name) ? 'auto' : 'full' }) },
  includeTags: {
    note: 'CSS selectors; of what matches all that can be seen is read.',
    ours: 'only_selector',
    read(value, name) {
      const selectors = list(value, name).map((one, index) => text(one, `${name}.${index}`));
      return selectors.length === 0 ? {} : { '*only': selectors.join(', ') };
    },
  },
  excludeTags: {
    note: 'CSS selectors.',
    ours: 'exclude_selectors',
    read: (value, name) => ({ exclude_selectors: list(value, name) }),
  },
  headers: {
    note: 'For the origin of `url` only; a `Cookie` is set for its host.',
    ours: ['http_headers', 'cookies'],
    read: headersOf,
  },
  waitFor: {
    note: 'At most 10,000 ms. Pages are waited for until they are ready in any case.',
    ours: 'delay',
    read(value, name) {
      const delay = milliseconds(value, name);
      if (delay > LONGEST_WAIT) throw refused(name, `may be ${LONGEST_WAIT} at most.`);
      return { delay };
    },
  },
  mobile: {
    note: 'A window of 390 by 844; the browser names itself as it is.',
    ours: 'viewport',
    read: (value, name) => (flag(value, name) ? { viewport: TELEPHONE } : {}),
  },
  timeout: asTimeout('Milliseconds; a page that is not ready is read as it is then, with a warning.'),
  blockAds: {
    note: 'Default true, as there; it hides questions for cookies too.',
    ours: ['block_ads', 'block_cookie_banners'],
    read(value, name) {
      const on = flag(value, name);
      return { block_ads: on, block_cookie_banners: on };
    },
  },
  removeBase64Images: {
    note: 'Markdown names pictures by their addresses, never by their bytes; `false` is 501.',
    read(value, name) {
      if (!flag(value, name)) throw unsupported(name, 'pictures are named by their addresses. Leave it out.');
      return {};
    },
  },
  location: {
    note: 'The first of `languages`; a `country` is 501, since pages are asked for from where this service is.',
    ours: 'locale',
    read(value, name) {
      const { country, languages = [] } = object(value, name);
      if (country !== undefined && country !== null)
        throw unsupported(`${name}.country`, 'pages are asked for from where this service is.');
      const [first] = list(languages, `${name}.languages`);
      return first === undefined ? {} : { locale: text(first, `${name}.languages.0`) };
    },
  },
  skipTlsVerification: idle(
    'Whatever it says, certificates are checked, and a page with one that is not valid is refused.',
  ),
  proxy: {
    note: '`basic` and `auto`, which change nothing; others are 501.',
    read(value, name) {
      if (value === 'basic' || value === 'auto') return {};
      throw unsupported(name, 'pages are asked for from where this service is.');
    },
  },
  actions: absentList('POST /v1/convert/markdown has "javascript", which runs in the page.'),
  parsers: {
    note: '`pdf`, the default there, changes nothing: a PDF file is no page, and is refused. Others are 501.',
    read(value, name) {
      for (const [index, parser] of list(value, name).entries()) {
        const type = text(isFields(parser) ? parser.type : parser, `${name}.${index}`);
        if (type !== 'pdf') throw unsupported(`${name}.${index}`, 'files are read by POST /api/pdf/extract-data.');
      }
      return {};
    },
  },
  parsePDF: idle('A PDF file is no page: it is refused.'),
  maxAge: unread('Every request loads the page.'),
  minAge: unread('Every request loads the page.'),
  storeInCache: idle('Nothing is stored.'),
  zeroDataRetention: idle('Nothing is stored, whatever it says.'),
  fastMode: idle('Changes nothing.'),
  lockdown: absentSwitch('every request loads the page.'),
  jsonOptions: absent('POST /api/pdf/extract-data reads data out of text.'),
  extract: absent('POST /api/pdf/extract-data reads data out of text.'),
  changeTrackingOptions: absent('nothing is stored that a page could be compared with.'),
  agent: absent('nothing is clicked for you.'),
  redactPII: {
    note: '`false`; others are 501: what is read stays as it is.',
    read(value, name) {
      if (value !== false) throw unsupported(name, 'what is read stays as it is.');
      return {};
    },
  },
  profile: absent('no browser is kept between requests.'),
  threatProtection: absent('pages are read as they are.'),
  auditMetadata: absent('the request log has the "X-Request-Id" that you send.'),
  domainTools: absent('pages are read, and nothing else of them is used.'),
  toolDetail: absent('pages are read, and nothing else of them is used.'),
  useMock: absent('every request loads the page.'),
  origin: unread('Changes nothing.'),
  integration: unread('Changes nothing.'),
};

/**
 * What fields of ours are called in a request. The picture's stand in an entry of its formats.
 * @param address what has the address
 */
export function wordsIn(json: Fields, address: 'url' | 'urls' = 'url'): Words {
  const formats: readonly unknown[] = Array.isArray(json.formats) ? json.formats : [];
  const picture = formats.findIndex((format) => isFields(format) && format.type === 'screenshot');
  const ofPicture = picture === -1 ? [] : namesOf(SCREENSHOT, `formats.${picture}`);
  const fields = namesOf(SCRAPE_FIELDS).map(([ours, theirs]) => [ours, theirs === 'url' ? address : theirs] as const);
  return wordsOf([...ofPicture, ['locale', 'location.languages'], ...fields], { mandatory: address });
}
