/**
 * Opens what is collapsed in and around elements that were asked for: `details`, and panels that a button of theirs
 * shows (`aria-controls`), hidden or of no height. Runs in the page.
 * @returns takes that back
 */
export function revealCollapsed(elements: ReadonlySet<Element>): () => void {
  const undo: (() => void)[] = [];
  const setStyle = (element: HTMLElement, declarations: Readonly<Record<string, string>>): void => {
    const before = element.getAttribute('style');
    for (const [name, value] of Object.entries(declarations)) element.style.setProperty(name, value, 'important');
    undo.push(() => (before === null ? element.removeAttribute('style') : element.setAttribute('style', before)));
  };
  const open = (element: Element): void => {
    if (element.localName === 'details' && !(element as HTMLDetailsElement).open) {
      const details = element as HTMLDetailsElement;
      const { name } = details;
      // Of a group with a name only one is open at a time.
      details.removeAttribute('name');
      details.open = true;
      undo.push(() => {
        details.open = false;
        if (name !== '') details.name = name;
      });
    }
    if (!(element instanceof HTMLElement)) return;
    const { display, visibility, opacity, overflowY } = getComputedStyle(element);
    if (display === 'none' && element.hidden) {
      element.hidden = false;
      undo.push(() => {
        element.hidden = true;
      });
    }
    if (getComputedStyle(element).display === 'none') setStyle(element, { display: 'block' });
    if (visibility !== 'visible' || Number(opacity) < 0.05) setStyle(element, { visibility: 'visible', opacity: '1' });
    if (overflowY !== 'visible' && element.scrollHeight > element.clientHeight) {
      setStyle(element, { height: 'auto', 'max-height': 'none', overflow: 'visible' });
    }
  };
  for (const element of elements) {
    for (let around: Element | null = element; around; around = around.parentElement) open(around);
    for (const details of element.querySelectorAll('details')) open(details);
    for (const button of element.querySelectorAll('[aria-controls][aria-expanded="false"]')) {
      const root = button.getRootNode() as Document | ShadowRoot;
      for (const id of (button.getAttribute('aria-controls') ?? '').split(/\s+/)) {
        const panel = id === '' ? null : root.getElementById(id);
        if (panel) open(panel);
      }
    }
  }
  return () => {
    for (const step of undo.reverse()) step();
  };
}
