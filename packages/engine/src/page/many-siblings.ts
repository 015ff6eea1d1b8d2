/**
 * Where an element has many children, has them counted as children of groups in the accessibility tree, of which Chromium
 * makes the tags of a PDF; `false` takes that back. Chromium looks for each child from the first one on: twice as many
 * children take four times as long (docs/adr/0022-siblings-are-tagged-in-groups.md).
 *
 * A group is an empty element without a box, the last of the parent's children; it owns its part of them by `aria-owns`.
 * Nothing of the page's look may change by it: a parent is left as it is where a selector would choose other elements.
 * Runs in the page.
 *
 * @returns whether there are groups now, and the sum of the squares of the numbers of children that were left as they are:
 *   what Chromium's time grows with
 */
export function groupSiblings(on: boolean): { grouped: boolean; left: number } {
  /** Children from which an element gets groups, and children of a group. */
  const MANY = 100;
  const MARK = 'platen-sibling-';
  /** Selectors that are compared, at most: each is looked for in the whole document. */
  const MOST_SELECTORS = 100;
  /** What may choose other elements because there is one more at the end, or one that has an id. */
  const AFFECTED = /last-|:only-|:empty|:has\(|\[(?:id|aria-owns)\b/i;
  /** Elements whose children are no boxes of the page, or are counted by themselves. */
  const CLOSED = new Set(['head', 'select', 'optgroup', 'datalist', 'object', 'video', 'audio', 'picture', 'ruby']);

  // Kept in our own world, which the page's script does not see.
  const world = globalThis as { $ungroup?: (() => void)[] };
  for (const undo of world.$ungroup?.splice(0) ?? []) undo();
  if (!on) return { grouped: false, left: 0 };
  const undos: (() => void)[] = [];
  world.$ungroup = undos;

  /** A selector of a rule inside of another, as it would stand alone. */
  const alone = (selector: string, parent: string | undefined): string =>
    parent === undefined ? selector : selector.replaceAll('&', `:is(${parent})`);
  /** The selectors of all style sheets that a group may change the meaning of; undefined if they cannot be known. */
  const affected = (): string[] | undefined => {
    const found = new Set<string>();
    const read = (rules: CSSRuleList, parent?: string): void => {
      for (const rule of rules) {
        const { selectorText, cssRules, styleSheet } = rule as Partial<CSSStyleRule> & Partial<CSSImportRule>;
        const selector = selectorText === undefined ? parent : alone(selectorText, parent);
        if (rule.constructor.name === 'CSSScopeRule') throw new Error('selectors that count from elsewhere');
        if (selectorText !== undefined && selector !== undefined && AFFECTED.test(selector)) found.add(selector);
        if (cssRules) read(cssRules, selector);
        if (styleSheet) read(styleSheet.cssRules);
      }
    };
    try {
      for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) read(sheet.cssRules);
    } catch {
      return undefined;
    }
    return found.size > MOST_SELECTORS ? undefined : [...found];
  };
  const PSEUDO_ELEMENT = /::[\w-]+(?:\([^()]*\))?|:(?:before|after|first-line|first-letter)\b/gi;
  /** Which elements each selector chooses. */
  const choices = (selectors: readonly string[]): Element[][] =>
    selectors.map((selector) => [...document.querySelectorAll(selector.replaceAll(PSEUDO_ELEMENT, '') || '*')]);
  const areSame = (before: Element[][], after: Element[][]): boolean =>
    before.every((list, index) => {
      const other = after[index] as Element[];
      return list.length === other.length && list.every((element, position) => element === other[position]);
    });

  /** Whether a child is found by its id, or can be given one. */
  const isNameable = (child: Element): boolean =>
    child.$hasAttribute('id') ? !/\s|^$/.test(child.$id) && document.getElementById(child.$id) === child : true;
  const canGroup = (parent: Element, children: readonly Element[]): boolean =>
    parent instanceof HTMLElement &&
    !CLOSED.has(parent.$localName) &&
    // Groups stand behind all that is not in one.
    ![...parent.$childNodes].some((node) => node.$nodeType === Node.TEXT_NODE && /\S/.test(node.$nodeValue ?? '')) &&
    children.every(isNameable);

  let count = 0;
  const nameOf = (child: Element): string => {
    if (!child.$id) {
      count += 1;
      child.$id = `${MARK}${count}`;
      undos.push(() => child.$removeAttribute('id'));
    }
    return child.$id;
  };
  const group = (parent: Element, children: readonly Element[]): void => {
    const groups: Element[] = [];
    // The first child stays: a list is numbered as its first item is.
    for (let start = 1; start < children.length; start += MANY) {
      const element = document.createElement('platen-siblings');
      element.$style.setProperty('display', 'contents', 'important');
      const owned = children.slice(start, start + MANY).map(nameOf);
      element.$setAttribute('aria-owns', owned.join(' '));
      groups.push(element);
    }
    parent.$append(...groups);
    undos.push(() => {
      for (const element of groups) element.$remove();
    });
  };

  const parents = [...document.querySelectorAll('*')].filter(
    ({ $childElementCount: childElementCount }) => childElementCount > MANY,
  );
  const squares = (list: readonly Element[]) => list.reduce((sum, { $childElementCount: n }) => sum + n * n, 0);
  const all = squares(parents);
  if (parents.length === 0 || document.querySelector(`[aria-owns],[id^="${MARK}"]`))
    return { grouped: false, left: all };
  const selectors = affected();
  if (selectors === undefined) return { grouped: false, left: all };
  try {
    const before = choices(selectors);
    let left = 0;
    for (const parent of parents) {
      const children = [...parent.$children];
      if (canGroup(parent, children)) group(parent, children);
      else left += children.length ** 2;
    }
    if (areSame(before, choices(selectors))) return { grouped: left < all, left };
  } catch {
    // A selector that cannot be looked for by itself.
  }
  for (const undo of undos.splice(0)) undo();
  return { grouped: false, left: all };
}
