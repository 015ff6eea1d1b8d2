/** A stream of choices. The same seed gives the same stream on every machine. */
export interface Random {
  /** A whole number from min to max, both included. */
  integer(min: number, max: number): number;
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A string of decimal digits; the first one is not zero. */
  digits(length: number): string;
}

/** The generator is mulberry32 on an FNV-1a hash of the seed: short, public domain, and even enough for test data. */
export function randomFrom(...seed: (string | number)[]): Random {
  let state = hash(seed.join('|'));
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1));
  return {
    integer,
    chance: (probability) => fraction() < probability,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new Error('nothing to pick from');
      return list[integer(0, list.length - 1)] as T;
    },
    digits: (length) => Array.from({ length }, (_, index) => integer(index === 0 ? 1 : 0, 9)).join(''),
  };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) {
    value ^= char.codePointAt(0) ?? 0;
    value = Math.imul(value, 0x01000193);
  }
  return value >>> 0;
}
