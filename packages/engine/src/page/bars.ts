import type { Warning } from '../warnings.ts';
import type { Candidates } from './candidates.ts';
import type { Page } from './page.ts';

/**
 * Bars: elements of `position: fixed` or `sticky`, which stay where they are while the rest of the page moves. On a
 * screen one scrolls away from under them; in a picture or on paper what they cover is lost.
 */

export type ContentCovered = Omit<Warning, 'code'> & { readonly code: 'content_covered' };

/** A part of the page, in CSS pixels of the document. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What bars a page has, and what they cover of a part of it. */
export interface Bars {
  /** Bars that can be seen, with or without a background. */
  readonly visible: number;
  /** Sizes of what is opaque in them, in CSS pixels. */
  readonly boxes: readonly { readonly width: number; readonly height: number }[];
  /** Bars that cover text. */
  readonly covering: number;
  readonly lines: number;
  /** CSS pixels of text that lie under bars. */
  readonly pixels: number;
}

const NO_BARS: Bars = { visible: 0, boxes: [], covering: 0, lines: 0, pixels: 0 };

/** @param area the part of the page of which covered text is looked for; without it none is */
export async function readBars(page: Page, { placed }: Pick<Candidates, 'placed'>, area?: Area): Promise<Bars> {
  return placed.length === 0 ? NO_BARS : await page.call(measureBars, placed, area ? { ...area } : null);
}

/**
 * Tells of text that a bar covers in a picture of the page. A picture shows the page as it is laid out now: bars keep
 * the place they have in the window, also in one that is larger than the window.
 */
export async function coveredInImage(
  page: Page,
  candidates: Pick<Candidates, 'placed'>,
  area: Area,
): Promise<ContentCovered | undefined> {
  const { covering, lines, pixels } = await readBars(page, candidates, area);
  if (covering === 0) return undefined;
  const where = lines === 1 ? 'One line of text is' : `${lines} lines of text are`;
  return {
    code: 'content_covered',
    message: `${where} covered by a fixed or sticky element. Hide it with "hide_selectors".`,
    detail: { elements: covering, lines, pixels },
  };
}

/** Runs in the page. */
function measureBars(
  selectors: readonly string[],
  area: { x: number; y: number; width: number; height: number } | null,
): Bars {
  const found = new Set<Element>();
  for (const selector of selectors) {
    let elements: Iterable<Element> = [];
    try {
      elements = document.querySelectorAll(selector);
    } catch {
      // Of a kind that elements are not looked up by.
    }
    for (const element of elements) {
      if (!found.has(element) && /fixed|sticky/.test(getComputedStyle(element).position)) found.add(element);
    }
  }
  const isShown = (element: Element) => element.$checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const opacityOf = (element: Element): number => {
    let opacity = 1;
    for (let at: Element | null = element; at; at = at.$parentElement) opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  };
  // Colours as they are computed: an alpha stands after a slash or in `rgba`.
  const isOpaque = ({ backgroundColor, backgroundImage }: CSSStyleDeclaration): boolean => {
    const alpha = /^rgba\(.*, ([\d.]+)\)$|\/ ([\d.]+)\)$/.exec(backgroundColor);
    if (Number(alpha?.[1] ?? alpha?.[2] ?? 1) > 0.9) return true;
    return /^[a-z-]*gradient\(/.test(backgroundImage) && !/rgba\(|\/ [\d.]|transparent/.test(backgroundImage);
  };

  const bars = [...found].filter((bar) => {
    const { width, height } = bar.$getBoundingClientRect();
    return width > 0 && height > 0 && isShown(bar);
  });
  const boxes: { bar: Element; element: Element; rect: DOMRect }[] = [];
  const mostElements = 300;
  for (const bar of bars) {
    for (const element of [bar, ...bar.$querySelectorAll('*')].slice(0, mostElements)) {
      if (!isShown(element) || !isOpaque(getComputedStyle(element)) || opacityOf(element) < 0.9) continue;
      const rect = element.$getBoundingClientRect();
      if (rect.width < 4 || rect.height < 4) continue;
      boxes.push({ bar, element, rect });
      if (element === bar) break;
    }
  }
  const sizes = boxes.map(({ rect: { width, height } }) => ({ width, height }));
  const none = { visible: bars.length, boxes: sizes, covering: 0, lines: 0, pixels: 0 };
  if (!area || boxes.length === 0) return none;

  // What lies above what is asked of the window by points, which leaves out elements that take no pointer.
  const pointers = new CSSStyleSheet();
  pointers.replaceSync('*{pointer-events:auto!important}');
  document.adoptedStyleSheets.push(pointers);
  const isAbove = (box: Element, text: Element, x: number, y: number): boolean => {
    for (const element of document.elementsFromPoint(x, y)) {
      if (box.$contains(element)) return true;
      if (element === text) return false;
    }
    return false;
  };
  const covering = new Set<Element>();
  const lines = new Set<string>();
  let pixels = 0;
  const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.$parentElement;
    if (!parent || !node.$nodeValue?.trim()) continue;
    const near = parent.$getBoundingClientRect();
    const over = boxes.filter(({ rect }) => near.bottom > rect.top && near.top < rect.bottom);
    if (over.length === 0 && near.height > 0) continue;
    // What belongs to a bar may be covered by another by design: menus and panels.
    if (bars.some((bar) => bar.$contains(parent)) || !isShown(parent)) continue;
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()];
    for (const { bar, element, rect } of over) {
      for (const text of rects) {
        // The middle of a line is where its letters are; the rest is the space between lines.
        const top = Math.max(text.top + text.height * 0.3, rect.top, area.y - scrollY);
        const bottom = Math.min(text.bottom - text.height * 0.3, rect.bottom, area.y + area.height - scrollY);
        const left = Math.max(text.left, rect.left, area.x - scrollX);
        const right = Math.min(text.right, rect.right, area.x + area.width - scrollX);
        if (bottom - top < text.height * 0.1 || right - left < 2) continue;
        if (!isAbove(element, parent, (left + right) / 2, (top + bottom) / 2)) continue;
        covering.add(bar);
        lines.add(`${Math.round(text.bottom)}`);
        pixels += Math.round((right - left) * (bottom - top));
      }
    }
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== pointers);
  return { ...none, covering: covering.size, lines: lines.size, pixels };
}
