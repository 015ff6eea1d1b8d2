import type { Place, Places } from './places.ts';

/**
 * CSS pixels between two elements whose places tell where pages begin, and how many there are at least and at most. Where
 * all pages are alike, a few tell it of a long text.
 */
export const PROBES = { step: 240.25, least: 90, most: 8_000, few: 32 } as const;

/**
 * Where each page begins, in CSS pixels of a text that goes on from page to page. What is known of the first pages goes
 * for those that follow: left and right ones may differ.
 */
export class Flow {
  readonly #starts: number[] = [0];

  /**
   * @param prefix how their ids begin
   * @param step CSS pixels between two of those elements
   */
  constructor(places: Places, prefix: string, step: number = PROBES.step) {
    for (let index = 0; index < PROBES.most; index += 1) {
      const place = places.of.get(`${prefix}-probe-${index}`);
      if (place) this.#starts[place.page] ??= index * step - place.y;
    }
    // Pages that are shorter than the step have no element of their own.
    let before = 0;
    for (let page = 1; page < this.#starts.length; page += 1) {
      const start = this.#starts[page];
      if (start === undefined) continue;
      const first = this.#starts[before] as number;
      const height = (start - first) / (page - before);
      for (let between = before + 1; between < page; between += 1) {
        this.#starts[between] = first + height * (between - before);
      }
      before = page;
    }
  }

  /** Whether anything is known of a second page. */
  get known(): boolean {
    return this.#starts.length > 2;
  }

  start(page: number): number {
    const known = this.#starts[page];
    if (known !== undefined) return known;
    const count = this.#starts.length;
    const last = this.#starts[count - 1] as number;
    // Places are known to a pixel: the more pages it is taken from, the less that adds up to further on.
    const twos = Math.floor((count - 2) / 2);
    const two =
      count > 3
        ? (last - (this.#starts[count - 1 - 2 * twos] as number)) / twos
        : 2 * (last - (this.#starts[count - 2] ?? 0));
    const pairs = Math.floor((page - (count - 1)) / 2);
    const rest = (page - (count - 1)) % 2;
    const one = count > 3 ? (this.#starts[count - 2] as number) - (this.#starts[count - 3] as number) : two / 2;
    return last + pairs * two + (rest > 0 ? one : 0);
  }

  at({ page, y }: Place): number {
    return this.start(page) + y;
  }
}
