import { isDeepStrictEqual } from 'node:util';
import { CdpError } from '../../cdp/connection.ts';
import type { Page } from '../../page/page.ts';
import { parseLength } from '../../request/length.ts';
import { type Bookmark, bookmarksOf } from './bookmarks.ts';
import { PROBES } from './flow.ts';
import { Footnotes } from './footnotes.ts';
import { collectElements, type PagedElement } from './in-page/collect.ts';
import { leaveBlank, linkElements, paintNothing, restoreElements } from './in-page/elements.ts';
import { withoutHyphens } from './in-page/hyphens.ts';
import { applyInlineStyles, type InlineStyle, listInlineStyles } from './in-page/inline-styles.ts';
import { findWholeBoxes } from './in-page/note-neighbors.ts';
import { closeNotes, layNotes, type NoteLayout, openNotes, probePages, showNotes } from './in-page/notes.ts';
import { isRightToLeft, setPageStyles } from './in-page/page-styles.ts';
import { closeRunning, emptyBoxes, openRunning } from './in-page/running.ts';
import { applySheets, listSheets, type RewrittenSource } from './in-page/sheets.ts';
import { type MadeText, writeTexts } from './in-page/write-texts.ts';
import { type Places, readPlaces } from './places.ts';
import { PAGED, Rewriter } from './rewrite.ts';
import { MOST_REQUESTS, MOST_RUNNING, type Running, runningRequests, settleRunning } from './running.ts';
import { blankPagesBefore } from './sides.ts';
import { makeTexts, pageStyles, shownStrings, type TextSource } from './texts.ts';
import { HYPHENS, type Unsupported } from './unsupported.ts';

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
/** Boxes beside footnotes that are looked at. */
const MOST_WHOLE = 500;
/** Characters of style sheets that are read. */
const LONGEST = 4_000_000;
/** Elements whose `style` is read, and texts that are looked at for hyphens. */
const MOST_STYLES = 20_000;
const MOST_TEXTS = 50_000;
/** CSS pixels. */
const SIX_POINTS = 8;
const MOST_BLEED = 200;

/** Something of paged media that is not done, and where it is asked for. */
export interface UnsupportedPlace {
  readonly what: string;
  /** Line in the style sheet, or in the document for what stands in it; from 1. */
  readonly line?: number;
  /** The address of the style sheet; absent for one in the document. */
  readonly address?: string | undefined;
  /** Which of the style sheets in the document it is, from 1; 0 for a `style` attribute. */
  readonly sheet?: number;
  /** The page that it shows on, from 1, where no style sheet tells more. */
  readonly page?: number;
}

/** A text or a place that still changed when the last pass of the layout ended: what the PDF shows of it may be wrong. */
export interface Unsettled {
  /** What is asked for, such as `target-counter(attr(href), page)`. */
  readonly css: string;
  /** The page that it stands on, from 1. */
  readonly page: number;
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
  /** Numbers of pages that are left blank for the sake of the next one; from 1. */
  readonly blank?: readonly number[];
  /** Values of a named string on each page; absent where nothing sets one. */
  readonly strings?: (name: string, keyword: string) => readonly string[] | undefined;
  /** Elements that stand in margin boxes; absent when there are none. */
  readonly running?: Running;
  /** What still moved; absent when nothing did. */
  readonly unsettled?: readonly Unsettled[];
}

export interface PagedPaper {
  readonly zoom: number;
  /** CSS pixels of the document between the margins, from top to bottom. */
  readonly height: number;
  /** Whether all pages have one size and the same margins. */
  readonly alike: boolean;
}

export interface PagedDocument {
  readonly unsupported: readonly UnsupportedPlace[];
  /** Whether there is anything to fill in. */
  readonly active: boolean;
  /**
   * Fills in what depends on the pages.
   * @param print lays out and gives what Chromium writes, without what is not needed to know places
   */
  settle(print: () => Promise<Uint8Array>, paper: PagedPaper): Promise<Settled>;
  /** Puts the document back as it was, for another result of it. */
  restore(): Promise<void>;
  /** Whether pages may have to be left blank so that others begin on their side of the sheet. */
  readonly leavesBlank: boolean;
  /** What is asked for the print shop; the bleed in CSS pixels. */
  readonly printShop: PrintShop | undefined;
  /** Whether there may be footnotes. */
  readonly footnotes: boolean;
  /** Adds what is not done. */
  tell(what: string): void;
}

/** What is read of a document before anything of it is changed. */
export interface PagedRules {
  readonly sheets: readonly ReadSheet[];
  /** Style sheets that are too long to be read. */
  readonly skipped: readonly UnsupportedPlace[];
  /** Elements whose `style` has something of paged media. */
  readonly styles: readonly InlineStyle[];
}

/**
 * Reads what the style sheets of a page ask for of paged media that is ours.
 * @returns `undefined` when there is nothing of it
 */
export async function readPaged(page: Page, source: PagedSource): Promise<PagedRules | undefined> {
  if (!mayBePaged(source)) return undefined;
  const [{ sheets, skipped }, styles] = await Promise.all([
    readSheets(page, source.css),
    mayHaveInline(source) ? page.call(listInlineStyles, PAGED.source, MOST_STYLES) : [],
  ]);
  return sheets.length + styles.length + skipped.length > 0 ? { sheets, skipped, styles } : undefined;
}

/** Whether the page has to be asked: its source shows neither paged media nor that there may be more of it. */
function mayBePaged({ html, css }: PagedSource): boolean {
  return html === undefined || PAGED.test(css ?? '') || PAGED.test(html) || /<script|<link|@import/i.test(html);
}

/** Writes into the style sheets of a page what makes of them what they ask for. */
export async function openPaged(page: Page, source: PagedSource, rules: PagedRules): Promise<PagedDocument> {
  const { sheets, skipped, styles } = rules;
  const rewriter = new Rewriter({ resets: sheets.some(({ text }) => /counter-reset\s*:[^;{}]*\bpage\b/i.test(text)) });
  const rewritten: RewrittenSource[] = [];
  const unsupported: UnsupportedPlace[] = [...skipped];
  let inline = 0;
  const tell = (
    found: readonly Unsupported[],
    place: Omit<UnsupportedPlace, 'what' | 'line'>,
    before: number,
  ): void => {
    for (const { what, line } of found) unsupported.push({ what, line: line + before, ...place });
  };
  for (const { index, href, text } of sheets) {
    if (href === null) inline += 1;
    const result = rewriter.rewrite(text);
    if (result.css !== undefined) rewritten.push({ index, href, css: result.css });
    const before = href === null ? linesBefore(source.html, text) : 0;
    tell(result.unsupported, href === null ? { sheet: inline } : { address: href }, before);
  }
  const inlined = styles.flatMap(({ index, text }) => {
    const { css, unsupported: found } = rewriter.rewrite(`x{${text}}`);
    if (found.length > 0) tell(found, { sheet: 0 }, linesBefore(source.html, text));
    return css === undefined ? [] : [{ index, text: css.slice(2, -1) }];
  });
  const active = rewritten.length > 0 || inlined.length > 0;
  if (active) await page.call(applySheets, rewritten);
  if (inlined.length > 0) await page.call(applyInlineStyles, inlined);
  return new Settling(page, rewriter, await withLanguages(page, unsupported), active);
}

/** Whether elements may say something of paged media themselves. */
const mayHaveInline = ({ html }: PagedSource): boolean => html === undefined || PAGED.test(html);

/** Tells of hyphens only where there are none, and for which languages. */
async function withLanguages(page: Page, unsupported: readonly UnsupportedPlace[]): Promise<UnsupportedPlace[]> {
  if (!unsupported.some(({ what }) => what === HYPHENS)) return [...unsupported];
  const languages = await page.call(withoutHyphens, MOST_TEXTS);
  const named = languages.map((language) => language.slice(0, 20) || 'no language').sort();
  return unsupported.flatMap((place) => {
    if (place.what !== HYPHENS) return [place];
    return named.length === 0 ? [] : [{ ...place, what: `${HYPHENS} (${named.slice(0, 5).join(', ')})` }];
  });
}

/** What the last print that lays out tells, and what it was. */
interface Filling {
  readonly places: Places;
  readonly blanks: readonly string[];
  readonly unsettled: readonly Unsettled[];
  readonly pdf: Uint8Array;
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

  get leavesBlank(): boolean {
    return this.#rewriter.sides;
  }

  get footnotes(): boolean {
    return this.#rewriter.footnotes;
  }

  tell(what: string): void {
    this.unsupported.push({ what });
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
    if (this.#rewriter.running) await this.#page.call(closeRunning);
  }

  async settle(print: () => Promise<Uint8Array>, paper: PagedPaper): Promise<Settled> {
    if (!this.active) return {};
    const page = this.#page;
    const requests = await this.#openRunning();
    const none = { facts: null, staying: [] };
    // Above its notes a page has room for at least a half of it.
    const tallest = paper.height / 2;
    const { facts, staying } = this.#rewriter.footnotes ? await page.call(openNotes, MOST_NOTES, tallest) : none;
    for (const box of staying) this.unsupported.push({ what: `float: footnote, in ${box}` });
    if (facts?.clears) this.unsupported.push({ what: 'clear, beside footnotes' });
    if (facts && facts.notes.length === MOST_NOTES)
      this.unsupported.push({ what: `more than ${MOST_NOTES} footnotes` });
    const wholes = facts ? await page.call(findWholeBoxes, MOST_WHOLE) : [];
    const notes = facts ? new Footnotes(facts, wholes, this.#rewriter.footnotesByPage) : undefined;
    const elements = await page.call(collectElements, MOST_ELEMENTS, this.#rewriter.bookmarks);
    if (elements.length >= MOST_ELEMENTS) {
      this.unsupported.push({ what: `more than ${MOST_ELEMENTS} elements with generated text, strings or bookmarks` });
    }
    if (elements.length === 0 && this.#rewriter.perPage.size === 0 && !notes) return {};
    await page.call(linkElements, [...new Set([...linked(elements), ...(notes?.linked ?? [])])]);
    try {
      await page.call(paintNothing, true);
      if (notes) await page.call(showNotes, false, linked(elements));
      const { places, blanks, unsettled, pdf } = await this.#fill(elements, notes, print, paper);
      this.unsupported.push(...fixedNumbers(elements, places), ...(notes?.moved(places) ?? []));
      return {
        ...(this.#rewriter.bookmarks ? { outline: bookmarksOf(elements, places) } : {}),
        // The page before the one that it is left blank for.
        blank: blanks.flatMap((id) => places.of.get(id)?.page ?? []),
        ...(requests.length > 0 ? { running: settleRunning({ elements, places, requests, pdf }) } : {}),
        strings: (name, keyword) => shownStrings({ elements, places }, name, keyword),
        ...(unsettled.length > 0 ? { unsettled } : {}),
      };
    } finally {
      await page.call(paintNothing, false);
      if (notes) await page.call(showNotes, true, []);
      if (requests.length > 0) await page.call(emptyBoxes);
      // Links of the document lead to the ids that it has.
      await page.call(restoreElements);
    }
  }

  /** @returns what the margin boxes ask for; nothing where no element is taken out of the text */
  async #openRunning(): Promise<ReturnType<typeof runningRequests>> {
    if (!this.#rewriter.running) return [];
    const asked = runningRequests(this.#rewriter.perPage);
    const facts = await this.#page.call(openRunning, asked.slice(0, MOST_REQUESTS), MOST_RUNNING);
    const tell = (what: string) => this.unsupported.push({ what });
    for (const { name } of asked) {
      if (!facts?.names.includes(name)) tell(`element(${name}), which no element is`);
    }
    if (asked.length > MOST_REQUESTS) tell(`more than ${MOST_REQUESTS} kinds of element()`);
    if (facts?.names.length === MOST_RUNNING) tell(`more than ${MOST_RUNNING} running elements`);
    if (facts && facts.frames > 0) tell('frames in position: running()');
    return asked.slice(0, MOST_REQUESTS);
  }

  async #fill(
    elements: readonly PagedElement[],
    notes: Footnotes | undefined,
    print: () => Promise<Uint8Array>,
    { zoom, alike }: PagedPaper,
  ): Promise<Filling> {
    const page = this.#page;
    let texts = makeTexts({ elements, places: undefined });
    let blanks: readonly string[] = [];
    const sides = new Map(elements.flatMap(({ id, side }) => (side === null ? [] : [[id, side] as const])));
    const rtl = elements.some(({ side }) => side !== null) && (await page.call(isRightToLeft));
    let lines = texts.length > 0 ? await page.call(writeTexts, texts) : '';
    let layout: NoteLayout | undefined = notes?.first;
    let step = 0;
    if (notes && layout) {
      await page.call(layNotes, layout, notes.area);
      step = await page.call(probePages, PROBES, alike);
    }
    for (let pass = 1; ; pass += 1) {
      const pdf = await print();
      const places = readPlaces(pdf, zoom);
      if (notes && pass === 1) await page.call(probePages, { ...PROBES, most: 0 }, alike);
      const source = { elements, places };
      const nextBlanks = blankPagesBefore(source, blanks, rtl);
      const laid = notes?.next({ places, pass, step, sides, rtl, blanks, nextBlanks });
      const next = { texts: makeTexts(source), blanks: laid?.blanks ?? nextBlanks, layout: laid?.layout };
      const same = isDeepStrictEqual(next.blanks, blanks) && isDeepStrictEqual(next.layout, layout);
      const changed = !isDeepStrictEqual(next.texts, texts);
      if (same && isDeepStrictEqual(shapesOf(next.texts), shapesOf(texts))) {
        const before = lines;
        if (changed) lines = await page.call(writeTexts, next.texts);
        if (lines === before) {
          await this.#fillMargins(source);
          return { places, blanks, unsettled: [], pdf };
        }
      }
      if (pass === (notes ? MOST_NOTE_PASSES : MOST_PASSES)) {
        await this.#fillMargins(source);
        return { places, blanks, unsettled: unsettledOf({ elements, places }, { texts, blanks }, next), pdf };
      }
      // First what measures lines, before what has the whole document laid out anew.
      if (changed) lines = await page.call(writeTexts, next.texts);
      if (!isDeepStrictEqual(next.blanks, blanks)) await page.call(leaveBlank, next.blanks);
      if (next.layout && notes) await page.call(layNotes, next.layout, notes.area);
      ({ texts, blanks, layout } = next);
    }
  }

  /** What stands in margin boxes moves nothing: it is written once, when all else has its place. */
  async #fillMargins(source: TextSource): Promise<void> {
    const { perPage, pageCounter } = this.#rewriter;
    if (perPage.size > 0) await this.#page.call(setPageStyles, pageCounter + pageStyles(source, perPage));
  }
}

/** Page numbers in what is repeated on every page: Chromium repeats the text of the first. */
function fixedNumbers(elements: readonly PagedElement[], { of }: Places): UnsupportedPlace[] {
  const fixed = elements.filter((element) => element.fixed && element.content.some(({ value }) => PAGE.test(value)));
  return fixed.map(({ id }) => ({ what: 'counter(page) in position: fixed', page: (of.get(id)?.page ?? 0) + 1 }));
}

const PAGE = /(?<!-)counter\(\s*page\b/i;

interface Filled {
  readonly texts: readonly MadeText[];
  readonly blanks: readonly string[];
}

/** What is different from what was laid out last. */
function unsettledOf({ elements, places }: TextSource, laid: Filled, next: Filled): Unsettled[] {
  const pageOf = (id: string) => (places?.of.get(id)?.page ?? 0) + 1;
  const byId = new Map(elements.map((element) => [element.id, element]));
  const texts = next.texts.flatMap((text, index) => {
    if (isDeepStrictEqual(text, laid.texts[index])) return [];
    const css = byId.get(text.id)?.content.find(({ pseudo }) => pseudo === text.pseudo)?.value ?? 'content';
    return [{ css, page: pageOf(text.id) }];
  });
  const blanks = [...laid.blanks, ...next.blanks].filter((id) => laid.blanks.includes(id) !== next.blanks.includes(id));
  const sides = blanks.map((id) => ({ css: `break-before: ${byId.get(id)?.side}`, page: pageOf(id) }));
  // Areas of notes that move.
  return texts.length + sides.length > 0 ? [...texts, ...sides] : [{ css: 'float: footnote', page: 1 }];
}

/**
 * What of texts may move others: other digits of the same number do not, nor does what stands behind a leader, which fills up
 * its line in any case.
 */
const shapesOf = (texts: readonly MadeText[]): string[] =>
  texts.map(({ content, leader }) => content.replaceAll(/\d/g, '0') + (leader ? '' : '|'));

const linked = (elements: readonly PagedElement[]): string[] => elements.map(({ id }) => id);

interface ReadSheet {
  readonly index: number;
  readonly href: string | null;
  readonly text: string;
}

/** The texts of style sheets that have something of paged media. CSSOM has dropped what Chromium does not know. */
async function readSheets(
  page: Page,
  css: string | undefined,
): Promise<{ readonly sheets: ReadSheet[]; readonly skipped: UnsupportedPlace[] }> {
  const sheets: ReadSheet[] = [];
  const skipped: UnsupportedPlace[] = [];
  let length = 0;
  const take = (sheet: ReadSheet): void => {
    if (!PAGED.test(sheet.text)) return;
    length += sheet.text.length;
    if (length <= LONGEST) sheets.push(sheet);
    else skipped.push({ what: 'a style sheet beyond four million characters', address: sheet.href ?? undefined });
  };
  for (const { index, href, text } of await page.call(listSheets, PAGED.source)) {
    if (href === null) take({ index, href, text: text ?? '' });
    else take({ index, href, text: (await sheetText(page, href)) ?? '' });
  }
  // It stands where script puts style sheets, behind all others.
  if (css !== undefined && !/^https?:/i.test(css)) take({ index: -1, href: null, text: css });
  return { sheets, skipped };
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
