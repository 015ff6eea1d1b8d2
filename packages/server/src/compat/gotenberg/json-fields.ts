import { refused, unsupported } from './form.ts';

/** Fields of forms that hold JSON. */

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The names that ExifTool has, which theirs are, for what we name in lower case. */
const OWN_NAMES = new Set(['Title', 'Author', 'Subject', 'Keywords', 'Creator']);

export function metadataOf(field: string, entries: Json): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries).map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(', ') : value;
      if (typeof text === 'object' || text === undefined) throw refused(field, 'its values have to be texts.');
      return [OWN_NAMES.has(name) ? name.toLowerCase() : name, String(text)];
    }),
  );
}

export function headersOf(field: string, headers: Json): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (typeof value !== 'string') throw refused(field, 'its values have to be texts.');
      if (/;\s*scope=/.test(value))
        throw unsupported(field, 'headers go to the origin of the page; leave out "scope".');
      return [name, value];
    }),
  );
}

/** `sameSite` means nothing to the one page that a cookie is set for. */
const COOKIE_MEMBERS: ReadonlySet<string> = new Set([
  'name',
  'value',
  'domain',
  'path',
  'secure',
  'httpOnly',
  'sameSite',
]);

/** A cookie, with the domain that it is for: whether that is the page's is seen when the page is known. */
export interface DomainCookie {
  readonly domain?: string;
  readonly cookie: Json;
}

export function cookiesOf(field: string, cookies: readonly unknown[]): readonly DomainCookie[] {
  return cookies.map((cookie) => {
    if (!isObject(cookie)) throw refused(field, 'it has to be a list of objects with name, value and domain.');
    const { name, value, domain, path, secure, httpOnly } = cookie;
    const other = Object.keys(cookie).find((member) => !COOKIE_MEMBERS.has(member));
    if (other !== undefined) throw unsupported(field, `a cookie has no "${other.slice(0, 64)}" here. Leave it out.`);
    if (path !== undefined && path !== '' && path !== '/')
      throw unsupported(field, 'cookies are for the whole host; leave out "path".');
    return {
      ...(typeof domain === 'string' && domain !== '' ? { domain } : {}),
      cookie: {
        name,
        value,
        ...(secure === true ? { secure } : {}),
        ...(httpOnly === true ? { http_only: true } : {}),
      },
    };
  });
}
