import { Growing } from './growing.ts';
import { DEEPEST, KINDS, REGULAR, skipHex, skipRegular, skipString, skipWhite, Unreadable } from './syntax.ts';

const STRUCTURE_ELEMENT = Buffer.from('<</Type/StructElem');
/** Times that attributes have to occur before they are written once: a reference to them costs bytes too. */
const WORTH_SHARING = 4;

/** Bytes of memory that is kept for the next file at most. */
const MOST_SPARE = 4 * 1024 * 1024;
/**
 * Memory of a text that is not used any more: twice as much as the file has, for each. It is outside of the heap, where much that is new
 * makes V8 look through the whole heap.
 */
let spare: Buffer | undefined;

function takenMemory(size: number): Buffer {
  if (!spare || spare.length < size) return Buffer.allocUnsafeSlow(size);
  const taken = spare;
  spare = undefined;
  return taken;
}

/**
 * Text of the objects of a file without what nobody needs, with gaps in the place of references, since the numbers of
 * a new file are known when all of its objects are.
 *
 * A table of Chromium's has the same few attributes (`/A`) in every cell; equal ones become one object, which is what
 * the objects of PDF are for (ISO 32000-1, 7.3.10).
 */
export class CompactText {
  readonly #memory: Buffer;
  #out: Buffer;
  #length = 0;
  /** For each gap where it begins, where it ends, and the number it refers to; for attributes -1 minus their index. */
  readonly #gaps = new Growing();
  readonly #attributes = new Map<string, number>();
  readonly #uses: number[] = [];
  /** The place of attributes among those that are shared, once all objects are there. */
  #ranks: readonly number[] | undefined;
  /** For each object where its text and its gaps begin. */
  readonly #starts = new Growing();
  readonly #firstGaps = new Growing();

  constructor(capacity: number) {
    this.#memory = takenMemory(capacity);
    this.#out = this.#memory.subarray(0, capacity);
  }

  /** Number of objects that were added. */
  get count(): number {
    return this.#starts.length;
  }

  /** Attributes that are written once; their place tells their number. */
  get shared(): readonly string[] {
    return [...this.#attributes].filter(([, index]) => this.#isShared(index)).map(([text]) => text);
  }

  isStructureElement(object: number): boolean {
    const start = this.#starts.at(object);
    return this.#out.compare(STRUCTURE_ELEMENT, 0, STRUCTURE_ELEMENT.length, start, this.#end(object, start)) === 0;
  }

  /** Whether an object is an array, such as the elements of a page in the tree of parents. */
  isArray(object: number): boolean {
    return this.#out[this.#starts.at(object)] === 0x5b;
  }

  /** Calls `visit` with each number that an object refers to, in order. */
  references(object: number, visit: (number: number) => void): void {
    const last = this.#lastGap(object);
    for (let gap = this.#firstGaps.at(object); gap < last; gap += 3) {
      const number = this.#gaps.at(gap + 2);
      if (number >= 0) visit(number);
    }
  }

  /** Gives its memory to the next text: this one is not to be used any more. */
  release(): void {
    const { length } = this.#memory;
    if (length <= MOST_SPARE && length > (spare?.length ?? 0)) spare = this.#memory;
    this.#out = Buffer.alloc(0);
  }

  /**
   * Adds the object that begins at `at`.
   * @returns where it ends in `bytes`
   */
  add(bytes: Buffer, at: number): number {
    this.#starts.push(this.#length);
    this.#firstGaps.push(this.#gaps.length);
    const end = this.#copy(bytes, at);
    if (this.#length > this.#out.length) throw new Unreadable('objects that overlap');
    return end;
  }

  removeLast(): void {
    this.#length = this.#starts.at(this.count - 1);
    this.#gaps.length = this.#firstGaps.at(this.count - 1);
    this.#starts.length -= 1;
    this.#firstGaps.length -= 1;
  }

  /**
   * Writes an object.
   * @param numbers the new number of each old one; 0 for none
   * @param firstShared the number of the first of `shared`
   * @returns the end of what was written
   */
  write(object: number, target: Buffer, at: number, { numbers, firstShared }: Numbering): number {
    let position = at;
    let from = this.#starts.at(object);
    const end = this.#textEnd(object);
    const last = this.#lastGap(object);
    for (let gap = this.#firstGaps.at(object); gap < last; gap += 3) {
      const referred = this.#gaps.at(gap + 2);
      let number = 0;
      if (referred >= 0) number = numbers[referred] ?? 0;
      else if (this.#isShared(-1 - referred)) number = firstShared + this.#sharedIndex(-1 - referred);
      else continue;
      const to = this.#gaps.at(gap);
      position += this.#out.copy(target, position, from, to);
      from = this.#gaps.at(gap + 1);
      if (referred < 0) target[position++] = 0x20;
      // What is referred to and not there means null (7.3.10).
      position =
        number === 0 ? position + target.write('null', position, 'latin1') : writeRef(target, position, number);
    }
    return position + this.#out.copy(target, position, from, end);
  }

  /** The most bytes that an object can be written in. */
  room(object: number): number {
    const gaps = (this.#lastGap(object) - this.#firstGaps.at(object)) / 3;
    return this.#textEnd(object) - this.#starts.at(object) + 16 * gaps;
  }

  #isShared(index: number): boolean {
    return (this.#uses[index] as number) >= WORTH_SHARING;
  }

  #sharedIndex(index: number): number {
    if (!this.#ranks) {
      let rank = 0;
      this.#ranks = this.#uses.map((uses) => (uses >= WORTH_SHARING ? rank++ : -1));
    }
    return this.#ranks[index] as number;
  }

  #textEnd(object: number): number {
    return object + 1 < this.count ? this.#starts.at(object + 1) : this.#length;
  }

  #end(object: number, start: number): number {
    return Math.min(this.#textEnd(object), start + STRUCTURE_ELEMENT.length);
  }

  #lastGap(object: number): number {
    return object + 1 < this.count ? this.#firstGaps.at(object + 1) : this.#gaps.length;
  }

  /** Copies one value without white space that separates nothing. */
  #copy(bytes: Buffer, start: number): number {
    const out = this.#out;
    const closers: number[] = [];
    const begin = this.#length;
    let at = start;
    let length = begin;
    /** Whether what was written last runs into a regular character. */
    let open = false;
    /** Whole numbers that were written last, and where: what `R` turns into a reference. */
    let [earlier, earlierAt, latest, latestAt] = [-1, 0, -1, 0];
    /** Where attributes began, and their gaps. */
    let attributes = -1;
    let attributeGaps = 0;
    do {
      at = skipWhite(bytes, at);
      const first = bytes[at];
      if (first === undefined) throw new Unreadable('an object does not end');
      let end = at + 1;
      if (KINDS[first] === REGULAR) {
        end = skipRegular(bytes, at);
        if (first === 0x52 && end === at + 1 && earlier >= 0) {
          if (latest !== 0) throw new Unreadable('a generation that Chromium never writes');
          length = earlierAt;
          this.#gaps.push(length);
          this.#gaps.push(length);
          this.#gaps.push(earlier);
          earlier = -1;
          latest = -1;
          open = true;
          at = end;
          continue;
        }
        if (open) out[length++] = 0x20;
        [earlier, earlierAt] = [latest, latestAt];
        [latest, latestAt] = [wholeNumber(bytes, at, end), length];
        open = true;
      } else {
        earlier = -1;
        latest = -1;
        open = false;
        switch (first) {
          case 0x2f:
            end = skipRegular(bytes, at + 1);
            open = true;
            break;
          case 0x28:
            end = skipString(bytes, at);
            break;
          case 0x5b: {
            const key = closers.length === 1 && out[length - 1] === 0x41 && out[length - 2] === 0x2f;
            if (key && attributes < 0) {
              attributes = length;
              attributeGaps = this.#gaps.length;
            }
            closers.push(0x5d);
            break;
          }
          case 0x5d:
            if (closers.pop() !== 0x5d) throw new Unreadable('brackets do not match');
            break;
          case 0x3c:
            if (bytes[at + 1] === 0x3c) {
              end = at + 2;
              closers.push(0x3e);
            } else end = skipHex(bytes, at);
            break;
          case 0x3e:
            end = at + 2;
            if (bytes[at + 1] !== 0x3e || closers.pop() !== 0x3e) throw new Unreadable('brackets do not match');
            break;
          default:
            throw new Unreadable('an unknown token');
        }
        if (closers.length > DEEPEST) throw new Unreadable('nested too deeply');
      }
      for (let index = at; index < end; index += 1) out[length++] = bytes[index] as number;
      at = end;
      if (first === 0x5d && attributes >= 0 && closers.length === 1) {
        if (this.#gaps.length === attributeGaps) this.#share(attributes, length);
        attributes = -1;
        attributeGaps = 0;
      }
    } while (closers.length > 0);
    this.#length = length;
    return at;
  }

  /** Remembers attributes, which lie in a gap of their own. */
  #share(start: number, end: number): void {
    const text = this.#out.toString('latin1', start, end);
    let index = this.#attributes.get(text);
    if (index === undefined) {
      index = this.#uses.length;
      this.#attributes.set(text, index);
      this.#uses.push(0);
    }
    this.#uses[index] = (this.#uses[index] as number) + 1;
    this.#gaps.push(start);
    this.#gaps.push(end);
    this.#gaps.push(-1 - index);
  }
}

export interface Numbering {
  readonly numbers: Int32Array;
  readonly firstShared: number;
}

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

function writeRef(target: Buffer, at: number, number: number): number {
  let digits = 1;
  for (let limit = 10; number >= limit; limit *= 10) digits += 1;
  let rest = number;
  for (let index = at + digits - 1; index >= at; index -= 1) {
    target[index] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  target[at + digits] = 0x20;
  target[at + digits + 1] = 0x30;
  target[at + digits + 2] = 0x20;
  target[at + digits + 3] = 0x52;
  return at + digits + 4;
}
