/**
 * Shows a page that shows nothing, since it holds back its content until a script or style sheet has come and that never
 * came: its root, or the wrapper around most of it, is transparent or not displayed. Where anything else shows, what is
 * hidden stays hidden: it is the usual carrier of words that a person is not to see. Only a page whose own scripts or
 * style sheets are missing may show a little, such as that it is loading. Runs in the page.
 * @param shown characters that the page shows as it is
 * @param showsPicture whether it shows something else
 * @param broken whether scripts or style sheets of the page did not load
 * @returns whether anything changed
 */
export function revealContent(shown: number, showsPicture: () => boolean, broken: boolean): boolean {
  const LEAST = 200;
  const DEEPEST = 14;
  /** A page that shows more than a word or two has begun: what it hides then, it hides. */
  const NOTHING = 20;
  /** What one that is broken may show beside what it hides, as a part of all, and in characters. */
  const LITTLE = { part: 0.15, most: 600 };

  const wordsIn = (element: Element): number => {
    let length = (element.$textContent ?? '').replace(/\s+/g, ' ').length;
    for (const other of element.$querySelectorAll('script, style, noscript, template'))
      length -= (other.$textContent ?? '').replace(/\s+/g, ' ').length;
    return length;
  };
  const isHidden = ({ display, visibility, opacity }: CSSStyleDeclaration): boolean =>
    display === 'none' || visibility !== 'visible' || Number(opacity) < 0.05;
  const show = (element: Element): void => {
    if (!(element instanceof HTMLElement)) return;
    const { display } = getComputedStyle(element);
    for (const [name, value] of [
      ['transition', 'none'],
      ['animation', 'none'],
      ['transform', 'none'],
      ['visibility', 'visible'],
      ['opacity', '1'],
    ] as const)
      element.$style.setProperty(name, value, 'important');
    if (display === 'none') element.$style.setProperty('display', 'block', 'important');
  };

  const { body } = document;
  if (shown >= NOTHING && !broken) return false;
  const all = body ? wordsIn(body) : 0;
  if (shown >= Math.max(NOTHING, Math.min(LITTLE.part * all, LITTLE.most))) return false;
  if (all < LEAST || (!broken && showsPicture())) return false;

  let raised = false;
  let current: Element | undefined = document.documentElement;
  // From the root to the wrappers around most of what the page has.
  for (let depth = 0; current && depth < DEEPEST; depth += 1) {
    if (isHidden(getComputedStyle(current))) {
      show(current);
      raised = true;
    }
    current =
      current === document.documentElement ? body : [...current.$children].find((child) => wordsIn(child) > 0.6 * all);
  }
  return raised;
}
