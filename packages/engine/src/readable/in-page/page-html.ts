/**
 * The document as HTML as it is now, with the content of its open shadow trees as declarative ones, and with its
 * doctype. Runs in the page.
 * @param most characters of the longest that is returned
 * @returns the HTML; a number, its characters, when it is longer
 */
export function readPageHtml(most: number): string | number {
  const MOST_TREES = 10_000;
  const root = document.documentElement;
  if (!root) return '';
  const trees: ShadowRoot[] = [];
  const look = (tree: Document | ShadowRoot): void => {
    for (const element of tree.$querySelectorAll('*')) {
      if (trees.length >= MOST_TREES) return;
      if (element.$shadowRoot) trees.push(element.$shadowRoot);
    }
  };
  look(document);
  for (const tree of trees) look(tree);
  const start = root.$outerHTML;
  // `outerHTML` has the attributes of the root, `getHTML` the shadow trees below it.
  const html =
    trees.length === 0
      ? start
      : `${(root.$cloneNode(false) as Element).$outerHTML.replace(/<\/[^<>]*>$/, '')}${root.$getHTML({ shadowRoots: trees })}</${root.$localName}>`;
  const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : '';
  const all = `${type}${html}`;
  return all.length > most ? all.length : all;
}
