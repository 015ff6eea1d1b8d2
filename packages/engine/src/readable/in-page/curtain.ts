/**
 * Shows a page that holds back all of its content until a script or style sheet has come, when that never came: its
 * root, or the one wrapper around everything, is transparent or not displayed. Runs in the page.
 * @returns whether anything changed
 */
export function raiseCurtain(): boolean {
  const LEAST = 200;
  const DEEPEST = 12;
  const wordsIn = (element: Element): number => {
    let length = (element.textContent ?? '').length;
    for (const other of element.querySelectorAll('script, style, noscript, template'))
      length -= (other.textContent ?? '').length;
    return length;
  };
  const body = document.body;
  const all = body ? wordsIn(body) : 0;
  if (all < LEAST) return false;
  const isCurtain = ({ display, visibility, opacity }: CSSStyleDeclaration): boolean =>
    display === 'none' || visibility !== 'visible' || Number(opacity) < 0.05;
  let raised = false;
  let current: Element | undefined = document.documentElement;
  for (let depth = 0; current && depth < DEEPEST; depth += 1) {
    const style = getComputedStyle(current);
    if (isCurtain(style) && current instanceof HTMLElement) {
      current.style.setProperty('transition', 'none', 'important');
      current.style.setProperty('animation', 'none', 'important');
      current.style.setProperty('visibility', 'visible', 'important');
      current.style.setProperty('opacity', '1', 'important');
      if (style.display === 'none') current.style.setProperty('display', 'block', 'important');
      raised = true;
    }
    current =
      current === document.documentElement ? body : [...current.children].find((child) => wordsIn(child) > 0.6 * all);
  }
  return raised;
}
