/** Whether the service accepts requests, and which are not finished. */
export class Lifecycle {
  #draining = false;
  #exchanges = 0;
  #whenIdle: (() => void)[] = [];
  readonly #conversions = new Set<AbortController>();

  /** Whether the service is on its way out: it finishes what runs and takes nothing new. */
  get draining(): boolean {
    return this.#draining;
  }

  drain(): void {
    this.#draining = true;
  }

  /** Counts a request as open until the returned function is called, once. */
  openExchange(): () => void {
    this.#exchanges += 1;
    return () => {
      this.#exchanges -= 1;
      if (this.#exchanges > 0) return;
      for (const resolve of this.#whenIdle.splice(0)) resolve();
    };
  }

  /** Resolves when no request is open. */
  async idle(): Promise<void> {
    if (this.#exchanges > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  /** Conversions that run or wait for a slot. */
  get conversions(): number {
    return this.#conversions.size;
  }

  /** Counts a conversion as running until the returned function is called. */
  openConversion(controller: AbortController): () => void {
    this.#conversions.add(controller);
    return () => this.#conversions.delete(controller);
  }

  abortConversions(): void {
    for (const controller of this.#conversions) controller.abort();
  }
}
