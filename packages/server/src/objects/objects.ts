import { createHash } from 'node:crypto';
import { newId } from '../data/ids.ts';
import { FRAME_BYTES, FRAMES_HEADER, type FrameCipher, frameCount, SEALED_FRAME_BYTES } from '../vault/frames.ts';
import type { SealedObject, Vault } from '../vault/vault.ts';
import type { ObjectStore } from './object-store.ts';

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

  /** Keeps bytes under a new name. @throws ObjectTooLarge, or an error of the store */
  async put(organisationId: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<PutObject> {
    const name = `${organisationId}/${newId('obj')}`;
    const cipher = await this.#vault.newFrames(sealedAs(organisationId, name));
    const hash = createHash('sha256');
    let size = 0;
    const counted = async function* () {
      for await (const chunk of bytes) {
        hash.update(chunk);
        size += chunk.byteLength;
        yield chunk;
      }
    };
    await this.#store.put(name, sealed(cipher, counted()));
    return { name, bytes: size, sha256: hash.digest('hex') };
  }

  /**
   * The bytes of an object, or a span of them.
   * @throws ObjectMissing, and SealError when they are not those that were kept
   */
  async *read({ name, bytes }: StoredObject, span: Span = { start: 0, end: bytes - 1 }): AsyncGenerator<Buffer> {
    const [organisationId = ''] = name.split('/');
    const header = await whole(this.#store.read(name, { start: 0, length: FRAMES_HEADER }));
    const cipher = await this.#vault.frames(sealedAs(organisationId, name), header);
    const last = frameCount(bytes) - 1;
    const from = Math.floor(span.start / FRAME_BYTES);
    const to = Math.max(from, Math.min(last, Math.floor(span.end / FRAME_BYTES)));
    const range = { start: FRAMES_HEADER + from * SEALED_FRAME_BYTES, length: (to - from + 1) * SEALED_FRAME_BYTES };
    let number = from;
    for await (const frame of inPieces(this.#store.read(name, range), SEALED_FRAME_BYTES)) {
      const opened = cipher.open(frame, { number, isLast: number === last });
      const start = number * FRAME_BYTES;
      const piece = opened.subarray(Math.max(0, span.start - start), Math.max(0, span.end + 1 - start));
      if (piece.length > 0) yield piece;
      number += 1;
    }
    // Cut between two frames: what is left opens well.
    if (number <= to) cipher.open(Buffer.alloc(0), { number, isLast: false });
  }

  async remove(name: string): Promise<void> {
    await this.#store.remove(name);
  }

  olderThan(time: Date): AsyncIterable<string> {
    return this.#store.olderThan(time);
  }
}

const sealedAs = (organisationId: string, name: string): SealedObject => ({
  organisationId,
  kind: 'result',
  id: name,
});

async function* sealed(cipher: FrameCipher, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield cipher.header;
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

/** The same bytes in pieces of `size`; the last one may have fewer. */
async function* inPieces(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let piece = Buffer.alloc(size);
  let filled = 0;
  for await (const chunk of bytes) {
    for (let taken = 0; taken < chunk.byteLength; ) {
      const part = chunk.subarray(taken, taken + size - filled);
      piece.set(part, filled);
      filled += part.byteLength;
      taken += part.byteLength;
      if (filled < size) continue;
      yield piece;
      piece = Buffer.alloc(size);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

async function whole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
