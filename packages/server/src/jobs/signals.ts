import { EventEmitter, once } from 'node:events';

/** Begin the names of events that are for those who wait for one job or batch. */
const CHANGED = 'changed ';
const BEGUN = 'begun ';

/**
 * What happens to jobs, told to whoever waits for it: in this process at once, and in others by the database. It is
 * a hint only: whoever gets none looks into the database after a while.
 */
export class JobSignals {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  #awaited = 0;

  /** A job waits for a worker. */
  arrived(): void {
    this.#emitter.emit('arrived');
  }

  /** A job or batch is in another state. */
  changed(id: string): void {
    this.#emitter.emit(`${CHANGED}${id}`);
  }

  /** A job has been begun: no change for those who wait for its end. */
  begun(id: string): void {
    this.#emitter.emit(`${BEGUN}${id}`);
  }

  /** Whatever is waited for may have changed: whoever waits looks again. */
  changedUnheard(): void {
    for (const name of this.#emitter.eventNames()) if (String(name).startsWith(CHANGED)) this.#emitter.emit(name);
  }

  /** A job that runs is to be canceled. */
  canceled(id: string): void {
    this.#emitter.emit('canceled', id);
  }

  /** @returns what ends it */
  onArrival(listener: () => void): () => void {
    this.#emitter.on('arrived', listener);
    return () => this.#emitter.off('arrived', listener);
  }

  /** @returns what ends it */
  onCancel(listener: (id: string) => void): () => void {
    this.#emitter.on('canceled', listener);
    return () => this.#emitter.off('canceled', listener);
  }

  /** Whether somebody waits for a change. */
  get isAwaited(): boolean {
    return this.#awaited > 0;
  }

  /** Calls `listener` when the first one begins to wait for a change. @returns what ends it */
  onAwaited(listener: () => void): () => void {
    this.#emitter.on('awaited', listener);
    return () => this.#emitter.off('awaited', listener);
  }

  /**
   * Resolves with the next change of this job or batch, or when `signal` is set off.
   * @param options.begins whether its beginning is one, in this process; another one may tell of it all the same. Default: no
   */
  async nextChange(
    id: string,
    signal: AbortSignal,
    { begins = false }: { readonly begins?: boolean } = {},
  ): Promise<void> {
    const names = begins ? [`${CHANGED}${id}`, `${BEGUN}${id}`] : [`${CHANGED}${id}`];
    const heard = new AbortController();
    const either = AbortSignal.any([signal, heard.signal]);
    const changes = names.map((name) => once(this.#emitter, name, { signal: either }));
    this.#awaited += 1;
    if (this.#awaited === 1) this.#emitter.emit('awaited');
    try {
      await Promise.race(changes);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#awaited -= 1;
      heard.abort();
      await Promise.allSettled(changes);
    }
  }
}
