import { inPieces } from '../objects/pieces.ts';
import { faultOf } from './fault-of.ts';
import { DELIVERY_FAULTS, DeliveryFault, type DeliveryFaultCode } from './faults.ts';
import type { OutgoingFile } from './kind.ts';

/** Tries of one chunk, the first one included. */
const TRIES = 3;

export interface Chunk {
  readonly bytes: Buffer;
  readonly start: number;
  /** Of the whole file. */
  readonly total: number;
}

/** How far an upload is: bytes that have arrived, or the answer to the last chunk, which has. */
export type Progress<Answer> = { readonly arrived: number } | { readonly answer: Answer };

export interface ChunkedUpload<Answer> {
  /** Bytes of a chunk; the last one has what is left. */
  readonly size: number;
  send(chunk: Chunk): Promise<Answer>;
  /** Asks the server how far it is, after a chunk has broken off. It may have arrived, without its answer. */
  progress(): Promise<Progress<Answer>>;
  /** Is given each chunk once, for a hash of the whole. */
  seen?(bytes: Buffer): void;
}

/** Sends a file in chunks. One that breaks off is sent again, from where the server says that it is. @returns the last answer */
export async function sendChunks<Answer>(file: OutgoingFile, upload: ChunkedUpload<Answer>): Promise<Answer> {
  const total = file.bytes;
  if (total === 0) return await upload.send({ bytes: Buffer.alloc(0), start: 0, total });
  let start = 0;
  let answer: Answer | undefined;
  for await (const bytes of inPieces(file.open(), upload.size)) {
    upload.seen?.(bytes);
    answer = await sendOne({ bytes, start, total }, upload);
    start += bytes.length;
  }
  if (start !== total) throw new DeliveryFault('hash_mismatch', { detail: `${start} bytes of ${total}` });
  // The last chunk has an answer of its own.
  return answer as Answer;
}

/** @returns undefined if the server has the chunk, and has more to come */
async function sendOne<Answer>(chunk: Chunk, upload: ChunkedUpload<Answer>): Promise<Answer | undefined> {
  const end = chunk.start + chunk.bytes.length;
  let rest = chunk;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await upload.send(rest);
    } catch (error) {
      const fault = faultOf(error);
      // Who is asked to wait does not ask at once again: the next try of the delivery waits.
      if (attempt === TRIES || !DELIVERY_FAULTS[fault.code].again || fault.code === 'rate_limited') throw fault;
      const progress = await upload.progress();
      if ('answer' in progress) return progress.answer;
      const { arrived } = progress;
      if (arrived === end && end < chunk.total) return undefined;
      if (arrived < chunk.start || arrived >= end) throw new DeliveryFault('hash_mismatch', { cause: fault });
      rest = { ...chunk, bytes: chunk.bytes.subarray(arrived - chunk.start), start: arrived };
    }
  }
}

/** `bytes 0-9/10` (RFC 9110, section 14.4). */
export const contentRange = ({ bytes, start, total }: Chunk): string =>
  bytes.length === 0 ? `bytes */${total}` : `bytes ${start}-${start + bytes.length - 1}/${total}`;

/** A session that has ended is begun anew by the next try. */
export const lostSession = (status: number): DeliveryFaultCode | undefined =>
  status === 404 || status === 410 || status === 416 ? 'server_error' : undefined;
