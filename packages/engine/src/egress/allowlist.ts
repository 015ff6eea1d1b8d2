import ipaddr from 'ipaddr.js';
import { type Address, parseAddress } from './address.ts';
import { parseHost } from './host.ts';

/**
 * What the operator lets through the guard although it is not public. Entries are read once, at the start; a mistake
 * in one stops the start, because a list that is partly understood would let through something else than was meant.
 */
export interface Allowlist {
  /** Whether an entry names this host and port. `ports` are those of entries without one. */
  hasName(name: string, port: number, ports: Pick<ReadonlySet<number>, 'has'> | 'every'): boolean;
  /** Whether an entry covers this address and port. */
  hasAddress(address: Address, port: number): boolean;
}

interface Network {
  readonly address: Address;
  readonly bits: number;
  /** `undefined`: every port. */
  readonly port: number | undefined;
}

interface Name {
  readonly name: string;
  /** `undefined`: those that the caller names. */
  readonly port: number | undefined;
}

const FORMS = 'host, host:port, address, address:port, [IPv6 address]:port, or CIDR such as 10.0.0.0/8';

/**
 * @param list which list the entries are of, for the error
 * @throws {Error} that names the entry and the accepted forms, when one is malformed.
 */
export function parseAllowlist(entries: readonly string[], list: 'allow' | 'deny' = 'allow'): Allowlist {
  const networks: Network[] = [];
  const names: Name[] = [];
  for (const entry of entries) {
    const parsed = parseNetwork(entry.trim()) ?? parseEndpoint(entry.trim());
    if (parsed === undefined) {
      throw new Error(`The egress ${list} entry ${JSON.stringify(entry)} is not valid. Accepted forms: ${FORMS}.`);
    }
    if ('name' in parsed) names.push(parsed);
    else networks.push(parsed);
  }
  return {
    hasName: (name, port, ports) =>
      names.some((entry) => {
        if (entry.name !== name) return false;
        return entry.port === undefined ? ports === 'every' || ports.has(port) : entry.port === port;
      }),
    hasAddress: (address, port) =>
      networks.some((network) => (network.port ?? port) === port && contains(network, address)),
  };
}

export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}

/** Networks match addresses of their own family only: `::/0` does not open IPv4. */
function contains({ address: base, bits }: Network, address: Address): boolean {
  if (base instanceof ipaddr.IPv4) return address instanceof ipaddr.IPv4 && address.match(base, bits);
  return address instanceof ipaddr.IPv6 && address.match(base, bits);
}

/** An address or a CIDR, on every port. */
function parseNetwork(text: string): Network | undefined {
  const [base = '', prefix, ...rest] = text.split('/');
  const address = parseAddress(base.replace(/^\[(.*)\]$/, '$1'));
  if (address === undefined || rest.length > 0) return undefined;
  const size = address instanceof ipaddr.IPv4 ? 32 : 128;
  if (prefix === undefined) return { address, bits: size, port: undefined };
  // The mapped form is IPv4 by now, so that a prefix counted in IPv6 bits would be read wrongly.
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > size || (size === 32 && base.includes(':'))) return undefined;
  const bits = Number(prefix);
  return hasHostBits(address, bits) ? undefined : { address, bits, port: undefined };
}

/** `10.0.0.1/8` is a mistake: either one address or the whole network was meant. */
function hasHostBits(address: Address, bits: number): boolean {
  return address.toByteArray().some((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - index * 8));
    return (byte & (0xff >> kept)) !== 0;
  });
}

/** `host`, `host:port`, `address:port` or `[v6]:port`. */
function parseEndpoint(text: string): Name | Network | undefined {
  const [, hostText = '', portText] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const port = portText === undefined ? undefined : Number(portText);
  const host = parseHost(hostText);
  if (host === undefined || (port !== undefined && !isPort(port))) return undefined;
  // Patterns (`*.example.com`) would be valid names to a browser, and never match.
  if (host.kind === 'name') return /^[a-z0-9._-]+$/.test(host.name) ? { name: host.name, port } : undefined;
  // Another spelling of an address (`0x7f.1`) is more likely a slip than a wish.
  const address = parseAddress(hostText.replace(/^\[(.*)\]$/, '$1'));
  if (address === undefined) return undefined;
  return { address, bits: address instanceof ipaddr.IPv4 ? 32 : 128, port };
}
