import { type Lookup, systemLookup } from './lookup.ts';
import { createEgressPolicy, type EgressPolicy, type EgressPolicyOptions } from './policy.ts';
import { rememberLookups } from './remembered-lookup.ts';
import { discoverTranslation } from './translation.ts';

/** What every way out of the service is held by: what may be reached, and who tells where a name leads. */
export interface EgressGuard {
  readonly policy: EgressPolicy;
  readonly lookup: Lookup;
}

export interface EgressGuardOptions extends Pick<EgressPolicyOptions, 'allow' | 'deny' | 'ports' | 'portsFrom'> {
  /** Resolver of names. Default: the system's, whose answers are remembered for a moment. */
  readonly lookup?: Lookup | undefined;
}

/**
 * The guard of a way out. It knows the NAT64 prefixes of the network, so that an IPv6 address which leads to an
 * IPv4 address is judged by that.
 * @throws {Error} that names the malformed entry or port
 */
export function createEgressGuard({ lookup, ...lists }: EgressGuardOptions): EgressGuard {
  // Prefixes are asked for at intervals of their own: an answer that is remembered would be an old one.
  const translation = discoverTranslation({ lookup: lookup ?? systemLookup });
  return {
    policy: createEgressPolicy({ ...lists, translation }),
    lookup: lookup ?? rememberLookups(systemLookup),
  };
}
