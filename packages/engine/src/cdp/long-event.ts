/** Bytes of an event that are taken as they come. An address of `http` has at most two million. */
export const LONGEST_WHOLE = 2 ** 21;
/** Bytes of a string that are kept beyond them: identifiers and the names of members are far shorter. */
const MOST_OF_STRING = 1_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
/** The character after a backslash comes next; smaller numbers are the hexadecimal digits that are still to come. */
const ESCAPED = 5;

/**
 * An event whose strings are cut while it arrives. A page chooses how long a text is that it throws or writes to its console,
 * and all of it is sent here, where no more than its beginning is of use. What is left is the same JSON with shorter
 * strings, so that an event is neither lost nor without a member.
 */
export class LongEvent {
  readonly #kept: Buffer[] = [];
  #inString = false;
  /** What is still to come of an escape sequence: a string is not cut within one. */
  #escape = 0;
  #keepsEscape = true;
  /** Bytes of this string that were kept since strings are cut. */
  #ofString = 0;

  /** @param whole what has come of it, all of which is kept */
  constructor(whole: readonly Buffer[]) {
    for (const part of whole) {
      this.#take(part, Number.POSITIVE_INFINITY);
      this.#ofString = 0;
    }
  }

  add(part: Buffer): void {
    this.#take(part, MOST_OF_STRING);
  }

  /** The message, after all of it has come. */
  end(): Buffer {
    return Buffer.concat(this.#kept);
  }

  #take(part: Buffer, most: number): void {
    const kept = Buffer.allocUnsafe(part.length);
    let length = 0;
    for (const byte of part) {
      if (!this.#keeps(byte, most)) continue;
      kept[length] = byte;
      length += 1;
    }
    if (length === part.length) this.#kept.push(part);
    // A copy: a view would hold all of it.
    else if (length > 0) this.#kept.push(Buffer.from(kept.subarray(0, length)));
  }

  #keeps(byte: number, most: number): boolean {
    if (!this.#inString) {
      if (byte === QUOTE) {
        this.#inString = true;
        this.#ofString = 0;
      }
      return true;
    }
    let keeps: boolean;
    if (this.#escape > 0) {
      keeps = this.#keepsEscape;
      if (this.#escape === ESCAPED) this.#escape = byte === LETTER_U ? 4 : 0;
      else this.#escape -= 1;
    } else if (byte === QUOTE) {
      this.#inString = false;
      return true;
    } else {
      keeps = this.#ofString < most;
      if (byte === BACKSLASH) {
        this.#escape = ESCAPED;
        this.#keepsEscape = keeps;
      }
    }
    if (keeps) this.#ofString += 1;
    return keeps;
  }
}
