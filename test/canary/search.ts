import { gunzipSync, inflateSync } from 'node:zlib';
import { type Canaries, NUMBER_LENGTH, PREFIXES } from './words.ts';

/** Finds canaries in bytes: as they were sent, in the encodings that programs use, and in what gzip and PDF have packed. */

interface Encoding {
  readonly name: string;
  readonly encode: (text: string) => string;
}

const bytesOf = (text: string) => [...Buffer.from(text, 'latin1')];
const hex = (byte: number) => byte.toString(16).padStart(2, '0');

/** Encodings in which each character stands for itself. */
const BY_CHARACTER: readonly Encoding[] = [
  { name: 'raw', encode: (text) => text },
  // Of either order: the one is the other, a byte later.
  { name: 'UTF-16', encode: (text) => [...text].map((letter) => `${letter}\0`).join('') },
  { name: 'hex', encode: (text) => bytesOf(text).map(hex).join('') },
  { name: 'HEX', encode: (text) => bytesOf(text).map(hex).join('').toUpperCase() },
  {
    name: 'URL',
    encode: (text) =>
      bytesOf(text)
        .map((byte) => `%${hex(byte)}`)
        .join('')
        .toUpperCase(),
  },
  {
    name: 'JSON',
    encode: (text) =>
      bytesOf(text)
        .map((byte) => `\\u00${hex(byte)}`)
        .join(''),
  },
];

interface Needle {
  readonly encoding: string;
  readonly bytes: Buffer;
  /** The number of the canary that begins at `at`. */
  readonly read: (text: Buffer, at: number) => string;
}

const NEEDLES: readonly Needle[] = Object.values(PREFIXES).flatMap((prefix) => [
  ...BY_CHARACTER.map((encoding) => byCharacter(prefix, encoding)),
  ...[0, 1, 2].map((offset) => inBase64(prefix, offset)),
]);

function byCharacter(prefix: string, { name, encode }: Encoding): Needle {
  const bytes = Buffer.from(encode(prefix), 'latin1');
  const width = bytes.length / prefix.length;
  return {
    encoding: name,
    bytes,
    read: (text, at) => {
      const coded = text.toString('latin1', at + bytes.length, at + bytes.length + NUMBER_LENGTH * width);
      if (width === 1) return coded;
      const places = coded.match(new RegExp(`[^]{${width}}`, 'g')) ?? [];
      return places.map((place) => LETTERS.get(place) ?? '?').join('');
    },
  };
}

/** Each letter and digit by all of its encodings. */
const LETTERS = new Map(
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'].flatMap((letter) =>
    BY_CHARACTER.map(({ encode }) => [encode(letter), letter] as const),
  ),
);

/** @param offset bytes before the prefix in its group of three */
function inBase64(prefix: string, offset: number): Needle {
  const coded = Buffer.from('\0'.repeat(offset) + prefix, 'latin1')
    .toString('base64')
    .replaceAll('=', '');
  // Letters that also depend on what stands before and after are not looked for.
  const skip = Math.ceil((offset * 4) / 3);
  const whole = Math.floor(((offset + prefix.length) * 8) / 6);
  const bytes = Buffer.from(coded.slice(skip, whole), 'latin1');
  return {
    encoding: `base64+${offset}`,
    bytes,
    read: (text, at) => {
      const from = at - skip;
      const length = Math.ceil(((offset + prefix.length + NUMBER_LENGTH) * 8) / 6);
      // What stands before is of no interest; where there is nothing, any letter does.
      const group = 'A'.repeat(Math.max(0, -from)) + text.toString('latin1', Math.max(0, from), from + length);
      const decoded = Buffer.from(group, 'base64').toString('latin1');
      return decoded.slice(offset + prefix.length, offset + prefix.length + NUMBER_LENGTH);
    },
  };
}

export interface Found {
  /** The request and the field in it. */
  readonly label: string;
  /** Such as `gzip > base64+1`. */
  readonly encoding: string;
}

/** How deep something may be packed in something that is packed. */
const DEPTH = 3;

/** @returns each canary once for each way in which it stands there */
export function findCanaries(text: Buffer, canaries: Pick<Canaries, 'labelOf'>): Found[] {
  const found = new Map<string, Found>();
  collect(text, [], { canaries, found });
  return [...found.values()];
}

function collect(
  text: Buffer,
  packed: readonly string[],
  into: { readonly canaries: Pick<Canaries, 'labelOf'>; readonly found: Map<string, Found> },
): void {
  for (const needle of NEEDLES) {
    for (let at = text.indexOf(needle.bytes); at >= 0; at = text.indexOf(needle.bytes, at + 1)) {
      const label = into.canaries.labelOf(needle.read(text, at));
      const encoding = [...packed, needle.encoding].join(' > ');
      if (label !== undefined) into.found.set(`${label} ${encoding}`, { label, encoding });
    }
  }
  if (packed.length >= DEPTH) return;
  for (const { kind, bytes } of unpacked(text)) collect(bytes, [...packed, kind], into);
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
const STREAM = Buffer.from('stream');

/** What is packed within: members of gzip, and streams of PDF. */
function* unpacked(text: Buffer): Generator<{ readonly kind: string; readonly bytes: Buffer }> {
  for (let at = text.indexOf(GZIP); at >= 0; at = text.indexOf(GZIP, at + 1)) {
    const bytes = attempt(() => gunzipSync(text.subarray(at), LIMITS));
    if (bytes) yield { kind: 'gzip', bytes };
  }
  if (!text.includes('%PDF-')) return;
  for (let at = text.indexOf(STREAM); at >= 0; at = text.indexOf(STREAM, at + STREAM.length)) {
    const start = at + STREAM.length + (text[at + STREAM.length] === 13 ? 2 : 1);
    const bytes = attempt(() => inflateSync(text.subarray(start), LIMITS));
    if (bytes) yield { kind: 'PDF stream', bytes };
  }
}

const LIMITS = { maxOutputLength: 64 * 1024 * 1024 };

/** Bytes that only look packed are none. */
function attempt(unpack: () => Buffer): Buffer | undefined {
  try {
    return unpack();
  } catch {
    return undefined;
  }
}
