import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link to a result opens. */
export interface ResultLink {
  readonly jobId: string;
  /** Which of the results. */
  readonly position: number;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

const MAC_BYTES = 18;
const TOKEN = /^([a-z]+_[0-9a-z_]+)\.(\d{1,4})\.(\d{1,12})\.([\w-]{24})$/;

/** Signed names of results, which open without a key until they expire. */
export class ResultLinks {
  readonly #key: Buffer;

  /** @param key a secret of the instance */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** The same link gives the same token. */
  token({ jobId, position, expiresAt }: ResultLink): string {
    const facts = `${jobId}.${position}.${Math.floor(expiresAt / 1_000)}`;
    return `${facts}.${this.#mac(facts).toString('base64url')}`;
  }

  /** @returns undefined for a token that is none of ours; one that has expired is read as well */
  read(token: string): ResultLink | undefined {
    const [, jobId, position, expires, mac] = TOKEN.exec(token) ?? [];
    if (jobId === undefined || mac === undefined) return undefined;
    const sent = Buffer.from(mac, 'base64url');
    const expected = this.#mac(`${jobId}.${position}.${expires}`);
    if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return undefined;
    return { jobId, position: Number(position), expiresAt: Number(expires) * 1_000 };
  }

  #mac(facts: string): Buffer {
    return createHmac('sha256', this.#key).update(facts).digest().subarray(0, MAC_BYTES);
  }
}
