import { Worker } from 'node:worker_threads';
import type { MergedPdf, MergeOptions, PdfPart } from './finish/merge.ts';

const isAlone = ({ byteLength, buffer }: Uint8Array): boolean => byteLength === buffer.byteLength;

/**
 * Makes one PDF of several of the engine's, in a thread of its own: an entry of the outline for each, tags kept.
 * The bytes of the parts are taken: they are empty afterwards.
 * @throws Error for a file that is not one of the engine's, or is protected; the reason of the signal
 */
export async function mergePdfs(
  parts: readonly PdfPart[],
  { signal, ...options }: MergeOptions & { readonly signal: AbortSignal },
): Promise<MergedPdf> {
  signal.throwIfAborted();
  // Given to the thread, not copied: they may be hundreds of megabytes. Small ones share their memory with others.
  const given = parts.map(({ title, bytes }) => ({ title, bytes: isAlone(bytes) ? bytes : Uint8Array.from(bytes) }));
  const worker = new Worker(new URL('./merge-thread.ts', import.meta.url), {
    workerData: { parts: given, options },
    transferList: [...new Set(given.map(({ bytes }) => bytes.buffer as ArrayBuffer))],
  });
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
