import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { linesOf } from '../data/dump-lines.ts';
import { ExportSeal, publicKeyOf } from './export-seal.ts';
import { ExportError, type ExportFault, parsed } from './verify-export.ts';

/**
 * Files that are checked on another machine: text, one JSON value a line. A header, what the file is about, then the count of
 * those lines with the seal of the instance (Ed25519) over all before it.
 */
export interface SealedFormat {
  /** Name of the format. What is sealed as one cannot be taken for another. */
  readonly format: string;
}

const headerLine = z.looseObject({
  format: z.string(),
  version: z.literal(1),
  at: z.iso.datetime(),
  public_key: z.string(),
});
const endLine = z.strictObject({ lines: z.int(), seal: z.string() });

export type SealedHeader = z.output<typeof headerLine>;

/** Bytes of a line. */
const LONGEST = 4 * 1024 * 1024;

const sealOf = ({ format }: SealedFormat) => new ExportSeal(`${format}\n`);

/** @param options.facts stand in the header */
export async function* sealedLines(
  lines: AsyncIterable<object> | Iterable<object>,
  {
    format,
    key,
    at,
    facts = {},
  }: SealedFormat & { readonly key: KeyObject; readonly at: Date; readonly facts?: object },
): AsyncGenerator<string> {
  const seal = sealOf({ format });
  const sealed = (value: object) => {
    const text = `${JSON.stringify(value)}\n`;
    seal.add(text);
    return text;
  };
  yield sealed({ format, version: 1, at: at.toISOString(), public_key: publicKeyOf(key), ...facts });
  let count = 0;
  for await (const line of lines) {
    count += 1;
    yield sealed(line);
  }
  yield `${JSON.stringify({ lines: count, seal: seal.sign(key) } satisfies z.input<typeof endLine>)}\n`;
}

/** What a sealed file is found to be, by itself. */
export interface SealedVerification {
  readonly header: SealedHeader;
  /** What is wrong with the file as a whole; absent when its seal fits. */
  readonly fault?: ExportFault;
}

/**
 * Reads a sealed file to its end.
 * @param options.key the public key of the instance, from elsewhere than the file. Default: the one that the file names
 * @param options.onLine is given each line between header and seal
 * @throws ExportError for what is no such file
 */
export async function readSealed(
  source: AsyncIterable<Buffer>,
  {
    format,
    key,
    onLine,
  }: SealedFormat & { readonly key?: string; readonly onLine: (value: object, number: number) => void },
): Promise<SealedVerification> {
  const seal = sealOf({ format });
  const broken = (message: string, line: number) => new ExportError(message, line);
  let header: SealedHeader | undefined;
  let end: z.output<typeof endLine> | undefined;
  let count = 0;
  for await (const { text, bytes, number } of linesOf(source, { longest: LONGEST, fault: broken })) {
    const value = parsed(text, number);
    if (end) throw new ExportError('nothing may follow the seal.', number);
    if (header === undefined) {
      const read = headerLine.safeParse(value);
      if (!read.success || read.data.format !== format) throw new ExportError(`this is no file of ${format}.`, number);
      header = read.data;
    } else if ('seal' in value) {
      const read = endLine.safeParse(value);
      if (!read.success) throw new ExportError('it is not what this format has.', number);
      end = read.data;
      continue;
    } else {
      count += 1;
      onLine(value, number);
    }
    seal.add(bytes);
  }
  if (header === undefined) throw new ExportError('the file is empty.', 1);
  if (end === undefined) return { header, fault: 'cut_off' };
  if (end.lines === count && seal.verify(end.seal, key ?? header.public_key)) return { header };
  return { header, fault: key !== undefined && key !== header.public_key ? 'other_key' : 'changed' };
}
