import ipaddr from 'ipaddr.js';
import { parseAddress } from './address.ts';
import type { Lookup } from './lookup.ts';

/** The IPv4 destinations of IPv6 addresses that a translator of this network (NAT64) takes apart. */
export interface Translation {
  /** Finds out which prefixes the network translates; known ones are asked for again after a while. Never rejects. */
  ready(): Promise<void>;
  /** The IPv4 address that lies in an IPv6 address, when a translator would connect to it. */
  embedded(address: ipaddr.IPv6): ipaddr.IPv4 | undefined;
}

export interface TranslationOptions {
  readonly lookup: Lookup;
  /** Milliseconds of a steady clock. */
  readonly now?: () => number;
}

/** A name that has these IPv4 addresses only: an IPv6 answer was made by the network (RFC 7050, section 8.2). */
const NAME = 'ipv4only.arpa';
const WELL_KNOWN: readonly string[] = ['192.0.0.170', '192.0.0.171'];
/** Bits of a prefix (RFC 6052, section 2.2). */
const LENGTHS = [96, 64, 56, 48, 40, 32] as const;
/** Byte that holds nothing: bits 64 to 71 (RFC 6052, section 2.2). */
const UNUSED = 8;
/** Milliseconds between discoveries, and after one that failed. */
const AGE = 10 * 60_000;
const PAUSE = 60_000;

type Prefix = readonly [ipaddr.IPv6, number];

/**
 * Discovers the prefixes of NAT64 (RFC 7050). Prefixes of a provider's own lie in public space, so that
 * `2a00:1:2::10.0.0.1` would otherwise be a public address that leads to a private one.
 */
export function discoverTranslation({ lookup, now = () => performance.now() }: TranslationOptions): Translation {
  let prefixes: readonly Prefix[] = [];
  let askAgainAt = Number.NEGATIVE_INFINITY;
  let first: Promise<void> | undefined;

  const ask = async (): Promise<void> => {
    try {
      const answers = await lookup(NAME, new AbortController().signal);
      prefixes = answers.flatMap(({ address }) => prefixOf(address));
      askAgainAt = now() + AGE;
    } catch {
      // What was known stays known: a resolver that is away for a moment opens nothing.
      askAgainAt = now() + PAUSE;
    }
  };
  return {
    async ready() {
      if (first === undefined) first = ask();
      else if (now() >= askAgainAt) {
        askAgainAt = now() + PAUSE;
        void ask();
      }
      await first;
    },
    embedded(address) {
      const prefix = prefixes.find(([base, bits]) => address.match(base, bits));
      return prefix && ipv4At(address, prefix[1]);
    },
  };
}

function prefixOf(text: string): Prefix[] {
  const address = parseAddress(text);
  if (!(address instanceof ipaddr.IPv6)) return [];
  const bits = LENGTHS.find((length) => WELL_KNOWN.includes(ipv4At(address, length).toString()));
  return bits === undefined ? [] : [[address, bits]];
}

function ipv4At(address: ipaddr.IPv6, prefixBits: number): ipaddr.IPv4 {
  const bytes = address.toByteArray();
  const rest = bytes.filter((_, index) => index * 8 >= prefixBits && index !== UNUSED);
  return new ipaddr.IPv4(rest.slice(0, 4));
}
