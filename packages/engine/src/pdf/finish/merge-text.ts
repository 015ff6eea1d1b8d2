import { DEEPEST, hasWord, KINDS, REGULAR, skipHex, skipRegular, skipString, skipWhite, Unreadable } from './syntax.ts';

/** Bytes that are taken from the system at once. */
const BLOCK = 64 * 1024;
/** Names of keys whose values `copyPart` changes, by more than the numbers that they refer to. */
const CHANGED: readonly string[] = ['StructParents', 'StructParent', 'Headers', 'Dest', 'ID', 'D'];

/** Memory for many short texts that are gone together. Texts of Node's own pool would hold what is made beside them, and the other way round. */
export class TextMemory {
  #block = Buffer.alloc(0);

  take(size: number): Buffer {
    if (size > this.#block.length) this.#block = Buffer.allocUnsafeSlow(Math.max(size, BLOCK));
    const taken = this.#block.subarray(0, size);
    this.#block = this.#block.subarray(size);
    return taken;
  }
}

interface TextMove {
  readonly numberOf: (old: number) => number;
  readonly memory: TextMemory;
}

/**
 * The text of an array or a dictionary with other numbers in its references, and else as it is written. Most objects of a part need no more,
 * and are neither read into values nor printed.
 * @param start where the object begins
 * @param options.numberOf the new number of an old one; 0 for what is not there, which becomes null
 * @param options.memory where it is written
 * @returns undefined for an object that has to be read: of another type, or with a name of {@link CHANGED}
 * @throws Unreadable
 */
export function movedText(bytes: Buffer, start: number, { numberOf, memory }: TextMove): Buffer | undefined {
  const references: number[] = [];
  /** Whole numbers that stand before, and where: what `R` turns into a reference. */
  let [earlier, earlierAt, latest, latestAt] = [-1, 0, -1, 0];
  let depth = 0;
  let at = skipWhite(bytes, start);
  const begin = at;
  do {
    at = skipWhite(bytes, at);
    const first = bytes[at];
    if (first === undefined) throw new Unreadable('an object does not end');
    let end = at + 1;
    if (KINDS[first] === REGULAR) {
      end = skipRegular(bytes, at);
      if (first === 0x52 && end === at + 1 && earlier >= 0) {
        if (latest !== 0) throw new Unreadable('a generation that Chromium never writes');
        references.push(earlierAt, end, earlier);
        earlier = -1;
        latest = -1;
      } else {
        earlier = latest;
        earlierAt = latestAt;
        latest = wholeNumber(bytes, at, end);
        latestAt = at;
      }
    } else {
      earlier = -1;
      latest = -1;
      if (first === 0x2f) {
        end = skipRegular(bytes, at + 1);
        if (isChanged(bytes, at + 1, end)) return undefined;
      } else if (first === 0x28) end = skipString(bytes, at);
      else if (first === 0x5b) depth += 1;
      else if (first === 0x5d) depth -= 1;
      else if (first === 0x3c && bytes[at + 1] !== 0x3c) end = skipHex(bytes, at);
      else if (first === 0x3c || (first === 0x3e && bytes[at + 1] === 0x3e)) {
        end = at + 2;
        depth += first === 0x3c ? 1 : -1;
      } else throw new Unreadable('an unknown token');
      if (depth > DEEPEST) throw new Unreadable('nested too deeply');
    }
    if (depth === 0 && at === begin) return undefined;
    at = end;
  } while (depth > 0);
  return replaced(bytes, { begin, end: at, references, numberOf, memory });
}

/** @param text.references where each begins and ends, and its number, one after the other */
function replaced(
  bytes: Buffer,
  {
    begin,
    end,
    references,
    numberOf,
    memory,
  }: TextMove & { begin: number; end: number; references: readonly number[] },
): Buffer {
  // A number has ten digits at most.
  const out = memory.take(end - begin + (references.length / 3) * '0123456789 0 R'.length);
  let length = 0;
  let from = begin;
  for (let index = 0; index < references.length; index += 3) {
    const number = numberOf(references[index + 2] as number);
    length += bytes.copy(out, length, from, references[index] as number);
    length += out.write(number === 0 ? 'null' : `${number} 0 R`, length, 'latin1');
    from = references[index + 1] as number;
  }
  length += bytes.copy(out, length, from, end);
  return out.subarray(0, length);
}

const isChanged = (bytes: Buffer, start: number, end: number): boolean =>
  CHANGED.some((name) => name.length === end - start && hasWord(bytes, start, name));

/** @returns -1 for what is not a whole number of at most nine digits */
function wholeNumber(bytes: Buffer, start: number, end: number): number {
  if (end - start > 9) return -1;
  let number = 0;
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] as number) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return -1;
    number = number * 10 + digit;
  }
  return number;
}
