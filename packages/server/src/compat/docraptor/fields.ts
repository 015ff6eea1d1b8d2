import {
  absent,
  absentSwitch,
  asFlag,
  asText,
  type Fields,
  flag,
  idle,
  type Member,
  membersOf,
  object,
  refused,
  rowsOf,
  type Table,
  text,
  unread,
  unsupported,
} from '../values.ts';
import { namesOf, type Words, wordsOf } from '../words.ts';

/** The fields of a document of DocRaptor, and what each is in a request of ours. */

/** Names under which a request is put together from several fields; none of them is sent on. */
export const CONTENT = '*content';
export const ADDRESS = '*address';
export const PRINCE = '*prince';
export const ASYNC = '*async';
export const SCRIPT = '*script';
export const REFERRER = '*referrer';

/** A text of which one value is what happens here anyway. */
const fixed = (values: readonly string[], why: string): Member => ({
  note: `\`${values.join('` or `')}\`; others are 501: ${why}`,
  read(value, name) {
    if (!values.includes(text(value, name))) throw unsupported(name, why);
    return {};
  },
});

const TYPE: Member = {
  note: '`pdf`; `xls` and `xlsx` are 501.',
  read(value, name) {
    const type = text(value, name);
    if (type === 'xls' || type === 'xlsx') throw unsupported(name, 'documents are PDF.');
    if (type !== 'pdf') throw refused(name, 'has to be "pdf".');
    return {};
  },
};

const PRINCE_OPTIONS: Table = {
  baseurl: asText('base_url', undefined, 'source.base_url'),
  media: {
    note: '`print` or `screen`.',
    ours: 'media',
    read: (value, name) => ({ media: text(value, name) }),
  },
  http_user: asText('username', undefined, ['auth.username', 'auth']),
  http_password: asText('password', undefined, 'auth.password'),
  encrypt: asFlag('encrypt', undefined, 'protection'),
  key_bits: unread('It is AES with 256 bits, whatever it says.'),
  user_password: asText('user_password', undefined, 'protection.user_password'),
  owner_password: asText('owner_password', undefined, 'protection.owner_password'),
  disallow_print: asFlag('no_print', undefined, 'protection.no_print'),
  disallow_copy: asFlag('no_copy', undefined, 'protection.no_copy'),
  disallow_annotate: asFlag('no_annotate', undefined, 'protection.no_annotate'),
  disallow_modify: asFlag('no_modify', undefined, 'protection.no_modify'),
  javascript: asFlag(SCRIPT, 'Runs what script the page has, as `javascript` does.', 'disable_javascript'),
  pdf_title: asText('title', undefined, 'metadata.title'),
  pdf_forms: asFlag('forms'),
  page_margin: {
    note: 'As there, a length. Without it, margins are those of Platen, unless the page has `@page` margins.',
    ours: 'margin',
    read: (value, name) => ({ margin: typeof value === 'number' ? value : text(value, name) }),
  },
  input: fixed(['html', 'auto'], 'documents are HTML.'),
  css_dpi: {
    note: '96; others are 501: give "zoom" to /v1/convert/pdf.',
    inForms: 'number',
    read(value, name) {
      if (value !== 96) throw unsupported(name, 'give "zoom" to /v1/convert/pdf.');
      return {};
    },
  },
  profile: {
    note: '501 unless it is empty: documents are PDF 1.7 or 2.0, not PDF/A or PDF/X.',
    read(value, name) {
      if (text(value, name) !== '') throw unsupported(name, 'PDF/A, PDF/X and PDF/UA are not made.');
      return {};
    },
  },
  version: unread('Pages are rendered by Chromium, whatever it says.'),
  iframes: idle('Frames are always shown.'),
  debug: idle('Warnings are always in `X-Warnings`.'),
  http_timeout: unread('Files are waited for while the page loads.'),
  no_xinclude: idle('HTML has no XInclude.'),
  no_parallel_downloads: idle('Changes nothing.'),
  http_proxy: absent('the way out is that of the service.'),
  insecure: absentSwitch('certificates are always checked.'),
  no_network: absentSwitch('give "block_resources" to /v1/convert/pdf.'),
  no_author_style: absentSwitch('style sheets of the page are always used.'),
  no_default_style: absentSwitch('the browser has its own style sheet.'),
  no_embed_fonts: absentSwitch('fonts are always embedded.'),
  no_subset_fonts: absentSwitch('fonts are always reduced to what is used.'),
  no_compress: absentSwitch('documents are always compressed.'),
};

export const DOC_FIELDS: Table = {
  type: TYPE,
  document_type: TYPE,
  document_content: asText(CONTENT, undefined, ['source.html', 'source']),
  document_url: asText(ADDRESS, undefined, ['source.url', 'source']),
  name: asText('download_name', 'The name of the file.'),
  tag: asText('tag'),
  test: asFlag('sandbox', 'A watermark, and no credit. Default false.'),
  javascript: asFlag(SCRIPT, 'Default false, as there: script of the page does not run.', 'disable_javascript'),
  referrer: asText(REFERRER, 'For the origin of `document_url` only.', ['http_headers.Referer', 'http_headers']),
  async: asFlag(ASYNC, 'As `/async_docs`.'),
  ignore_resource_errors: {
    note: 'Default true; `false` is an error if a file of the page does not load.',
    inForms: 'switch',
    ours: 'fail_on',
    read: (value, name) => (flag(value, name) ? {} : { fail_on: ['resource_failed', 'resource_blocked'] }),
  },
  ignore_console_messages: idle('Errors of script are reported in `X-Warnings`, and end no conversion.'),
  strict: fixed(['none'], 'HTML is read as browsers read it.'),
  pipeline: unread('Pages are rendered by Chromium, whatever it says.'),
  help: absentSwitch('nobody looks at your documents.'),
  hosted: absentSwitch('give "filename" to /v1/convert/pdf, which answers with a link.'),
  hosted_download_limit: absent('documents are not hosted.'),
  hosted_expires_at: absent('documents are not hosted. Give "expires_in" to /v1/convert/pdf.'),
  callback_url: absent('register a webhook at /v1/webhooks, or ask for the status.'),
  user_credentials: unread('Send the key as user name of basic authentication, or as `?user_credentials=`.'),
  prince_options: {
    note: 'See below.',
    members: PRINCE_OPTIONS,
    read: (value, name) => ({
      [PRINCE]: Object.assign({}, ...membersOf(object(value, name), PRINCE_OPTIONS, name)) as Fields,
    }),
  },
};

/** What a body may have: the fields of a document, or one in `doc`. */
export const BODY_FIELDS: Table = { ...DOC_FIELDS, doc: { members: DOC_FIELDS, read: () => ({}) } };

/** What fields of ours are called there. @param parent what they stand in: `doc`, or nothing */
export const wordsIn = (parent = ''): Words =>
  wordsOf(namesOf(DOC_FIELDS, parent), {
    mandatory: [parent, 'document_content'].filter(Boolean).join('.'),
    sentences: true,
  });

/** All names, for the guide. @returns name, and what is different */
export function docraptorFields(): readonly { readonly name: string; readonly note: string }[] {
  return [...rowsOf(DOC_FIELDS), ...rowsOf(PRINCE_OPTIONS, 'prince_options.')];
}
