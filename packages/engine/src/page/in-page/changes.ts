/**
 * Functions that run inside the page, in the isolated world of `Page.call`: what of the document still changes. Each is
 * sent as text: it uses its arguments and the page's globals, nothing of this module.
 */

/** What of a page has changed of late. */
export type RecentChanges = {
  /** Elements whose text or drawing changed, as a person would look for them. */
  readonly elements: readonly string[];
  /** Whether anything that is seen changed: those, and shapes that script moves. */
  readonly any: boolean;
  /** State of what tells of no change by itself: drawings and fields. Empty when there is none. */
  readonly drawn: readonly string[];
};

/** Notes from now on what changes when. */
export function watchChanges(): void {
  const world = globalThis as { $changes?: Map<Node, number>; $shapes?: Map<Node, number> };
  if (world.$changes) return;
  const MOST = 500;
  const texts = new Map<Node, number>();
  const shapes = new Map<Node, number>();
  world.$changes = texts;
  world.$shapes = shapes;
  const note = (changes: Map<Node, number>, node: Node, now: number): void => {
    if (changes.size >= MOST && !changes.has(node)) changes.delete(changes.keys().next().value as Node);
    changes.set(node, now);
  };
  const observer = new MutationObserver((records) => {
    const now = performance.now();
    for (const { type, target } of records) note(type === 'attributes' ? shapes : texts, target, now);
  });
  const attributeFilter = 'style d points x y x1 x2 y1 y2 cx cy r rx ry width height transform viewBox value'.split(
    ' ',
  );
  const options = { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter };
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    observer.observe(root, options);
    for (const element of root.$querySelectorAll('*')) {
      if (element.$shadowRoot) roots.push(element.$shadowRoot);
      const inner = element.$localName === 'iframe' && (element as HTMLIFrameElement).$contentDocument;
      if (inner) roots.push(inner);
    }
  }
}

/**
 * What changed in the last `span` milliseconds of the page's time, and in drawings and fields since they were `before`.
 * What nobody sees does not count.
 */
export function recentChanges(span: number, before: readonly string[]): RecentChanges {
  const world = globalThis as { $changes?: Map<Node, number>; $shapes?: Map<Node, number> };
  const since = performance.now() - span;
  const seen = { opacityProperty: true, visibilityProperty: true };
  const isSeen = (element: Element | null): element is Element =>
    element?.$isConnected === true &&
    !/^(?:script|style|title|head)$/.test(element.$localName) &&
    element.$checkVisibility(seen);
  const recent = (changes: Map<Node, number> | undefined): Element[] => {
    const found = new Set<Element>();
    for (const [node, time] of changes ?? []) {
      const element = node.$nodeType === Node.ELEMENT_NODE ? (node as Element) : node.$parentElement;
      if (time > since && isSeen(element)) found.add(element);
    }
    return [...found];
  };
  const name = (element: Element): string => {
    const { $id: id, $classList: classList, $localName: localName } = element;
    const words = (element.$textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40);
    return `${localName}${id ? `#${id}` : classList[0] ? `.${classList[0]}` : ''}${words ? ` "${words}"` : ''}`;
  };

  const drawings = [...document.querySelectorAll<Element>('canvas, input, textarea, select, progress, meter')];
  /** Pixels beyond which a drawing is looked at in a smaller copy. */
  const MOST_PIXELS = 4_000_000;
  const read = (element: Element): string => {
    if (element.$localName !== 'canvas') return String((element as HTMLInputElement).value);
    const { width, height } = element as HTMLCanvasElement;
    if (width === 0 || height === 0) return '';
    const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
    const copy = new OffscreenCanvas(Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale)));
    const context = copy.getContext('2d', { willReadFrequently: true });
    try {
      context?.drawImage(element as HTMLCanvasElement, 0, 0, copy.width, copy.height);
      const { data } = context?.getImageData(0, 0, copy.width, copy.height) ?? { data: new Uint8ClampedArray() };
      let hash = 0;
      for (const word of new Uint32Array(data.buffer)) hash = (Math.imul(hash, 31) + word) | 0;
      return String(hash);
    } catch {
      // A drawing with pictures of another origin is closed to script.
      return '';
    }
  };
  const drawn = drawings.map(read);
  const elements = recent(world.$changes);
  for (const [index, element] of drawings.entries()) {
    const old = before[index];
    if (old !== undefined && old !== drawn[index] && isSeen(element)) elements.push(element);
  }
  const any = elements.length > 0 || recent(world.$shapes).length > 0;
  return { elements: elements.slice(0, 10).map(name), any, drawn };
}
