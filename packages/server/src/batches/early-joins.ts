import { PdfJoin } from '@platen/engine';

/** A result of an item, as it is in the object store. */
interface Part {
  readonly object: string;
  readonly bytes: Uint8Array;
}

/** Batches whose PDFs are joined early at once: each holds what it has joined. */
const MOST_JOINS = 2;
/** Results that wait for one of an earlier position, and their bytes. */
const MOST_WAITING = 32;
const MOST_WAITING_BYTES = 32 * 1024 * 1024;
/** Bytes that are joined early. What comes after them is joined at the end. */
const MOST_JOINED = 128 * 1024 * 1024;
/** Milliseconds after which a batch that nothing was made of here is forgotten. */
const FORGOTTEN = 60_000;

/**
 * Joins the PDFs of a batch while its other items are made, so that little is left when the last one is. What this process makes is taken from memory, in
 * the order of the items. It is a head start, and nothing depends on it: whoever makes the file compares what was joined with what the
 * database says, and begins anew if it is anything else.
 */
export class EarlyJoins {
  readonly #joins = new Map<string, EarlyJoin>();

  /** @param part what an item came to; undefined if to nothing */
  add(batchId: string, position: number, part: Part | undefined): void {
    const join = this.#joins.get(batchId) ?? this.#begun(batchId, position);
    if (!join) return;
    join.take(position, part);
    clearTimeout(join.forgotten);
    join.forgotten = setTimeout(() => this.take(batchId)?.join.close(), FORGOTTEN).unref();
  }

  /** What was joined of a batch, which the caller ends; undefined if nothing was. */
  take(batchId: string): EarlyJoin | undefined {
    const join = this.#joins.get(batchId);
    clearTimeout(join?.forgotten);
    this.#joins.delete(batchId);
    return join;
  }

  #begun(batchId: string, position: number): EarlyJoin | undefined {
    // Of a batch that others have begun, or that is tried again, the beginning is not here.
    if (this.#joins.size >= MOST_JOINS || position >= MOST_WAITING) return undefined;
    const join = new EarlyJoin();
    this.#joins.set(batchId, join);
    return join;
  }
}

/** What was joined of one batch. */
export class EarlyJoin {
  readonly join = new PdfJoin();
  /** Objects whose bytes were joined, in this order. */
  readonly objects: string[] = [];
  forgotten: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<number, Part | undefined>();
  #waitingBytes = 0;
  #bytes = 0;
  #next = 0;

  take(position: number, part: Part | undefined): void {
    if (position < this.#next || this.#bytes > MOST_JOINED) return;
    this.#waiting.set(position, part);
    this.#waitingBytes += part?.bytes.length ?? 0;
    while (this.#waiting.has(this.#next)) this.#join(this.#waiting.get(this.#next));
    if (this.#waiting.size > MOST_WAITING || this.#waitingBytes > MOST_WAITING_BYTES)
      this.#bytes = Number.POSITIVE_INFINITY;
    if (this.#bytes > MOST_JOINED) this.#waiting.clear();
  }

  #join(part: Part | undefined): void {
    this.#waiting.delete(this.#next);
    this.#next += 1;
    if (!part) return;
    this.#waitingBytes -= part.bytes.length;
    this.#bytes += part.bytes.length;
    this.objects.push(part.object);
    this.join.add(part.bytes);
  }
}
