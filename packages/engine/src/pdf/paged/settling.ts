import { isDeepStrictEqual } from 'node:util';
import type { Page } from '../../page/page.ts';
import { type Bookmark, bookmarksOf } from './bookmarks.ts';
import { PROBES } from './flow.ts';
import { Footnotes } from './footnotes.ts';
import { unhyphenate } from './hyphenate.ts';
import { collectElements, type PagedElement } from './in-page/collect.ts';
import { leaveBlank, linkElements, paintNothing, restoreElements } from './in-page/elements.ts';
import { freePrefix } from './in-page/free-prefix.ts';
import { layNotes, type NoteLayout, showNotes } from './in-page/lay-notes.ts';
import { findWholeBoxes } from './in-page/note-neighbors.ts';
import { closeNotes, openNotes } from './in-page/notes.ts';
import { isRightToLeft, setPageStyles } from './in-page/page-styles.ts';
import { probePages } from './in-page/probe-pages.ts';
import { closeRunning, emptyBoxes, openRunning } from './in-page/running.ts';
import { type MadeText, writeTexts } from './in-page/write-texts.ts';
import { type NthPages, type NumberedPage, numberPages } from './nth-pages.ts';
import { nameStarts } from './page-names.ts';
import { type Places, readPlaces } from './places.ts';
import type { Rewriter } from './rewrite.ts';
import { MOST_REQUESTS, MOST_RUNNING, type Running, runningRequests, settleRunning } from './running.ts';
import { blankPagesBefore } from './sides.ts';
import { makeTexts, pageStyles, shownStrings, type TextSource } from './texts.ts';
import { missingTargets, unsetStrings } from './unanswered.ts';
import { fixedNumbers, type Unsettled, unsettledOf } from './unsettled.ts';
import type { UnsupportedPlace } from './unsupported.ts';

/** Elements that are followed; a document with more is printed with those. */
const MOST_ELEMENTS = 20_000;
/** Prints that only lay out. What still moves then is printed as it is. */
const MOST_PASSES = 4;
const MOST_NOTE_PASSES = 6;
const MOST_NOTES = 5_000;
/** Boxes beside footnotes that are looked at. */
const MOST_WHOLE = 500;
/** CSS pixels. */
const SIX_POINTS = 8;

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
  /** What is known of the pages, as many as there are. */
  readonly numbered?: (total: number) => readonly NumberedPage[];
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
  /** What is not done, once the document is printed. */
  unsupported(): Promise<readonly UnsupportedPlace[]>;
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
  /** Rules for pages by their number. */
  readonly nth: readonly NthPages[];
  /** Whether there may be footnotes. */
  readonly footnotes: boolean;
  /** Whether there are soft hyphens in its texts that are not its own. */
  readonly hyphenated: boolean;
  /** Adds what is not done. */
  tell(what: string): void;
}

/** What the last print that lays out tells, and what it was. */
interface Filling {
  readonly places: Places;
  readonly blanks: readonly string[];
  readonly unsettled: readonly Unsettled[];
  readonly pdf: Uint8Array;
}

/** Fills in what depends on the pages of one document. */
export class Settling implements PagedDocument {
  readonly active: boolean;
  readonly hyphenated: boolean;
  readonly #page: Page;
  readonly #rewriter: Rewriter;
  readonly #told: Promise<readonly UnsupportedPlace[]>;
  readonly #unsupported: UnsupportedPlace[] = [];

  /** @param told what the style sheets ask for in vain; nobody waits for it before it is printed */
  constructor(
    page: Page,
    rewriter: Rewriter,
    told: Promise<readonly UnsupportedPlace[]>,
    { active, hyphenated }: Pick<PagedDocument, 'active' | 'hyphenated'>,
  ) {
    this.#page = page;
    this.#rewriter = rewriter;
    this.#told = told;
    this.active = active;
    this.hyphenated = hyphenated;
    // Who asks is told.
    told.catch(() => {});
  }

  async unsupported(): Promise<readonly UnsupportedPlace[]> {
    return [...(await this.#told), ...this.#unsupported];
  }

  get leavesBlank(): boolean {
    return this.#rewriter.sides;
  }

  get nth(): readonly NthPages[] {
    return this.#rewriter.nth;
  }

  get footnotes(): boolean {
    return this.#rewriter.footnotes;
  }

  tell(what: string): void {
    this.#unsupported.push({ what });
  }

  get printShop(): PrintShop | undefined {
    const { crop, cross, bleed } = this.#rewriter.printShop;
    // Where nothing is said, marks have six points (GCPM 3, 7.3.2).
    const fallback = crop || cross ? SIX_POINTS : 0;
    const pixels = bleed ?? fallback;
    return crop || cross || pixels > 0 ? { crop, cross, bleed: pixels } : undefined;
  }

  async restore(): Promise<void> {
    if (this.#rewriter.footnotes) await this.#page.call(closeNotes);
    if (this.#rewriter.running) await this.#page.call(closeRunning);
    if (this.hyphenated) await unhyphenate(this.#page);
  }

  async settle(print: () => Promise<Uint8Array>, paper: PagedPaper): Promise<Settled> {
    if (!this.active) return {};
    const page = this.#page;
    const requests = await this.#openRunning();
    const prefix = await page.call(freePrefix);
    const none = { facts: null, staying: [] };
    // Above its notes a page has room for at least a half of it.
    const tallest = paper.height / 2;
    const { facts, staying } = this.#rewriter.footnotes
      ? await page.call(openNotes, MOST_NOTES, tallest, prefix)
      : none;
    for (const box of staying) this.#unsupported.push({ what: `float: footnote, in ${box}` });
    if (facts?.clears) this.#unsupported.push({ what: 'clear, beside footnotes' });
    if (facts && facts.notes.length === MOST_NOTES)
      this.#unsupported.push({ what: `more than ${MOST_NOTES} footnotes` });
    const wholes = facts ? await page.call(findWholeBoxes, MOST_WHOLE, prefix) : [];
    const notes = facts ? new Footnotes(facts, wholes, this.#rewriter.footnotesByPage, prefix) : undefined;
    const elements = await page.call(
      collectElements,
      MOST_ELEMENTS,
      prefix,
      this.#rewriter.bookmarks,
      this.#rewriter.namesPages,
    );
    if (elements.length >= MOST_ELEMENTS) {
      this.#unsupported.push({ what: `more than ${MOST_ELEMENTS} elements with generated text, strings or bookmarks` });
    }
    if (elements.length === 0 && this.#rewriter.perPage.size === 0 && !notes) return {};
    await page.call(linkElements, [...new Set([...linked(elements), ...(notes?.linked ?? [])])]);
    try {
      await page.call(paintNothing, true);
      if (notes) await page.call(showNotes, false, linked(elements));
      const { places, blanks, unsettled, pdf } = await this.#fill(elements, notes, print, { ...paper, prefix });
      const unset = unsetStrings(elements, this.#rewriter.perPage).map((what) => ({ what }));
      const missing = missingTargets(elements, places);
      this.#unsupported.push(...fixedNumbers(elements, places), ...missing, ...unset, ...(notes?.moved(places) ?? []));
      return {
        ...(this.#rewriter.bookmarks ? { outline: bookmarksOf(elements, places) } : {}),
        // The page before the one that it is left blank for.
        blank: blanks.flatMap((id) => places.of.get(id)?.page ?? []),
        ...(requests.length > 0 ? { running: settleRunning({ elements, places, requests, pdf }) } : {}),
        ...(this.#rewriter.namesPages ? { numbered: (total) => numberPages(nameStarts(elements, places), total) } : {}),
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
    const tell = (what: string) => this.#unsupported.push({ what });
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
    { zoom, alike, prefix }: PagedPaper & { readonly prefix: string },
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
      await page.call(layNotes, layout, notes.area, prefix);
      step = await page.call(probePages, { ...PROBES, prefix }, alike);
    }
    for (let pass = 1; ; pass += 1) {
      const pdf = await print();
      const places = readPlaces(pdf, zoom);
      if (notes && pass === 1) await page.call(probePages, { ...PROBES, prefix, most: 0 }, alike);
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
      if (next.layout && notes) await page.call(layNotes, next.layout, notes.area, prefix);
      ({ texts, blanks, layout } = next);
    }
  }

  /** What stands in margin boxes moves nothing: it is written once, when all else has its place. */
  async #fillMargins(source: TextSource): Promise<void> {
    const { perPage, pageCounter } = this.#rewriter;
    if (perPage.size > 0) await this.#page.call(setPageStyles, pageCounter + pageStyles(source, perPage));
  }
}

/**
 * What of texts may move others: other digits of the same number do not, nor does what stands behind a leader, which fills up
 * its line in any case.
 */
const shapesOf = (texts: readonly MadeText[]): string[] =>
  texts.map(({ content, leader }) => content.replaceAll(/\d/g, '0') + (leader ? '' : '|'));

const linked = (elements: readonly PagedElement[]): string[] => elements.map(({ id }) => id);
