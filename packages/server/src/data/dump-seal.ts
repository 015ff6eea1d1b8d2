import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto';

/** What an instance seals its dumps with. */
export interface DumpSealKey {
  /** Tells keys apart without saying anything of them. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** HMAC-SHA-256 over the bytes of a dump: whoever cannot seal cannot change a row unseen. */
export class DumpSeal {
  readonly #hmac: Hmac;

  constructor({ key }: DumpSealKey) {
    this.#hmac = createHmac('sha256', key);
  }

  add(bytes: string | Uint8Array): void {
    this.#hmac.update(bytes);
  }

  /** In hex; nothing can be added after it. */
  end(): string {
    return this.#hmac.digest('hex');
  }

  /** Whether this is the seal of what was added. */
  fits(seal: string): boolean {
    const [given, expected] = [Buffer.from(seal, 'hex'), this.#hmac.digest()];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
