import { isDeepStrictEqual } from 'node:util';
import { CdpError } from '../../cdp/connection.ts';
import type { Page } from '../../page/page.ts';
import { parseLength } from '../../request/length.ts';
import { type Bookmark, bookmarksOf } from './bookmarks.ts';
import { Footnotes, PROBES } from './footnotes.ts';
import {
  collectElements,
  leaveBlank,
  linkElements,
  type MadeText,
  type PagedElement,
  paintNothing,
  restoreElements,
  writeTexts,
} from './in-page/collect.ts';
import { closeNotes, layNotes, type NoteLayout, openNotes, probePages } from './in-page/notes.ts';
import { isRightToLeft, setPageStyles } from './in-page/page-styles.ts';
import { applySheets, listSheets, type RewrittenSource } from './in-page/sheets.ts';
import { type Places, readPlaces } from './places.ts';
import { PAGED, Rewriter, type Unsupported } from './rewrite.ts';
import { blankPagesBefore } from './sides.ts';
import { makeTexts, pageStyles } from './texts.ts';

/**
 * Paged media beyond Chromium: page numbers of what is referred to, running texts and the like. Chromium breaks the
 * pages. Where something came to lie is read from what it printed; what depends on that is filled in, and it is
 * printed again until nothing moves (ADR 0021).
 */

/** Elements that are followed; a document with more is printed with those. */
const MOST_ELEMENTS = 20_000;
/** Prints that only lay out. What still moves then is printed as it is. */
const MOST_PASSES = 4;
const MOST_NOTE_PASSES = 6;
const MOST_NOTES = 5_000;
/** Characters of style sheets that are read. */
const LONGEST = 4_000_000;
/** CSS pixels. */
const SIX_POINTS = 8;
const MOST_BLEED = 200;

/** A style sheet that has something in it that is not done. */
export interface UnsupportedPlace extends Unsupported {
  /** The address of the style sheet; `undefined` for one in the document. */
  readonly address: string | undefined;
  /** Which of those in the document it is, from 1. */
  readonly sheet: number;
}

export interface PagedSource {
  /** The document as it was given, if it was. */
  readonly html: string | undefined;
  /** A style sheet of the request. */
  readonly css: string | undefined;
}

export interface PrintShop {
  readonly crop: boolean;
  readonly cross: boolean;
  /** CSS pixels. */
  readonly bleed: number;
}

/** What is known of the document once nothing moves. */
export interface Settled {
  /** Items of the outline, when the style sheets say what it has. */
  readonly outline?: readonly Bookmark[];
}

export interface PagedDocument {
  readonly unsupported: readonly UnsupportedPlace[];
  /** Whether there is anything to fill in. */
  readonly active: boolean;
  /**
   * Fills in what depends on the pages.
   * @param print lays out and gives what Chromium writes, without what is not needed to know places
   */
  settle(print: () => Promise<Uint8Array>, zoom: number): Promise<Settled>;
  /** Puts the document back as it was, for another result of it. */
  restore(): Promise<void>;
  /** What is asked for the print shop; the bleed in CSS pixels. */
  readonly printShop: PrintShop | undefined;
}

/** Whether the page has to be asked: its source shows neither paged media nor that there may be more of it. */
export function mayBePaged({ html, css }: PagedSource): boolean {
  return html === undefined || PAGED.test(css ?? '') || PAGED.test(html) || /<script|<link|@import/i.test(html);
}

/** Reads the style sheets of a page. @returns `undefined` when they have nothing of paged media that is ours */
export async function openPaged(page: Page, source: PagedSource): Promise<PagedDocument | undefined> {
  const sheets = await readSheets(page, source.css);
  if (sheets.length === 0) return undefined;
  const rewriter = new Rewriter({ resets: sheets.some(({ text }) => /counter-reset\s*:[^;{}]*\bpage\b/i.test(text)) });
  const rewritten: RewrittenSource[] = [];
  const unsupported: UnsupportedPlace[] = [];
  let inline = 0;
  for (const { index, href, text } of sheets) {
    if (href === null) inline += 1;
    const result = rewriter.rewrite(text);
    if (result.css !== undefined) rewritten.push({ index, href, css: result.css });
    for (const one of result.unsupported) {
      const line = href === null ? one.line + linesBefore(source.html, text) : one.line;
      unsupported.push({ ...one, line, address: href ?? undefined, sheet: inline });
    }
  }
  if (rewritten.length > 0) await page.call(applySheets, rewritten);
  return new Settling(page, rewriter, unsupported, rewritten.length > 0);
}

class Settling implements PagedDocument {
  readonly unsupported: UnsupportedPlace[];
  readonly active: boolean;
  readonly #page: Page;
  readonly #rewriter: Rewriter;

  constructor(page: Page, rewriter: Rewriter, unsupported: UnsupportedPlace[], active: boolean) {
    this.#page = page;
    this.#rewriter = rewriter;
    this.unsupported = unsupported;
    this.active = active;
  }

  get printShop(): PrintShop | undefined {
    const { crop, cross, bleed } = this.#rewriter.printShop;
    // Where nothing is said, marks have six points (GCPM 3, 7.3.2).
    const fallback = crop || cross ? SIX_POINTS : 0;
    const pixels = bleed === '' || bleed === 'auto' ? fallback : (parseLength(bleed) ?? fallback);
    return crop || cross || pixels > 0 ? { crop, cross, bleed: Math.min(pixels, MOST_BLEED) } : undefined;
  }

  async restore(): Promise<void> {
    if (this.#rewriter.footnotes) await this.#page.call(closeNotes);
  }

  async settle(print: () => Promise<Uint8Array>, zoom: number): Promise<Settled> {
    if (!this.active) return {};
    const page = this.#page;
    const facts = this.#rewriter.footnotes ? await page.call(openNotes, MOST_NOTES) : null;
    if (facts?.clears)
      this.unsupported.push({ what: 'clear, beside footnotes', line: 1, address: undefined, sheet: 1 });
    const notes = facts ? new Footnotes(facts, this.#rewriter.footnotesByPage) : undefined;
    const elements = await page.call(collectElements, MOST_ELEMENTS, this.#rewriter.bookmarks);
    if (elements.length === 0 && this.#rewriter.perPage.size === 0 && !notes) return {};
    await page.call(linkElements, [...new Set([...linked(elements), ...(notes?.linked ?? [])])]);
    try {
      await page.call(paintNothing, true);
      const places = await this.#fill(elements, notes, print, zoom);
      return this.#rewriter.bookmarks ? { outline: bookmarksOf(elements, places) } : {};
    } finally {
      await page.call(paintNothing, false);
      // Links of the document lead to the ids that it has.
      await page.call(restoreElements);
    }
  }

  async #fill(
    elements: readonly PagedElement[],
    notes: Footnotes | undefined,
    print: () => Promise<Uint8Array>,
    zoom: number,
  ): Promise<Places> {
    const page = this.#page;
    const { perPage } = this.#rewriter;
    let texts = makeTexts({ elements, places: undefined });
    let blanks: readonly string[] = [];
    const sides = new Map(elements.flatMap(({ id, side }) => (side === null ? [] : [[id, side] as const])));
    const rtl = elements.some(({ side }) => side !== null) && (await page.call(isRightToLeft));
    if (texts.length > 0) await page.call(writeTexts, texts);
    let layout: NoteLayout | undefined = notes?.first;
    if (notes && layout) {
      await page.call(layNotes, layout, notes.width);
      await page.call(probePages, PROBES.step, PROBES.count);
    }
    for (let pass = 1; ; pass += 1) {
      const places = readPlaces(await print(), zoom);
      if (notes && pass === 1) await page.call(probePages, 0, 0);
      const source = { elements, places };
      if (perPage.size > 0) {
        await page.call(setPageStyles, this.#rewriter.pageCounter + pageStyles(source, perPage));
      }
      const nextBlanks = blankPagesBefore(source, blanks, rtl);
      const laid = notes?.next({ places, pass, sides, rtl, blanks, nextBlanks });
      const next = { texts: makeTexts(source), blanks: laid?.blanks ?? nextBlanks, layout: laid?.layout };
      // Strings in margins move nothing.
      const same = isDeepStrictEqual(next.blanks, blanks) && isDeepStrictEqual(next.layout, layout);
      if (same && isDeepStrictEqual(next.texts, texts)) return places;
      // Other digits of the same number move nothing that matters.
      if (pass > 1 && same && isDeepStrictEqual(lengthsOf(next.texts), lengthsOf(texts))) {
        await page.call(writeTexts, next.texts);
        return places;
      }
      if (pass === (notes ? MOST_NOTE_PASSES : MOST_PASSES)) return places;
      if (next.layout && notes) await page.call(layNotes, next.layout, notes.width);
      if (!isDeepStrictEqual(next.blanks, blanks)) await page.call(leaveBlank, next.blanks);
      if (!isDeepStrictEqual(next.texts, texts)) await page.call(writeTexts, next.texts);
      ({ texts, blanks, layout } = next);
    }
  }
}

/** How long texts are. */
const lengthsOf = (texts: readonly MadeText[]): number[] =>
  texts.map(({ content, leader }) => content.length + (leader?.rest.length ?? 0));

const linked = (elements: readonly PagedElement[]): string[] => elements.map(({ id }) => id);

interface ReadSheet {
  readonly index: number;
  readonly href: string | null;
  readonly text: string;
}

/** The texts of style sheets that have something of paged media. CSSOM has dropped what Chromium does not know. */
async function readSheets(page: Page, css: string | undefined): Promise<ReadSheet[]> {
  const read: ReadSheet[] = [];
  let length = 0;
  const take = (sheet: ReadSheet): void => {
    length += sheet.text.length;
    if (length <= LONGEST && PAGED.test(sheet.text)) read.push(sheet);
  };
  for (const { index, href, text } of await page.call(listSheets, PAGED.source)) {
    if (href === null) take({ index, href, text: text ?? '' });
    else take({ index, href, text: (await sheetText(page, href)) ?? '' });
  }
  // It stands where script puts style sheets, behind all others.
  if (css !== undefined && !/^https?:/i.test(css)) take({ index: -1, href: null, text: css });
  return read;
}

/** What the page has loaded. */
async function sheetText({ session, mainFrame }: Page, url: string): Promise<string | undefined> {
  try {
    const { content, base64Encoded } = await session.send('Page.getResourceContent', { frameId: mainFrame, url });
    return base64Encoded ? Buffer.from(content, 'base64').toString('utf8') : content;
  } catch (error) {
    if (error instanceof CdpError) return undefined;
    throw error;
  }
}

/** Lines of the document before a style sheet in it. */
function linesBefore(html: string | undefined, text: string): number {
  const at = html === undefined ? -1 : html.indexOf(text);
  return at < 0 ? 0 : (html as string).slice(0, at).split('\n').length - 1;
}
