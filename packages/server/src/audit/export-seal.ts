import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type Hash,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/**
 * The seal of an export of the audit log: Ed25519 (RFC 8032), so that whoever checks it needs the public key of the
 * instance and no secret of it. The key is made of the one that signs heads, and stays the same as long as that.
 */
export class ExportSeal {
  readonly #hash: Hash = createHash('sha256');
  readonly #context: string;

  /** @param context what is sealed; the key signs it together with the rest, so that it cannot be taken for something else */
  constructor(context = CONTEXT) {
    this.#context = context;
  }

  /** @param text a line of the export, with its line break */
  add(text: string | Buffer): void {
    this.#hash.update(text);
  }

  /** The seal over all that was added, in base64. */
  sign(key: KeyObject): string {
    return sign(null, this.#message(), key).toString('base64');
  }

  /** @param publicKey as `publicKeyOf` gives it */
  verify(seal: string, publicKey: string): boolean {
    try {
      const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
      return key.asymmetricKeyType === 'ed25519' && verify(null, this.#message(), key, Buffer.from(seal, 'base64'));
    } catch {
      // It is no key at all.
      return false;
    }
  }

  #message(): Buffer {
    return Buffer.concat([Buffer.from(this.#context), this.#hash.copy().digest()]);
  }
}

/** Of an export of the audit log; the key is derived with it. */
const CONTEXT = 'platen audit export\n';

/** What stands before the 32 bytes of a private key of Ed25519 in PKCS #8 (RFC 8410, section 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key that seals exports. @param auditKey signs the heads; 32 bytes */
export function exportKey(auditKey: Buffer): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', auditKey, '', CONTEXT, 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}

/** The public key in base64: SPKI (RFC 8410, section 4). */
export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
}
