import { setTimeout } from 'node:timers/promises';
import { CdpError } from '../cdp/connection.ts';
import { EngineError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import type { ConversionRequest } from '../request/request.ts';
import { askForPictures, FILE_TIMEOUT, filesLoaded } from './header-footer-fonts.ts';
import { closedSheets, type ReadStyles, readFiles, readStyles } from './read-styles.ts';

/**
 * Styles of the document for headers and footers. Their template is a document of its own without the network: rules
 * are taken as the page has loaded them, and what they name stands in them as data.
 */

type HeaderFooter = NonNullable<ConversionRequest['header']>;

/** What a header or footer has from the document. */
export interface InheritedStyles {
  /** Rules for what is in the header or footer, and the fonts that they name. */
  readonly css: string;
  /** Declarations for the header or footer itself: what it inherits from the body of the document. */
  readonly declarations: string;
  /** Size of the font of the root in CSS pixels, which `rem` counts. */
  readonly rootSize: number;
}

/** Characters of CSS that a template may hold: it is read anew for every page. */
const LONGEST = 1_000_000;
/** Bytes of one file that a style sheet names. */
const LARGEST = 4_000_000;
/** Style sheets that import each other. */
const DEEPEST_IMPORT = 5;

/**
 * @param layOut lays the template out in the page, which loads the fonts that it needs
 * @throws EngineError `invalid_header` for styles that are too long
 */
export async function inheritStyles(
  page: Page,
  name: string,
  part: HeaderFooter,
  layOut: (styles: InheritedStyles) => Promise<unknown>,
): Promise<InheritedStyles> {
  const texts: Record<string, string> = {};
  for (const address of await page.call(closedSheets)) texts[address] = await sheetText(page, address, 0);
  const read = await page.call(readStyles, part.source, texts);
  if (read.css.length > LONGEST) {
    throw new EngineError(
      'invalid_header',
      `The styles that the ${name} would inherit are too long. Leave out "inherit_css", and put what it needs into "source".`,
      {
        pointer: `/${name}/inherit_css`,
      },
    );
  }
  const { rootSize } = read;
  await layOut(inherited(read, rootSize));
  await page.call(askForPictures, addressesIn(read.css + read.declarations));
  await filesLoaded(page);
  return inherited(await withData(page, read), rootSize);
}

const inherited = ({ css, faces, declarations }: Omit<ReadStyles, 'rootSize'>, rootSize: number): InheritedStyles => ({
  css: safe([...faces, css].join('\n')),
  declarations: safe(declarations),
  rootSize,
});

/** An end tag would end the style element. */
const safe = (css: string): string => css.replaceAll('</', '<\\/');

/** The beginning of an `@import`, with its address: in double quotes, in single ones, in none. */
const IMPORT = /@import\s+(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^"'()\s;]+))/gi;

/** The text of a style sheet with absolute addresses and with what it imports in it. */
async function sheetText(page: Page, address: string, depth: number): Promise<string> {
  const bytes = depth < DEEPEST_IMPORT ? await resource(page, address) : undefined;
  if (!bytes) return '';
  const absolute = (target: string) => (URL.canParse(target, address) ? new URL(target, address).href : target);
  const text = bytes.toString('utf8').replaceAll(/\/\*.*?\*\//gs, '');
  const parts: string[] = [];
  let own = '';
  let start = 0;
  for (const { 0: begin, 1: double, 2: single, 3: bare, index } of text.matchAll(IMPORT)) {
    const end = text.indexOf(';', index + begin.length);
    if (index < start || end < 0) continue;
    const imported = await sheetText(page, absolute(double ?? single ?? bare ?? ''), depth + 1);
    const condition = text
      .slice(index + begin.length, end)
      .replace(/^\s*\)/, '')
      .trim();
    // Conditions other than media are rare, and would not be media.
    parts.push(condition === '' ? imported : `@media ${condition}{${imported}}`);
    own += text.slice(start, index);
    start = end + 1;
  }
  own += text.slice(start);
  const placed = own.replaceAll(
    ADDRESS,
    (_, double?: string, single?: string, bare?: string) => `url("${absolute(double ?? single ?? bare ?? '')}")`,
  );
  return [...parts, placed].join('\n');
}

/** Puts the files that rules name into them; what the page has not loaded is left out. */
async function withData(page: Page, { css, faces, declarations }: ReadStyles): Promise<Omit<ReadStyles, 'rootSize'>> {
  const fonts = await loadedFonts(page, faces);
  const reading = fonts.length > 0 ? page.call(readFiles, fonts, LARGEST) : {};
  const files: Record<string, string> = await Promise.race([reading, setTimeout(FILE_TIMEOUT, {}, { ref: false })]);
  for (const address of addressesIn(css + declarations)) {
    const bytes = await resource(page, address);
    if (bytes && bytes.length < LARGEST) files[address] = bytes.toString('base64');
  }
  const place = (text: string): string =>
    text.replaceAll(ADDRESS, (whole, double?: string, single?: string, bare?: string) => {
      const address = double ?? single ?? bare ?? '';
      if (/^(?:data:|#)/i.test(address)) return whole;
      const file = files[address];
      return file === undefined ? 'url("data:,")' : `url("data:${typeOf(Buffer.from(file, 'base64'))};base64,${file}")`;
    });
  const loaded = faces.map((face) => withoutLost(place(face))).filter((face) => /url\("data:|local\(/.test(face));
  return { css: place(css), faces: loaded, declarations: place(declarations) };
}

/** A font without the files that the page did not need: to find them empty would take time that there is not. */
const withoutLost = (face: string): string =>
  face.replaceAll(/url\("data:,"\)(?:\s*(?:format|tech)\([^)]*\))*\s*,?\s*/g, '').replaceAll(/,\s*;/g, ';');

function addressesIn(css: string): string[] {
  const all = [...css.matchAll(ADDRESS)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
  return [...new Set(all)].filter((address) => /^https?:/i.test(address));
}

/** Files of fonts that the page has loaded. Their content is not kept for others: the page has to read it again. */
async function loadedFonts({ session }: Page, faces: readonly string[]): Promise<string[]> {
  const named = addressesIn(faces.join('\n'));
  if (named.length === 0) return [];
  const { frameTree } = await session.send('Page.getResourceTree');
  const fonts = new Set(frameTree.resources.filter(({ type }) => type === 'Font').map(({ url }) => url));
  return named.filter((address) => fonts.has(address));
}

/** Addresses as CSSOM writes them, which is in double quotes, and as authors do in custom properties. */
const ADDRESS = /url\(\s*(?:"((?:[^"\\]|\\.)*)"\s*|'((?:[^'\\]|\\.)*)'\s*|([^"'()\s]+)\s*)?\)/gi;

const TRUE_TYPE = Buffer.of(0, 1, 0, 0);

/** Raster pictures and fonts are known by their first bytes, whatever their type; what is text has to be named. */
function typeOf(bytes: Buffer): string {
  // The first of TrueType is no text (OpenType, table directory).
  const isFont = /^(?:wOF[F2]|OTTO|true|ttcf)/.test(bytes.toString('latin1', 0, 4)) || bytes.indexOf(TRUE_TYPE) === 0;
  if (isFont) return 'font/ttf';
  return /^\s*</.test(bytes.toString('latin1', 0, 200)) ? 'image/svg+xml' : 'image/png';
}

/** The bytes of a file that the page has loaded. */
async function resource({ session, mainFrame }: Page, url: string): Promise<Buffer | undefined> {
  try {
    const { content, base64Encoded } = await session.send('Page.getResourceContent', { frameId: mainFrame, url });
    return Buffer.from(content, base64Encoded ? 'base64' : 'utf8');
  } catch (error) {
    if (error instanceof CdpError) return undefined;
    throw error;
  }
}
