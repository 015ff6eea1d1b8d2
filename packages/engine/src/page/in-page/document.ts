/**
 * Functions that run inside the page, in the isolated world of `Page.call`: the document itself: written, loaded, whole. Each is sent as text: it uses its
 * arguments and the page's globals, nothing of this module.
 */

/** What is kept in the isolated world of a document that is written: its root, until it is parsed to its end. */
export type WrittenState = typeof globalThis & { $unparsed?: Element | null };

/**
 * Writes the document and waits for its load event. Chromium calls a written document without script complete while
 * its style sheets are loading, and does not make shadow roots of the templates in it.
 */
export async function writeDocument(html: string): Promise<void> {
  document.open();
  // Not earlier, since opening a document takes away all listeners; not later, since it may load while it is closed.
  const world = globalThis as WrittenState;
  let parsed = false;
  delete world.$unparsed;
  const loaded = new Promise((resolve) => {
    window.addEventListener('load', resolve, { once: true });
    // One that is stopped is complete without a load event.
    document.addEventListener('readystatechange', () => {
      if (!parsed && document.readyState === 'complete') resolve(undefined);
    });
  });
  const end = () => {
    parsed = true;
    delete world.$unparsed;
  };
  document.addEventListener('DOMContentLoaded', end, { once: true });
  document.write(html);
  document.close();
  // A document that script writes in its place takes the listener away, and has another root.
  if (!parsed) world.$unparsed = document.documentElement;
  const attachRoots = (tree: ParentNode): void => {
    for (const template of tree.$querySelectorAll<HTMLTemplateElement>('template[shadowrootmode]')) {
      const host = template.$parentElement;
      if (!host || host.$shadowRoot) continue;
      try {
        // A closed one could not be read.
        const root = host.$attachShadow({ mode: 'open', delegatesFocus: template.shadowRootDelegatesFocus });
        root.append(template.content);
        template.remove();
        attachRoots(root);
      } catch {
        // An element that cannot have a shadow root.
      }
    }
  };
  attachRoots(document);
  // Layout asks for fonts, and is done again when they have come. In a page that is not drawn, fonts that it will ask for for certain are asked
  // for before: those of a text that is there. Style that is still loading may say otherwise.
  const askForFonts = (): void => {
    const plain = (family: string): string =>
      family
        .trim()
        .replaceAll(/^["']|["']$/g, '')
        .toLowerCase();
    const nameOf = (family: string, style: string, weight: string): string => `${plain(family)} ${style} ${weight}`;
    const faces = new Map<string, FontFace | null>();
    for (const face of document.fonts) {
      if (face.status !== 'unloaded' || face.unicodeRange !== 'U+0-10FFFF' || face.stretch !== 'normal') continue;
      const weight = face.weight === 'normal' ? '400' : face.weight === 'bold' ? '700' : face.weight;
      const name = nameOf(face.family, face.style, weight);
      faces.set(name, faces.has(name) ? null : face);
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let looked = 0, node = walker.nextNode(); node && faces.size > 0 && looked < 200; node = walker.nextNode()) {
      const { $parentElement: element } = node;
      if (!element || !/\S/.test(node.$nodeValue ?? '') || !element.$checkVisibility()) continue;
      looked += 1;
      const { fontFamily, fontStyle, fontWeight } = getComputedStyle(element);
      const name = nameOf(fontFamily.split(',')[0] ?? '', fontStyle, fontWeight);
      // What fails is told by layout.
      faces
        .get(name)
        ?.load()
        .catch(() => {});
      faces.delete(name);
    }
  };
  if (document.hidden && document.fonts.size > 0 && document.body && !document.querySelector('link')) askForFonts();
  if (document.readyState !== 'complete') {
    await loaded;
    return;
  }
  const isLoading = (element: HTMLLinkElement | HTMLStyleElement): boolean => {
    if (element instanceof HTMLLinkElement) return element.sheet === null && !element.disabled && element.href !== '';
    return [...(element.sheet?.cssRules ?? [])].some((rule) => rule instanceof CSSImportRule && !rule.styleSheet);
  };
  const elements = document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>('link[rel~="stylesheet" i],style');
  const sheets = [...elements].filter(isLoading).map(
    (element) =>
      new Promise((resolve) => {
        element.addEventListener('load', resolve, { once: true });
        element.addEventListener('error', resolve, { once: true });
      }),
  );
  const frames = [...document.querySelectorAll('iframe')].filter(
    (frame) =>
      (frame.srcdoc !== '' || frame.src !== '') &&
      frame.loading !== 'lazy' &&
      frame.$contentDocument?.URL === 'about:blank' &&
      frame.src !== 'about:blank',
  );
  const framed = frames.map((frame) => new Promise((done) => frame.addEventListener('load', done, { once: true })));
  await Promise.race([loaded, Promise.all([...sheets, ...framed])]);
}

/** Waits for the load event of a document that is already loading. */
export async function untilLoaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => {
    window.addEventListener('load', resolve, { once: true });
    // One that is stopped has no load event.
    document.addEventListener('readystatechange', () => {
      const isStopped = performance.timing.domContentLoadedEventStart === 0;
      if (isStopped && document.readyState === 'complete') resolve(undefined);
    });
  });
}

/** Waits until the document is complete, which comes before its load event, and also where that was cut off. */
export async function untilComplete(): Promise<void> {
  while (document.readyState !== 'complete') {
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }));
  }
}

/** Whether the document is the empty one that a page is opened with, and nothing is left beside it. */
export function isEmpty(): boolean {
  const { adoptedStyleSheets, styleSheets, fonts, body } = document;
  const sheets = adoptedStyleSheets.length + styleSheets.length + fonts.size;
  const beside = sheets + history.length - 1 + document.getAnimations().length + window.scrollX + window.scrollY;
  const named = window.name !== '' || document.referrer !== '' || document.cookie !== '' || document.title !== '';
  if (document.compatMode !== 'CSS1Compat' || document.activeElement !== body) return false;
  return beside === 0 && !named && document.documentElement.$outerHTML.length < 100 && window.length === 0;
}

/** Whether a document is one of HTML or a drawing, and not what the browser shows of other XML. */
export function isPage(): boolean {
  const { documentElement: root } = document;
  if (document.getElementById('webkit-xml-viewer-source-xml')) return false;
  const { $namespaceURI: space = '', $localName: name = '' } = root ?? {};
  return (
    (space === 'http://www.w3.org/1999/xhtml' && name === 'html') ||
    (space === 'http://www.w3.org/2000/svg' && name === 'svg')
  );
}

/** Gives an empty page to a document whose script took away its root. */
export function restoreRoot(): void {
  if (document.documentElement) return;
  const root = document.createElement('html');
  root.append(document.createElement('head'), document.createElement('body'));
  document.append(root);
}
