import {
  absent,
  absentSwitch,
  type Fields,
  flag,
  isFields,
  list,
  membersOf,
  refused,
  type Table,
  text,
  unread,
} from '../values.ts';
import type { Formats } from './fields.ts';
import { requestOf, type Scrape } from './request.ts';

/** The body of Firecrawl's `batch/scrape`: several addresses, and the options of a scrape beside them. */

/** Addresses of one batch. */
const MOST = 100;

/** Fields beside those of a scrape. */
export const BATCH_FIELDS: Table = {
  urls: {
    note: `${MOST} at most. Without a scheme it is https.`,
    read: (value, name) => ({ urls: list(value, name).map((one, index) => text(one, `${name}.${index}`)) }),
  },
  ignoreInvalidURLs: {
    note: 'Default true at `v2` and false at `v1`, as there: what is no address is listed in `invalidURLs`, or refuses the request.',
    read: (value, name) => ({ ignore: flag(value, name) }),
  },
  maxConcurrency: unread('Changes nothing: pages are read as there is room.'),
  webhook: absent('register a webhook at /v1/webhooks, or ask for the status.'),
  appendToId: absent('a batch has the addresses that it began with.'),
  zeroDataRetention: absentSwitch('results wait for you until they expire.'),
};

export interface Batch {
  readonly pages: readonly Scrape[];
  /** What is no address. */
  readonly invalid: readonly string[];
}

/** What is kept with each job, so that its page can be told of as a scrape of it would be. */
export interface PageNote {
  readonly url: string;
  readonly formats: Formats;
}

/**
 * @param version of the API that was asked
 * @throws ApiError `invalid_request`, `unknown_field`, `not_supported`
 */
export function batchOf(json: unknown, version: 'v1' | 'v2'): Batch {
  if (!isFields(json)) throw refused('body', 'has to be a JSON object.');
  const isOwn = (name: string) => Object.hasOwn(BATCH_FIELDS, name);
  const part = (own: boolean): Fields =>
    Object.fromEntries(Object.entries(json).filter(([name]) => isOwn(name) === own));
  const { urls = [], ignore = version === 'v2' } = Object.assign({}, ...membersOf(part(true), BATCH_FIELDS)) as {
    readonly urls?: readonly string[];
    readonly ignore?: boolean;
  };
  const { url, ...options } = part(false);
  if (url !== undefined && url !== null) throw refused('url', 'is for one page. Give "urls".');
  if (urls.length === 0 || urls.length > MOST) throw refused('urls', `has to have 1 to ${MOST} addresses.`);
  const invalid = urls.filter((one) => !isAddress(one));
  const first = urls.findIndex((one) => !isAddress(one));
  if (invalid.length === urls.length || (first >= 0 && !ignore))
    throw refused(`urls.${first}`, 'is no address. Correct it, or set "ignoreInvalidURLs" to true where others are.');
  return { pages: urls.filter(isAddress).map((one) => requestOf({ ...options, url: one })), invalid };
}

function isAddress(sent: string): boolean {
  const url = URL.parse(/^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(sent.trim()) ? sent.trim() : `https://${sent.trim()}`);
  return url !== null && /^https?:$/.test(url.protocol);
}
