import { parentPort, workerData } from 'node:worker_threads';
import { type MergeOptions, mergeParts, type PdfPart } from './finish/merge.ts';

/** The thread of `mergePdfs`: one file, then it ends. */
const { parts, options } = workerData as { readonly parts: readonly PdfPart[]; readonly options: MergeOptions };
const { pages, bytes } = mergeParts(parts, options);
const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
parentPort?.postMessage({ pages, bytes: own }, [own.buffer as ArrayBuffer]);
