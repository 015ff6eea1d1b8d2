import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { type Address, isPublicAddress, parseAddress } from './address.ts';
import { isPort, parseAllowlist } from './allowlist.ts';
import { ownNetworks } from './own-networks.ts';
import type { Translation } from './translation.ts';

/** Why a destination is refused: its address, its port, its name (it means this machine), or that it does not resolve. */
export type RefusalReason = 'address' | 'port' | 'name' | 'unresolved';

/** What may be reached from here. */
export interface EgressPolicy {
  /**
   * Whether the operator allowed this host by name, whatever it resolves to.
   * @param name A canonical name, as `parseHost` gives it.
   */
  allowsName(name: string, port: number): boolean;
  /** Whether the operator allowed this address, a public one too. */
  allowsAddress(address: string, port: number): boolean;
  /** Whether the operator denied this host by name; nothing allows it then. */
  deniesName(name: string, port: number): boolean;
  /** Whether the operator denied this address; nothing allows it then. */
  denies(address: string, port: number): boolean;
  /** Resolves when all is known that `refusal` needs to tell about IPv6 addresses. */
  ready(): Promise<void>;
  /**
   * Why a connection to the address must not be made; `undefined` when it may.
   * @param address An address without brackets; a text that is no address is refused.
   */
  refusal(address: string, port: number): RefusalReason | undefined;
}

export interface EgressPolicyOptions {
  /**
   * Destinations let through although they are not public: `host:port` or `host` (on `ports`), `address:port`,
   * `[v6]:port`, and, for every port, an address or a CIDR. An entry by address covers every name that resolves to it.
   */
  readonly allow?: readonly string[];
  /** Destinations that are never reached, whatever `allow` says. The same forms; a host without a port means all ports. */
  readonly deny?: readonly string[];
  /** Ports that public destinations may be reached on. Default 80, 443, 8080, 8443. */
  readonly ports?: readonly number[];
  /** The first of the ports that public destinations may be reached on as well, up to the last. Default: none of them. */
  readonly portsFrom?: number;
  /** The machine's own network interfaces. Default: those of the operating system. */
  readonly interfaces?: typeof networkInterfaces;
  /** What the network translates from IPv6 to IPv4. Default: nothing. */
  readonly translation?: Translation;
}

const STANDARD_PORTS = [80, 443, 8080, 8443];

/**
 * Public addresses on standard ports may be reached, the machine's own and those of its networks not, what the operator
 * allowed always, and what the operator denied never.
 * @throws {Error} that names the malformed entry or port.
 */
export function createEgressPolicy(options: EgressPolicyOptions = {}): EgressPolicy {
  const { allow = [], deny = [], ports = STANDARD_PORTS, interfaces = networkInterfaces, translation } = options;
  const { portsFrom = Number.POSITIVE_INFINITY } = options;
  const invalid = ports.find((port) => !isPort(port));
  if (invalid !== undefined) throw new Error(`The egress port ${invalid} is not valid. Give numbers from 1 to 65535.`);
  const allowlist = parseAllowlist(allow);
  const denylist = parseAllowlist(deny, 'deny');
  const listed = new Set(ports);
  const standardPorts = { has: (port: number) => listed.has(port) || port >= portsFrom };
  const isOwn = ownNetworks(interfaces);
  const isDenied = (address: Address, port: number): boolean => {
    if (denylist.hasAddress(address, port)) return true;
    const inside = address instanceof ipaddr.IPv6 ? translation?.embedded(address) : undefined;
    return inside !== undefined && denylist.hasAddress(inside, port);
  };
  const isAllowed = (address: Address): boolean => {
    if (!isPublicAddress(address) || isOwn(address)) return false;
    const inside = address instanceof ipaddr.IPv6 ? translation?.embedded(address) : undefined;
    return inside === undefined || isAllowed(inside);
  };

  return {
    allowsName: (name, port) => allowlist.hasName(name, port, standardPorts),
    allowsAddress(text, port) {
      const address = parseAddress(text);
      return address !== undefined && allowlist.hasAddress(address, port);
    },
    deniesName: (name, port) => denylist.hasName(name, port, 'every'),
    denies(text, port) {
      const address = parseAddress(text);
      return address !== undefined && isDenied(address, port);
    },
    ready: async () => await translation?.ready(),
    refusal(text, port) {
      const address = parseAddress(text);
      if (address === undefined || !isPort(port)) return 'address';
      if (isDenied(address, port)) return 'address';
      if (allowlist.hasAddress(address, port)) return undefined;
      if (!isAllowed(address)) return 'address';
      return standardPorts.has(port) ? undefined : 'port';
    },
  };
}
