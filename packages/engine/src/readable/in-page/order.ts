/**
 * Child nodes of an element in the order in which they are laid out; shadow trees and slots stand for what they
 * replace. Runs in the page.
 */
export function orderedNodes(element: Element, style: CSSStyleDeclaration): readonly Node[] {
  const childrenOf = (parent: Node): readonly Node[] => {
    const nodes: Node[] = [];
    for (let node = parent.$firstChild; node; node = node.$nextSibling) nodes.push(node);
    return nodes;
  };
  const nodesOf = (): readonly Node[] => {
    if (element.$shadowRoot) return childrenOf(element.$shadowRoot);
    if (element.$localName === 'slot' && element.$getRootNode() instanceof ShadowRoot) {
      const assigned = (element as HTMLSlotElement).assignedNodes();
      if (assigned.length > 0) return assigned;
    }
    return childrenOf(element);
  };
  const nodes = nodesOf();
  const { display } = style;
  if (display === 'block' || display === 'inline' || nodes.length < 2) return nodes;
  if (!display.includes('flex') && !display.includes('grid')) return nodes;
  const ordered = nodes.map((node) => ({
    node,
    order: node.$nodeType === Node.ELEMENT_NODE ? Number(getComputedStyle(node as Element).order) || 0 : 0,
  }));
  if (ordered.some(({ order }) => order !== 0)) ordered.sort((a, b) => a.order - b.order);
  if (display.includes('flex') && style.flexDirection.endsWith('-reverse')) ordered.reverse();
  return ordered.map(({ node }) => node);
}
