/** A text that grows at its end. To look at the end of a string that grows copies all of it, each time. */
export class GrowingText {
  readonly #pieces: string[] = [];

  add(piece: string): void {
    if (piece !== '') this.#pieces.push(piece);
  }

  /** The last character; empty at the start. */
  get last(): string {
    return this.#pieces.at(-1)?.at(-1) ?? '';
  }

  endsWith(text: string): boolean {
    let [end, from] = ['', this.#pieces.length];
    while (end.length < text.length && from > 0) {
      from -= 1;
      end = (this.#pieces[from] as string) + end;
    }
    return end.endsWith(text);
  }

  /** Takes away white space at the end. */
  trimEnd(): void {
    for (let piece = this.#pieces.pop(); piece !== undefined; piece = this.#pieces.pop()) {
      const kept = piece.trimEnd();
      if (kept === '') continue;
      this.#pieces.push(kept);
      return;
    }
  }

  toString(): string {
    return this.#pieces.join('');
  }
}
