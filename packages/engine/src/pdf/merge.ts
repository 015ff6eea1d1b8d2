import { Worker } from 'node:worker_threads';
import type { MergedPdf, MergeOptions, PdfMerge, PdfPart } from './finish/merge.ts';
import { threadEnvironment } from './finish/thread-environment.ts';
import type { MergeMessage } from './merge-thread.ts';

const isAlone = ({ byteLength, buffer }: Uint8Array): boolean => byteLength === buffer.byteLength;

/** Milliseconds that a thread which has nothing to do is kept: its start is most of what a short file takes. */
const IDLE = 60_000;
/** Bytes after which a thread is not kept: their memory would be, too. */
const MOST_KEPT = 16 * 1024 * 1024;

/** A thread that waits for a file. There is one at most. */
let spare: { readonly worker: Worker; readonly taken: () => void } | undefined;

function takenThread(): Worker {
  if (spare) {
    const { worker, taken } = spare;
    taken();
    return worker;
  }
  const worker = new Worker(new URL('./merge-thread.ts', import.meta.url), { env: threadEnvironment() });
  worker.unref();
  return worker;
}

/** Keeps a thread that has made its file, or ends it if there is one already. */
function giveBack(worker: Worker): void {
  worker.unref();
  if (spare) return void worker.terminate();
  const taken = () => {
    clearTimeout(end);
    worker.off('error', taken).off('exit', taken);
    spare = undefined;
  };
  const end = setTimeout(() => {
    taken();
    void worker.terminate();
  }, IDLE).unref();
  // One that ends meanwhile is there for nobody.
  worker.once('error', taken).once('exit', taken);
  spare = { worker, taken };
}

/**
 * One PDF that is made of several of the engine's, in a thread, while they arrive: an entry of the outline for each, tags kept.
 * The thread does nothing else meanwhile, and keeps no process alive before the end is asked for. One is kept for the next file for a minute.
 */
export class PdfJoin {
  readonly #worker = takenThread();
  readonly #merged: Promise<MergedPdf>;
  #bytes = 0;
  #ended = false;

  constructor() {
    const worker = this.#worker;
    const { promise, resolve, reject } = Promise.withResolvers<MergedPdf>();
    const exited = () => reject(new Error('The thread ended early.'));
    const made = (merged: MergedPdf) => {
      // All of them would take those of the thread itself, which hears nothing without.
      worker.off('error', reject).off('exit', exited);
      resolve(merged);
    };
    worker.once('message', made).once('error', reject).once('exit', exited);
    this.#merged = promise;
    // Whoever finishes it hears of it.
    this.#merged.catch(() => {});
  }

  /** @param bytes of the next part, which are taken: they are empty afterwards */
  add(bytes: Uint8Array): void {
    this.#bytes += bytes.byteLength;
    // Given to the thread, not copied: they may be hundreds of megabytes. Small ones share their memory with others.
    const given = isAlone(bytes) ? bytes : Uint8Array.from(bytes);
    this.#worker.postMessage(given satisfies MergeMessage, [given.buffer as ArrayBuffer]);
  }

  /** Ends the join. @throws Error for a part that is not one of the engine's, or is protected, and when the join is closed meanwhile */
  async finish(options: Parameters<PdfMerge['finish']>[0]): Promise<MergedPdf> {
    this.#worker.ref();
    this.#worker.postMessage(options satisfies MergeMessage);
    try {
      const merged = await this.#merged;
      if (!this.#ended && this.#bytes <= MOST_KEPT) {
        this.#ended = true;
        giveBack(this.#worker);
      }
      return merged;
    } finally {
      this.close();
    }
  }

  /** Gives it up, if it has not ended. */
  close(): void {
    if (this.#ended) return;
    this.#ended = true;
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
