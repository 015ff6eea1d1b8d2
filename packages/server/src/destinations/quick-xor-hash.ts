/** QuickXorHash, by which OneDrive and SharePoint name the contents of files ("QuickXorHash Algorithm", Microsoft Graph). */
export class QuickXorHash {
  static readonly #BYTES = 20;
  readonly #state = new Uint8Array(QuickXorHash.#BYTES);
  #length = 0;

  /** Each byte is put 11 bits further than the one before, in a ring of 160 bits. */
  update(bytes: Uint8Array): this {
    const state = this.#state;
    const bits = QuickXorHash.#BYTES * 8;
    let bit = (this.#length * 11) % bits;
    for (const byte of bytes) {
      const at = bit >> 3;
      const wide = byte << (bit & 7);
      const next = at + 1 === QuickXorHash.#BYTES ? 0 : at + 1;
      state[at] = (state[at] as number) ^ (wide & 255);
      state[next] = (state[next] as number) ^ (wide >> 8);
      bit += 11;
      if (bit >= bits) bit -= bits;
    }
    this.#length += bytes.length;
    return this;
  }

  /** Base64, as the API has it. */
  digest(): string {
    const sum = Buffer.from(this.#state);
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(this.#length));
    for (const [at, byte] of length.entries()) sum[at + 12] = (sum[at + 12] as number) ^ byte;
    return sum.toString('base64');
  }
}
