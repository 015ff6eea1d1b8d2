import type { Lookup } from './lookup.ts';

export interface RememberOptions {
  /** Milliseconds that an answer is good for. Default 30,000. */
  readonly answers?: number;
  /** Milliseconds that a name without an answer stays without one. Default 10,000. */
  readonly failures?: number;
  /** Names remembered at once. Default 2,000. */
  readonly names?: number;
  /** Milliseconds of a steady clock. */
  readonly now?: () => number;
}

interface Memory {
  readonly until: number;
  /** What the resolver said; or its error. */
  readonly addresses?: Awaited<ReturnType<Lookup>>;
  readonly error?: unknown;
}

/**
 * Remembers the answers of a resolver for a moment. A page asks for the same few hosts dozens of times, and so does
 * the next page of the same site; a resolver that is asked that often drops questions, each of which then takes
 * seconds. Whoever dials still checks every address, so that an old answer is as safe as a new one.
 */
export function rememberLookups(lookup: Lookup, options: RememberOptions = {}): Lookup {
  const { answers = 30_000, failures = 10_000, names = 2_000, now = () => performance.now() } = options;
  const memories = new Map<string, Memory>();

  const remember = (hostname: string, life: number, said: Omit<Memory, 'until'>): void => {
    memories.delete(hostname);
    memories.set(hostname, { ...said, until: now() + life });
    const [oldest] = memories.keys();
    if (memories.size > names && oldest !== undefined) memories.delete(oldest);
  };

  return async (hostname, signal) => {
    const memory = memories.get(hostname);
    if (memory && memory.until > now()) {
      if (memory.addresses) return memory.addresses;
      throw memory.error;
    }
    try {
      const addresses = await lookup(hostname, signal);
      remember(hostname, answers, { addresses });
      return addresses;
    } catch (error) {
      // A question that was taken back says nothing about the name.
      if (!signal.aborted) remember(hostname, failures, { error });
      throw error;
    }
  };
}
