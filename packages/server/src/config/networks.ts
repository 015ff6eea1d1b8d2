import { BlockList, isIP } from 'node:net';
import { unmapped } from '../network/ip-address.ts';

const HOST_PORT = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?):([0-9]{1,5})$/i;

/** Whether an entry names a destination: an address, a network, or a host with a port. */
export function isDestination(entry: string): boolean {
  const port = HOST_PORT.exec(entry)?.[1];
  return port === undefined ? isNetwork(entry) : Number(port) >= 1 && Number(port) <= 65_535;
}

/** Whether an entry is an address or a CIDR range. */
export function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  return prefix === undefined || (/^[0-9]{1,3}$/.test(prefix) && bitsOf(address, prefix) !== undefined);
}

/** Bits of a prefix. That of an IPv4 address that is written as IPv6 is counted in the bits of IPv6. */
function bitsOf(given: string, prefix: string): number | undefined {
  const address = unmapped(given);
  const bits = Number(prefix) - (address === given ? 0 : 96);
  return bits >= 0 && bits <= (isIP(address) === 4 ? 32 : 128) ? bits : undefined;
}

export function addressList(entries: readonly string[]): BlockList {
  const result = new BlockList();
  for (const entry of entries) {
    const [given = '', prefix] = entry.split('/');
    const address = unmapped(given);
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const bits = prefix === undefined ? (family === 'ipv6' ? 128 : 32) : (bitsOf(given, prefix) ?? 0);
    result.addSubnet(address, bits, family);
  }
  return result;
}
