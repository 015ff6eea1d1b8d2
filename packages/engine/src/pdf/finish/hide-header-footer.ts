import { promisify } from 'node:util';
import { deflate as deflateStream, inflate as inflateStream } from 'node:zlib';
import { ContentTokens } from '../content-tokens.ts';
import type { PdfDocument } from './document.ts';
import {
  HEADER_END,
  type HeaderOrFooter,
  type HiddenHeaderFooter,
  isMark,
  partOfLink,
  type Rgb,
  START,
  withoutScheme,
} from './header-footer-marks.ts';
import { listPages, type PageNode } from './pages.ts';
import { patchFile } from './patch.ts';
import { readDocument } from './read.ts';
import { readStream } from './stream.ts';
import { Unreadable } from './syntax.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, Ref, Text } from './value.ts';

const inflate = promisify(inflateStream);
const deflate = promisify(deflateStream);

/** Bytes that the content of a page may inflate to. */
const LARGEST_CONTENT = 256 * 1024 * 1024;

/**
 * Takes headers and footers out of some pages of a PDF that Chromium printed with `HEADER_FOOTER_MARKS`, and makes links in
 * them what they were. What the document itself has stays byte for byte: pages, tags, outline and links.
 * @param hidden what each page loses; nothing where there is no entry
 * @returns a PDF as Chromium writes it
 * @throws Unreadable for a file that has no marks where it should
 */
export async function hideHeaderFooter(pdf: Uint8Array, hidden: readonly HiddenHeaderFooter[]): Promise<Uint8Array> {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const document = readDocument(bytes);
  let changed = false;
  for (const [index, page] of listPages(document).entries()) {
    const here = hidden[index] ?? NOTHING;
    if (mendLinks(document, page, here)) changed = true;
    if (!here.header && !here.footer) continue;
    await hideOnPage(document, page, here);
    changed = true;
  }
  return changed ? patchFile(bytes, document) : pdf;
}

const NOTHING: HiddenHeaderFooter = { header: false, footer: false };

async function hideOnPage(document: PdfDocument, page: PageNode, hidden: HiddenHeaderFooter): Promise<void> {
  const reference = page.dictionary.get('Contents');
  const place = reference instanceof Ref ? document.locate(reference.number) : undefined;
  if (!place || !(reference instanceof Ref)) throw new Unreadable('a page without content');
  const { dictionary, data } = readStream(place.bytes, place.at, document);
  const filter = dictionary.get('Filter');
  if (filter !== undefined && !(filter instanceof Name && filter.text === 'FlateDecode')) {
    throw new Unreadable('another filter');
  }
  const plain = filter === undefined ? data : await inflate(data, { maxOutputLength: LARGEST_CONTENT });
  const content = withoutHeaderFooter(plain.toString('latin1'), hidden);
  const stored = await deflate(Buffer.from(content, 'latin1'));
  document.replaceStream(reference.number, new Map([...dictionary, ['Filter', new Name('FlateDecode')]]), stored);
}

/** Operators that show text or belong to it (ISO 32000-1, 9.4), external objects and shadings. */
const SHOWS = new Set('BT ET Tf Tm Td TD T* Tj TJ \' " Tc Tw Tz TL Tr Ts Do sh'.split(' '));
/** Operators that paint a path (8.5.3). */
const PAINTS = new Set('S s f F f* B B* b b*'.split(' '));

/**
 * The content of a page without its header or footer. Only what paints is left out: states and marks around it go on
 * as they are.
 */
export function withoutHeaderFooter(content: string, hidden: HiddenHeaderFooter): string {
  const at = startOfHeaderFooter(content);
  const lines = [content.slice(0, at).trimEnd()];
  const tokens = new ContentTokens(content.slice(at));
  let operands: (number | string)[] = [];
  let color: Rgb = [0, 0, 0];
  let rectangle: readonly (number | string)[] = [];
  let part: HeaderOrFooter = 'header';
  for (let token = tokens.next(); token !== undefined; token = tokens.next()) {
    if (typeof token === 'number' || /^[/<([\]>]/.test(token)) {
      operands.push(token);
      continue;
    }
    if (token === 'rg') color = operands.slice(0, 3).map(Number) as unknown as Rgb;
    if (token === 're') rectangle = operands;
    const paints = PAINTS.has(token);
    if (paints && isMark(HEADER_END, color, rectangle)) part = 'footer';
    if (!hidden[part] || !(paints || SHOWS.has(token))) lines.push([...operands, token].map(print).join(' '));
    else if (paints) lines.push('n');
    operands = [];
  }
  if (part === 'header' && hidden.header !== hidden.footer) throw new Unreadable('a header without an end');
  return `${lines.join('\n')}\n`;
}

/** PDF has no exponents. */
const print = (token: number | string): string =>
  typeof token === 'string' || Math.abs(token) >= 1e-6 || token === 0 ? String(token) : token.toFixed(10);

/** Where the color of the first mark of header and footer is set; they are the last that is painted. */
function startOfHeaderFooter(content: string): number {
  const color = START.map(pdfColor).join(' ');
  const at = content.lastIndexOf(`${color} rg`);
  if (at < 0) throw new Unreadable('a page without marks');
  return at;
}

/** A part of a color as Chromium writes it, with four digits. */
const pdfColor = (part: number): string => String(Number((part / 255).toFixed(4))).replace(/^0(?=\.)/, '');

/** Takes out links of a hidden header or footer, and gives the others their address. @returns whether there were any */
function mendLinks(document: PdfDocument, page: PageNode, hidden: HiddenHeaderFooter): boolean {
  const annotations = document.resolve(page.dictionary.get('Annots'));
  if (!Array.isArray(annotations)) return false;
  let found = false;
  const kept = annotations.filter((annotation) => {
    const link = headerFooterLink(document, annotation);
    if (!link) return true;
    found = true;
    if (hidden[link.part]) return false;
    link.action.set('URI', new Text(Buffer.from(link.address, 'latin1')));
    link.annotation.set('A', link.action);
    if (annotation instanceof Ref) document.replace(annotation.number, link.annotation);
    return true;
  });
  if (!found) return false;
  if (kept.length === 0) page.dictionary.delete('Annots');
  else page.dictionary.set('Annots', kept);
  document.replace(page.number, page.dictionary);
  return true;
}

interface HeaderFooterLink {
  readonly annotation: Dictionary;
  readonly action: Dictionary;
  readonly part: HeaderOrFooter;
  readonly address: string;
}

function headerFooterLink(document: PdfDocument, value: PdfValue): HeaderFooterLink | undefined {
  const annotation = document.resolve(value);
  if (!isDictionary(annotation)) return undefined;
  const action = document.resolve(annotation.get('A'));
  if (!isDictionary(action)) return undefined;
  const uri = document.resolve(action.get('URI'));
  const part = uri instanceof Text ? partOfLink(uri.bytes.toString('latin1')) : undefined;
  if (!part || !(uri instanceof Text)) return undefined;
  return { annotation, action, part, address: withoutScheme(uri.bytes.toString('latin1')) };
}
