import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';
import type { AnchoredHead } from '../audit/marks.ts';
import { readSealed, type SealedHeader } from '../audit/sealed-file.ts';
import { ExportError, type ExportFault, ExportReader, type ExportVerification } from '../audit/verify-export.ts';
import { linesOf } from '../data/dump-lines.ts';
import { EVIDENCE, MANIFEST } from './archive.ts';
import { CutOff, NoArchive, readTar, type TarEntry } from './tar.ts';

const listedFile = z.strictObject({ file: z.string(), bytes: z.int(), sha256: z.string() });

/** What is wrong with a file of evidence; `unlisted`: the sealed list does not have it, or it is there twice. */
export interface EvidenceFault {
  readonly file: string;
  readonly kind: 'changed' | 'missing' | 'unlisted';
}

/** What evidence is found to be, by itself. */
export interface EvidenceVerification {
  /** Of the sealed list; absent when the archive ends before it. */
  readonly header?: SealedHeader;
  /** Files that are as they were sealed. */
  readonly whole: number;
  readonly faults: readonly EvidenceFault[];
  /** What is wrong with the archive; absent when it is whole and its seal fits. */
  readonly fault?: ExportFault;
  /** The last file that is there: after a cut, what followed it is missing. */
  readonly last: string;
  /** What the archive is not, where it cannot be read on. */
  readonly damage?: string;
  /** The audit log in it; absent when there is none, or it cannot be read. */
  readonly audit?: ExportVerification;
  /** Why the audit log cannot be read, and where. */
  readonly auditDamage?: string;
}

/** Bytes of a line of the audit log. */
const LONGEST = 1024 * 1024;

/**
 * Checks evidence by itself: each file against the sealed list, and the audit log row by row. Needs no database and no secret.
 * @param options.anchors heads of the audit log that are kept elsewhere
 * @param options.key the public key of the instance. Default: the one that the archive names
 * @throws ExportError for what is none
 */
export async function verifyEvidence(
  source: AsyncIterable<Buffer>,
  { key, anchors }: { readonly key?: string | undefined; readonly anchors?: readonly AnchoredHead[] } = {},
): Promise<EvidenceVerification> {
  const check = new EvidenceCheck(key, anchors);
  try {
    for await (const entry of readTar(source)) await check.read(entry);
  } catch (error) {
    if (check.isEmpty) throw new ExportError('this is no evidence that this version can read.', 1);
    if (error instanceof NoArchive) return check.end({ fault: 'changed', damage: error.message });
    if (!(error instanceof CutOff)) throw error;
    return check.end({ fault: 'cut_off' });
  }
  if (check.isEmpty) throw new ExportError('this is no evidence that this version can read.', 1);
  return check.end({});
}

class EvidenceCheck {
  readonly #key: string | undefined;
  readonly #found = new Map<string, string>();
  readonly #twice = new Set<string>();
  readonly #listed = new Map<string, string>();
  readonly #audit: ExportReader;
  #auditLines = 0;
  #auditDamage: string | undefined;
  #manifest: { readonly header: SealedHeader; readonly fault?: ExportFault } | undefined;
  #manifestDamage = false;
  #last = '';

  constructor(key: string | undefined, anchors: readonly AnchoredHead[] | undefined) {
    this.#key = key;
    this.#audit = new ExportReader(anchors);
  }

  get isEmpty(): boolean {
    return this.#last === '';
  }

  async read({ name, content }: TarEntry): Promise<void> {
    // A list of another archive would vouch for files of that one.
    if (this.#last === MANIFEST) throw new NoArchive('something follows the list of files');
    this.#last = name;
    if (name === MANIFEST) return await this.#readManifest(content);
    const hash = createHash('sha256');
    const pieces = hashed(content, hash);
    if (name.startsWith('audit/')) await this.#readAudit(name, pieces);
    for await (const _ of pieces);
    if (this.#found.has(name)) this.#twice.add(name);
    this.#found.set(name, hash.digest('hex'));
  }

  async #readManifest(content: AsyncIterable<Buffer>): Promise<void> {
    try {
      const onLine = (value: object, number: number) => {
        const line = listedFile.safeParse(value);
        if (!line.success) throw new ExportError('it is not what a list of files has.', number);
        this.#listed.set(line.data.file, line.data.sha256);
      };
      const key = this.#key === undefined ? {} : { key: this.#key };
      this.#manifest = await readSealed(content, { format: EVIDENCE, ...key, onLine });
    } catch (error) {
      if (!(error instanceof ExportError)) throw error;
      this.#manifestDamage = true;
    }
  }

  /** A line that cannot be read ends the look at the audit log, not at the other files. */
  async #readAudit(name: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    if (this.#auditDamage !== undefined) return;
    const fault = (message: string, line: number) => new ExportError(message, line);
    try {
      for await (const { text, bytes, number } of linesOf(pieces, { longest: LONGEST, fault })) {
        this.#auditLines += 1;
        this.#audit.read(text, bytes, number);
      }
    } catch (error) {
      if (!(error instanceof ExportError)) throw error;
      this.#auditDamage = `${name}: ${error.message}`;
    }
  }

  end({ fault, damage }: { readonly fault?: ExportFault; readonly damage?: string }): EvidenceVerification {
    const faults = this.#faults();
    const { header, fault: sealFault } = this.#manifest ?? {};
    const rest = this.#manifestDamage || faults.length > 0 ? 'changed' : undefined;
    // An archive that ends well, but has no list: what was cut off was given an end.
    const found = sealFault ?? fault ?? rest ?? (header === undefined ? 'cut_off' : undefined);
    const readable = this.#auditLines > 0 && this.#auditDamage === undefined;
    return {
      ...(header ? { header } : {}),
      // Without the list nobody knows.
      whole: header === undefined ? 0 : this.#found.size - faults.filter(({ kind }) => kind !== 'missing').length,
      faults,
      ...(found ? { fault: found } : {}),
      last: this.#last,
      ...(damage === undefined ? {} : { damage }),
      ...(readable ? { audit: this.#audit.end(this.#key) } : {}),
      ...(this.#auditDamage === undefined ? {} : { auditDamage: this.#auditDamage }),
    };
  }

  #faults(): EvidenceFault[] {
    if (this.#manifest === undefined) return [];
    const faults: EvidenceFault[] = [];
    for (const [file, sha256] of this.#found) {
      const listed = this.#listed.get(file);
      if (listed === undefined || this.#twice.has(file)) faults.push({ file, kind: 'unlisted' });
      else if (listed !== sha256) faults.push({ file, kind: 'changed' });
    }
    for (const file of this.#listed.keys()) if (!this.#found.has(file)) faults.push({ file, kind: 'missing' });
    return faults;
  }
}

/** The same pieces, counted into the hash; as those of an entry, they can be read on after a stop. */
function hashed(content: AsyncIterable<Buffer>, hash: Hash): AsyncIterable<Buffer> {
  const pieces = content[Symbol.asyncIterator]();
  const next = async () => {
    const piece = await pieces.next();
    if (!piece.done) hash.update(piece.value);
    return piece;
  };
  return { [Symbol.asyncIterator]: () => ({ next }) };
}
