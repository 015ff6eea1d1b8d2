/**
 * Text that the body hides below its end, or a box that fills the window: an application that never scrolls as a whole.
 * On paper that is the rest of the document, whereas what other boxes hide was hidden by the author. Runs in the page.
 * @param open whether such boxes grow to their content
 */
export function hiddenByRoot(open: boolean): { readonly elements: number; readonly pixels: number } {
  const { body, documentElement: root } = document;
  if (!body) return { elements: 0, pixels: 0 };
  const hides = /hidden|clip/;
  const nearly = 0.9;
  const range = document.createRange();
  const fills = ({ $clientWidth: clientWidth, $clientHeight: clientHeight }: Element): boolean =>
    clientWidth >= nearly * window.innerWidth &&
    clientHeight >= nearly * window.innerHeight &&
    clientHeight * nearly <= window.innerHeight;
  /** Whether a box is placed by something around `box`, which then does not cut it off. */
  const escapes = (element: Element, box: Element): boolean => {
    const { position } = getComputedStyle(element);
    if (position !== 'absolute') return position === 'fixed';
    const { $offsetParent: offsetParent } = element as HTMLElement;
    if (!offsetParent || !box.$contains(offsetParent)) return true;
    return offsetParent === body && getComputedStyle(body).position === 'static';
  };
  /** Where the text of a box ends that is cut off by nothing in it. */
  const endOfText = (box: Element, floor: number): number => {
    let end = floor;
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.$parentElement;
      if (!parent || !/\S/.test(node.$nodeValue ?? '')) continue;
      range.selectNodeContents(node);
      const { bottom, left, right } = range.getBoundingClientRect();
      if (bottom <= end || right <= 0 || left >= window.innerWidth) continue;
      if (!parent.$checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      let limit = Number.POSITIVE_INFINITY;
      for (let at: Element | null = parent; at && at !== box; at = at.$parentElement) {
        if (getComputedStyle(at).overflowY !== 'visible') limit = Math.min(limit, at.$getBoundingClientRect().bottom);
        if (escapes(at, box)) limit = floor;
      }
      end = Math.max(end, Math.min(bottom, limit));
    }
    return end;
  };
  // The overflow of the root, or else that of the body, is the window's, which paper does not have.
  const { overflowX, overflowY } = getComputedStyle(root);
  const ofWindow = overflowX === 'visible' && overflowY === 'visible' ? body : root;
  const cuts = (box: Element): boolean => {
    const { overflowY: overflow, position } = getComputedStyle(box);
    // What is fixed does not go on to the next page; what has a scroll bar is reported as a scroller.
    if (position === 'fixed') return box === ofWindow || !/auto|scroll/.test(overflow);
    return box !== ofWindow && hides.test(overflow);
  };
  let elements = 0;
  let pixels = 0;
  const look = (box: Element): void => {
    const { bottom } = box.$getBoundingClientRect();
    const lost = cuts(box) ? Math.round(endOfText(box, bottom) - bottom) : 0;
    if (lost > 1) {
      elements += 1;
      pixels += lost;
      if (!open) return;
      const { $style: style } = box as HTMLElement;
      for (const name of ['height', 'max-height'])
        style.setProperty(name, name === 'height' ? 'auto' : 'none', 'important');
      style.setProperty('overflow', 'visible', 'important');
      if (/fixed|absolute/.test(getComputedStyle(box).position)) style.setProperty('position', 'static', 'important');
    }
    // What is taller than the window goes on below it.
    if (lost <= 1 && box.$clientHeight * nearly > window.innerHeight) return;
    for (const child of box.$children) if (fills(child)) look(child);
  };
  look(body);
  return { elements, pixels };
}
