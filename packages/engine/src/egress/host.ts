import { isIPv6 } from 'node:net';
import { parseAddress } from './address.ts';

/** A host as the browser understands it: an address in its one canonical spelling, or a lower-case ASCII name. */
export type Host =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'name'; readonly name: string };

/** Characters of a DNS name in text form, without the last dot (RFC 1035, section 3.1). */
const LONGEST_NAME = 253;
/** What would end the host within a URL, be dropped by the URL parser, or hide in it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be found
const NOT_IN_HOST = /[\u0000-\u0020\u007f/?#@\\:[\]]/;

/**
 * Reads a host the way browsers do (WHATWG URL, "host parsing"), so that `0x7f.1`, `2130706433` and `127。0。0。1` are
 * the address that they reach. Accepts IPv6 with or without brackets. `undefined` for what no browser accepts, for
 * an address with a zone, and for names with empty labels.
 */
export function parseHost(text: string): Host | undefined {
  if (text.length === 0 || text.length > 4 * LONGEST_NAME) return undefined;
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  if (isIPv6(bare)) {
    const address = parseAddress(bare)?.toString();
    return address === undefined ? undefined : { kind: 'address', address };
  }
  if (NOT_IN_HOST.test(text)) return undefined;

  const hostname = URL.parse(`http://${text}/`)?.hostname;
  if (hostname === undefined) return undefined;
  const address = parseAddress(hostname)?.toString();
  if (address !== undefined) return { kind: 'address', address };
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  if (name.length > LONGEST_NAME || name.split('.').includes('')) return undefined;
  return { kind: 'name', name };
}

/** Whether a canonical name means this machine whatever a resolver says (RFC 6761, section 6.3). */
export function isLocalhost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}
