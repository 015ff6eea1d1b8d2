import { type Fields, isFields, membersOf, refused, unsupported } from '../values.ts';
import type { Words } from '../words.ts';
import { ADDRESS, ASYNC, CONTENT, DOC_FIELDS, PRINCE, REFERRER, SCRIPT, wordsIn } from './fields.ts';

/** What a request of DocRaptor wants. */
export interface Wanted {
  readonly json: Fields;
  /** Whether it is made later. */
  readonly isAsync: boolean;
  /** What its fields are called. */
  readonly words: Words;
}

const FORBIDDEN = ['no_print', 'no_copy', 'no_annotate', 'no_modify'] as const;

/**
 * The body of a request to `/docs` or `/async_docs` as a request of ours: the document itself, or with it in `doc`.
 * @throws ApiError `invalid_request`, `unknown_field`, `not_supported`
 */
export function requestOf(body: unknown): Wanted {
  if (!isFields(body)) throw refused('body', 'has to be a JSON object.');
  const { doc, user_credentials: _key, ...beside } = body;
  if (doc !== undefined && Object.keys(beside).length > 0)
    throw refused(Object.keys(beside)[0] ?? '', 'has to stand in "doc", since there is one.');
  if (doc !== undefined && !isFields(doc)) throw refused('doc', 'has to be an object.');
  const parent = doc === undefined ? '' : 'doc';
  const named = (name: string): string => (parent === '' ? name : `${parent}.${name}`);
  const found: Fields = Object.assign({}, ...membersOf(doc ?? beside, DOC_FIELDS, parent));
  const {
    [CONTENT]: html,
    [ADDRESS]: url,
    [PRINCE]: prince = {},
    [ASYNC]: isAsync = false,
    [SCRIPT]: script,
    [REFERRER]: referrer,
    ...fields
  } = found;
  if ((html === undefined) === (url === undefined))
    throw refused(named('document_content'), 'or "document_url" has to be given, and not both.');
  if (referrer !== undefined && url === undefined)
    throw unsupported(named('referrer'), 'it is sent to the origin of "document_url".');
  const options = princeOptions(prince as Fields, { hasUrl: url !== undefined, named });
  return {
    isAsync: isAsync === true,
    words: wordsIn(parent),
    json: {
      // Prince prints on the paper that the page names, and else on that of its country.
      ...{ format: 'letter', prefer_css_page_size: true, media: 'print' },
      ...fields,
      source: url === undefined ? { html, ...options.source } : { url },
      ...options.fields,
      disable_javascript: !(script === true || (prince as Fields)[SCRIPT] === true),
      ...(referrer === undefined ? {} : { http_headers: { Referer: referrer } }),
    },
  };
}

function princeOptions(
  given: Fields,
  { hasUrl, named }: { readonly hasUrl: boolean; readonly named: (name: string) => string },
): { readonly source: Fields; readonly fields: Fields } {
  const {
    base_url: base,
    username,
    password,
    encrypt,
    user_password: user,
    owner_password: owner,
    title,
    [SCRIPT]: _script,
    ...rest
  } = given;
  const forbidden = Object.fromEntries(FORBIDDEN.map((name) => [name, rest[name] === true]));
  const fields = Object.fromEntries(Object.entries(rest).filter(([name]) => !Object.hasOwn(forbidden, name)));
  if (base !== undefined && hasUrl)
    throw unsupported(named('prince_options.baseurl'), 'relative links are those of "document_url".');
  const isProtected = user !== undefined || owner !== undefined || Object.values(forbidden).includes(true);
  // There, passwords do nothing without it; a document that was to be protected and is not would be worse than a refusal.
  if (isProtected && encrypt !== true)
    throw refused(
      named('prince_options.encrypt'),
      'has to be true where there are passwords, or something is disallowed.',
    );
  return {
    source: base === undefined ? {} : { base_url: base },
    fields: {
      ...fields,
      ...(username === undefined && password === undefined
        ? {}
        : { auth: { username: username ?? '', password: password ?? '' } }),
      ...(title === undefined ? {} : { metadata: { title } }),
      ...(encrypt === true
        ? {
            protection: {
              ...(user === undefined ? {} : { user_password: user }),
              ...(owner === undefined ? {} : { owner_password: owner }),
              ...forbidden,
            },
          }
        : {}),
    },
  };
}
