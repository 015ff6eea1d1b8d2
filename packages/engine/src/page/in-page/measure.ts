/**
 * Functions that run inside the page, in the isolated world of `Page.call`: where things are and how large. Each is sent as text: it uses its
 * arguments and the page's globals, nothing of this module.
 */

/** Size of the whole document in CSS pixels. */
export function documentSize(): { width: number; height: number } {
  // A document that was taken before its first byte came has no element at all.
  const root = document.scrollingElement ?? document.documentElement ?? { scrollWidth: 0, scrollHeight: 0 };
  return {
    width: Math.max(root.$scrollWidth, window.innerWidth),
    height: Math.max(root.$scrollHeight, window.innerHeight),
  };
}

/** State of an element: `invalid` means that the selector cannot be read. */
export function selectorState(selector: string): 'invalid' | 'missing' | 'attached' | 'visible' {
  let element: Element | null;
  try {
    element = document.querySelector(selector);
  } catch {
    return 'invalid';
  }
  const roots: (Document | ShadowRoot)[] = element ? [] : [document];
  for (const root of roots) {
    element ??= root.$querySelector(selector);
    for (const host of root.$querySelectorAll('*')) if (host.$shadowRoot) roots.push(host.$shadowRoot);
  }
  if (!element) return 'missing';
  const { width, height } = element.$getBoundingClientRect();
  const shown = element.$checkVisibility({ opacityProperty: true, visibilityProperty: true });
  return shown && width > 0 && height > 0 ? 'visible' : 'attached';
}

/** Where the first match lies in the document, in CSS pixels; `null` when there is none or it has no box. */
export function elementBox(selector: string): { x: number; y: number; width: number; height: number } | null {
  let element = document.querySelector(selector);
  // What stands in shadow roots is found too, after what is in the document.
  const roots: (Document | ShadowRoot)[] = element ? [] : [document];
  for (const root of roots) {
    element ??= root.$querySelector(selector);
    for (const host of root.$querySelectorAll('*')) if (host.$shadowRoot) roots.push(host.$shadowRoot);
  }
  if (!element) return null;
  const box = element.$getBoundingClientRect();
  if (box.width <= 0 || box.height <= 0) return null;
  return { x: box.x + window.scrollX, y: box.y + window.scrollY, width: box.width, height: box.height };
}

/** Height of an HTML fragment laid out at a width, apart from the document's own styles; CSS pixels. */
export async function fragmentHeight(html: string, width: number): Promise<number> {
  const host = document.createElement('div');
  host.style.cssText = `all:initial;position:absolute;visibility:hidden;left:0;top:0;width:${width}px`;
  const root = host.$attachShadow({ mode: 'closed' });
  // Parsed where nothing runs, and made harmless there: the fragment must not act on the document it is measured in.
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const element of parsed.$querySelectorAll('*')) {
    if (/^(?:script|meta|base|link)$/i.test(element.$localName)) element.$remove();
    const frames = /^(?:iframe|frame|object|embed)$/i.test(element.$localName);
    for (const name of element.$getAttributeNames()) {
      if (/^on/i.test(name) || (frames && /^(?:src|srcdoc|data)$/i.test(name))) element.$removeAttribute(name);
    }
  }
  // Copies, since handlers that were attributes once stay with their elements.
  const nodes = [...parsed.head.$childNodes, ...parsed.body.$childNodes];
  root.append(...nodes.map((node) => document.importNode(node, true)));
  document.documentElement.$append(host);
  try {
    await Promise.all([...root.$querySelectorAll('img')].map((image) => image.decode().catch(() => {})));
    return Math.ceil(host.$getBoundingClientRect().height);
  } finally {
    host.remove();
  }
}

/** Whether the window is that wide, and nothing of the document moves towards what its style says there. */
export function isStillAt(width: number): boolean {
  return window.innerWidth === width && document.getAnimations().length === 0;
}
