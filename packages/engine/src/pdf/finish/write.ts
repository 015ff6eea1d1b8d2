import { createHash, type Hash } from 'node:crypto';
import { ObjectStreams } from './object-streams.ts';
import type { Reached } from './reach.ts';
import { type Entry, tableStream } from './table-stream.ts';

export interface WriteOptions {
  /** Version of PDF, such as `1.5`, the first that has object streams. */
  readonly version: string;
  /** Encrypts data of streams that are made here. */
  readonly seal?: (data: Buffer) => Buffer;
  /** Text of the encryption dictionary, which has to stand in the open. */
  readonly encrypt?: string;
}

/**
 * Writes a file of object streams and a cross-reference stream (ISO 32000-1, 7.5.7 and 7.5.8). Data of streams is
 * copied byte for byte. Its `/ID` (14.4) is a hash of all that stands before it.
 * @param reached is not to be used afterwards
 */
export function writeDocument(reached: Reached, { version, seal = (data) => data, encrypt }: WriteOptions): Buffer {
  const plan = new ObjectStreams(reached);
  const file = new FileParts(version);
  const entries: Entry[] = [];
  for (const [object, data] of reached.data) {
    const number = plan.numberOf(object);
    entries[number] = file.add(`${number} 0 obj\n`, plan.textOf(object), 'stream\n', data, '\nendstream\nendobj\n');
  }
  for (const { number, members, first, data } of plan.streams()) {
    const sealed = seal(data);
    const dictionary = `<</Type/ObjStm/N ${members.length}/First ${first}/Filter/FlateDecode/Length ${sealed.length}>>`;
    entries[number] = file.add(`${number} 0 obj\n${dictionary}stream\n`, sealed, '\nendstream\nendobj\n');
    for (const [index, member] of members.entries()) entries[member] = { container: number, index };
  }
  let next = plan.nextNumber;
  let trailer = plan.trailer;
  if (encrypt !== undefined) {
    entries[next] = file.add(`${next} 0 obj\n${encrypt}\nendobj\n`);
    trailer += `/Encrypt ${next} 0 R`;
    next += 1;
  }
  const id = file.id;
  const offset = file.length;
  entries[next] = { offset };
  const { dictionary, data } = tableStream(entries, `${trailer}/ID[<${id}><${id}>]`);
  file.add(`${next} 0 obj\n${dictionary}stream\n`, data, `\nendstream\nendobj\nstartxref\n${offset}\n%%EOF\n`);
  reached.text.release();
  return file.bytes();
}

/** The file, piece by piece. */
class FileParts {
  readonly #parts: Buffer[] = [];
  readonly #hash: Hash = createHash('sha256');
  length = 0;

  constructor(version: string) {
    // Four bytes beyond ASCII say that the file is binary (7.5.2).
    this.add(`%PDF-${version}\n%`, Buffer.of(0xd3, 0xeb, 0xe9, 0xe1), '\n');
  }

  /** @returns where the pieces begin */
  add(...pieces: readonly (string | Buffer)[]): { readonly offset: number } {
    const offset = this.length;
    for (const piece of pieces) {
      const part = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
      this.#parts.push(part);
      this.#hash.update(part);
      this.length += part.length;
    }
    return { offset };
  }

  /** Sixteen bytes, in hexadecimal. */
  get id(): string {
    return this.#hash.copy().digest('hex').slice(0, 32);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts, this.length);
  }
}
