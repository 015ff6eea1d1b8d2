import type { z } from 'zod';
import { linesOf } from '../data/dump-lines.ts';
import type { AuditRow } from './chain.ts';
import { chainLine, headerLine, rowLine, sealLine } from './export-lines.ts';
import { ExportSeal } from './export-seal.ts';
import type { AnchoredHead } from './marks.ts';
import { byChain, ChainCheck, type Verification } from './verify.ts';

/** What an export of the audit log is found to be, by itself: no database and no secret is needed. */
export interface ExportVerification {
  /** The key that it says it is sealed with. Whether that is the key of the instance only its operator can tell. */
  readonly publicKey: string;
  /** When it was made, as it says. */
  readonly at: string;
  readonly chains: readonly Verification[];
  /** What is wrong with the file as a whole; absent when its seal fits. */
  readonly fault?: ExportFault;
}

export type ExportFault = 'changed' | 'cut_off' | 'other_key';

/** A file that is no export. */
export class ExportError extends Error {
  /** @param line 1 is the first */
  constructor(message: string, line: number) {
    super(`Line ${line}: ${message}`);
    this.name = 'ExportError';
  }
}

/** Bytes of a line: the details of a row are a few short facts. */
const LONGEST = 1024 * 1024;

/**
 * Checks an export row by row, and its seal.
 * @param options.anchors heads that are kept elsewhere; what was anchored after the export was made may be of rows that it does not have
 * @param options.key the public key of the instance, from elsewhere than the file. Default: the one that the file names
 * @throws ExportError
 */
export async function verifyExport(
  source: AsyncIterable<Buffer>,
  { key, anchors }: { readonly key?: string | undefined; readonly anchors?: readonly AnchoredHead[] } = {},
): Promise<ExportVerification> {
  const reader = new ExportReader(anchors);
  const fault = (message: string, line: number) => new ExportError(message, line);
  for await (const { text, bytes, number } of linesOf(source, { longest: LONGEST, fault })) {
    reader.read(text, bytes, number);
  }
  return reader.end(key);
}

/** Reads an export of the audit log line by line. */
export class ExportReader {
  readonly #seal = new ExportSeal();
  readonly #chains: Verification[] = [];
  #header: z.output<typeof headerLine> | undefined;
  #chain: { readonly id: string; readonly check: ChainCheck } | undefined;
  #end: z.output<typeof sealLine> | undefined;
  #rows = 0;
  readonly #anchors: ReadonlyMap<string, readonly AnchoredHead[]>;
  /** When the export was made. */
  #made = Number.NaN;

  constructor(anchors: readonly AnchoredHead[] = []) {
    this.#anchors = byChain(anchors);
  }

  read(text: string, bytes: Buffer, number: number): void {
    const value = parsed(text, number);
    if (this.#end) throw new ExportError('nothing may follow the seal.', number);
    if (this.#header === undefined) {
      const header = headerLine.safeParse(value);
      if (!header.success)
        throw new ExportError('this is no export of an audit log that this version can read.', number);
      this.#header = header.data;
      this.#made = Date.parse(header.data.at);
    } else if ('seal' in value) {
      this.#end = shaped(sealLine, value, number);
      return;
    } else if ('chain' in value) this.#begin(shaped(chainLine, value, number));
    else this.#row(shaped(rowLine, value, number), number);
    this.#seal.add(bytes);
  }

  /** What is wrong, once all lines are read. @param key as `verifyExport` has it @throws ExportError when there were none */
  end(key: string | undefined): ExportVerification {
    this.#close();
    if (this.#header === undefined) throw new ExportError('the file is empty.', 1);
    const { public_key: publicKey, at } = this.#header;
    // A chain that is not in the file, but was anchored.
    const there = new Set(this.#chains.map(({ organisationId }) => organisationId));
    for (const [id, anchors] of this.#anchors) {
      if (there.has(id) || anchors.every((head) => Date.parse(head.at) > this.#made)) continue;
      const nothing = { file: undefined, marks: [], folder: '' };
      this.#chains.push(new ChainCheck(id, nothing, { anchors, made: this.#made }).end());
    }
    const fault = this.#fault(key ?? publicKey);
    return { publicKey, at, chains: this.#chains, ...(fault ? { fault } : {}) };
  }

  #fault(key: string): ExportFault | undefined {
    if (this.#end === undefined) return 'cut_off';
    const { seal, rows } = this.#end;
    if (rows === this.#rows && this.#seal.verify(seal, key)) return undefined;
    return key !== this.#header?.public_key ? 'other_key' : 'changed';
  }

  #begin({ chain: id, head }: z.output<typeof chainLine>): void {
    this.#close();
    const kept = head !== null && head !== 'forged' ? { organisationId: id, ...head } : (head ?? undefined);
    const witnesses = { file: kept, marks: [], folder: '' };
    const given = { anchors: this.#anchors.get(id), made: this.#made };
    this.#chain = { id, check: new ChainCheck(id, witnesses, given) };
  }

  #row({ at, prev_hash, hash, ...row }: z.output<typeof rowLine>, number: number): void {
    if (this.#chain === undefined) throw new ExportError('a row stands before the line of its chain.', number);
    this.#rows += 1;
    const whole: AuditRow = {
      ...row,
      organisationId: this.#chain.id,
      at: new Date(at),
      prevHash: Buffer.from(prev_hash, 'hex'),
      hash: Buffer.from(hash, 'hex'),
    };
    this.#chain.check.read(whole);
  }

  #close(): void {
    if (this.#chain) this.#chains.push(this.#chain.check.end());
    this.#chain = undefined;
  }
}

/** The object of a line. @throws ExportError for a line that is none */
export function parsed(text: string, number: number): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Said below.
  }
  throw new ExportError('it is no JSON object.', number);
}

function shaped<Shape extends z.ZodType>(shape: Shape, value: object, number: number): z.output<Shape> {
  const result = shape.safeParse(value);
  if (!result.success) throw new ExportError('it is not what this format has.', number);
  return result.data;
}
