/** A list of integers of 32 bits that grows: four bytes for each. */
export class Numbers {
  #values = new Int32Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** The number at a position; 0 outside of the list. */
  at(position: number): number {
    return position < this.#length ? (this.#values[position] ?? 0) : 0;
  }
}
