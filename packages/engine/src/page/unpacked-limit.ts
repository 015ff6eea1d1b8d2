import { EngineError } from '../errors.ts';
import type { Page } from './page.ts';

/** Bytes of one file after it is unpacked. As it comes, a file has half of that at most. */
const MOST_OF_FILE = 100_000_000;
/** The same for a document that is read before the page gets it: as large as one that comes as it is. */
export const MOST_OF_DOCUMENT = 50_000_000;
/** The same for all files of a page together, which have 200 MB at most as they come. */
const MOST_IN_ALL = 300_000_000;

/**
 * Ends the job of a page whose files unpack to more than it may hold: ten megabytes of gzip become ten gigabytes, and
 * the browser would read them to the end.
 */
export class UnpackedLimit {
  readonly #stops: readonly (() => void)[];
  readonly #exceeded = Promise.withResolvers<never>();
  readonly #files = new Map<string, number>();
  #total = 0;

  constructor({ session }: Page) {
    this.#exceeded.promise.catch(() => {});
    const forget = ({ requestId }: { readonly requestId: string }) => void this.#files.delete(requestId);
    this.#stops = [
      session.on('Network.dataReceived', ({ requestId, dataLength }) => this.#count(requestId, dataLength)),
      session.on('Network.loadingFinished', forget),
      session.on('Network.loadingFailed', forget),
    ];
  }

  /** @throws EngineError `render_out_of_memory` */
  async bound<T>(work: Promise<T>): Promise<T> {
    try {
      return await Promise.race([work, this.#exceeded.promise]);
    } finally {
      for (const stop of this.#stops) stop();
    }
  }

  /** Ends the job: a document was found to be larger than `MOST_OF_DOCUMENT`. */
  exceeded(): void {
    this.#exceeded.reject(tooLarge());
  }

  #count(requestId: string, bytes: number): void {
    const file = (this.#files.get(requestId) ?? 0) + bytes;
    this.#files.set(requestId, file);
    this.#total += bytes;
    if (file > MOST_OF_FILE || this.#total > MOST_IN_ALL) this.#exceeded.reject(tooLarge());
  }
}

const tooLarge = (): EngineError =>
  new EngineError(
    'render_out_of_memory',
    'The files of the page are too large once they are unpacked: 50 MB is the most for the page itself, 100 MB for one file, 300 MB for all.',
  );
