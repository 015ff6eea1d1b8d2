import { type ContentPart, parseContent, quote } from './content-list.ts';
import { type Block, DEEPEST_BLOCK, type Declaration, linesOf, partsOfSheet } from './css-parts.ts';
import { isDoubtful } from './doubts.ts';
import type { Doubt } from './in-page/refused.ts';
import { type NthPages, nthPages } from './nth-pages.ts';
import { pageSelectors, withoutLists } from './page-selectors.ts';
import { sizeInLengths } from './paper-names.ts';
import { areaStyle, type Edit, preludeEdits } from './preludes.ts';
import { PREFIX, tellOfPreludes, type Unsupported, unsupportedValue } from './unsupported.ts';
import { bleedOf, isUnderstood, isWellWritten, marksOf } from './values.ts';

/**
 * Writes what Chromium does not know of paged media into what it keeps: declarations become custom properties, whose
 * cascade Chromium computes, and what depends on the page becomes a counter style with a symbol for each page.
 */

/** An element that stands in margin boxes, as the drafts have it, and as Prince did before them. */
const RUNNING = /^(?:position:running|flow:static)\(\s*([\w-]+)\s*(?:,[^()]{0,100})?\)$/i;
/** The counter that numbers the pages of the file, whatever the author does with `page`. */
const PAGE_COUNTER = 'platen-page';
/** The property that a generated text stands in. */
const madeProperty = (pseudo: 'before' | 'after'): string => `--platen-made-${pseudo}`;

/** What a margin box shows that is another text on each page. */
export type PerPage =
  | { readonly kind: 'string'; readonly name: string; readonly keyword: string }
  | { readonly kind: 'number'; readonly format: string }
  /** An element, in place of which the margin box has nothing. */
  | { readonly kind: 'element'; readonly name: string; readonly keyword: string };

export interface RewrittenSheet {
  /** `undefined` when there is nothing in it for us. */
  readonly css: string | undefined;
  readonly unsupported: readonly Unsupported[];
}

/** Rules for pages by their number that are followed: each page is asked which of them it has. */
const MOST_NTH = 500;
/** Characters of all rules that are made of lists of pages, one for each page of a list. */
const MOST_LISTED = 1_000_000;
/** Properties of elements that become custom properties as they are. */
const ELEMENT_PROPERTIES = new Set(['string-set', 'bookmark-level', 'bookmark-label', 'bookmark-state']);
/** Sides of a sheet that a page may be asked to be on. */
const SIDES = /^(?:recto|verso|left|right)$/i;
/** Functions of generated content that Chromium drops the declaration for. */
const MADE_FUNCTIONS = new Set(['target-counter', 'target-counters', 'target-text', 'leader']);
const MARGIN_BOX =
  /^@(?:top|bottom)-(?:left-corner|left|center|right|right-corner)$|^@(?:left|right)-(?:top|middle|bottom)$/i;

/** Rewrites the style sheets of one document. */
export class Rewriter {
  /** What the margin boxes need, by the name of its counter style. */
  readonly perPage = new Map<string, PerPage>();
  /** Whether the document sets its page number anew, which Chromium does not do. */
  readonly #resets: boolean;
  /** Whether it has footnotes, and elements that stand in margin boxes, which other rules may undo. */
  readonly #notes: boolean;
  readonly #runs: boolean;
  #countsPages = false;
  /** Whether the style sheets say what the outline has. */
  bookmarks = false;
  /** Whether something has to begin on one side of its sheet. */
  sides = false;
  /** Whether there may be footnotes, and whether each page numbers its own. */
  footnotes = false;
  footnotesByPage = false;
  /** Whether there may be elements that stand in margin boxes. */
  running = false;
  /** Rules for pages by their number. */
  readonly nth: NthPages[] = [];
  /** How many of them were known before a sheet. */
  #known = 0;
  /** What the document has too much of. */
  readonly #tooMany = new Set<string>();
  /** Characters of rules that may still be made of lists of pages. */
  #room = MOST_LISTED;
  /** What is asked for the print shop. */
  readonly printShop: { crop: boolean; cross: boolean; bleed: number | undefined } = {
    ...{ crop: false, cross: false, bleed: undefined },
  };

  /** @param texts all style sheets of the document */
  constructor(texts: readonly string[]) {
    const has = (pattern: RegExp) => texts.some((text) => pattern.test(text));
    this.#resets = has(/counter-reset\s*:[^;{}]*\bpage\b/i);
    this.#notes = has(/float\s*:\s*footnote/i);
    this.#runs = has(/running\(/i);
  }

  /** What is left out, since the document has too much of it. */
  get tooMany(): readonly string[] {
    return [...this.#tooMany];
  }

  /** Whether names of pages have to be known. */
  get namesPages(): boolean {
    return this.nth.some(({ name, of }) => name !== '' || of !== '');
  }

  /** Rules that count the pages of the file, where the author's do not do so already. */
  get pageCounter(): string {
    return this.#countsPages ? '' : `@page{counter-increment:page 1 ${PAGE_COUNTER} 1}`;
  }

  rewrite(text: string): RewrittenSheet {
    this.#known = this.nth.length;
    const whole = this.#rewrite(text);
    // Chromium takes no lists of pages. What is told has the lines of the text as it is.
    const single = withoutLists(text, this.#room);
    if (single === undefined) return whole;
    if (single === null) {
      this.#tooMany.add(`lists of pages that stand for more than ${MOST_LISTED} characters`);
      return whole;
    }
    this.#room -= Math.max(0, single.length - text.length);
    return { ...whole, css: this.#afresh(single) };
  }

  /** A text that was rewritten before, with other rules for numbered pages. */
  #afresh(text: string): string {
    this.nth.length = this.#known;
    const { css = text } = this.#rewrite(text);
    return css;
  }

  #rewrite(text: string): RewrittenSheet {
    const sheet = partsOfSheet(text);
    const lineAt = linesOf(text);
    const edits: Edit[] = [];
    const unsupported: Unsupported[] = [];
    for (const declaration of sheet.declarations) {
      const place = placeOf(declaration.blocks);
      const { property, value } = declaration;
      const tell = (what: string, doubted?: string) => {
        const doubt: Doubt | undefined = doubted === undefined ? undefined : { place, property, value: doubted };
        unsupported.push({ what, line: lineAt(declaration.start), doubt });
      };
      const beyond = property.startsWith('margin') && /-[\d.]/.test(value) ? ' (beyond the paper)' : '';
      if (declaration.blocks.some(({ prelude }) => NOTE_AREA.test(prelude))) {
        // An area is at the foot of its page, and its notes are blocks that Chromium does not divide.
        if (/^column/.test(property)) tell(`@footnote: ${property}`);
        continue;
      }
      if (isDoubtful(place, property)) tell(`${property}: ${value}${beyond}`, value);
      const made =
        place === 'margin box'
          ? this.#inMarginBox(declaration, tell)
          : place === 'page'
            ? this.#inPage(declaration, tell)
            : this.#inElement(declaration, tell);
      if (made !== undefined) edits.push({ start: declaration.start, end: declaration.end, text: made });
    }
    const areas = sheet.blocks.filter(({ prelude }) => NOTE_AREA.test(prelude));
    const all = [
      ...edits,
      ...preludeEdits(sheet),
      ...this.#nthEdits(sheet.blocks),
      ...areas.map(({ start, close }) => ({ start, end: close, text: '' })),
    ];
    all.sort((a, b) => a.start - b.start);
    const rules = areas.map(
      ({ end, close }) => `platen-area[data-platen-room]{--platen-area:1;${areaStyle(text.slice(end + 1, close - 1))}}`,
    );
    tellOfPreludes(text, sheet, lineAt, unsupported);
    if (sheet.tooDeep !== undefined)
      unsupported.push({ what: `declarations in more than ${DEEPEST_BLOCK} blocks`, line: lineAt(sheet.tooDeep) });
    return { css: all.length > 0 ? edited(text, all) + rules.join('') : undefined, unsupported };
  }

  /** Rules for numbered pages have names of ours, which no page has: Chromium keeps them where they stand. */
  #nthEdits(blocks: readonly Block[]): Edit[] {
    return blocks.flatMap(({ prelude, start, end }) => {
      const [selector = '', ...more] = pageSelectors(prelude);
      const pages = more.length > 0 ? undefined : nthPages(selector);
      if (!pages) return [];
      if (this.nth.length >= MOST_NTH) {
        this.#tooMany.add(`more than ${MOST_NTH} rules of @page :nth()`);
        return [];
      }
      this.nth.push(pages);
      return [{ start, end, text: `@page platen-nth-${this.nth.length - 1}` }];
    });
  }

  #inElement({ property, value, important, blocks }: Declaration, tell: Tell): string | undefined {
    const weight = important ? '!important' : '';
    const name = property.replace(PREFIX, '');
    if (!isUnderstood(name, value)) {
      tell(`${property}: ${value}`);
      return undefined;
    }
    if (name.startsWith('bookmark-') && ELEMENT_PROPERTIES.has(name)) this.bookmarks = true;
    const side = /^(?:page-)?(break-before|break-after)$/.exec(property)?.[1];
    if (side && SIDES.test(value)) {
      this.sides = true;
      return `${property}:${value}${weight};--platen-${side}:${value.toLowerCase()}${weight}`;
    }
    if (ELEMENT_PROPERTIES.has(name)) return `--platen-${name}:${kept(value)}${weight}`;
    if (property === 'content') return this.#content(value, weight, blocks.at(-1)?.prelude ?? '', tell);
    if (property === 'counter-reset') {
      if (isHuge(value)) tell(`counter-reset: ${value}`);
      return PAGE.test(value) ? `counter-reset:${value}${weight};--platen-page-reset:1${weight}` : undefined;
    }
    if (property === 'float' && /^footnote$/i.test(value)) {
      this.footnotes = true;
      return `--platen-float:footnote${weight}`;
    }
    const running = RUNNING.exec(`${name}:${value}`)?.[1];
    if (running !== undefined) {
      this.running = true;
      return `--platen-running:${running}${weight}`;
    }
    if (/^(?:float:footnote|position:running\()/i.test(`${property}:${value}`)) tell(`${property}: ${value}`);
    const what = unsupportedValue(property, name, value);
    if (what) tell(what);
    // What another rule has taken out of the text is in it again.
    if (property === 'float' && this.#notes) return `float:${value}${weight};--platen-float:none${weight}`;
    if (property === 'position' && this.#runs) return `position:${value}${weight};--platen-running:none${weight}`;
    return undefined;
  }

  /** Generated text of an element: the parts that Chromium knows stay as they are, in a text that is made later. */
  #content(value: string, weight: string, selector: string, tell: Tell): string | undefined {
    const parts = parseContent(value);
    const functions = parts.flatMap((part) => (part.kind === 'function' ? [part] : []));
    for (const { name } of functions) {
      if (name === 'string' || name === 'element') tell(`content: ${name}() outside of margin boxes`);
    }
    const pages = functions.filter(({ name, args }) => name === 'counter' && /^pages?$/.test(args[0] ?? ''));
    const what = unsupportedValue('content', 'content', value);
    if (what) tell(what);
    if (pages.length === 0 && !functions.some(({ name }) => MADE_FUNCTIONS.has(name))) return undefined;
    if (!/:(?:before|after)\b/i.test(selector)) {
      tell(`content: ${functions[0]?.name}() of an element`);
      return undefined;
    }
    const wrong = parts.find((part) => (part.kind === 'other' && !WORDS.test(part.source)) || !isWellWritten(part));
    if (wrong) {
      tell(`content: ${wrong.kind === 'text' ? value : wrong.source}`);
      return undefined;
    }
    const pseudo = /:after\b/i.test(selector) ? 'after' : 'before';
    const lead = functions.some(({ name }) => name === 'leader')
      ? `;padding-inline-start:var(--platen-lead-${pseudo},0)${weight};white-space:nowrap${weight}`
      : '';
    return `--platen-content:${kept(value)}${weight};content:var(${madeProperty(pseudo)},none)${weight}${lead}`;
  }

  #inMarginBox({ property, value, important, blocks }: Declaration, tell: Tell): string | undefined {
    const what = unsupportedValue(property, property.replace(PREFIX, ''), value);
    if (what) tell(what);
    if (property !== 'content') return undefined;
    const parts = parseContent(value);
    const wrong = parts.find((part) => !isWellWritten(part));
    if (wrong) tell(`content: ${wrong.kind === 'text' ? value : wrong.source}`);
    if (wrong) return undefined;
    const numbered = blocks.some(isNumbered);
    let changed = false;
    let told = unsupportedValue('content', 'content', value) !== undefined;
    const made = parts.map((part) => {
      const single = parts.length === 1 && !numbered;
      const style = this.#styleOf(part) ?? (single ? this.#elementOf(part) : undefined);
      if (style !== undefined) {
        changed = true;
        return `counter(${PAGE_COUNTER},${style})`;
      }
      if (part.kind === 'function' && ['element', 'flow'].includes(part.name)) {
        told = true;
        tell(`content: ${part.name}() ${numbered ? 'in @page :nth()' : 'beside others'}`);
      }
      return part.kind === 'text' ? quote(part.text) : part.source;
    });
    // A part that Chromium does not know makes it drop all of them.
    if (!told) tell(`content: ${value}`, changed ? made.join(' ') : value);
    return changed ? `content:${made.join(' ')}${important ? '!important' : ''}` : undefined;
  }

  /** The counter style of a part that differs from page to page. */
  #styleOf(part: ContentPart): string | undefined {
    if (part.kind !== 'function') return undefined;
    const [first = '', second] = part.args;
    if (part.name === 'string' && /^[\w-]+$/.test(first)) {
      const keyword = second ?? 'first';
      return this.#style(`platen-string-${first}-${keyword}`, { kind: 'string', name: first, keyword });
    }
    if (part.name === 'counter' && first === 'page' && this.#resets) {
      const format = second ?? 'decimal';
      return this.#style(`platen-number-${format}`, { kind: 'number', format });
    }
    return undefined;
  }

  /** The counter style that stands for an element in a margin box. */
  #elementOf(part: ContentPart): string | undefined {
    if (part.kind !== 'function' || !/^(?:element|flow)$/.test(part.name)) return undefined;
    const [name = '', keyword = 'first'] = part.args;
    if (!/^[\w-]+$/.test(name) || !/^[\w-]+$/.test(keyword)) return undefined;
    return this.#style(`platen-element-${name}-${keyword}`, { kind: 'element', name, keyword });
  }

  #style(name: string, made: PerPage): string {
    const safe = name.replace(/[^\w-]/g, '_');
    this.perPage.set(safe, made);
    return safe;
  }

  #inPage(declaration: Declaration, tell: Tell): string | undefined {
    const { property, value, important, blocks } = declaration;
    if (blocks.some(isNumbered)) {
      // Where pages break, and what they are, must not depend on their numbers.
      if (INHERITED.test(property)) return undefined;
      tell(`@page :nth(): ${property}`);
      return `--x:0`;
    }
    const general = blocks.some(({ prelude }) => /^@page$/i.test(prelude));
    if (property === 'marks' || property === 'bleed') {
      this.#forPrintShop(property, value, general, tell);
      return undefined;
    }
    if (property === 'counter-reset' && /\bfootnote\b/i.test(value)) {
      this.footnotesByPage = true;
      return undefined;
    }
    if (property === 'counter-reset' && PAGE.test(value)) tell('counter-reset: page of @page');
    const size = property === 'size' ? sizeInLengths(value) : undefined;
    if (size !== undefined) return `size:${size}${important ? '!important' : ''}`;
    if (property === 'size') tell(`size: ${value}`, value);
    if (property === 'counter-increment') {
      this.#countsPages = true;
      return `counter-increment:${/\bpage\b/.test(value) ? value : `page ${value}`} ${PAGE_COUNTER}${important ? '!important' : ''}`;
    }
    const what = unsupportedValue(property, property.replace(PREFIX, ''), value);
    if (what) tell(what);
    return undefined;
  }

  #forPrintShop(property: 'marks' | 'bleed', value: string, general: boolean, tell: Tell): void {
    if (!general) {
      tell(`${property} of some pages`);
      return;
    }
    const understood = property === 'bleed' ? bleedOf(value) : marksOf(value);
    if (understood === null) tell(`${property}: ${value}`);
    else if (typeof understood === 'object') Object.assign(this.printShop, understood);
    else this.printShop.bleed = understood;
  }
}

/** Where the notes of a page are. */
const NOTE_AREA = /^@footnotes?$/i;
/** What margin boxes have from their page. */
const INHERITED =
  /^(?:color|direction|font(?:-.*)?|letter-spacing|line-height|text-.*|white-space|word-.*|quotes|--.*)$/;

type Tell = (what: string, doubted?: string) => void;

const numbered = new WeakMap<Block, boolean>();
/** Whether a rule is for pages by their number. Each is read once, however many declarations it has. */
function isNumbered(block: Block): boolean {
  const known = numbered.get(block);
  if (known !== undefined) return known;
  const found = pageSelectors(block.prelude).some((selector) => nthPages(selector) !== undefined);
  numbered.set(block, found);
  return found;
}

/** Chromium puts attributes into custom properties by rules of its own. */
const kept = (value: string): string => value.replaceAll(/(?<![\w-])attr\(/gi, 'platen-attr(');

const PAGE = /(?:^|\s)page(?=\s|$)/i;
/** Beyond what counters hold: Chromium takes another number. */
const isHuge = (value: string): boolean =>
  [...value.matchAll(/(?<![\w.-])[+-]?\d{10,}/g)].some(([number]) => Math.abs(Number(number) + 0.5) > 2 ** 31);
/** What `content` takes beside texts and functions. */
const WORDS = /^(?:(?:no-)?(?:open|close)-quote|\/)$/i;

function placeOf(blocks: readonly Block[]): 'element' | 'page' | 'margin box' {
  const last = blocks.at(-1)?.prelude ?? '';
  if (MARGIN_BOX.test(last)) return 'margin box';
  return blocks.some(({ prelude }) => /^@page\b/i.test(prelude)) ? 'page' : 'element';
}

function edited(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text: made } of edits) {
    result += text.slice(at, start) + made;
    at = end;
  }
  return result + text.slice(at);
}
