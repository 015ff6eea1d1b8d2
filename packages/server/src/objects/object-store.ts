/** Bytes of an object from `start` on, `length` of them or all that follow. */
export interface ByteRange {
  readonly start: number;
  readonly length?: number;
}

/** Where results live, under names such as `org_…/obj_…`. What it is given is sealed already. */
export interface ObjectStore {
  /**
   * Writes an object. It is there whole, or not at all, whatever dies in between.
   * @throws ObjectTooLarge, or an error of the store
   */
  put(name: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** @throws ObjectMissing when there is none of this name, or the range lies behind its end */
  read(name: string, range: ByteRange): AsyncIterable<Buffer>;
  /** Removes an object, if it is there. */
  remove(name: string): Promise<void>;
  /** Names of objects that were written before `time`; also of what was left unfinished. In no order. */
  olderThan(time: Date): AsyncIterable<string>;
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
