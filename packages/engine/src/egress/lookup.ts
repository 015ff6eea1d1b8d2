import { promises as dns } from 'node:dns';
import { Slots } from './slots.ts';

/** Resolves a name to all of its addresses. Rejects when it has none. */
export type Lookup = (
  hostname: string,
  signal: AbortSignal,
) => Promise<readonly { readonly address: string; readonly family: 4 | 6 }[]>;

/** Milliseconds after which a name counts as unresolvable. */
const LOOKUP_TIMEOUT = 10_000;
/**
 * Lookups handed to the system at the same time. It answers them on a few threads and cannot take one back, so that
 * those of a job that has ended must wait here, where they can be dropped.
 */
const lookups = new Slots(16);

/**
 * The system's resolver (getaddrinfo): hosts file and search domains included, all addresses in its own order,
 * which puts those first that this machine can reach (RFC 6724).
 */
export const systemLookup: Lookup = async (hostname, signal) => {
  const release = await lookups.acquire(hostname, signal);
  const answer = dns.lookup(hostname, { all: true, order: 'verbatim' });
  // The slot stays taken until the system answers, also when nobody waits for the answer any more.
  answer.then(release, release);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The resolver did not answer in time.')), LOOKUP_TIMEOUT);
  });
  try {
    const addresses = await Promise.race([answer, timeout]);
    return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
  } finally {
    clearTimeout(timer);
  }
};
