/** Whole numbers in a row that grows. */
export class Growing {
  #items = new Int32Array(1024);
  length = 0;

  push(item: number): void {
    if (this.length === this.#items.length) {
      const larger = new Int32Array(2 * this.length);
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[this.length] = item;
    this.length += 1;
  }

  at(index: number): number {
    return this.#items[index] as number;
  }
}
