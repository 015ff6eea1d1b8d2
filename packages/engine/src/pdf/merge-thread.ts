import { parentPort } from 'node:worker_threads';
import { PdfMerge } from './finish/merge.ts';

/** What the thread of a join is told: the bytes of one part after the other, then how it ends. */
export type MergeMessage = Uint8Array | Parameters<PdfMerge['finish']>[0];

// Short texts of each part are kept to the end. In memory that Node.js divides among short buffers they would hold what was made beside them: five times as much.
Buffer.poolSize = 0;

/** The thread of `PdfJoin`: one file after the other. One that fails ends it. */
let merge = new PdfMerge();
parentPort?.on('message', (message: MergeMessage) => {
  if (message instanceof Uint8Array) return merge.add(message);
  const { pages, bytes } = merge.finish(message);
  merge = new PdfMerge();
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
  parentPort?.postMessage({ pages, bytes: own }, [own.buffer as ArrayBuffer]);
});
