import type { CdpConnection } from '../cdp/connection.ts';
import type { Warning } from '../warnings.ts';
import type { Candidates } from './candidates.ts';
import type { Page } from './page.ts';
import { namesOfScripts } from './unicode.ts';

/**
 * Which characters the fonts of the machine have, by the browser that was asked. They stay the same for as long as it
 * lives, so that a character is looked up once.
 */
interface Coverage {
  readonly drawn: Set<string>;
  readonly missing: Set<string>;
}

const coverages = new WeakMap<CdpConnection, Coverage>();

/** Characters that no font has, as far as they are looked at where they stand. */
const MOST_MISSING = 500;

export type FontMissing = Omit<Warning, 'code'> & { readonly code: 'font_missing' };

/** A part of the document that is looked at instead of all of it. */
export interface Part {
  /** The `id` of an element whose shadow tree it is. */
  readonly host: string;
  /** What it is to a reader. */
  readonly name: string;
}

/**
 * Tells of visible characters that no font has a glyph for, neither one of the machine nor one of the page.
 * Characters for private use are not reported: what they mean is between a page and its icon font.
 */
export async function missingGlyphs(
  page: Page,
  { characters, generated }: Pick<Candidates, 'characters' | 'generated'>,
  part?: Part,
): Promise<FontMissing | undefined> {
  if (characters === '') return undefined;
  const { drawn, missing } = coverageOf(page);
  const unknown = [...characters].filter((character) => !drawn.has(character) && !missing.has(character)).join('');
  if (unknown !== '') {
    const without = new Set(await page.call(withoutGlyph, unknown));
    for (const character of unknown) (without.has(character) ? missing : drawn).add(character);
  }
  const candidates = [...characters].filter((character) => missing.has(character)).slice(0, MOST_MISSING);
  if (candidates.length === 0) return undefined;
  const found = await page.call(countMissing, candidates.join(''), generated, part?.host ?? '');
  if (found.count === 0) return undefined;
  const scripts = namesOfScripts(found.characters);
  const where = part ? ` of the ${part.name}` : '';
  const [what, them] =
    found.count === 1 ? [`One character${where} has`, 'it'] : [`${found.count} characters${where} have`, 'them'];
  return {
    code: 'font_missing',
    message: `${what} no glyph in any font and can be seen as empty boxes (${scripts}). Add a font that has ${them}.`,
    detail: { characters: found.count, distinct: [...found.characters].length, scripts },
  };
}

/** Whether all characters are known to have a glyph on this machine, so that the page need not be asked. */
export const areDrawn = (page: Page, { characters }: Pick<Candidates, 'characters'>): boolean =>
  [...characters].every((character) => coverageOf(page).drawn.has(character));

function coverageOf({ session }: Page): Coverage {
  const known = coverages.get(session.connection);
  if (known) return known;
  const coverage = { drawn: new Set<string>(), missing: new Set<string>() };
  coverages.set(session.connection, coverage);
  return coverage;
}

/**
 * Runs in the page. Characters that are drawn as a noncharacter is, which no font has. One with another width is not
 * looked at further.
 */
function withoutGlyph(characters: string): string {
  const size = 32;
  const context = new OffscreenCanvas(2 * size, 2 * size).getContext('2d', { willReadFrequently: true });
  if (!context) return '';
  context.font = `${size}px sans-serif`;
  const drawing = (text: string) => {
    context.clearRect(0, 0, 2 * size, 2 * size);
    context.fillText(text, size / 4, 1.25 * size);
    return context.getImageData(0, 0, 2 * size, 2 * size).data;
  };
  const nothing = '\u{10fffe}';
  const { width } = context.measureText(nothing);
  const box = drawing(nothing);
  const isBox = (data: Uint8ClampedArray) => data.every((value, index) => value === box[index]);
  let missing = '';
  for (const character of characters) {
    if (context.measureText(character).width === width && isBox(drawing(character))) missing += character;
  }
  return missing;
}

/**
 * Runs in the page. Counts what can be seen of characters that the machine has no glyph for, unless the page brings a
 * font that has one.
 * @param host `id` of an element whose shadow tree alone is looked at; empty for the whole document
 */
function countMissing(
  characters: string,
  generated: readonly string[],
  host: string,
): { count: number; characters: string } {
  const wanted = new Set(characters);
  const some = new RegExp(`[${characters.replaceAll(/[\\\]^-]/g, '\\$&')}]`, 'u');
  const size = 32;
  // A canvas of a document draws with the fonts of that document.
  const boards = new Map<Document, CanvasRenderingContext2D>();
  const boardOf = (owner: Document): CanvasRenderingContext2D => {
    let board = boards.get(owner);
    if (!board) {
      const canvas = owner.createElement('canvas');
      canvas.width = 2 * size;
      canvas.height = 2 * size;
      board = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
      boards.set(owner, board);
    }
    return board;
  };
  const drawing = (board: CanvasRenderingContext2D, text: string): string => {
    board.clearRect(0, 0, 2 * size, 2 * size);
    board.fillText(text, size / 4, 1.25 * size);
    return board.getImageData(0, 0, 2 * size, 2 * size).data.join();
  };
  const known = new Map<Document, Map<string, boolean>>();
  const isMissing = (character: string, owner: Document, style: CSSStyleDeclaration): boolean => {
    const answers = known.get(owner) ?? new Map<string, boolean>();
    known.set(owner, answers);
    const font = `${style.fontStyle} ${style.fontWeight} ${size}px ${style.fontFamily}`;
    let missing = answers.get(character + font);
    if (missing === undefined) {
      const board = boardOf(owner);
      board.font = font;
      missing = drawing(board, character) === drawing(board, '\u{10fffe}');
      answers.set(character + font, missing);
    }
    return missing;
  };
  const reported = new Set<string>();
  let count = 0;
  const countIn = (text: string, { $ownerDocument: ownerDocument }: Element, style: CSSStyleDeclaration) => {
    if (Number.parseFloat(style.fontSize) === 0) return;
    // A letter and its mark may be one character of a font (NFC).
    for (const character of text.normalize('NFC')) {
      if (!wanted.has(character) || !isMissing(character, ownerDocument, style)) continue;
      reported.add(character);
      count += 1;
    }
  };
  const isShown = (element: Element) =>
    element.$checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !/^(?:script|style|noscript|title|desc|metadata)$/i.test(element.$localName);

  const readRoot = (root: Document | ShadowRoot): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const element = node.$parentElement ?? ('host' in root ? root.host : null);
      if (!some.test(node.data) || !element || !isShown(element)) continue;
      range.selectNodeContents(node);
      const { width, height } = range.getBoundingClientRect();
      if (width === 0 || height === 0) continue;
      countIn(node.data, element, getComputedStyle(element));
    }
    // What fields show are no nodes of the document.
    for (const field of root.$querySelectorAll<HTMLInputElement | HTMLSelectElement>('input,textarea,select')) {
      if (/^(?:password|checkbox|radio|range|color|file|image|hidden)$/.test(field.type)) continue;
      const text = 'selectedOptions' in field ? field.selectedOptions[0]?.text : field.value || field.placeholder;
      if (text && some.test(text) && isShown(field)) countIn(text, field, getComputedStyle(field));
    }
    for (const frame of root.$querySelectorAll('iframe')) {
      if (frame.$contentDocument && isShown(frame)) readRoot(frame.$contentDocument);
    }
    if (document.scripts.length === 0) return;
    for (const element of root.$querySelectorAll('*')) if (element.$shadowRoot) readRoot(element.$shadowRoot);
  };
  readRoot(document.getElementById(host)?.$shadowRoot ?? document);

  for (const selector of generated) {
    for (const pseudo of ['::before', '::after', '::marker']) {
      const bases = selector.split(',').filter((part) => part.includes(pseudo.slice(1)));
      for (const base of bases) {
        let elements: Iterable<Element> = [];
        try {
          // Any element, where the pseudo-element stands alone (`ul > ::before`).
          const alone = base.replaceAll(/(^|[\s>+~])::?(?:before|after|marker)\b/g, '$1*');
          elements = document.querySelectorAll(alone.replaceAll(/::?(?:before|after|marker)\b/g, ''));
        } catch {
          // A comma inside a function of the selector: its parts are no selectors.
        }
        for (const element of elements) {
          const style = getComputedStyle(element, pseudo);
          if (style.display === 'none' || !some.test(style.content) || !isShown(element)) continue;
          countIn(style.content, element, style);
        }
      }
    }
  }
  return { count, characters: [...reported].join('') };
}
