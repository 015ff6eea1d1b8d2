/**
 * Functions that run inside the page, in the isolated world of `Page.call`: they keep what a page has shown because it
 * was scrolled to. Each is sent as text: it uses its arguments and the page's globals, nothing of this module.
 *
 * Many pages hide again what leaves the window: AOS and ScrollReveal by their settings, GSAP when the window changes its
 * size, observers of intersections that set a class both ways. A window that was grown to the document and gets its own
 * size back has all below it leave.
 */

/** Notes from now on what attributes of elements were before script changed them. What is watched already goes on. */
export function watchRevealed(): void {
  const world = globalThis as { $revealed?: (() => Map<Element, Map<string, string | null>>)[] };
  /** Elements that are followed. A page that changes more than these draws with them. */
  const MOST = 5_000;
  const before = new Map<Element, Map<string, string | null>>();
  const attributeFilter =
    'class style hidden aria-hidden data-active data-animated data-in-view data-inview data-revealed data-show data-shown data-state data-visible'.split(
      ' ',
    );
  const note = (records: readonly MutationRecord[]): void => {
    for (const { target, attributeName: name, oldValue } of records) {
      if (name === null) continue;
      const element = target as Element;
      let attributes = before.get(element);
      if (!attributes) {
        if (before.size === MOST) continue;
        attributes = new Map();
        before.set(element, attributes);
      }
      if (!attributes.has(name)) attributes.set(name, oldValue);
    }
  };
  const observer = new MutationObserver(note);
  observer.observe(document, { subtree: true, attributeOldValue: true, attributeFilter });
  world.$revealed ??= [];
  world.$revealed.push(() => {
    note(observer.takeRecords());
    observer.disconnect();
    return before;
  });
}

/**
 * Whether script changed anything below the first window since the last `watchRevealed`, which ends with this.
 * @param height of the first window, in CSS pixels
 */
export function changedBelow(height: number): boolean {
  const world = globalThis as { $revealed?: (() => Map<Element, Map<string, string | null>>)[] };
  const before = world.$revealed?.pop()?.();
  for (const [element, attributes] of before ?? []) {
    if (![...attributes].some(([name, value]) => element.$getAttribute(name) !== value)) continue;
    const { top, width, height: own } = element.$getBoundingClientRect();
    if (top + scrollY > height / 2 && width * own > 0) return true;
  }
  return false;
}

/**
 * Gives elements below the window the attributes back that they had at the last `watchRevealed`, which ends with this,
 * if they are hidden now and that shows them. What stays in the window is left alone, and what makes room for another
 * element, as slides and tabs do.
 * @returns how many elements are shown again
 */
export function keepRevealed(): number {
  const world = globalThis as { $revealed?: (() => Map<Element, Map<string, string | null>>)[] };
  const before = world.$revealed?.pop()?.() ?? new Map<Element, Map<string, string | null>>();
  const isShown = (element: Element): boolean => {
    const { opacity, visibility } = getComputedStyle(element);
    return Number(opacity) > 0.05 && visibility === 'visible';
  };
  /** For all at once: to ask each element lays styles out again after each change. */
  const finish = (): void => {
    for (const animation of document.getAnimations()) {
      const end = animation.effect?.getComputedTiming().endTime;
      if (end !== undefined && end !== Number.POSITIVE_INFINITY && animation.playbackRate !== 0) animation.finish();
    }
  };
  const set = (element: Element, attributes: ReadonlyMap<string, string | null>): void => {
    for (const [name, value] of attributes) {
      if (value === null) element.$removeAttribute(name);
      else element.$setAttribute(name, value);
    }
  };
  /** Content is revealed by the time that it comes to the middle of the window: what is above is hidden for other reasons. */
  const isBelow = ({ top, width, height }: DOMRect): boolean => top > innerHeight / 2 && width * height > 0;
  const shown: { readonly element: Element; readonly box: DOMRect }[] = [];
  const gone: { readonly element: Element; readonly box: DOMRect }[] = [];
  if (before.size === 0) return 0;
  finish();
  for (const element of before.keys()) {
    if (!element.$isConnected || !element.$checkVisibility()) continue;
    const box = element.$getBoundingClientRect();
    if (isShown(element)) shown.push({ element, box });
    else if (isBelow(box) && !/fixed|sticky/.test(getComputedStyle(element).position)) gone.push({ element, box });
  }
  const covers = (one: DOMRect, other: DOMRect): boolean => {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return width > 0 && height > 0 && width * height > 0.5 * one.width * one.height;
  };
  const kept = gone
    .filter(({ element, box }) => {
      const isReplaced = shown.some(
        (other) => covers(box, other.box) && !other.element.$contains(element) && !element.$contains(other.element),
      );
      return !isReplaced;
    })
    .map(({ element }) => {
      const old = before.get(element) as ReadonlyMap<string, string | null>;
      return { element, old, now: new Map([...old.keys()].map((name) => [name, element.$getAttribute(name)])) };
    });
  for (const { element, old } of kept) set(element, old);
  finish();
  const hidden = kept.filter(({ element }) => !isShown(element));
  for (const { element, now } of hidden) set(element, now);
  if (hidden.length > 0) finish();
  return kept.length - hidden.length;
}
