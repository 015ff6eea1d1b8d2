import type { OutputKind } from '@platen/engine';
import { describe, expect, it } from 'vitest';
import { type ConversionKind, Conversions } from '../conversions/service.ts';
import { ApiError } from '../errors.ts';
import { FIELDS, WORDS } from './browserless/fields.ts';
import { type Kind as BrowserlessKind, requestOf as browserlessRequest } from './browserless/request.ts';
import { DOC_FIELDS } from './docraptor/fields.ts';
import { requestOf as docraptorRequest } from './docraptor/request.ts';
import { wordsIn as firecrawlWords, SCRAPE_FIELDS } from './firecrawl/fields.ts';
import { requestOf as firecrawlRequest } from './firecrawl/request.ts';
import { FORM_FIELDS, type Source, wordsOfForm } from './gotenberg/fields.ts';
import type { Kind } from './gotenberg/form-field.ts';
import { requestOf as gotenbergRequest } from './gotenberg/request.ts';
import { WORDS as MONKEY_WORDS, requestOf as monkeyRequest } from './pdfmonkey/fields.ts';
import { type PdfShiftFormat, requestOf as pdfShiftRequest } from './pdfshift/body.ts';
import { wordsIn as pdfShiftWords } from './pdfshift/words.ts';
import type { Fields, Table } from './values.ts';
import { inWordsOf, type Sent, sentIn, type Words } from './words.ts';

/** A client of another service knows its own fields: a refusal that names one of ours tells it nothing. */

// Requests are checked, and none is converted.
const conversions = new Conversions({ engine: undefined as never });
const asker = {
  caller: { organisationId: 'org', isTest: false },
  method: 'POST',
  route: '/',
} as unknown as Parameters<Conversions['prepare']>[0]['asker'];

const checked = (kind: ConversionKind, json: unknown, words: Words, sent: Sent) =>
  inWordsOf(words, sent, () => conversions.prepare({ asker, kind, body: { json, files: [] } }));

/** What each service makes of a body. */
const LAYERS = {
  browserless_pdf: (json: Fields) => browserless(json, 'pdf'),
  browserless_image: (json: Fields) => browserless(json, 'image'),
  browserless_scrape: (json: Fields) => browserless(json, 'scrape'),
  docraptor(json: Fields) {
    const { json: own, words } = docraptorRequest(json);
    return checked('pdf', own, words, sentIn(json));
  },
  firecrawl: (json: Fields) => checked('several', firecrawlRequest(json).json, firecrawlWords(json), sentIn(json)),
  pdfmonkey: (json: Fields) => checked('pdf', monkeyRequest(json, { waits: true }).json, MONKEY_WORDS, sentIn(json)),
  pdfshift: (json: Fields) => pdfShift(json, 'pdf'),
  pdfshift_image: (json: Fields) => pdfShift(json, 'png'),
  gotenberg_pdf: (json: Fields) => gotenberg(json, 'url', 'pdf'),
  gotenberg_image: (json: Fields) => gotenberg(json, 'url', 'image'),
  gotenberg_html: (json: Fields) => gotenberg(json, 'html', 'pdf'),
} as const;
type Layer = keyof typeof LAYERS;

const browserless = (json: Fields, kind: BrowserlessKind) =>
  checked(
    kind === 'pdf' || kind === 'image' ? kind : 'several',
    browserlessRequest(json, kind, {}),
    WORDS[kind],
    sentIn(json),
  );
function pdfShift(json: Fields, format: PdfShiftFormat) {
  const kind: OutputKind = format === 'pdf' ? 'pdf' : 'image';
  return checked(kind, pdfShiftRequest(json, format), pdfShiftWords(json), sentIn(json));
}
/** Fields by name; `*.html` is a file. */
function gotenberg(fields: Fields, from: Source, kind: Kind) {
  const isFile = (name: string) => name.endsWith('.html');
  const texts = new Map(
    Object.entries(fields).flatMap(([name, text]) => (isFile(name) ? [] : [[name, String(text)] as const])),
  );
  const files = Object.entries(fields).flatMap(([name, text]) =>
    isFile(name) ? [{ name, bytes: Buffer.from(String(text)) }] : [],
  );
  const { json } = gotenbergRequest({ texts, files }, from, kind);
  return checked(kind, json, wordsOfForm(kind, from), (name) => Object.hasOwn(fields, name));
}

async function refusalOf(layer: Layer, json: Fields): Promise<ApiError | undefined> {
  try {
    await LAYERS[layer](json);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error;
  }
}

const URL = 'https://a.test/';
const doc = (fields: Fields) => ({ type: 'pdf', document_url: URL, ...fields });
const prince = (options: Fields) => doc({ prince_options: options });
const document = (fields: Fields) => ({ document: { document_template_id: 'a', ...fields } });
const shift = (fields: Fields) => ({ source: URL, ...fields });
const goten = (fields: Fields) => ({ url: URL, ...fields });

const CASES: readonly (readonly [Layer, Fields, field: string])[] = [
  ['pdfshift', {}, 'source'],
  ['pdfshift', { source: 'ftp://a.test/x', raise_for_status: 3 }, 'raise_for_status'],
  ['pdfshift', { source: 'https://' }, 'source'],
  ['pdfshift', { source: 5 }, 'source'],
  ['pdfshift', { source: '' }, 'source'],
  ['pdfshift', { source: { url: 'https://' } }, 'source.url'],
  ['pdfshift', shift({ zoom: 9 }), 'zoom'],
  ['pdfshift', shift({ margin: { top: 'far' } }), 'margin.top'],
  ['pdfshift', shift({ header: { source: 5 } }), 'header.source'],
  ['pdfshift', shift({ header: { source: 'a', spacing: 'far' } }), 'header.spacing'],
  ['pdfshift', shift({ header: { source: 'a', height: 'far' } }), 'header.height'],
  ['pdfshift', shift({ footer: { source: 'a', spacing: 'far' } }), 'footer.spacing'],
  ['pdfshift', shift({ protection: { author: 'x'.repeat(9_999) } }), 'protection.author'],
  ['pdfshift', shift({ protection: { user_password: 5 } }), 'protection.user_password'],
  ['pdfshift', shift({ webhook: 'nowhere' }), 'webhook'],
  ['pdfshift', shift({ webhook: 5 }), 'webhook'],
  ['pdfshift', shift({ s3_destination: 'nowhere' }), 's3_destination'],
  ['pdfshift', shift({ presigned_url: 5 }), 'presigned_url'],
  ['pdfshift', shift({ data: { a: 1 } }), 'data'],
  ['pdfshift', shift({ wait_for: '1+1' }), 'wait_for'],
  ['pdfshift_image', shift({ viewport: 'wide' }), 'viewport'],
  ['pdfshift_image', shift({ quality: 900 }), 'quality'],
  ['browserless_pdf', { url: 'https://' }, 'url'],
  ['browserless_pdf', { url: 'a.test' }, 'url'],
  ['browserless_pdf', { html: '' }, 'html'],
  ['browserless_pdf', { url: URL, options: { scale: 9 } }, 'options.scale'],
  ['browserless_pdf', { url: URL, options: { format: 'A99' } }, 'options.format'],
  ['browserless_pdf', { url: URL, options: { width: '9in' } }, 'options.height'],
  ['browserless_pdf', { url: URL, options: { width: true, height: '9in' } }, 'options.width'],
  ['browserless_pdf', { url: URL, options: { margin: { top: 'far' } } }, 'options.margin.top'],
  ['browserless_pdf', { url: URL, options: { pageRanges: 'all' } }, 'options.pageRanges'],
  ['browserless_pdf', { url: URL, authenticate: { username: 5 } }, 'authenticate.username'],
  ['browserless_pdf', { url: URL, cookies: [{ name: '', value: 'a' }] }, 'cookies.0.name'],
  ['browserless_pdf', { url: URL, emulateMediaType: 'tv' }, 'emulateMediaType'],
  ['browserless_pdf', { url: URL, setExtraHTTPHeaders: { Host: 'b' } }, 'setExtraHTTPHeaders.Host'],
  ['browserless_pdf', { url: URL, gotoOptions: { referer: 'a\nb' } }, 'gotoOptions.referer'],
  ['browserless_pdf', { url: URL, userAgent: 5 }, 'userAgent'],
  ['browserless_pdf', { url: URL, viewport: { width: 0, height: 10 } }, 'viewport.width'],
  [
    'browserless_pdf',
    { url: URL, viewport: { width: 9, height: 9, deviceScaleFactor: 99 } },
    'viewport.deviceScaleFactor',
  ],
  ['browserless_pdf', { url: URL, waitForSelector: { selector: 5 } }, 'waitForSelector.selector'],
  ['browserless_pdf', { url: URL, addStyleTag: [{ content: 'x'.repeat(9_000_000) }] }, 'addStyleTag'],
  ['browserless_image', { url: URL, options: { type: 'gif' } }, 'options.type'],
  ['browserless_image', { url: URL, options: { type: 'jpeg', quality: 900 } }, 'options.quality'],
  ['browserless_image', { url: URL, options: { clip: { x: 1, y: 1, width: 0, height: 1 } } }, 'options.clip.width'],
  ['browserless_image', { url: URL, options: { fullPage: true }, selector: '#a' }, 'selector'],
  ['firecrawl', {}, 'url'],
  ['firecrawl', { url: 'ftp://a.test/' }, 'url'],
  ['firecrawl', { url: 'http://' }, 'url'],
  ['firecrawl', { url: URL, excludeTags: [5] }, 'excludeTags.0'],
  ['firecrawl', { url: URL, includeTags: ['x'.repeat(9_000)] }, 'includeTags'],
  ['firecrawl', { url: URL, headers: { Host: 'b' } }, 'headers.Host'],
  ['firecrawl', { url: URL, location: { languages: ['no language'] } }, 'location.languages'],
  ['firecrawl', { url: URL, formats: ['markdown', { type: 'screenshot', quality: 900 }] }, 'formats.1.quality'],
  [
    'firecrawl',
    { url: URL, formats: [{ type: 'screenshot', viewport: { width: 0, height: 9 } }] },
    'formats.0.viewport.width',
  ],
  ['docraptor', { type: 'pdf' }, 'document_content'],
  ['docraptor', { type: 'pdf', document_content: '' }, 'document_content'],
  ['docraptor', { doc: { type: 'pdf', document_url: 'https://' } }, 'doc.document_url'],
  ['docraptor', doc({ document_url: 'ftp://a' }), 'document_url'],
  ['docraptor', doc({ name: '' }), 'name'],
  ['docraptor', doc({ tag: 'x'.repeat(999) }), 'tag'],
  ['docraptor', doc({ referrer: 'a\nb' }), 'referrer'],
  ['docraptor', prince({ media: 'tv' }), 'prince_options.media'],
  ['docraptor', prince({ page_margin: 'far' }), 'prince_options.page_margin'],
  ['docraptor', { doc: prince({ page_margin: 'far' }) }, 'doc.prince_options.page_margin'],
  ['docraptor', prince({ pdf_title: 'x'.repeat(99_999) }), 'prince_options.pdf_title'],
  ['docraptor', prince({ http_user: 'a:b', http_password: 'x'.repeat(99_999) }), 'prince_options.http_password'],
  ['docraptor', prince({ encrypt: true, user_password: 'x'.repeat(999) }), 'prince_options.user_password'],
  ['docraptor', prince({ encrypt: true, user_password: 'a', owner_password: 'a' }), 'prince_options.owner_password'],
  ['docraptor', { type: 'pdf', document_content: '<p>', prince_options: { baseurl: 'a b' } }, 'prince_options.baseurl'],
  ['pdfmonkey', document({ document_template_id: 'x'.repeat(300) }), 'document.document_template_id'],
  ['pdfmonkey', document({ meta: { _filename: '' } }), 'document.meta._filename'],
  ['pdfmonkey', document({ meta: { _password: 'x'.repeat(999) } }), 'document.meta._password'],
  ['pdfmonkey', document({ meta: { _password: '' } }), 'document.meta._password'],
  ['gotenberg_pdf', { url: 'https://' }, 'url'],
  ['gotenberg_pdf', { url: 'a.test' }, 'url'],
  ['gotenberg_html', { 'index.html': '' }, 'index.html'],
  ['gotenberg_pdf', goten({ paperWidth: '1mm' }), 'paperWidth'],
  ['gotenberg_pdf', goten({ marginTop: '999999in' }), 'marginTop'],
  ['gotenberg_pdf', goten({ nativePageRanges: 'all' }), 'nativePageRanges'],
  ['gotenberg_pdf', goten({ metadata: JSON.stringify({ Title: 'x'.repeat(99_999) }) }), 'metadata.title'],
  ['gotenberg_pdf', goten({ userPassword: 'x'.repeat(999) }), 'userPassword'],
  ['gotenberg_pdf', goten({ userPassword: 'a', ownerPassword: 'a' }), 'ownerPassword'],
  ['gotenberg_pdf', goten({ waitForSelector: 'x'.repeat(9_999) }), 'waitForSelector'],
  ['gotenberg_pdf', goten({ cookies: JSON.stringify([{ name: '', value: 'a' }]) }), 'cookies.0.name'],
  ['gotenberg_pdf', goten({ userAgent: 'a\nb' }), 'userAgent'],
  ['gotenberg_pdf', goten({ extraHttpHeaders: JSON.stringify({ Host: 'b' }) }), 'extraHttpHeaders.Host'],
  ['gotenberg_image', goten({ width: '0' }), 'width'],
  ['gotenberg_image', goten({ width: '20000' }), 'width'],
];

describe('a refusal in the words of the other service', () => {
  it.each(CASES.map(([layer, json, field]) => [layer, field, json] as const))(
    '%s names %s',
    async (layer, field, json) => {
      const refusal = await refusalOf(layer, json);
      expect(refusal?.issues.map(({ pointer }) => pointer.slice(1).replaceAll('/', '.'))).toContain(field);
      // What clients of these show is the sentence alone.
      if (/browserless|docraptor|gotenberg/.test(layer)) expect(refusal?.message).toContain(field);
    },
  );
});

/** Values of which each field can take one or two at most. */
const JUNK: readonly unknown[] = [-1, 1e9, 'x y', 'x'.repeat(20_000), true, {}, [{}], ['\n'], { a: 1 }];
/** Names of our own that a table and its neighbors do not have. */
const OURS =
  /"(?:source(?:\.\w+)?|template_id|disable_\w+|wait_for\w*|http_headers|block_\w+|prefer_css_page_size|css_selector|fullpage|target_format|device_scale_factor|color_scheme|only_selector|exclude_selectors|download_name|outputs[.\w]*|auth(?:\.\w+)?|protection(?:\.\w+)?|zoom|locale|fail_on)"/;

const junked = (table: Table, at: (member: Fields) => Fields): readonly Fields[] =>
  Object.entries(table).flatMap(([name, { members }]) => [
    ...JUNK.map((value) => at({ [name]: value })),
    ...(members ? junked(members, (inner) => at({ [name]: inner })) : []),
  ]);
const FORMS = Object.keys(FORM_FIELDS).flatMap((name) =>
  ['-1', '0', '1e9', 'x y', 'x'.repeat(20_000), '[{}]', '{"a":[]}', '["a"]'].map((text) => goten({ [name]: text })),
);
const withUrl = (member: Fields) => ('html' in member ? member : { url: URL, ...member });
const JUNKED: readonly (readonly [Layer, readonly Fields[]])[] = [
  ['browserless_pdf', junked(FIELDS.pdf, withUrl)],
  ['browserless_image', junked(FIELDS.image, withUrl)],
  ['firecrawl', junked(SCRAPE_FIELDS, withUrl)],
  ['docraptor', junked(DOC_FIELDS, (member) => ('document_content' in member ? member : doc(member)))],
  ['gotenberg_pdf', FORMS],
  ['gotenberg_image', FORMS],
];

describe('whatever a field has', () => {
  it.each(JUNKED)('%s names none of ours', async (layer, bodies) => {
    const refusals = await Promise.all(bodies.map((json) => refusalOf(layer, json)));
    // What is not done there may be said to be done by /v1, by its name.
    const told = refusals.flatMap((refusal) =>
      refusal && refusal.code !== 'not_supported'
        ? [refusal.message, ...refusal.issues.map(({ detail }) => detail)]
        : [],
    );
    expect(told.length).toBeGreaterThan(bodies.length / 2);
    expect(told.filter((text) => OURS.test(text)).map((text) => text.slice(0, 200))).toEqual([]);
  });
});
