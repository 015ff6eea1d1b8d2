import { ApiError } from '../errors.ts';

/** Bytes of pictures that are kept, and pictures. */
const BYTES = 32 * 1024 * 1024;
const PICTURES = 5_000;
/** Pictures that are drawn at once: conversions that somebody pays for come first. */
const AT_ONCE = 2;
/** Pictures that wait to be drawn, of all organizations and of one. */
const WAITING = 400;
const WAITING_OF_ONE = 100;

/** What a picture is kept as: base64, or null where there cannot be one. */
type Picture = string | null;

/** Pictures of templates in memory, each drawn once for what it shows, and the least recently seen dropped. */
export class Thumbnails {
  readonly #kept = new Map<string, { readonly picture: Promise<Picture>; bytes: number }>();
  /** By organization, the one that is next first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #bytes = 0;
  #drawing = 0;

  /**
   * The picture of this name; whoever asks while it is drawn waits for the same.
   * @param group the organization it is of: they take turns
   * @param draw makes it; what it rejects with is not kept
   * @throws ApiError `capacity` when too many wait, of this organization or of all
   */
  async of(name: string, group: string, draw: () => Promise<Picture>): Promise<Picture> {
    const known = this.#kept.get(name);
    if (known) {
      this.#kept.delete(name);
      this.#kept.set(name, known);
      return await known.picture;
    }
    const isMany = this.#waitingOfAll() >= WAITING || (this.#waiting.get(group)?.length ?? 0) >= WAITING_OF_ONE;
    if (isMany) throw new ApiError('capacity', { retryAfter: 5 });
    const entry = { picture: this.#inTurn(group, draw), bytes: 0 };
    this.#kept.set(name, entry);
    try {
      const picture = await entry.picture;
      entry.bytes = name.length + (picture?.length ?? 0);
      this.#bytes += entry.bytes;
      this.#dropOldest();
      return picture;
    } catch (error) {
      this.#kept.delete(name);
      throw error;
    }
  }

  #waitingOfAll(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  async #inTurn(group: string, draw: () => Promise<Picture>): Promise<Picture> {
    if (this.#drawing < AT_ONCE) this.#drawing += 1;
    // Whoever ends gives their turn to the next.
    else {
      await new Promise<void>((resolve) => {
        const queue = this.#waiting.get(group);
        if (queue) queue.push(resolve);
        else this.#waiting.set(group, [resolve]);
      });
    }
    try {
      return await draw();
    } finally {
      const next = this.#next();
      if (next) next();
      else this.#drawing -= 1;
    }
  }

  /** The first of the organization that is next, which then waits behind the others. */
  #next(): (() => void) | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const [group, queue] = first;
    this.#waiting.delete(group);
    const next = queue.shift();
    if (queue.length > 0) this.#waiting.set(group, queue);
    return next;
  }

  #dropOldest(): void {
    for (const [name, { bytes }] of this.#kept) {
      if (this.#bytes <= BYTES && this.#kept.size <= PICTURES) return;
      // One that is drawn now has no bytes yet, and is not dropped.
      if (bytes === 0) continue;
      this.#kept.delete(name);
      this.#bytes -= bytes;
    }
  }
}
