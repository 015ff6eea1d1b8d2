/**
 * A `<form>` answers with its control where a control is named like a member of elements: with `<input name="parentNode">`, `form.parentNode` is the
 * input, whatever script asks, in isolated worlds too (https://html.spec.whatwg.org/multipage/forms.html#the-form-element, LegacyOverrideBuiltIns).
 * Code that runs in pages reads these members under names of our own, `form.$parentNode`: the same accessors, which take no longer.
 * The document and the window hide nothing from an isolated world. A member that is missing here is added where its interface stands.
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

export const OWN_NAMES: readonly string[] = [
  ...NODE,
  ...PARENT,
  ...CHILD,
  ...SIBLING,
  ...ELEMENT,
  ...HTML_ELEMENT,
  ...STYLED,
];

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

/** Gives elements the names above in the world that it runs in, unless they have them. Runs in the page. */
function giveOwnNames(names: readonly string[]): void {
  const give = (view: typeof globalThis): void => {
    if ('$nodeType' in view.Node.prototype) return;
    const { Node, Element, HTMLElement, SVGElement, MathMLElement } = view;
    const { CharacterData, DocumentType, Document, DocumentFragment, ShadowRoot } = view;
    for (const { prototype } of [
      Node,
      Element,
      HTMLElement,
      SVGElement,
      MathMLElement,
      CharacterData,
      DocumentType,
      Document,
      DocumentFragment,
      ShadowRoot,
    ]) {
      for (const name of names) {
        const native = Object.getOwnPropertyDescriptor(prototype, name);
        if (native) Object.defineProperty(prototype, `$${name}`, native);
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

const GIVE = `(${giveOwnNames.toString().replace(/\n\s*/g, '\n')})(${JSON.stringify(OWN_NAMES)})`;

/** The text of a function that runs in a world of our own, where elements have the names above before it runs. */
export const withOwnNames = (declaration: string): string =>
  `function (...given) { ${GIVE}; return (${declaration})(...given); }`;
