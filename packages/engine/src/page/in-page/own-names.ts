/**
 * A `<form>` answers with its control where a control is named like a member of elements: with `<input name="parentNode">`, `form.parentNode` is the
 * input, whatever script asks, in isolated worlds too (https://html.spec.whatwg.org/multipage/forms.html#the-form-element, LegacyOverrideBuiltIns).
 * The window answers with the element of an id in the same way, where it has no member of that name.
 * So code that runs in pages reads members of elements under names of our own, `form.$parentNode`: the same accessors, which take no longer. What it
 * keeps between calls it keeps under such names too, `globalThis.$walk`. In the page, each of them has a part that nobody can guess: see `../page-text.ts`.
 * The document and the members that the window has hide nothing from an isolated world. A member that is missing here is added where its interface stands.
 */
const NODE = [
  'appendChild',
  'baseURI',
  'childNodes',
  'cloneNode',
  'compareDocumentPosition',
  'contains',
  'firstChild',
  'getRootNode',
  'isConnected',
  'nextSibling',
  'nodeType',
  'nodeValue',
  'ownerDocument',
  'parentElement',
  'parentNode',
  'previousSibling',
  'textContent',
] as const;
const PARENT = [
  'append',
  'childElementCount',
  'children',
  'firstElementChild',
  'lastElementChild',
  'prepend',
  'querySelector',
  'querySelectorAll',
  'replaceChildren',
] as const;
const CHILD = ['after', 'before', 'remove', 'replaceWith'] as const;
const SIBLING = ['nextElementSibling', 'previousElementSibling'] as const;
const ELEMENT = [
  'assignedSlot',
  'attachShadow',
  'attributes',
  'checkVisibility',
  'classList',
  'className',
  'clientHeight',
  'clientLeft',
  'clientTop',
  'clientWidth',
  'closest',
  'computedStyleMap',
  'currentCSSZoom',
  'getAttribute',
  'getAttributeNames',
  'getBoundingClientRect',
  'getClientRects',
  'getElementsByTagName',
  'getHTML',
  'hasAttribute',
  'hasAttributes',
  'id',
  'innerHTML',
  'localName',
  'matches',
  'namespaceURI',
  'outerHTML',
  'removeAttribute',
  'scrollHeight',
  'scrollWidth',
  'setAttribute',
  'shadowRoot',
] as const;
const HTML_ELEMENT = ['dataset', 'innerText', 'lang', 'offsetHeight', 'offsetParent', 'offsetWidth'] as const;
const STYLED = ['style'] as const;
const FOREIGN = ['dataset', 'style'] as const;

/** The members that get second names, by the interface that has them. */
export const MEMBERS = {
  Node: NODE,
  Element: [...ELEMENT, ...PARENT, ...CHILD, ...SIBLING],
  HTMLElement: [...HTML_ELEMENT, ...STYLED],
  SVGElement: FOREIGN,
  MathMLElement: FOREIGN,
  CharacterData: [...CHILD, ...SIBLING],
  DocumentType: CHILD,
  Document: PARENT,
  DocumentFragment: PARENT,
} as const;

export const OWN_NAMES: readonly string[] = [...new Set(Object.values(MEMBERS).flat())];

/** The type of `$name` is that of `name`. */
type Named<T, K extends PropertyKey> = {
  [P in K as P extends string ? `$${P}` : never]: P extends keyof T ? T[P] : never;
};
type Names<T extends readonly string[]> = T[number];

declare global {
  interface Node extends Named<Node, Names<typeof NODE>> {}
  interface ParentNode extends Named<ParentNode, Names<typeof PARENT>> {}
  interface ChildNode extends Named<ChildNode, Names<typeof CHILD>> {}
  interface NonDocumentTypeChildNode extends Named<NonDocumentTypeChildNode, Names<typeof SIBLING>> {}
  interface Element extends Named<Element, Names<typeof ELEMENT>> {
    get $textContent(): string;
    set $textContent(value: string | null);
    readonly $ownerDocument: Document;
  }
  interface HTMLElement extends Named<HTMLElement, Names<typeof HTML_ELEMENT>> {}
  interface ElementCSSInlineStyle extends Named<ElementCSSInlineStyle, Names<typeof STYLED>> {}
  interface HTMLIFrameElement {
    /** The document of a frame, whose elements have these names too. */
    readonly $contentDocument: Document | null;
  }
  interface HTMLObjectElement {
    readonly $contentDocument: Document | null;
  }
}

/**
 * Gives elements the names above in the world that it runs in, unless they have them. Runs in the page.
 * @param prefix of the names: a dollar, and what the `$` of their names stands for in the page
 */
export function giveOwnNames(members: Readonly<Record<keyof typeof MEMBERS, readonly string[]>>, prefix: string): void {
  const give = (view: typeof globalThis): void => {
    if ('$nodeType' in view.Node.prototype) return;
    for (const [kind, names] of Object.entries(members)) {
      const { prototype } = view[kind as keyof typeof MEMBERS];
      for (const name of names) {
        const native = Object.getOwnPropertyDescriptor(prototype, name);
        if (native) Object.defineProperty(prototype, prefix + name, native);
      }
    }
    // Each frame has prototypes of its own.
    for (const { prototype } of [view.HTMLIFrameElement, view.HTMLFrameElement, view.HTMLObjectElement]) {
      const native = Object.getOwnPropertyDescriptor(prototype, 'contentDocument') as { get: () => Document | null };
      const get = function (this: Element): Document | null {
        const inner = Reflect.apply(native.get, this, []);
        if (inner?.defaultView) give(inner.defaultView);
        return inner;
      };
      Object.defineProperty(prototype, '$contentDocument', { get });
    }
  };
  give(globalThis);
}
