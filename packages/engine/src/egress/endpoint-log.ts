import { parseHost } from './host.ts';
import type { Endpoint } from './resolve.ts';

/** Remembers destinations, each once: the latest thousand, and how often there was any. */
export class EndpointLog {
  static readonly SIZE = 1_000;
  readonly #entries = new Map<string, Endpoint>();
  #count = 0;

  /** How many times a destination was added, repeats included. */
  get count(): number {
    return this.#count;
  }

  add({ host, port }: Endpoint): void {
    this.#count += 1;
    const key = keyOf(host, port);
    // Moved to the end: a flood of other destinations must not push out the one that matters, the latest.
    this.#entries.delete(key);
    this.#entries.set(key, { host, port });
    if (this.#entries.size <= EndpointLog.SIZE) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  has(host: string, port: number): boolean {
    return this.#entries.has(keyOf(host, port));
  }

  entries(): readonly Endpoint[] {
    return [...this.#entries.values()];
  }
}

/** The same for every spelling of a host. */
function keyOf(text: string, port: number): string {
  const host = parseHost(text);
  return `${host?.kind === 'address' ? host.address : (host?.name ?? text)} ${port}`;
}
