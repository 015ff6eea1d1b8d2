/**
 * Opens what is collapsed in and around elements that were asked for: `details`, panels that a button or a tab of theirs
 * shows (`aria-controls`), hidden or of no height, and what a search in the page would open. Menus, lists to choose from
 * and dialogs are none of it (`aria-haspopup`). Runs in the page.
 * @param everywhere whether what is collapsed anywhere in the document is opened too; what surrounds it stays as it is
 * @returns takes that back
 */
export function revealCollapsed(elements: ReadonlySet<Element>, everywhere: boolean): () => void {
  const BUTTONS =
    '[aria-controls][aria-expanded="false"]:not([aria-haspopup]:not([aria-haspopup="false"])),[role="tab"][aria-controls]';
  const undo: (() => void)[] = [];
  const setStyle = (element: HTMLElement, declarations: Readonly<Record<string, string>>): void => {
    const before = element.$getAttribute('style');
    for (const [name, value] of Object.entries(declarations)) element.$style.setProperty(name, value, 'important');
    undo.push(() => (before === null ? element.$removeAttribute('style') : element.$setAttribute('style', before)));
  };
  const open = (element: Element): void => {
    if (element.$localName === 'details' && !(element as HTMLDetailsElement).open) {
      const details = element as HTMLDetailsElement;
      const { name } = details;
      // Of a group with a name only one is open at a time.
      details.$removeAttribute('name');
      details.open = true;
      undo.push(() => {
        details.open = false;
        if (name !== '') details.name = name;
      });
    }
    if (!(element instanceof HTMLElement)) return;
    const { visibility, opacity, overflowY } = getComputedStyle(element);
    const hidden = element.$getAttribute('hidden');
    if (hidden !== null) {
      element.$removeAttribute('hidden');
      undo.push(() => element.$setAttribute('hidden', hidden));
    }
    if (getComputedStyle(element).display === 'none') setStyle(element, { display: 'block' });
    if (visibility !== 'visible' || Number(opacity) < 0.05) setStyle(element, { visibility: 'visible', opacity: '1' });
    if (overflowY !== 'visible' && element.$scrollHeight > element.$clientHeight) {
      setStyle(element, { height: 'auto', 'max-height': 'none', overflow: 'visible' });
    }
  };
  const openIn = (element: ParentNode): void => {
    for (const closed of element.$querySelectorAll('details,[hidden="until-found"]')) open(closed);
    for (const button of element.$querySelectorAll(BUTTONS)) {
      // What a person can press.
      if (!button.$checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const root = button.$getRootNode() as Document | ShadowRoot;
      for (const id of (button.$getAttribute('aria-controls') ?? '').split(/\s+/)) {
        const panel = id === '' ? null : root.getElementById(id);
        if (panel) open(panel);
      }
    }
  };
  for (const element of elements) {
    for (let around: Element | null = element; around; around = around.$parentElement) open(around);
    openIn(element);
  }
  if (everywhere) openIn(document);
  return () => {
    for (const step of undo.reverse()) step();
  };
}
