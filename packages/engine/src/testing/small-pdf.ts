import { deflateSync } from 'node:zlib';

export interface SmallPage {
  /** Operators of the page (ISO 32000-1, section 8.2). The font /F is Helvetica. */
  readonly content: string | Uint8Array;
  /** More of its dictionary, such as `/Rotate 90`. */
  readonly more?: string;
}

export interface SmallPdfOptions {
  /** Further objects, from number 4 on. */
  readonly objects?: readonly string[];
  /** Whether streams are deflated as often as this says. Default 0. */
  readonly deflated?: number;
}

/** Writes a PDF of a few objects, without the help of a program that would refuse what is wrong in it. */
export function smallPdf(pages: readonly SmallPage[], { objects = [], deflated = 0 }: SmallPdfOptions = {}): Buffer {
  const first = 4 + objects.length;
  const all: (string | Buffer)[] = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${first + 2 * index} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...objects,
    ...pages.flatMap(({ content, more = '' }, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents ${first + 2 * index + 1} 0 R${more}>>`,
      stream(content, deflated),
    ]),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of all.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.isBuffer(object) ? object : Buffer.from(object, 'latin1'),
      Buffer.from('\nendobj\n'),
    ]);
    places.push(length);
    length += part.length;
    parts.push(part);
  }
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${entries}`;
  parts.push(Buffer.from(`${table}trailer\n<</Size ${all.length + 1}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`));
  return Buffer.concat(parts);
}

function stream(content: string | Uint8Array, deflated: number): Buffer {
  let bytes = Buffer.from(content as Uint8Array);
  if (typeof content === 'string') bytes = Buffer.from(content, 'latin1');
  for (let turn = 0; turn < deflated; turn += 1) bytes = deflateSync(bytes);
  const filters = deflated === 0 ? '' : `/Filter[${'/FlateDecode'.repeat(deflated)}]`;
  return Buffer.concat([
    Buffer.from(`<</Length ${bytes.length}${filters}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** Operators that print texts at places: points from the left and from the bottom of the page. */
export const printed = (...texts: readonly (readonly [left: number, bottom: number, text: string])[]): string =>
  texts
    .map(
      ([left, bottom, text]) => `BT /F 10 Tf 1 0 0 1 ${left} ${bottom} Tm (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`,
    )
    .join('\n');
