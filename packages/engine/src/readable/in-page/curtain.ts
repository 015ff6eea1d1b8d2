/**
 * Shows a page that holds back its content until a script or style sheet has come, when that never came: its root, or
 * the wrapper around most of it, is transparent or not displayed, or its parts wait, transparent, to be moved in.
 * Runs in the page.
 * @param shown characters that the page shows as it is
 * @returns whether anything changed
 */
export function raiseCurtain(shown: number): boolean {
  const LEAST = 200;
  const DEEPEST = 14;
  /** A page that shows fewer characters than a line has not begun. */
  const NOTHING = 60;
  /** Parts that wait hold at least so many characters, more than what shows, and this share of all. */
  const SHORTEST = 600;
  const SHARE = 0.4;
  const ASIDE =
    'nav, dialog, [role=dialog], [role=menu], [role=navigation], [role=alertdialog], [role=listbox], [aria-modal], menu, form';

  const wordsIn = (element: Element): number => {
    let length = (element.textContent ?? '').replace(/\s+/g, ' ').length;
    for (const other of element.querySelectorAll('script, style, noscript, template'))
      length -= (other.textContent ?? '').replace(/\s+/g, ' ').length;
    return length;
  };
  const isCurtain = ({ display, visibility, opacity }: CSSStyleDeclaration): boolean =>
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
      element.style.setProperty(name, value, 'important');
    if (display === 'none') element.style.setProperty('display', 'block', 'important');
  };

  const { body } = document;
  const all = body ? wordsIn(body) : 0;
  if (all < LEAST || shown > 0.6 * all) return false;

  /** Wrappers around most of what a page without a visible beginning has, or around prose that outweighs what shows. */
  const raiseWrapper = (): boolean => {
    let raised = false;
    let current: Element | undefined = document.documentElement;
    for (let depth = 0; current && depth < DEEPEST; depth += 1) {
      if (isCurtain(getComputedStyle(current))) {
        show(current);
        raised = true;
      }
      current =
        current === document.documentElement ? body : [...current.children].find((child) => wordsIn(child) > 0.6 * all);
    }
    return raised;
  };

  /** Elements that wait for a script with their words laid out already. */
  const raiseParts = (): boolean => {
    const waiting: Element[] = [];
    let length = 0;
    const visit = (element: Element): void => {
      if (element.matches(ASIDE)) return;
      const style = getComputedStyle(element);
      if (style.display === 'none') {
        // Content that was sent late, to be put into its place by a script.
        if (!element.hasAttribute('hidden') || element.querySelectorAll('p').length < 5) return;
        const words = wordsIn(element);
        if (words < SHORTEST || words < 0.5 * all) return;
        waiting.push(element);
        length += words;
        return;
      }
      if (Number(style.opacity) < 0.05 || style.visibility === 'hidden') {
        if (style.position === 'fixed') return;
        waiting.push(element);
        length += wordsIn(element);
        return;
      }
      for (const child of element.children) visit(child);
    };
    visit(body);
    if (length < SHORTEST || length < shown || length < SHARE * all) return false;
    for (const element of waiting) {
      show(element);
      for (const inner of element.querySelectorAll('*')) {
        const style = getComputedStyle(inner);
        if (Number(style.opacity) < 0.05 || style.visibility === 'hidden') if (!inner.closest(ASIDE)) show(inner);
      }
    }
    return true;
  };

  const raised = shown < NOTHING && raiseWrapper();
  return raiseParts() || raised;
}
