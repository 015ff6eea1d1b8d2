import type { Numbering } from './compact.ts';
import { deflate, deflateRecords } from './deflate.ts';
import type { Reached } from './reach.ts';

/** Objects of one object stream: a reader that wants one of them inflates them all, and fewer compress worse. */
const LARGEST_GROUP = 4000;
/**
 * Bytes that the length of a structure element is rounded up to, by spaces. Offsets then are round numbers, which
 * compress to half, and the spaces to nearly nothing.
 */
const STRIDE = 100;

/** An object of the file, or -1 minus the place of shared attributes. */
type Member = number;

interface Group {
  readonly members: readonly Member[];
  /** New number of the first member; the others follow it. */
  readonly firstNumber: number;
  readonly stride: number;
}

export interface ObjectStream {
  readonly number: number;
  /** New numbers of its objects. */
  readonly members: readonly number[];
  /** Where its first object begins, once inflated. */
  readonly first: number;
  readonly data: Buffer;
}

/**
 * Gives the objects of a file their new numbers and puts them into object streams: structure elements, which resemble
 * each other, apart from all else.
 */
export class ObjectStreams {
  readonly #reached: Reached;
  readonly #numbering: Numbering;
  readonly #shared: readonly string[];
  readonly #groups: readonly Group[];
  readonly #firstStream: number;

  constructor(reached: Reached) {
    const { text, numbers, data, size } = reached;
    this.#reached = reached;
    this.#shared = text.shared;
    const elements: Member[] = [];
    const arrays: Member[] = [];
    const others: Member[] = [];
    const renumbered = new Int32Array(size);
    let next = 1;
    for (const object of data.keys()) renumbered[numbers[object] as number] = next++;
    for (let object = 0; object < text.count; object += 1) {
      if (data.has(object)) continue;
      if (text.isStructureElement(object)) elements.push(object);
      else (text.isArray(object) ? arrays : others).push(object);
    }
    const firstOther = next;
    for (const object of others) renumbered[numbers[object] as number] = next++;
    const firstShared = next;
    for (let index = 0; index < this.#shared.length; index += 1, next += 1) others.push(-1 - index);
    const firstArray = next;
    for (const object of arrays) renumbered[numbers[object] as number] = next++;
    const firstElement = next;
    for (const object of elements) renumbered[numbers[object] as number] = next++;
    this.#numbering = { numbers: renumbered, firstShared };
    this.#groups = [
      ...split(others, firstOther, 0),
      ...split(arrays, firstArray, 1),
      ...split(elements, firstElement, STRIDE),
    ];
    this.#firstStream = next;
  }

  /** The first number that is free behind the object streams. */
  get nextNumber(): number {
    return this.#firstStream + this.#groups.length;
  }

  /** Entries of the trailer that refer to objects. */
  get trailer(): string {
    const { roots } = this.#reached;
    return [...roots].map(([key, number]) => `/${key} ${this.#numbering.numbers[number]} 0 R`).join('');
  }

  numberOf(object: number): number {
    return this.#numbering.numbers[this.#reached.numbers[object] as number] as number;
  }

  textOf(object: number): Buffer {
    const target = Buffer.allocUnsafe(this.#reached.text.room(object));
    return target.subarray(0, this.#reached.text.write(object, target, 0, this.#numbering));
  }

  *streams(): Generator<ObjectStream> {
    for (const [rank, { members, firstNumber, stride }] of this.#groups.entries()) {
      const offsets: string[] = [];
      const body = this.#body(members, stride, (index, offset) => offsets.push(`${firstNumber + index} ${offset}`));
      const head = Buffer.from(`${offsets.join(' ')} `, 'latin1');
      const text = Buffer.concat([head, body]);
      yield {
        number: this.#firstStream + rank,
        members: members.map((_, index) => firstNumber + index),
        first: head.length,
        data: stride > 0 ? deflateRecords(text, head.length) : deflate(text),
      };
    }
  }

  #body(members: readonly Member[], stride: number, place: (index: number, offset: number) => void): Buffer {
    const { text } = this.#reached;
    let room = 0;
    for (const member of members) {
      room += stride + (member < 0 ? this.#sharedText(member).length : text.room(member));
    }
    const body = Buffer.allocUnsafe(room);
    let at = 0;
    for (const [index, member] of members.entries()) {
      place(index, at);
      let end =
        member < 0
          ? at + body.write(this.#sharedText(member), at, 'latin1')
          : text.write(member, body, at, this.#numbering);
      // Numbers and keywords need something between them.
      do body[end++] = 0x20;
      while (stride > 0 && end % stride !== 0);
      at = end;
    }
    return body.subarray(0, at);
  }

  #sharedText(member: Member): string {
    return this.#shared[-1 - member] as string;
  }
}

function split(members: readonly Member[], firstNumber: number, stride: number): Group[] {
  const groups: Group[] = [];
  for (let start = 0; start < members.length; start += LARGEST_GROUP) {
    groups.push({ members: members.slice(start, start + LARGEST_GROUP), firstNumber: firstNumber + start, stride });
  }
  return groups;
}
