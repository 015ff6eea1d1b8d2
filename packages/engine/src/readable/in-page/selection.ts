/** Elements that the caller chose by selectors, or the selector that cannot be read. */
export type Selected =
  | { readonly elements: Set<Element> }
  | {
      /** Place of the selector in its list. */
      readonly unreadable: number;
    };

/** Finds elements in the document, its shadow trees and its frames of the same origin. Runs in the page. */
export function selectElements(selectors: readonly string[]): Selected {
  const MOST_TREES = 10_000;
  const elements = new Set<Element>();
  if (selectors.length === 0) return { elements };
  const trees: (Document | ShadowRoot)[] = [document];
  for (const tree of trees) {
    for (const element of tree.$querySelectorAll('*')) {
      if (trees.length >= MOST_TREES) break;
      if (element.$shadowRoot) trees.push(element.$shadowRoot);
      const inner = element.$localName === 'iframe' ? (element as HTMLIFrameElement).$contentDocument : null;
      if (inner) trees.push(inner);
    }
  }
  for (const [index, selector] of selectors.entries()) {
    try {
      for (const tree of trees) for (const element of tree.$querySelectorAll(selector)) elements.add(element);
    } catch {
      return { unreadable: index };
    }
  }
  return { elements };
}
