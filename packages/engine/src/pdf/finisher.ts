import { Worker } from 'node:worker_threads';
import { type FinishOptions, finishPdf } from './finish/finish.ts';

/** Bytes beyond which a file is finished in a thread: what is smaller holds up the server for a few milliseconds. */
const THREAD_FROM = 1024 * 1024;

/** The file that has the thread; those that follow wait, since each needs several times its size of memory. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Finishes a PDF of any size without holding up the server.
 * @throws the reason of the signal; otherwise as `finishPdf`
 */
export async function finishAnyPdf(
  bytes: Uint8Array,
  options: FinishOptions,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (bytes.byteLength < THREAD_FROM) return finishPdf(bytes, options);
  const finished = last.then(() => finishInThread(bytes, options, signal));
  last = finished.catch(() => {});
  return await finished;
}

async function finishInThread(bytes: Uint8Array, options: FinishOptions, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./finish-thread.ts', import.meta.url), { workerData: { bytes, options } });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(signal.aborted ? signal.reason : new Error('The thread ended early.')));
    });
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
