/**
 * The strings that the canary suite sends. Each is used in one field of one request only, so that one that is found
 * where it must not be names its field.
 */

/** What every canary begins with, by the letters that a field takes; nothing else in the repository has these. */
export const PREFIXES = { lower: 'qzkanary', upper: 'QZKANARY', digits: '7391826405' } as const;

/** Characters after the prefix: the number of the canary. */
export const NUMBER_LENGTH = 4;

const LETTERS = 26;

export interface Canary {
  readonly lower: string;
  readonly upper: string;
  /** For fields that take digits only. */
  readonly digits: string;
}

/** Canaries, and the field that each was made for. */
export class Canaries {
  readonly #labels: string[] = [];

  /** @param label the request and the field in it */
  make(label: string): Canary {
    const number = this.#labels.length;
    if (number >= 10 ** NUMBER_LENGTH) throw new Error('There are more canaries than numbers.');
    this.#labels.push(label);
    const letters = inLetters(number);
    return {
      lower: PREFIXES.lower + letters,
      upper: PREFIXES.upper + letters.toUpperCase(),
      digits: PREFIXES.digits + String(number).padStart(NUMBER_LENGTH, '0'),
    };
  }

  /** @param tail what stands after a prefix @returns undefined for what is no canary of ours */
  labelOf(tail: string): string | undefined {
    if (/^[0-9]+$/.test(tail)) return this.#labels[Number(tail)];
    if (!/^[a-z]+$/i.test(tail)) return undefined;
    let number = 0;
    for (const letter of tail.toLowerCase()) number = number * LETTERS + letter.charCodeAt(0) - 97;
    return this.#labels[number];
  }

  get count(): number {
    return this.#labels.length;
  }
}

function inLetters(number: number): string {
  let rest = number;
  let letters = '';
  for (let place = 0; place < NUMBER_LENGTH; place++) {
    letters = String.fromCharCode(97 + (rest % LETTERS)) + letters;
    rest = Math.floor(rest / LETTERS);
  }
  return letters;
}
