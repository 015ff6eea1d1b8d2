import { fault } from './fault.ts';

declare const checked: unique symbol;

/** An address that `checkSourceUrl` has accepted, as the URL standard writes it. Nobody has to check it again. */
export type SourceUrl = string & { readonly [checked]: true };

/**
 * Checks an address before anything is loaded: an absolute http or https URL without credentials in it.
 * Whether its host may be reached is the egress guard's decision, made on the parsed address.
 * @returns the address as the URL standard writes it
 */
export function checkSourceUrl(text: string, pointer: string): SourceUrl {
  // The URL standard drops these silently; in a request they are a mistake or an attempt to look different.
  if (/[\p{Cc}\p{Cs}]/u.test(text))
    throw invalid(pointer, 'The address contains control characters. Remove or encode them.');
  const trimmed = text.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme === undefined)
    throw invalid(pointer, 'The address has to be absolute and begin with http:// or https://.');
  if (scheme !== 'http' && scheme !== 'https') {
    throw fault('unsupported_scheme', pointer, 'Only http and https addresses can be converted.');
  }
  if (!URL.canParse(trimmed)) throw invalid(pointer, 'The address is not a valid URL.');
  const url = new URL(trimmed);
  if (url.username !== '' || url.password !== '') {
    throw invalid(pointer, 'The address must not contain a user name or password. Use the field "auth".');
  }
  return url.href as SourceUrl;
}

const invalid = (pointer: string, detail: string) => fault('invalid_request', pointer, detail);
