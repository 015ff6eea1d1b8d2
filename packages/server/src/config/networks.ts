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
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return prefix === undefined || (/^[0-9]{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

export function addressList(entries: readonly string[]): BlockList {
  const result = new BlockList();
  for (const entry of entries) {
    const [given = '', prefix] = entry.split('/');
    const address = unmapped(given);
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    result.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
  }
  return result;
}
