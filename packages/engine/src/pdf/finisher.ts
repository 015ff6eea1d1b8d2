import { Worker } from 'node:worker_threads';
import type { ConversionRequest } from '../request/request.ts';
import { type FinishOptions, finishPdf } from './finish/finish.ts';
import { type ReplacedImage, recompressImages } from './finish/recompress-images.ts';
import { threadEnvironment } from './finish/thread-environment.ts';

/** Bytes beyond which a file is finished in a thread: what is smaller holds up the server for a few milliseconds. */
const THREAD_FROM = 1024 * 1024;

/** The file that has a thread; those that follow wait, since each needs several times its size of memory. */
let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}

/**
 * Finishes a PDF of any size without holding up the server.
 * @throws the reason of the signal; otherwise as `finishPdf`
 */
export async function finishAnyPdf(
  bytes: Uint8Array,
  options: FinishOptions,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const others = [options.running, options.headerFooter, options.form?.looks, options.stamp?.pdf, options.mark?.pdf];
  const size = others.reduce((sum, other) => sum + (other?.byteLength ?? 0), bytes.byteLength);
  if (size < THREAD_FROM) return finishPdf(bytes, options);
  return await inTurn(() => finishInThread(bytes, options, signal));
}

/** Compresses the pictures of a PDF as far as the request lets them lose detail; one file at a time. */
export async function recompress(
  bytes: Uint8Array,
  { compression, image_dpi: dpi }: Pick<ConversionRequest, 'compression' | 'image_dpi'>,
  signal: AbortSignal,
): Promise<readonly ReplacedImage[]> {
  if (compression !== 'images' && dpi === undefined) return [];
  const options = { ...(dpi === undefined ? {} : { dpi }), lossy: compression === 'images', signal };
  return await inTurn(() => recompressImages(bytes, options));
}

async function finishInThread(bytes: Uint8Array, options: FinishOptions, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./finish-thread.ts', import.meta.url), {
    env: threadEnvironment(),
    workerData: { bytes, options },
  });
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
