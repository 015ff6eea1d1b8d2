import { Numbers } from '../../text/numbers.ts';
import type { Figure } from './figures.ts';

/** The figures of many lines as numbers: a third of what objects take, and nothing for the collector to look at. */
export class FigureStore {
  /** For each line, the position of its first figure. */
  readonly #firsts = new Numbers();
  /** For each figure: start, end, edge, and mark, place and currency in one number. */
  readonly #parts = new Numbers();
  #sizes = new Float64Array(64);
  #count = 0;
  readonly #currencies: (string | null)[] = [];
  readonly #codes = new Map<string | null, number>();

  /** Adds the figures of the next line. */
  add(figures: readonly Figure[]): void {
    this.#firsts.push(this.#count);
    for (const figure of figures) this.#push(figure);
  }

  /** The figures of a line, made anew each time. */
  at(line: number): readonly Figure[] {
    const first = line < this.#firsts.length ? this.#firsts.at(line) : this.#count;
    const end = line + 1 < this.#firsts.length ? this.#firsts.at(line + 1) : this.#count;
    if (first >= end) return NONE;
    const figures: Figure[] = new Array(end - first);
    for (let at = first; at < end; at += 1) figures[at - first] = this.#figure(at);
    return figures;
  }

  #push({ start, end, edge, size, mark, currency, apart }: Figure): void {
    const flags = (this.#codeOf(currency) << 3) | ((mark + 1) << 1) | (apart ? 1 : 0);
    for (const part of [start, end, edge, flags]) this.#parts.push(part);
    if (this.#count === this.#sizes.length) {
      const larger = new Float64Array(this.#count * 2);
      larger.set(this.#sizes);
      this.#sizes = larger;
    }
    this.#sizes[this.#count] = size;
    this.#count += 1;
  }

  #figure(at: number): Figure {
    const from = at * PARTS;
    const flags = this.#parts.at(from + 3);
    return {
      start: this.#parts.at(from),
      end: this.#parts.at(from + 1),
      size: this.#sizes[at] ?? 0,
      mark: MARKS[(flags >> 1) & 3] ?? 0,
      currency: this.#currencies[flags >> 3] ?? null,
      edge: this.#parts.at(from + 2),
      apart: (flags & 1) === 1,
    };
  }

  #codeOf(currency: string | null): number {
    const known = this.#codes.get(currency);
    if (known !== undefined) return known;
    this.#codes.set(currency, this.#currencies.length);
    return this.#currencies.push(currency) - 1;
  }
}

const NONE: readonly Figure[] = [];
const PARTS = 4;
const MARKS = [-1, 0, 1] as const;
