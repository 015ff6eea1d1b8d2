/** Bytes of an object from `start` on, `length` of them or all that follow. */
export interface ByteRange {
  readonly start: number;
  readonly length?: number;
}

export interface ListedObject {
  readonly name: string;
  readonly writtenAt: Date;
}

/** Where results live, under names such as `org_…/obj_…`. What it is given is sealed already. */
export interface ObjectStore {
  /** Bytes that an object has at most; undefined if that is known only while it is written. */
  readonly most?: number;
  /**
   * Writes an object. It is there whole, or not at all, whatever dies in between.
   * @throws ObjectTooLarge, or an error of the store
   */
  put(name: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** @throws ObjectMissing when there is none of this name, or the range lies behind its end */
  read(name: string, range: ByteRange): AsyncGenerator<Buffer>;
  /** Removes an object, if it is there. */
  remove(name: string): Promise<void>;
  /** All objects that are whole, in the order of the bytes of their names. Memory does not grow with their number. */
  list(): AsyncIterable<ListedObject>;
  /** Removes what was begun before `time` and never became an object. @returns how many */
  removeUnfinished(time: Date): Promise<number>;
}

/** There is no object of this name. */
export class ObjectMissing extends Error {
  constructor() {
    super('The object is not in the store.');
    this.name = 'ObjectMissing';
  }
}

/** The store takes no object of this size. */
export class ObjectTooLarge extends Error {
  /** Bytes that the store takes. */
  readonly limit: number;

  constructor(limit: number) {
    super(`The store takes objects of ${limit} bytes at most.`);
    this.name = 'ObjectTooLarge';
    this.limit = limit;
  }
}
