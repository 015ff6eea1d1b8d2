import { type Words, wordsOf } from '../words.ts';
import { duration, flag, jsonList, jsonObject, lengthOf, number, refused, unsupported } from './form.ts';
import { absent, absentSwitch, type Fields, type FormField, type Kind, OUTPUT_NAME } from './form-field.ts';
import { cookiesOf, headersOf, metadataOf } from './json-fields.ts';
import { ABSENT_FIELDS, FORMER_FIELDS, PDF_ENGINE, PERMISSIONS } from './other-fields.ts';
import { WEBHOOK_WORDS } from './webhook.ts';

/** The form fields of Gotenberg's Chromium routes, and what each is in a request of ours. */

/** What a page is made of. */
export type Source = 'url' | 'html' | 'markdown';

/** Names of files that are the page, and stand above and below it. */
export const PAGE = 'index.html';
export const BANDS = { header: 'header.html', footer: 'footer.html' } as const;
const paperSide = (side: 'width' | 'height'): FormField => ({
  kind: 'pdf',
  ours: side,
  read: (text, name) => ({ [side]: lengthOf(name, text) }),
});
const marginSide = (side: string): FormField => ({
  kind: 'pdf',
  ours: `margin.${side}`,
  read: (text, name) => ({ [`margin.${side}`]: lengthOf(name, text) }),
});
/** What a page asks for and does not get: because it is not there, or because it may not be asked for. */
const NOT_LOADED = ['resource_failed', 'resource_blocked'];
const failing = (warnings: readonly string[]): FormField => ({
  ours: ['fail_on', 'strict'],
  read: (text, name) => (flag(name, text) ? { fail_on: warnings } : {}),
});

const PAPER_SIZES = ['A3', 'A4', 'A5', 'B4', 'B5', 'Letter', 'Legal', 'Tabloid'];
const ISO_B: Readonly<Record<string, string>> = { B4: '250mmx353mm', B5: '176mmx250mm' };
/** Milliseconds that a request may ask to wait. */
const LONGEST_DELAY = 10_000;
/** The statuses that they name: every one from 400 on, one hundred at a time. */
const ERROR_STATUSES = [499, 599];
const MANY_FILES = 'a result is one file. Ask for it with "nativePageRanges" once for each part.';

export const FORM_FIELDS: Readonly<Record<string, FormField>> = {
  singlePage: { kind: 'pdf', read: (text, name) => ({ single: flag(name, text) }) },
  paperWidth: paperSide('width'),
  paperHeight: paperSide('height'),
  paperSize: {
    kind: 'pdf',
    ours: 'format',
    read(text, name) {
      const size = PAPER_SIZES.find((known) => known.toLowerCase() === text.toLowerCase());
      if (size === undefined) throw refused(name, `it has to be one of ${PAPER_SIZES.join(', ')}.`);
      return { format: ISO_B[size] ?? size };
    },
  },
  marginTop: marginSide('top'),
  marginRight: marginSide('right'),
  marginBottom: marginSide('bottom'),
  marginLeft: marginSide('left'),
  preferCssPageSize: {
    kind: 'pdf',
    ours: 'prefer_css_page_size',
    read: (text, name) => ({ prefer_css_page_size: flag(name, text) }),
  },
  generateDocumentOutline: { kind: 'pdf', ours: 'outline', read: (text, name) => ({ outline: flag(name, text) }) },
  nativeBookmarks: {
    kind: 'pdf',
    note: '`generateDocumentOutline` of Gotenberg 9.',
    ours: 'outline',
    read: (text, name) => ({ outline: flag(name, text) }),
  },
  generateTaggedPdf: { kind: 'pdf', ours: 'tagged', read: (text, name) => ({ tagged: flag(name, text) }) },
  printBackground: {
    kind: 'pdf',
    ours: 'disable_backgrounds',
    read: (text, name) => ({ disable_backgrounds: !flag(name, text) }),
  },
  omitBackground: {
    ours: 'transparent',
    note: 'A PDF has no background of its own: it is for images.',
    read: (text, name) => ({ omit: flag(name, text) }),
  },
  landscape: { kind: 'pdf', ours: 'landscape', read: (text, name) => ({ landscape: flag(name, text) }) },
  scale: { kind: 'pdf', ours: 'zoom', read: (text, name) => ({ zoom: number(name, text, 0.1, 2) }) },
  nativePageRanges: { kind: 'pdf', ours: 'pages', read: (text) => ({ pages: text }) },
  metadata: {
    kind: 'pdf',
    ours: 'metadata',
    note: 'Producer, dates and Trapped are written by the service.',
    read: (text, name) => ({ metadata: metadataOf(name, jsonObject(name, text)) }),
  },
  userPassword: {
    kind: 'pdf',
    note: 'AES-256.',
    ours: ['protection.user_password', 'protection'],
    read: (text) => ({ 'protection.user_password': text }),
  },
  ownerPassword: {
    kind: 'pdf',
    note: 'AES-256.',
    ours: 'protection.owner_password',
    read: (text) => ({ 'protection.owner_password': text }),
  },
  ...PERMISSIONS,
  width: {
    kind: 'image',
    ours: ['viewport.width', 'viewport'],
    read: (text, name) => ({ windowWidth: number(name, text, 1, 16_384) }),
  },
  height: {
    kind: 'image',
    ours: 'viewport.height',
    read: (text, name) => ({ windowHeight: number(name, text, 1, 16_384) }),
  },
  deviceScaleFactor: {
    kind: 'image',
    ours: 'viewport.device_scale_factor',
    read: (text, name) => ({ windowScale: number(name, text, 0.01, 100) }),
  },
  selector: {
    kind: 'image',
    note: 'The first element that matches.',
    ours: 'css_selector',
    read: (text) => ({ css_selector: text }),
  },
  clip: { kind: 'image', ours: 'fullpage', read: (text, name) => ({ fullpage: !flag(name, text) }) },
  format: {
    kind: 'image',
    ours: 'target_format',
    read(text, name) {
      if (!['png', 'jpeg', 'webp'].includes(text)) throw refused(name, "it has to be 'png', 'jpeg' or 'webp'.");
      return { target_format: text };
    },
  },
  quality: {
    kind: 'image',
    ours: 'quality',
    note: 'For a PNG it changes nothing, as there.',
    read: (text, name) => ({ quality: number(name, text, 0, 100) }),
  },
  optimizeForSpeed: {
    kind: 'image',
    note: 'Changes nothing: images are always made as small as they get in the time.',
    read(text, name) {
      flag(name, text);
      return {};
    },
  },
  waitDelay: {
    note: 'At most 10 s. A number without a unit is seconds, as for Gotenberg 6.',
    ours: 'delay',
    read(text, name) {
      const delay = Math.round(/^[\d.]+$/.test(text) ? number(name, text, 0, 3_600) * 1_000 : duration(name, text));
      if (delay > LONGEST_DELAY) throw refused(name, 'it may be 10s at most; waitForExpression may wait longer.');
      return { delay };
    },
  },
  waitForSelector: { ours: 'wait_for_selector', read: (text) => ({ wait_for_selector: text }) },
  waitForExpression: {
    note: 'Waited for up to 30 s; an expression that throws is not true yet.',
    ours: ['wait_for', 'javascript'],
    read: (text) => ({ condition: text }),
  },
  waitWindowStatus: {
    ours: ['wait_for', 'javascript'],
    read: (text) => ({ condition: `window.status === ${JSON.stringify(text)}` }),
  },
  emulatedMediaType: {
    ours: 'media',
    read(text, name) {
      if (text !== 'screen' && text !== 'print') throw refused(name, "it has to be 'screen' or 'print'.");
      return { media: text };
    },
  },
  emulatedMediaFeatures: {
    note: 'prefers-color-scheme and prefers-reduced-motion; others are 501.',
    ours: ['color_scheme', 'reduced_motion'],
    read: (text, name) => Object.assign({}, ...jsonList(name, text).map((feature) => mediaFeature(name, feature))),
  },
  cookies: {
    note: 'For the host of `url`; a domain or path of another is 501.',
    ours: 'cookies',
    read: (text, name) => ({ cookies: cookiesOf(name, jsonList(name, text)) }),
  },
  userAgent: { ours: 'user_agent', read: (text) => ({ user_agent: text }) },
  extraHttpHeaders: {
    note: 'For the origin of `url` only; a `scope` is 501.',
    ours: 'http_headers',
    read: (text, name) => ({ http_headers: headersOf(name, jsonObject(name, text)) }),
  },
  failOnHttpStatusCodes: {
    note: 'All error statuses (`[499,599]`, as by default) or none (`[]`); others are 501.',
    ours: ['allow_error_status', 'raise_for_status'],
    read(text, name) {
      const statuses = jsonList(name, text);
      if (statuses.length === 0) return { allow_error_status: true };
      if (ERROR_STATUSES.every((status) => statuses.includes(status))) return { allow_error_status: false };
      throw unsupported(name, 'give [499,599] for all error statuses, or [] for none.');
    },
  },
  failOnConsoleExceptions: failing(['script_error']),
  failOnResourceLoadingFailed: failing(NOT_LOADED),
  failOnResourceHttpStatusCodes: {
    note: 'All error statuses (`[499,599]`) or none; others are 501.',
    read(text, name) {
      const statuses = jsonList(name, text);
      if (statuses.length === 0) return {};
      if (ERROR_STATUSES.every((status) => statuses.includes(status))) return { fail_on: NOT_LOADED };
      throw unsupported(name, 'give [499,599] for all error statuses, or [] for none.');
    },
  },
  ignoreResourceHttpStatusDomains: absent('leave it out; a file that fails is named in the warning.'),
  skipNetworkIdleEvent: { ours: 'wait_for_network', read: (text, name) => ({ wait_for_network: !flag(name, text) }) },
  skipNetworkAlmostIdleEvent: {
    ours: 'wait_for_network',
    read: (text, name) => (flag(name, text) ? {} : { wait_for_network: true }),
  },
  pdfa: absent('there is no PDF/A yet.'),
  pdfua: absentSwitch('there is no PDF/UA yet; "generateTaggedPdf" writes the tags that it builds on.'),
  flatten: absentSwitch(PDF_ENGINE),
  splitMode: absent(MANY_FILES),
  splitSpan: absent(MANY_FILES),
  splitUnify: absentSwitch(MANY_FILES),
  downloadFrom: absent('send the files, or refer to them by address.'),
  ...ABSENT_FIELDS,
  ...FORMER_FIELDS,
};

const PAGES: Readonly<Record<Source, readonly (readonly [ours: string, theirs: string])[]>> = {
  url: ['url', 'remoteURL'].flatMap((name) => [['source', name] as const, ['source.url', name] as const]),
  html: [
    ['source', PAGE],
    ['source.html', PAGE],
    ['source.files', 'files'],
  ],
  markdown: [
    ['source', PAGE],
    ['source.html', PAGE],
    ['source.files', 'files'],
  ],
};

/** What fields of ours are called in a form of one of the routes. */
export function wordsOfForm(kind: Kind, from: Source): Words {
  const fields = Object.entries(FORM_FIELDS).filter(([, field]) => field.kind === undefined || field.kind === kind);
  const names = fields.flatMap(([name, { ours = [] }]) =>
    (typeof ours === 'string' ? [ours] : ours).map((path) => [path, name] as const),
  );
  const bands = Object.entries(BANDS).map(([band, file]) => [`${band}.source`, file] as const);
  return wordsOf([...names, ...bands, ...PAGES[from], ['download_name', OUTPUT_NAME], ...WEBHOOK_WORDS], {
    mandatory: from === 'url' ? 'url' : PAGE,
    flat: true,
    sentences: true,
  });
}

function mediaFeature(field: string, feature: unknown): Fields {
  const { name, value } = (feature ?? {}) as { readonly name?: unknown; readonly value?: unknown };
  if (name === 'prefers-color-scheme' && (value === 'dark' || value === 'light')) return { color_scheme: value };
  if (name === 'prefers-reduced-motion') return { reduced_motion: value === 'reduce' };
  throw unsupported(field, 'only prefers-color-scheme and prefers-reduced-motion are emulated.');
}
