import { Worker } from 'node:worker_threads';
import type { MergedPdf, MergeOptions, PdfPart } from './finish/merge.ts';

/**
 * Makes one PDF of several of the engine's, in a thread of its own: an entry of the outline for each, tags kept.
 * @throws Error for a file that is not one of the engine's, or is protected; the reason of the signal
 */
export async function mergePdfs(
  parts: readonly PdfPart[],
  { signal, ...options }: MergeOptions & { readonly signal: AbortSignal },
): Promise<MergedPdf> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./merge-thread.ts', import.meta.url), { workerData: { parts, options } });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<MergedPdf>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(signal.aborted ? signal.reason : new Error('The thread ended early.')));
    });
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
