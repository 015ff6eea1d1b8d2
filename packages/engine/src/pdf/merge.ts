import { Worker } from 'node:worker_threads';
import type { MergedPdf, MergeOptions, PdfMerge, PdfPart } from './finish/merge.ts';
import { threadEnvironment } from './finish/thread-environment.ts';
import type { MergeMessage } from './merge-thread.ts';

const isAlone = ({ byteLength, buffer }: Uint8Array): boolean => byteLength === buffer.byteLength;

/**
 * One PDF that is made of several of the engine's, in a thread of its own, while they arrive: an entry of the outline for each, tags kept.
 * The thread keeps no process alive before the end is asked for.
 */
export class PdfJoin {
  readonly #worker = new Worker(new URL('./merge-thread.ts', import.meta.url), { env: threadEnvironment() });
  readonly #merged: Promise<MergedPdf>;

  constructor() {
    this.#worker.unref();
    this.#merged = new Promise((resolve, reject) => {
      this.#worker.once('message', resolve);
      this.#worker.once('error', reject);
      this.#worker.once('exit', () => reject(new Error('The thread ended early.')));
    });
    // Whoever finishes it hears of it.
    this.#merged.catch(() => {});
  }

  /** @param bytes of the next part, which are taken: they are empty afterwards */
  add(bytes: Uint8Array): void {
    // Given to the thread, not copied: they may be hundreds of megabytes. Small ones share their memory with others.
    const given = isAlone(bytes) ? bytes : Uint8Array.from(bytes);
    this.#worker.postMessage(given satisfies MergeMessage, [given.buffer as ArrayBuffer]);
  }

  /** Ends the join. @throws Error for a part that is not one of the engine's, or is protected, and when the join is closed meanwhile */
  async finish(options: Parameters<PdfMerge['finish']>[0]): Promise<MergedPdf> {
    this.#worker.ref();
    this.#worker.postMessage(options satisfies MergeMessage);
    try {
      return await this.#merged;
    } finally {
      this.close();
    }
  }

  /** Gives it up. */
  close(): void {
    void this.#worker.terminate();
  }
}

/**
 * Makes one PDF of several, as {@link PdfJoin} does. The bytes of the parts are taken.
 * @throws Error for a file that is not one of the engine's, or is protected; the reason of the signal
 */
export async function mergePdfs(
  parts: readonly PdfPart[],
  { signal, ...options }: MergeOptions & { readonly signal: AbortSignal },
): Promise<MergedPdf> {
  signal.throwIfAborted();
  const join = new PdfJoin();
  const stop = () => join.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (const { bytes } of parts) join.add(bytes);
    return await join.finish({ ...options, titles: parts.map(({ title }) => title) });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
