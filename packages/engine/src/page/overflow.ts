/** Scripts about content that would be cut off on paper. They run in the page. */

export type NeededWidth = {
  /** CSS pixels. */
  readonly width: number;
  /** Whether something invisible, or cut off by the author, is still wider. */
  readonly invisible: boolean;
  /** Height of the document, in CSS pixels. */
  readonly height: number;
};

/**
 * How wide the document has to be to show everything that a person sees of it, in CSS pixels.
 *
 * What the author cuts off himself does not count: boxes that hide what overflows them, invisible elements, and a
 * document that hides what is outside it.
 * @param width width of the window
 */
export function neededWidth(width: number): NeededWidth {
  const root = document.documentElement;
  const { $scrollWidth: scrollWidth } = root;
  const height = Math.max((document.scrollingElement ?? root).$scrollHeight, window.innerHeight);
  if (scrollWidth <= width + 1) return { width, invisible: false, height };
  // What does not fit sticks out where lines end.
  const leftwards = getComputedStyle(document.body ?? root).direction === 'rtl';
  const reach = ({ left, right }: DOMRect): number => (leftwards ? width - left : right);
  const hides = /hidden|clip/;
  if ([root, document.body].some((element) => element && hides.test(getComputedStyle(element).overflowX))) {
    return { width, invisible: true, height };
  }
  /** How far to the right the content of an element may be seen. */
  const limits = new Map<Element, number>([[root, Number.POSITIVE_INFINITY]]);
  const limitOf = (element: Element): number => {
    const known = limits.get(element);
    if (known !== undefined) return known;
    const parent = element.$parentElement ? limitOf(element.$parentElement) : Number.POSITIVE_INFINITY;
    const cuts = getComputedStyle(element).overflowX !== 'visible' && element !== document.body;
    const limit = cuts ? Math.min(parent, reach(element.$getBoundingClientRect())) : parent;
    limits.set(element, limit);
    return limit;
  };
  const paints = (element: Element): boolean => {
    if (/^(?:img|svg|canvas|video|iframe|object|embed|input|textarea|select|button|hr)$/i.test(element.$localName)) {
      return true;
    }
    const { backgroundColor, backgroundImage, borderRightStyle, borderRightWidth } = getComputedStyle(element);
    if (backgroundImage !== 'none' || !/^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return true;
    return borderRightStyle !== 'none' && borderRightWidth !== '0px';
  };
  const seen = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
  let needed = width;
  let farthest = width;
  const range = document.createRange();
  for (const element of document.body?.$querySelectorAll('*') ?? []) {
    const box = element.$getBoundingClientRect();
    const end = reach(box);
    farthest = Math.max(farthest, end);
    if (element.$scrollWidth <= element.$clientWidth && end <= needed) continue;
    if (!element.$checkVisibility(seen)) continue;
    const limit = element.$parentElement ? limitOf(element.$parentElement) : Number.POSITIVE_INFINITY;
    if (end > needed && box.width > 0 && box.height > 0 && paints(element)) {
      needed = Math.max(needed, Math.min(end, limit));
    }
    for (const node of element.$childNodes) {
      if (node.$nodeType !== Node.TEXT_NODE || !/\S/.test(node.$nodeValue ?? '')) continue;
      range.selectNodeContents(node);
      const text = reach(range.getBoundingClientRect());
      farthest = Math.max(farthest, text);
      needed = Math.max(needed, Math.min(text, limitOf(element)));
    }
  }
  needed = Math.ceil(needed + Math.abs(window.scrollX) - 0.01);
  // Nothing that can be measured is as wide: generated content, or what is in a shadow root.
  if (scrollWidth > Math.ceil(farthest + Math.abs(window.scrollX)) + 1) needed = Math.max(needed, scrollWidth);
  return { width: needed, invisible: scrollWidth > needed + 1, height };
}

/**
 * Keeps Chromium from shrinking a document for the sake of what nobody sees outside it; `false` lets it do so again.
 * Clipping the root alone would clip the window, which printing does not have. What is placed outside the window, such as
 * a menu that waits there, stands in no box that could clip it, and is taken out.
 * @param width width of what is seen, in CSS pixels
 */
export function clipOutside(on: boolean, width: number): void {
  const rule = 'html, body { overflow-x: clip !important; }';
  const mark = 'data-platen-clip';
  for (const element of document.querySelectorAll(`[${mark}]`)) element.$removeAttribute(mark);
  const others = document.adoptedStyleSheets.filter((sheet) => sheet.cssRules[0]?.cssText !== rule);
  document.adoptedStyleSheets = others;
  if (!on) return;
  for (const element of document.querySelectorAll('body *')) {
    const box = element.$getBoundingClientRect();
    if (box.left < width - 1 && box.right > 1) continue;
    if (/absolute|fixed/.test(getComputedStyle(element).position)) element.$setAttribute(mark, '');
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${rule} [${mark}] { display: none !important; }`);
  document.adoptedStyleSheets = [...others, sheet];
}

/**
 * Lets very wide words break, such as addresses and digests: otherwise all the rest would become smaller for their
 * sake. `false` takes that back.
 * @param space width that a word may have, in CSS pixels
 * @returns how many elements have such words
 */
export function breakWords(on: boolean, space: number): number {
  const mark = 'data-platen-word';
  const rule = `[${mark}] { overflow-wrap: anywhere !important; }`;
  for (const element of document.querySelectorAll(`[${mark}]`)) element.$removeAttribute(mark);
  const others = document.adoptedStyleSheets.filter((sheet) => sheet.cssRules[0]?.cssText !== rule);
  if (others.length < document.adoptedStyleSheets.length) document.adoptedStyleSheets = others;
  if (!on || !document.body) return 0;
  const range = document.createRange();
  const found: Element[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const element = node.$parentElement;
    if (!element || node.length < 16 || !/\S{16}/.test(node.data)) continue;
    if (getComputedStyle(element).getPropertyValue('text-wrap-mode') === 'nowrap') continue;
    for (const { index, 0: word } of node.data.matchAll(/\S{16,}/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      // A word that can break has a box for each of its lines.
      if (![...range.getClientRects()].some(({ width }) => width > space)) continue;
      found.push(element);
      break;
    }
  }
  for (const element of found) element.$setAttribute(mark, '');
  if (found.length > 0) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rule);
    document.adoptedStyleSheets = [...others, sheet];
  }
  return found.length;
}

/**
 * Keeps Chromium from printing a document outside the paper whose root runs from right to left, which it does at every
 * scale but 1: the root runs from left to right and the body as before. `false` takes that back.
 */
export function startAtLeft(on: boolean): void {
  const rule = 'html { direction: ltr !important; }';
  const others = document.adoptedStyleSheets.filter((sheet) => sheet.cssRules[0]?.cssText !== rule);
  if (others.length < document.adoptedStyleSheets.length) document.adoptedStyleSheets = others;
  const { body, documentElement } = document;
  if (!on || !body || getComputedStyle(documentElement).direction !== 'rtl') return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${rule} body { direction: ${getComputedStyle(body).direction} !important; }`);
  document.adoptedStyleSheets = [...others, sheet];
}

/** Content that stands in boxes which a person would scroll or open, and which paper cuts off. */
export function clippedBoxes(): { readonly elements: number; readonly pixels: number } {
  let elements = 0;
  let pixels = 0;
  const count = (lost: number): void => {
    if (lost <= 1) return;
    elements += 1;
    pixels += Math.round(lost);
  };
  const root = document.scrollingElement;
  for (const details of document.querySelectorAll('details:not([open])')) {
    if (details.$childElementCount > 1 && details.$checkVisibility()) elements += 1;
  }
  for (const element of document.querySelectorAll('*')) {
    const { $clientHeight: clientHeight } = element;
    // What is inline, or of a drawing, has no box that scrolls. Each size that is asked for takes its time.
    const down = clientHeight > 0 ? element.$scrollHeight - clientHeight : 0;
    const aside = clientHeight > 0 ? element.$scrollWidth - element.$clientWidth : 0;
    if ((down > 1 || aside > 1) && element !== root) {
      if (!element.$checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { overflowX, overflowY } = getComputedStyle(element);
      count(Math.max(/auto|scroll/.test(overflowY) ? down : 0, /auto|scroll/.test(overflowX) ? aside : 0));
    } else if (element.$localName === 'iframe') {
      const inner = (element as HTMLIFrameElement).$contentDocument?.scrollingElement;
      if (inner && element.$checkVisibility()) count(inner.$scrollHeight - element.$clientHeight);
    }
  }
  return { elements, pixels };
}

/**
 * Opens what paper would cut off: boxes with scroll bars grow to their content, `details` are opened, text areas and
 * frames of the same origin become as tall as what is in them.
 */
export function expandContent(): void {
  const grow = (element: HTMLElement, declarations: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(declarations)) element.$style.setProperty(name, value, 'important');
  };
  const expand = (root: Document | ShadowRoot): void => {
    for (const details of root.$querySelectorAll('details')) {
      // Of a group with a name only one is open at a time.
      details.$removeAttribute('name');
      details.open = true;
    }
    // The innermost first: what they need makes those around them taller.
    const elements = [...root.$querySelectorAll<HTMLElement>('*')].reverse();
    for (const element of elements) if (!element.$closest('head')) expandElement(element);
  };
  const expandElement = (element: HTMLElement): void => {
    if (element.$shadowRoot) expand(element.$shadowRoot);
    if (element.$localName === 'iframe') {
      const { $contentDocument: contentDocument } = element as HTMLIFrameElement;
      if (contentDocument) expand(contentDocument);
      const inner = contentDocument?.scrollingElement;
      if (inner && inner.$scrollHeight > element.$clientHeight) grow(element, { height: `${inner.$scrollHeight}px` });
      return;
    }
    const { $ownerDocument: ownerDocument } = element;
    if (element === ownerDocument.documentElement || element === ownerDocument.body) {
      // An application that scrolls in a box keeps the page itself from growing.
      const { overflowY } = ownerDocument.defaultView?.getComputedStyle(element) ?? {};
      if (overflowY !== 'visible') grow(element, { height: 'auto', 'max-height': 'none', overflow: 'visible' });
      return;
    }
    const down = element.$scrollHeight > element.$clientHeight + 1;
    const aside = element.$scrollWidth > element.$clientWidth + 1;
    if (!down && !aside) return;
    const { overflowX, overflowY } = getComputedStyle(element);
    if (element.$localName === 'textarea') {
      const borders = element.$offsetHeight - element.$clientHeight;
      grow(element, { height: `${element.$scrollHeight + borders}px`, 'max-height': 'none' });
    } else if (down && /auto|scroll/.test(overflowY)) {
      grow(element, { height: 'auto', 'max-height': 'none', overflow: 'visible', contain: 'none' });
    } else if (aside && /auto|scroll/.test(overflowX)) {
      grow(element, { width: 'max-content', 'max-width': 'none', overflow: 'visible', contain: 'none' });
    }
  };
  expand(document);
}

/**
 * Height of what is in the document, in CSS pixels: other than its size it may be less than that of the window, which
 * a document without a doctype fills (HTML, 15.3.8: the body element fills the html element quirk).
 */
export function heightOfContent(): number {
  const { adoptedStyleSheets } = document;
  if (document.compatMode === 'BackCompat') {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':where(html, body) { block-size: fit-content; }');
    document.adoptedStyleSheets = [...adoptedStyleSheets, sheet];
  }
  try {
    const { $scrollHeight: scrollHeight } = document.scrollingElement ?? document.documentElement;
    if (scrollHeight > window.innerHeight) return scrollHeight;
    let bottom = document.documentElement.$getBoundingClientRect().bottom;
    for (const element of document.querySelectorAll('body *')) {
      bottom = Math.max(bottom, element.$getBoundingClientRect().bottom);
    }
    return Math.ceil(bottom + window.scrollY);
  } finally {
    if (document.compatMode === 'BackCompat') document.adoptedStyleSheets = adoptedStyleSheets;
  }
}
