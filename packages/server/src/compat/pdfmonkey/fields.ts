import { readJsonText } from '../../http/parse-json.ts';
import {
  asText,
  type Fields,
  isFields,
  type Member,
  membersOf,
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

/** The fields of a document of PDFMonkey, and what each is in a request of ours. */

/** Names under which a request is put together; none of them is sent on. */
const META = '*meta';
const QUEUED = '*queued';

/** Characters of `meta` as JSON. */
const LONGEST_META = 10_000;

/** What a request wants. */
export interface Wanted {
  readonly json: Fields & { readonly template_id: string; readonly data: Fields };
  /** What comes back with the document. */
  readonly note: Note;
}

/** What a document keeps of its request. */
export interface Note {
  /** The template as it was named. */
  readonly template: string;
  readonly meta?: Fields;
}

/** An object, which clients also send as its JSON. */
function objectOf(value: unknown, name: string): Fields {
  if (typeof value !== 'string') return object(value, name);
  if (value.trim() === '') return {};
  const read = readJsonText(value);
  if ('fault' in read) throw refused(name, `has to be an object, or its JSON. ${read.fault}`);
  // As empty data: JSON of nothing.
  return read.value === null ? {} : object(read.value, name);
}

const status: Member = {
  note: '`pending`. Without it, and with `draft`, it is a draft there, which is 501: a document is kept here once it is asked for.',
  read(value, name) {
    if (value === 'draft') throw draft(name);
    if (value !== 'pending') throw refused(name, 'has to be "pending".');
    return { [QUEUED]: true };
  },
};

const draft = (name: string) => unsupported(name, 'drafts are not kept. Give "pending", which makes the document.');

const DOCUMENT_FIELDS: Table = {
  document_template_id: asText(
    'template_id',
    'The slug or id of a template here; `slug@3` is its version 3. A slug may be the id that the template has at PDFMonkey.',
  ),
  payload: {
    note: 'The data, as an object or as its JSON. It is not kept: once a document was accepted, its `payload` is null.',
    ours: 'data',
    read: (value, name) => ({ data: objectOf(value, name) }),
  },
  meta: {
    note: 'An object or its JSON, of 10,000 characters. `_filename` is the name of the file, `_password` is needed to open it and comes back in no answer; others come back with the document.',
    members: {
      _filename: asText('download_name'),
      _password: asText('user_password', undefined, ['protection', 'protection.user_password']),
    },
    read: (value, name) => ({ [META]: objectOf(value, name) }),
  },
  status,
  app_id: unread('There is one workspace: the organization of the key.'),
};

const REQUEST: Table = {
  document: nested(DOCUMENT_FIELDS),
};

/**
 * The body of a request as a request of ours.
 * @param options.waits whether it is answered with the document: then it is made whatever its status says
 * @throws ApiError `invalid_request`, `unknown_field`, `not_supported`
 */
export function requestOf(body: unknown, { waits }: { readonly waits: boolean }): Wanted {
  if (!isFields(body)) throw refused('body', 'has to be a JSON object.');
  if (!isFields(body.document)) throw refused('document', 'has to be an object.');
  const found: Fields = Object.assign({}, ...membersOf(body, REQUEST));
  const { [META]: given, [QUEUED]: queued = waits, template_id: template, data = {} } = found;
  if (typeof template !== 'string' || template === '')
    throw refused('document.document_template_id', 'has to name a template.');
  if (queued !== true) throw draft('document.status');
  const { name, password, meta } = metaOf(given as Fields | undefined);
  return {
    json: {
      template_id: template,
      data: data as Fields,
      ...(name === undefined ? {} : { download_name: name }),
      ...(password === undefined ? {} : { protection: { user_password: password } }),
    },
    note: { template, ...(meta === undefined ? {} : { meta }) },
  };
}

function metaOf(given: Fields | undefined) {
  if (given === undefined) return {};
  const { _password: secret, ...meta } = given;
  const { _filename: file } = meta;
  if (JSON.stringify(meta).length > LONGEST_META)
    throw refused('document.meta', `may have ${LONGEST_META} characters as JSON.`);
  const textOf = (value: unknown, name: string) =>
    value === undefined || value === null ? undefined : text(value, `document.meta.${name}`);
  return { name: textOf(file, '_filename'), password: textOf(secret, '_password'), meta };
}

/** What fields of ours are called there. */
export const WORDS = wordsOf(namesOf(REQUEST), { mandatory: 'document.document_template_id' });

/** All names, for the guide. @returns name, and what is different */
export const pdfMonkeyFields = () => rowsOf(DOCUMENT_FIELDS, 'document.');
