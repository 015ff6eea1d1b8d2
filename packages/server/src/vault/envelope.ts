import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

/** AES-256-GCM (NIST SP 800-38D) with random nonces of 96 bits and tags of 128. */
const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
const FORMAT = 1;
/** Format (1 byte) and version of the key (4). */
const HEADER = 5;

/** What was sealed is not what is opened: other bytes, another place or another key. */
export class SealError extends Error {
  constructor(message = 'What was sealed was changed, belongs to another object, or was sealed under another key.') {
    super(message);
    this.name = 'SealError';
  }
}

/**
 * Seals bytes under a key. The result is header, nonce, ciphertext and tag, {@link OVERHEAD} bytes longer than the
 * input. It opens only with the same key and the same `context`.
 * @param options.context What the bytes belong to, in parts. It is bound to them, not kept with them.
 * @param options.keyVersion Kept in the header, so that the key can be found again.
 */
export function sealBytes(
  bytes: Uint8Array,
  options: { readonly key: KeyObject; readonly keyVersion: number; readonly context: readonly string[] },
): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt8(FORMAT);
  header.writeUInt32BE(options.keyVersion, 1);
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, options.key, nonce);
  cipher.setAAD(additionalData(header, options.context));
  return Buffer.concat([header, nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Bytes that sealing adds. */
export const OVERHEAD = HEADER + NONCE + TAG;

/** @throws SealError unless everything is as it was sealed. */
export function openBytes(
  sealed: Buffer,
  options: { readonly key: KeyObject; readonly context: readonly string[] },
): Buffer {
  sealedKeyVersion(sealed);
  const header = sealed.subarray(0, HEADER);
  const decipher = createDecipheriv(CIPHER, options.key, sealed.subarray(HEADER, HEADER + NONCE), {
    authTagLength: TAG,
  });
  decipher.setAAD(additionalData(header, options.context));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  const opened = decipher.update(sealed.subarray(HEADER + NONCE, sealed.length - TAG));
  try {
    return Buffer.concat([opened, decipher.final()]);
  } catch {
    throw new SealError();
  }
}

/** Version of the key that opens it. @throws SealError if these are not sealed bytes of ours. */
export function sealedKeyVersion(sealed: Buffer): number {
  if (sealed.length < OVERHEAD || sealed.readUInt8() !== FORMAT) throw new SealError();
  return sealed.readUInt32BE(1);
}

/** Each part with its length, so that no two lists of parts give the same bytes. */
function additionalData(header: Buffer, context: readonly string[]): Buffer {
  const parts = context.flatMap((part) => {
    const bytes = Buffer.from(part);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat([header, ...parts]);
}
