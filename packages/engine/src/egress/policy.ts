import { networkInterfaces } from 'node:os';
import { isPublicAddress, parseAddress } from './address.ts';
import { isPort, parseAllowlist } from './allowlist.ts';

/** Why a destination is refused: its address, its port, or its name (does not resolve, or means this machine). */
export type RefusalReason = 'address' | 'port' | 'name';

/** What may be reached from here. */
export interface EgressPolicy {
  /**
   * Whether the operator allowed this host by name, whatever it resolves to.
   * @param name A canonical name, as `parseHost` gives it.
   */
  allowsName(name: string, port: number): boolean;
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
  /** Ports that public destinations may be reached on. Default 80, 443, 8080, 8443. */
  readonly ports?: readonly number[];
  /** The machine's own network interfaces. Default: those of the operating system. */
  readonly interfaces?: typeof networkInterfaces;
}

const STANDARD_PORTS = [80, 443, 8080, 8443];
/** Milliseconds for which the machine's own addresses are remembered; asking takes some 50 µs. */
const OWN_ADDRESSES_AGE = 3_000;

/**
 * Public addresses on standard ports may be reached, the machine's own addresses never, and what the operator
 * listed always.
 * @throws {Error} that names the malformed entry or port.
 */
export function createEgressPolicy(options: EgressPolicyOptions = {}): EgressPolicy {
  const { allow = [], ports = STANDARD_PORTS, interfaces = networkInterfaces } = options;
  const invalid = ports.find((port) => !isPort(port));
  if (invalid !== undefined) throw new Error(`The egress port ${invalid} is not valid. Give numbers from 1 to 65535.`);
  const allowlist = parseAllowlist(allow);
  const standardPorts = new Set(ports);
  const isOwnAddress = ownAddresses(interfaces);

  return {
    allowsName: (name, port) => allowlist.hasName(name, port, standardPorts),
    refusal(text, port) {
      const address = parseAddress(text);
      if (address === undefined || !isPort(port)) return 'address';
      if (allowlist.hasAddress(address, port)) return undefined;
      if (!isPublicAddress(address) || isOwnAddress(address.toString())) return 'address';
      return standardPorts.has(port) ? undefined : 'port';
    },
  };
}

/** Tells the machine's own addresses; read again every few seconds, since they change while a service runs. */
function ownAddresses(interfaces: typeof networkInterfaces): (address: string) => boolean {
  let addresses: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  return (address) => {
    const now = performance.now();
    if (now - readAt > OWN_ADDRESSES_AGE) {
      const found = Object.values(interfaces()).flatMap((list) => list ?? []);
      // Link-local entries carry a zone and are special anyway.
      addresses = new Set(found.map((entry) => parseAddress(entry.address)?.toString() ?? ''));
      readAt = now;
    }
    return addresses.has(address);
  };
}
