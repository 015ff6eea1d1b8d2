import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** N of scrypt (RFC 7914, section 2) in production, with r = 16 and p = 1: 32 MiB and some 60 ms for each try. */
const PASSWORD_COST = 16_384;
const BLOCKS = 16;
const LENGTH = 64;

/** Hashes passwords as better-auth does by itself, `salt:key` in hex, so that what it wrote stays valid. */
export class PasswordHash {
  readonly #cost: number;

  /** @param cost N of scrypt, a power of two */
  constructor(cost: number = PASSWORD_COST) {
    this.#cost = cost;
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16).toString('hex');
    return `${salt}:${(await this.#key(password, salt)).toString('hex')}`;
  }

  async verify({ hash, password }: { readonly hash: string; readonly password: string }): Promise<boolean> {
    const [, salt, key] = /^([0-9a-f]{32}):([0-9a-f]{128})$/.exec(hash) ?? [];
    if (salt === undefined || key === undefined) return false;
    return timingSafeEqual(await this.#key(password, salt), Buffer.from(key, 'hex'));
  }

  #key(password: string, salt: string): Promise<Buffer> {
    const parameters = { N: this.#cost, r: BLOCKS, p: 1, maxmem: 256 * this.#cost * BLOCKS };
    return new Promise((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, LENGTH, parameters, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  }
}
