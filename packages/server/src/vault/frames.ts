import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { SealError } from './envelope.ts';

/** AES-256-GCM for each frame, under a key that only this object has. */
const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
const FORMAT = 2;
const SALT = 16;

/** Bytes of a frame before it is sealed; the last one may have fewer. */
export const FRAME_BYTES = 64 * 1024;
/** Bytes of a sealed frame. */
export const SEALED_FRAME_BYTES = FRAME_BYTES + TAG;
/** Bytes before the first frame: format (1), version of the key (4), salt (16). */
export const FRAMES_HEADER = 1 + 4 + SALT;

/** What an object's frames are sealed with. */
export interface FrameCipher {
  /** @returns the sealed frame; the first one behind the header that names what it was sealed with */
  seal(bytes: Uint8Array, place: FramePlace): Buffer;
  /** @throws SealError for a frame that was changed, is another one, or is not the last one although it should be */
  open(sealed: Buffer, place: FramePlace): Buffer;
}

/** Where a frame stands in its object. Both are bound to it, so none can be cut off, swapped or repeated. */
export interface FramePlace {
  readonly number: number;
  readonly isLast: boolean;
}

/** Number of frames of an object: one at least, which is empty for an empty object. */
export const frameCount = (bytes: number): number => Math.max(1, Math.ceil(bytes / FRAME_BYTES));

/** A cipher for a new object. */
export function newFrameCipher(key: KeyObject, keyVersion: number, context: readonly string[]): FrameCipher {
  const header = Buffer.alloc(FRAMES_HEADER);
  header.writeUInt8(FORMAT);
  header.writeUInt32BE(keyVersion, 1);
  randomBytes(SALT).copy(header, 5);
  return frameCipher(header, key, context);
}

/** Version of the organization's key that an object was sealed under. @throws SealError if it is none of ours */
export function framesKeyVersion(header: Buffer): number {
  if (header.length < FRAMES_HEADER || header.readUInt8() !== FORMAT) throw new SealError();
  return header.readUInt32BE(1);
}

/** The cipher of an object that begins with this header. */
export function frameCipher(header: Buffer, key: KeyObject, context: readonly string[]): FrameCipher {
  const info = JSON.stringify(['object frames', header.readUInt32BE(1), ...context]);
  const own = Buffer.from(hkdfSync('sha256', key, header.subarray(5, FRAMES_HEADER), info, 32));
  return {
    seal: (bytes, place) => {
      const cipher = createCipheriv(CIPHER, own, nonce(place));
      const before = place.number === 0 ? [header] : [];
      return Buffer.concat([...before, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    open: (sealed, place) => {
      if (sealed.length < TAG) throw new SealError();
      const decipher = createDecipheriv(CIPHER, own, nonce(place), { authTagLength: TAG });
      decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
      const opened = decipher.update(sealed.subarray(0, sealed.length - TAG));
      try {
        const rest = decipher.final();
        return rest.length === 0 ? opened : Buffer.concat([opened, rest]);
      } catch {
        throw new SealError();
      }
    },
  };
}

/** Each nonce is used once: the key is the object's own, and the number is the frame's (the STREAM construction). */
function nonce({ number, isLast }: FramePlace): Buffer {
  const bytes = Buffer.alloc(NONCE);
  bytes.writeUIntBE(number, 4, 6);
  bytes.writeUInt8(isLast ? 1 : 0, NONCE - 1);
  return bytes;
}
