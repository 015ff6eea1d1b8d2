import { createHash } from 'node:crypto';
import { newId } from '../data/ids.ts';
import { ApiError } from '../errors.ts';
import { SealError } from '../vault/envelope.ts';
import { FRAME_BYTES, FRAMES_HEADER, type FrameCipher, frameCount, SEALED_FRAME_BYTES } from '../vault/frames.ts';
import type { SealedObject, Vault } from '../vault/vault.ts';
import { type ListedObject, ObjectMissing, type ObjectStore, ObjectTooLarge } from './object-store.ts';
import { divided, inPieces } from './pieces.ts';

/** An object as its row tells of it. */
export interface StoredObject {
  /** Its name in the store: organization and id. */
  readonly name: string;
  /** Bytes before they were sealed. */
  readonly bytes: number;
}

export interface PutObject extends StoredObject {
  /** Of the bytes before they were sealed; hex. */
  readonly sha256: string;
}

/** Bytes `start` to `end`, both included, as RFC 9110 counts them. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Results of organizations in an object store, sealed in frames of 64 KiB: memory does not grow with the file, and a
 * frame that was changed, cut off, swapped or repeated is refused.
 */
export class Objects {
  readonly #store: ObjectStore;
  readonly #vault: Vault;

  constructor({ store, vault }: { readonly store: ObjectStore; readonly vault: Vault }) {
    this.#store = store;
    this.#vault = vault;
  }

  /** Keeps bytes under a new name. @throws ObjectTooLarge, ApiError `storage_unavailable`, or the error of `bytes` */
  async put(organisationId: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<PutObject> {
    const { most } = this.#store;
    // What is in memory already is not sealed and written only to be removed. Sealed it is larger.
    if (most !== undefined && Array.isArray(bytes) && sizeOf(bytes) > most) throw new ObjectTooLarge(most);
    const name = `${organisationId}/${newId('obj')}`;
    const cipher = await this.#vault.newFrames(sealedAs(organisationId, name));
    const hash = createHash('sha256');
    let size = 0;
    let fault: unknown;
    const counted = async function* () {
      try {
        for await (const chunk of bytes) {
          hash.update(chunk);
          size += chunk.byteLength;
          yield chunk;
        }
      } catch (error) {
        fault = error;
        throw error;
      }
    };
    await this.#store.put(name, sealed(cipher, counted())).catch((error) => {
      throw fault ?? storageFault(error);
    });
    return { name, bytes: size, sha256: hash.digest('hex') };
  }

  /**
   * The bytes of an object, or a span of them.
   * @throws ObjectMissing, ApiError `storage_unavailable`, and SealError when they are not those that were kept
   */
  async *read(object: StoredObject, span: Span = { start: 0, end: object.bytes - 1 }): AsyncGenerator<Buffer> {
    try {
      yield* this.#read(object, span);
    } catch (error) {
      throw storageFault(error);
    }
  }

  /** @throws ApiError `storage_unavailable` */
  async remove(name: string): Promise<void> {
    await this.#store.remove(name).catch((error) => {
      throw storageFault(error);
    });
  }

  /** All objects that are whole, in the order of the bytes of their names. @throws an error of the store */
  list(): AsyncIterable<ListedObject> {
    return this.#store.list();
  }

  /** Removes what was begun before `time` and never became an object. @returns how many */
  async removeUnfinished(time: Date): Promise<number> {
    return await this.#store.removeUnfinished(time);
  }

  async *#read({ name, bytes }: StoredObject, span: Span): AsyncGenerator<Buffer> {
    const [organisationId = ''] = name.split('/');
    const last = frameCount(bytes) - 1;
    const from = Math.floor(span.start / FRAME_BYTES);
    const to = Math.max(from, Math.min(last, Math.floor(span.end / FRAME_BYTES)));
    const length = (to - from + 1) * SEALED_FRAME_BYTES;
    // In one trip to the store, where the frames follow the header.
    const together = from === 0;
    const start = together ? 0 : FRAMES_HEADER + from * SEALED_FRAME_BYTES;
    const stored = this.#store.read(name, { start, length: together ? FRAMES_HEADER + length : length });
    try {
      const { head, rest } = together
        ? await divided(stored, FRAMES_HEADER)
        : { head: await whole(this.#store.read(name, { start: 0, length: FRAMES_HEADER })), rest: stored };
      const cipher = await this.#vault.frames(sealedAs(organisationId, name), head);
      let number = from;
      for await (const frame of inPieces(rest, SEALED_FRAME_BYTES)) {
        const opened = cipher.open(frame, { number, isLast: number === last });
        const begins = number * FRAME_BYTES;
        const piece = opened.subarray(Math.max(0, span.start - begins), Math.max(0, span.end + 1 - begins));
        if (piece.length > 0) yield piece;
        number += 1;
      }
      // Cut between two frames: what is left opens well.
      if (number <= to) cipher.open(Buffer.alloc(0), { number, isLast: false });
    } finally {
      await stored.return(undefined);
    }
  }
}

const sizeOf = (chunks: readonly Uint8Array[]): number => chunks.reduce((sum, { length }) => sum + length, 0);

/** What the store throws, as callers are told of it. */
function storageFault(error: unknown): unknown {
  const isTold = [ObjectMissing, ObjectTooLarge, SealError, ApiError].some((kind) => error instanceof kind);
  return isTold ? error : new ApiError('storage_unavailable', { cause: error });
}

const sealedAs = (organisationId: string, name: string): SealedObject => ({
  organisationId,
  kind: 'result',
  id: name,
});

async function* sealed(cipher: FrameCipher, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let number = 0;
  let held: Buffer | undefined;
  for await (const frame of inPieces(bytes, FRAME_BYTES)) {
    if (held) {
      yield cipher.seal(held, { number, isLast: false });
      number += 1;
    }
    held = frame;
  }
  yield cipher.seal(held ?? Buffer.alloc(0), { number, isLast: true });
}

async function whole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
