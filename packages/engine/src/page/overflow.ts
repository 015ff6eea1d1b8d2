/** Scripts about content that would be cut off on paper. They run in the page. */

export type NeededWidth = {
  /** CSS pixels. */
  readonly width: number;
  /** Whether something invisible, or cut off by the author, is still wider. */
  readonly invisible: boolean;
};

/**
 * How wide the document has to be to show everything that a person sees of it, in CSS pixels.
 *
 * What the author cuts off himself does not count: boxes that hide what overflows them, invisible elements, and a
 * document that hides what is beside it.
 * @param width width of the window
 */
export function neededWidth(width: number): NeededWidth {
  const root = document.documentElement;
  const { scrollWidth } = root;
  if (scrollWidth <= width + 1) return { width, invisible: false };
  const hides = /hidden|clip/;
  if ([root, document.body].some((element) => element && hides.test(getComputedStyle(element).overflowX))) {
    return { width, invisible: true };
  }
  /** How far to the right the content of an element may be seen. */
  const limits = new Map<Element, number>([[root, Number.POSITIVE_INFINITY]]);
  const limitOf = (element: Element): number => {
    const known = limits.get(element);
    if (known !== undefined) return known;
    const parent = element.parentElement ? limitOf(element.parentElement) : Number.POSITIVE_INFINITY;
    const cuts = getComputedStyle(element).overflowX !== 'visible' && element !== document.body;
    const limit = cuts ? Math.min(parent, element.getBoundingClientRect().right) : parent;
    limits.set(element, limit);
    return limit;
  };
  const paints = (element: Element): boolean => {
    if (/^(?:img|svg|canvas|video|iframe|object|embed|input|textarea|select|button|hr)$/i.test(element.localName)) {
      return true;
    }
    const { backgroundColor, backgroundImage, borderRightStyle, borderRightWidth } = getComputedStyle(element);
    if (backgroundImage !== 'none' || !/^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return true;
    return borderRightStyle !== 'none' && borderRightWidth !== '0px';
  };
  const seen = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
  let needed = width;
  const range = document.createRange();
  for (const element of document.body?.querySelectorAll('*') ?? []) {
    const box = element.getBoundingClientRect();
    if (element.scrollWidth <= element.clientWidth && box.right <= needed) continue;
    if (!element.checkVisibility(seen)) continue;
    const limit = element.parentElement ? limitOf(element.parentElement) : Number.POSITIVE_INFINITY;
    if (box.right > needed && box.width > 0 && box.height > 0 && paints(element)) {
      needed = Math.max(needed, Math.min(box.right, limit));
    }
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !/\S/.test(node.nodeValue ?? '')) continue;
      range.selectNodeContents(node);
      needed = Math.max(needed, Math.min(range.getBoundingClientRect().right, limitOf(element)));
    }
  }
  needed = Math.ceil(needed + window.scrollX - 0.01);
  return { width: needed, invisible: scrollWidth > needed + 1 };
}

/**
 * Keeps Chromium from shrinking a document for the sake of what nobody sees beside it; `false` lets it do so again.
 * Clipping the root alone would clip the window, which printing does not have.
 */
export function clipBeside(on: boolean): void {
  const rule = 'html, body { overflow-x: clip !important; }';
  const others = document.adoptedStyleSheets.filter((sheet) => sheet.cssRules[0]?.cssText !== rule);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rule);
  document.adoptedStyleSheets = on ? [...others, sheet] : others;
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
    if (details.childElementCount > 1 && details.checkVisibility()) elements += 1;
  }
  for (const element of document.querySelectorAll('*')) {
    const down = element.scrollHeight - element.clientHeight;
    const aside = element.scrollWidth - element.clientWidth;
    if ((down > 1 || aside > 1) && element !== root && element.clientHeight > 0) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { overflowX, overflowY } = getComputedStyle(element);
      count(Math.max(/auto|scroll/.test(overflowY) ? down : 0, /auto|scroll/.test(overflowX) ? aside : 0));
    } else if (element.localName === 'iframe') {
      const inner = (element as HTMLIFrameElement).contentDocument?.scrollingElement;
      if (inner && element.checkVisibility()) count(inner.scrollHeight - element.clientHeight);
    }
  }
  return { elements, pixels };
}

/**
 * Opens what paper would cut off: boxes with scroll bars grow to their content, `details` are opened, text areas and
 * frames of the same origin become as tall as what is in them.
 */
export function expandContent(): void {
  for (const details of document.querySelectorAll('details')) details.open = true;
  const grow = (element: HTMLElement, declarations: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(declarations)) element.style.setProperty(name, value, 'important');
  };
  // The innermost first: what they need makes those around them taller.
  for (const element of [...document.querySelectorAll<HTMLElement>('body *')].reverse()) {
    if (element instanceof HTMLIFrameElement) {
      const inner = element.contentDocument?.scrollingElement;
      if (inner && inner.scrollHeight > element.clientHeight) grow(element, { height: `${inner.scrollHeight}px` });
      continue;
    }
    const down = element.scrollHeight > element.clientHeight + 1;
    const aside = element.scrollWidth > element.clientWidth + 1;
    if (!down && !aside) continue;
    const { overflowX, overflowY } = getComputedStyle(element);
    if (element instanceof HTMLTextAreaElement) {
      const borders = element.offsetHeight - element.clientHeight;
      grow(element, { height: `${element.scrollHeight + borders}px`, 'max-height': 'none' });
    } else if (down && /auto|scroll/.test(overflowY)) {
      grow(element, { height: 'auto', 'max-height': 'none', overflow: 'visible', contain: 'none' });
    } else if (aside && /auto|scroll/.test(overflowX)) {
      grow(element, { width: 'max-content', 'max-width': 'none', overflow: 'visible', contain: 'none' });
    }
  }
}
