import { isIPv4 } from 'node:net';
import { parseAddress } from './address.ts';
import { isLocalhost, parseHost } from './host.ts';
import type { Lookup } from './lookup.ts';
import type { EgressPolicy, RefusalReason } from './policy.ts';

export interface Endpoint {
  /** A name or an address; IPv6 with or without brackets. */
  readonly host: string;
  readonly port: number;
}

/** The address to dial. It is the one that was checked: never resolve the name again. */
export interface Destination {
  readonly address: string;
  readonly family: 4 | 6;
}

/**
 * A destination that must not be reached. The message is the same for every reason, so that nobody learns from it
 * which addresses, names and ports exist behind the guard; `reason` is for counters only.
 */
export class EgressRefusal extends Error {
  readonly reason: RefusalReason;

  /** @param options.cause what the resolver said */
  constructor(reason: RefusalReason, options: { readonly cause?: unknown } = {}) {
    super('The destination cannot be reached from here.', options);
    this.name = 'EgressRefusal';
    this.reason = reason;
  }
}

/**
 * Finds the one address to dial for a destination. Literal addresses are checked like any other. A name is resolved
 * exactly once and refused unless every answer is allowed: with one bad address among them the answer is not to be
 * trusted (DNS rebinding).
 * @throws {EgressRefusal} when the destination is private, on a blocked port, does not resolve, or is no valid host.
 * @throws the signal's reason when it is aborted.
 */
export async function resolveDestination(
  policy: EgressPolicy,
  lookup: Lookup,
  { host: text, port }: Endpoint,
  signal: AbortSignal,
): Promise<Destination> {
  signal.throwIfAborted();
  const host = parseHost(text);
  if (host === undefined) throw new EgressRefusal('name');
  if (host.kind === 'address') return await checked(policy, [host.address], port);
  if (policy.deniesName(host.name, port)) throw new EgressRefusal('name');

  const named = policy.allowsName(host.name, port);
  if (isLocalhost(host.name) && !named) throw new EgressRefusal('name');
  const addresses = await resolveName(lookup, host.name, signal);
  if (!named) return await checked(policy, addresses, port);
  await readyFor(policy, addresses);
  if (addresses.some((address) => policy.denies(address, port))) throw new EgressRefusal('address');
  return destination(addresses);
}

/** IPv4 addresses are what they are; an IPv6 address may carry another one. */
async function readyFor(policy: EgressPolicy, addresses: readonly string[]): Promise<void> {
  if (addresses.some((address) => address.includes(':'))) await policy.ready();
}

async function checked(policy: EgressPolicy, addresses: readonly string[], port: number): Promise<Destination> {
  await readyFor(policy, addresses);
  for (const address of addresses) {
    const reason = policy.refusal(address, port);
    if (reason !== undefined) throw new EgressRefusal(reason);
  }
  return destination(addresses);
}

/** Takes the first address in canonical spelling, so that what is dialed is what was parsed. */
function destination([first]: readonly string[]): Destination {
  const address = first === undefined ? undefined : parseAddress(first)?.toString();
  if (address === undefined) throw new EgressRefusal('unresolved');
  return { address, family: isIPv4(address) ? 4 : 6 };
}

/** Asks the resolver once; stops waiting when the signal is aborted, even if the resolver does not. */
async function resolveName(lookup: Lookup, name: string, signal: AbortSignal): Promise<readonly string[]> {
  let abandon: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abandon = () => reject(signal.reason);
    signal.addEventListener('abort', abandon, { once: true });
  });
  try {
    const answers = await Promise.race([lookup(name, signal), aborted]);
    return answers.map(({ address }) => address);
  } catch (cause) {
    signal.throwIfAborted();
    throw new EgressRefusal('unresolved', { cause });
  } finally {
    if (abandon !== undefined) signal.removeEventListener('abort', abandon);
  }
}

/**
 * Whether a destination is refused whatever a resolver says: a literal address, a name of this machine, a closed port.
 * It spares the browser's work before a conversion; the decision that counts is made when a connection is.
 */
export function isRefusedUnresolved(policy: EgressPolicy, { host: text, port }: Endpoint): boolean {
  const host = parseHost(text);
  if (host === undefined) return true;
  if (host.kind === 'address') return policy.refusal(host.address, port) !== undefined;
  if (policy.deniesName(host.name, port)) return true;
  return isLocalhost(host.name) && !policy.allowsName(host.name, port);
}
