import { EventEmitter, once } from 'node:events';

/**
 * What happens to jobs, told to whoever waits for it: in this process at once, and in others by the database. It is
 * a hint only: whoever gets none looks into the database after a while.
 */
export class JobSignals {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  /** A job waits for a worker. */
  arrived(): void {
    this.#emitter.emit('arrived');
  }

  /** A job or batch is in another state, or is to be canceled. */
  changed(id: string): void {
    this.#emitter.emit(`changed ${id}`);
    this.#emitter.emit('changed', id);
  }

  /** @returns what ends it */
  onArrival(listener: () => void): () => void {
    this.#emitter.on('arrived', listener);
    return () => this.#emitter.off('arrived', listener);
  }

  /** @returns what ends it */
  onChange(listener: (id: string) => void): () => void {
    this.#emitter.on('changed', listener);
    return () => this.#emitter.off('changed', listener);
  }

  /** Resolves with the next change of this job or batch, or when `signal` is set off. */
  async nextChange(id: string, signal: AbortSignal): Promise<void> {
    try {
      await once(this.#emitter, `changed ${id}`, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
