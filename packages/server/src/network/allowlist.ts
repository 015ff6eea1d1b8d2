import { isIP } from 'node:net';
import { addressBytes, unmapped } from './ip-address.ts';

/** Networks that a key may be used from; an empty list means everywhere. */
export type Allowlist = readonly Network[];

export interface Network {
  /** As it was written. */
  readonly text: string;
  readonly bytes: readonly number[];
  readonly bits: number;
}

/** What is wrong with an entry, as the rest of a sentence that begins with its name: "must …". */
export class AllowlistFault extends Error {
  /** Which entry it is. */
  readonly index: number;

  constructor(index: number, remedy: string) {
    super(remedy);
    this.name = 'AllowlistFault';
    this.index = index;
  }
}

/**
 * Reads addresses and CIDR ranges (RFC 4632, RFC 4291). An IPv4 address that is written as IPv6 counts as IPv4.
 * @throws AllowlistFault for the first entry that cannot be meant as it is written
 */
export function parseAllowlist(entries: readonly string[]): Allowlist {
  return entries.map((entry, index) => {
    const network = parseNetwork(entry.trim());
    if (typeof network === 'string') throw new AllowlistFault(index, network);
    return network;
  });
}

/** Whether a client with this address is let in. */
export function isAllowed(allowlist: Allowlist, address: string): boolean {
  if (allowlist.length === 0) return true;
  const bytes = addressBytes(unmapped(address));
  return bytes !== undefined && allowlist.some((network) => contains(network, bytes));
}

/** Whether everybody that `inner` lets in is let in by `outer` too. */
export function isWithin(inner: Allowlist, outer: Allowlist): boolean {
  if (outer.length === 0) return true;
  if (inner.length === 0) return false;
  return inner.every(({ bytes, bits }) => outer.some((other) => bits >= other.bits && contains(other, bytes)));
}

function parseNetwork(entry: string): Network | string {
  const [given = '', prefix, ...rest] = entry.split('/');
  const address = unmapped(given);
  const bytes = given.includes('%') ? undefined : addressBytes(address);
  if (bytes === undefined || rest.length > 0) return 'must be an address or a range such as 10.0.0.0/8';
  const size = bytes.length * 8;
  if (prefix === undefined) return { text: entry, bytes, bits: size };
  const bits = bitsOf(prefix, { size, mapped: address !== given });
  if (bits === undefined) {
    return `must end with a number from 0 to ${size} after the slash, since it is ${isIP(address) === 4 ? 'IPv4' : 'IPv6'}`;
  }
  const first = masked(bytes, bits);
  if (first.some((byte, at) => byte !== bytes[at])) {
    return `must be ${written(first)}/${bits} for the whole range, or ${address} for the one address`;
  }
  return { text: entry, bytes, bits };
}

/** Bits of a prefix. One that belongs to the mapped form is counted in the bits of IPv6. */
function bitsOf(prefix: string, { size, mapped }: { size: number; mapped: boolean }): number | undefined {
  if (!/^\d{1,3}$/.test(prefix)) return undefined;
  const bits = Number(prefix) - (mapped ? 96 : 0);
  return bits >= 0 && bits <= size ? bits : undefined;
}

function contains({ bytes, bits }: Network, address: readonly number[]): boolean {
  if (bytes.length !== address.length) return false;
  const whole = bits >> 3;
  for (let at = 0; at < whole; at += 1) if (bytes[at] !== address[at]) return false;
  const rest = bits & 7;
  return rest === 0 || ((bytes[whole] ?? 0) ^ (address[whole] ?? 0)) >> (8 - rest) === 0;
}

function masked(bytes: readonly number[], bits: number): number[] {
  return bytes.map((byte, at) => byte & (0xff << (8 - Math.min(8, Math.max(0, bits - at * 8)))) & 0xff);
}

function written(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, at) => ((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0));
  // The URL parser writes the canonical form (RFC 5952).
  return new URL(`http://[${groups.map((group) => group.toString(16)).join(':')}]/`).hostname.slice(1, -1);
}
