import { parentPort, workerData } from 'node:worker_threads';
import { type FinishOptions, finishPdf } from './finish/finish.ts';

/** The thread of `finishAnyPdf`: one file, then it ends. */
const { bytes, options } = workerData as { readonly bytes: Uint8Array; readonly options: FinishOptions };
const finished = Uint8Array.from(finishPdf(bytes, options));
parentPort?.postMessage(finished, [finished.buffer]);
