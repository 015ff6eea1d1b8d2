import { isIP } from 'node:net';
import { addressBytes, unmapped } from './ip-address.ts';

/**
 * What counts as one source of guesses: an IPv4 address, or the /64 of an IPv6 address, since one household or
 * server is given a whole /64 to choose addresses from.
 */
export function sourceOf(address: string): string {
  const plain = unmapped(address);
  if (isIP(plain) !== 6) return plain;
  const bytes = addressBytes(plain) ?? [];
  const groups = [0, 2, 4, 6].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16));
  return `${groups.join(':')}::/64`;
}

/** The network that a source is part of, as providers hand them out: the /16 of IPv4, the /32 of IPv6. */
export function networkOf(address: string): string {
  const plain = unmapped(address);
  const bytes = addressBytes(plain) ?? [];
  if (isIP(plain) !== 6) return `${bytes.slice(0, 2).join('.')}.0.0/16`;
  const groups = [0, 2].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16));
  return `${groups.join(':')}::/32`;
}

export function isLoopback(address: string): boolean {
  return address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(unmapped(address));
}
