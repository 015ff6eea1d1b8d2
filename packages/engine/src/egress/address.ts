import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Which addresses belong to the public internet. Decisions are made on parsed addresses, never on their spelling.
 *
 * ipaddr.js parses and compares; the tables are our own, because its range names leave out several networks that
 * must be refused.
 */

/** A parsed address; an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2) is the IPv4 address that it reaches. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type AddressClass = 'public' | 'special';

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890), multicast, and networks of clouds within public space. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network (RFC 791)
  '10.0.0.0/8', // private use (RFC 1918)
  '100.64.0.0/10', // carrier-grade NAT (RFC 6598); also a cloud's metadata service
  '127.0.0.0/8', // loopback (RFC 1122)
  '168.63.129.16/32', // the host agent of Azure: a public address that only means something inside
  '169.254.0.0/16', // link local (RFC 3927); metadata services
  '172.16.0.0/12', // private use (RFC 1918)
  '192.0.0.0/24', // IETF protocol assignments (RFC 6890)
  '192.0.2.0/24', // documentation (RFC 5737)
  '192.31.196.0/24', // AS112 (RFC 7535): answers DNS only, often by a node inside the network
  '192.52.193.0/24', // automatic multicast tunneling relays (RFC 7450)
  '192.88.99.0/24', // 6to4 relays (RFC 7526)
  '192.168.0.0/16', // private use (RFC 1918)
  '192.175.48.0/24', // AS112 (RFC 7534)
  '198.18.0.0/15', // benchmarking (RFC 2544)
  '198.51.100.0/24', // documentation (RFC 5737)
  '203.0.113.0/24', // documentation (RFC 5737)
  '224.0.0.0/4', // multicast (RFC 5771)
  '240.0.0.0/4', // reserved (RFC 1112) and broadcast (RFC 919)
].map((cidr) => ipaddr.IPv4.parseCIDR(cidr));

/**
 * The only IPv6 space that is handed out for global unicast (RFC 4291, section 2.5.4, and IANA's registry). What lies
 * outside is refused as a whole: loopback, IPv4-compatible, NAT64 (64:ff9b::/96 and 64:ff9b:1::/48 carry an IPv4
 * address to wherever the translator stands), discard-only, segment routing, unique local, link and site local,
 * multicast, and all that is not assigned.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** IANA IPv6 Special-Purpose Address Registry (RFC 6890), as far as it lies within `GLOBAL_UNICAST`. */
const SPECIAL_IPV6 = [
  '2001::/23', // IETF protocol assignments (RFC 2928): Teredo, benchmarking, ORCHID, AS112, DRIP
  '2001:db8::/32', // documentation (RFC 3849)
  '2002::/16', // 6to4 (RFC 3056): carries an IPv4 address
  '2620:4f:8000::/48', // AS112 (RFC 7534)
  '3fff::/20', // documentation (RFC 9637)
].map((cidr) => ipaddr.IPv6.parseCIDR(cidr));

/**
 * Parses an address in its plain form: dotted decimal IPv4 without leading zeros, or IPv6 without brackets.
 * `undefined` for anything else, also for an address with a zone (RFC 4007), which only means something on one link.
 */
export function parseAddress(text: string): Address | undefined {
  if (isIP(text) === 0 || text.includes('%')) return undefined;
  const address = ipaddr.parse(text.includes(':') ? withoutDots(text) : text);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** Writes the IPv4 tail of an IPv6 address in hex: ipaddr.js takes `::8.8.8.8` for the mapped `::ffff:8.8.8.8`. */
function withoutDots(text: string): string {
  return text.replace(/(?<=:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
}

/** Whether a parsed address is reachable over the public internet and serves no special purpose. */
export function isPublicAddress(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return !SPECIAL_IPV4.some((range) => address.match(range));
  return address.match(GLOBAL_UNICAST) && !SPECIAL_IPV6.some((range) => address.match(range));
}

/**
 * Tells public addresses from all others (IANA special-purpose registries, RFC 6890).
 * @param ip An IPv4 or IPv6 address without brackets. A text that is no address is `special`.
 */
export function classifyAddress(ip: string): AddressClass {
  const address = parseAddress(ip);
  return address !== undefined && isPublicAddress(address) ? 'public' : 'special';
}
