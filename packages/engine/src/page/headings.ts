import type { Page } from './page.ts';

/** Characters of a heading; what is longer is none that anybody would look for in an outline. */
const LONGEST_HEADING = 2_000;
/** Characters of all headings: headings in each other are read once for each. */
const MOST_TEXT = 2_000_000;

/**
 * The text of every heading of the document and of its open shadow roots, in their order, as a person reads it: lines
 * that end where there is no more room run on, those that the author ends are parted by a space.
 */
export const headingTexts = (page: Page): Promise<string[]> => page.call(readHeadings, LONGEST_HEADING, MOST_TEXT);

/** Runs in the page. */
function readHeadings(longest: number, most: number): string[] {
  const texts: string[] = [];
  let left = most;
  const headings = 'h1,h2,h3,h4,h5,h6,[role~="heading" i]';
  /** Elements that cannot have a shadow root (DOM, 4.8) and that documents have thousands of. */
  const hostless = 'tr,td,th,li,dt,dd,a,b,i,em,strong,small,code,sub,sup,br,img,option,svg *,math *';
  /** What `innerText` leaves out, or parts where a person sees one word. */
  const special = 'img,input,slot,textarea';
  const isSpecial = (heading: Element): boolean => {
    if (heading.$querySelector(special)) return true;
    return [...heading.$querySelectorAll('*')].some((element) => getComputedStyle(element).float !== 'none');
  };
  const partsOf = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof HTMLElement)) return node instanceof Element ? (node.$textContent ?? '') : '';
    if (!node.$checkVisibility({ visibilityProperty: true })) return node.$localName === 'slot' ? slotted(node) : '';
    if (node instanceof HTMLBRElement) return ' ';
    if (node instanceof HTMLImageElement) return node.alt;
    if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) return node.value;
    if (node.$localName === 'slot') return slotted(node);
    const inner = [...node.$childNodes].map(partsOf).join('');
    const { display, float } = getComputedStyle(node);
    // A capital that floats belongs to the word behind it.
    const joins = /^inline|^ruby|^contents/.test(display) || (float !== 'none' && [...inner.trim()].length === 1);
    return joins ? inner : ` ${inner} `;
  };
  const slotted = (slot: Element): string =>
    slot instanceof HTMLSlotElement ? slot.assignedNodes({ flatten: true }).map(partsOf).join('') : '';
  const read = (root: Document | ShadowRoot): void => {
    for (const element of root.$querySelectorAll(`${headings},:not(${hostless})`)) {
      if (left <= 0) return;
      if (element.$shadowRoot) read(element.$shadowRoot);
      if (!element.$matches(headings) || !(element instanceof HTMLElement)) continue;
      left -= (element.$textContent ?? '').length + element.$getElementsByTagName('*').length + 1;
      // Not `$textContent`: where lines are ended is known to the layout only.
      const text = isSpecial(element) ? partsOf(element) : element.$innerText;
      if (text.length <= longest) texts.push(text);
    }
  };
  read(document);
  return texts;
}
