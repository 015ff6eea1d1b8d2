/** Bounds how many conversions of one client are under way at once. What is kept of a client ends with its last one. */
export class Concurrency {
  readonly limit: number;
  readonly #running = new Map<string, number>();

  /** @param limit conversions at once, 1 or more */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Clients that have something under way. */
  get size(): number {
    return this.#running.size;
  }

  /** Conversions that the client may begin now. */
  free(client: string): number {
    return this.limit - (this.#running.get(client) ?? 0);
  }

  /** Takes a slot, if there is one. Gives what frees it, once, however often it is called. */
  enter(client: string): (() => void) | undefined {
    if (this.free(client) === 0) return undefined;
    this.#running.set(client, (this.#running.get(client) ?? 0) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const left = (this.#running.get(client) ?? 0) - 1;
      if (left > 0) this.#running.set(client, left);
      else this.#running.delete(client);
    };
  }
}
