import type { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { type Address, parseAddress } from './address.ts';

/** Milliseconds for which the machine's networks are remembered; asking takes some 50 µs. */
const AGE = 3_000;

type Network = readonly [Address, number];

/**
 * Tells the machine's own addresses, and those of the networks that its interfaces are on: neighbors of a machine with
 * a public address often serve each other what they serve nobody else. Read again every few seconds, since
 * interfaces change while a service runs.
 */
export function ownNetworks(interfaces: typeof networkInterfaces): (address: Address) => boolean {
  let networks: readonly Network[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return (address) => {
    const now = performance.now();
    if (now - readAt > AGE) {
      networks = Object.values(interfaces()).flatMap((list) => (list ?? []).flatMap(networksOf));
      readAt = now;
    }
    return networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
  };
}

function networksOf({ address: text, cidr }: { readonly address: string; readonly cidr: string | null }): Network[] {
  // Link-local entries carry a zone and are special anyway.
  const address = parseAddress(text);
  if (address === undefined) return [];
  const size = address instanceof ipaddr.IPv4 ? 32 : 128;
  const bits = Number(cidr?.split('/')[1] ?? size);
  // A tunnel may claim the whole internet for its network; then its own address is all that is certain.
  return [[address, bits > 0 && bits <= size ? bits : size]];
}
