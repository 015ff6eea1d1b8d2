/**
 * Functions that run inside the page, in the isolated world of `Page.call`. Each is sent as text: it uses its
 * arguments and the page's globals, nothing of this module.
 */

/** What there is to wait for in a document. */
export type DocumentFacts = {
  /** Whether anything can change the document by itself: script, handlers, frames, refreshes, animations. */
  readonly alive: boolean;
  /** Whether images waited for being scrolled to. */
  readonly deferred: boolean;
  readonly elements: number;
  /** Whether the document has rules for print that the screen medium leaves unused. */
  readonly printStyles: boolean;
};

/**
 * Writes the document and waits for its load event. Chromium calls a written document without script complete while
 * its style sheets are loading, and does not make shadow roots of the templates in it.
 */
export async function writeDocument(html: string): Promise<void> {
  document.open();
  // Not earlier, since opening a document takes away all listeners; not later, since it may load while it is closed.
  const loaded = new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  document.write(html);
  document.close();
  const attachRoots = (tree: ParentNode): void => {
    for (const template of tree.querySelectorAll<HTMLTemplateElement>('template[shadowrootmode]')) {
      const host = template.parentElement;
      if (!host || host.shadowRoot) continue;
      try {
        const mode = template.shadowRootMode === 'closed' ? 'closed' : 'open';
        const root = host.attachShadow({ mode, delegatesFocus: template.shadowRootDelegatesFocus });
        root.append(template.content);
        template.remove();
        attachRoots(root);
      } catch {
        // An element that cannot have a shadow root.
      }
    }
  };
  attachRoots(document);
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
      frame.contentDocument?.URL === 'about:blank' &&
      frame.src !== 'about:blank',
  );
  const framed = frames.map((frame) => new Promise((done) => frame.addEventListener('load', done, { once: true })));
  await Promise.race([loaded, Promise.all([...sheets, ...framed])]);
}

/** The page's clock, in milliseconds since 1970. */
export function currentTime(): number {
  return Date.now();
}

/** Waits for the load event of a document that is already loading. */
export async function untilLoaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}

/**
 * Waits for fonts and images: lazy images are made eager, every image is decoded. Images and fonts that fail end
 * the wait for them; they are told by the network's own events.
 *
 * Layout and style are not asked for where nothing depends on them: printing makes a layout of its own, and a
 * document without script, fonts and animations needs no other.
 * @param style rules to add at the end of the cascade first; empty for none
 * @param lazy whether images count that the page would load on scrolling only
 * @param late whether the page's clock has been run ahead and stands
 */
export async function settleResources(style: string, lazy: boolean, late = false): Promise<DocumentFacts> {
  if (style !== '') {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets.push(sheet);
  }
  // What is in shadow roots and in frames of the same origin counts like the rest.
  const roots: (Document | ShadowRoot)[] = [document];
  const frames: HTMLIFrameElement[] = [];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (element.localName !== 'iframe') continue;
      const frame = element as HTMLIFrameElement;
      frames.push(frame);
      if (frame.contentDocument) roots.push(frame.contentDocument);
    }
  }
  const images: Promise<unknown>[] = [];
  let deferred = false;
  for (const image of roots.flatMap((root) => [...root.querySelectorAll('img')])) {
    if (image.loading === 'lazy') {
      deferred ||= !image.complete;
      if (lazy) image.loading = 'eager';
    }
    if (image.loading === 'lazy' && !image.complete) continue;
    // An image without a source never decides.
    if (image.currentSrc === '' && image.src === '' && image.srcset === '') continue;
    if (image.ownerDocument === document) images.push(image.decode().catch(() => {}));
    // In a frame, one that is scrolled out of sight is never decoded, and none loads while the clock stands.
    else if (!image.complete && !late) {
      const ends = ['load', 'error'].map(
        (end) => new Promise((done) => image.addEventListener(end, done, { once: true })),
      );
      images.push(Promise.race(ends));
    }
  }
  for (const frame of lazy ? frames.filter(({ loading }) => loading === 'lazy') : []) {
    images.push(new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })));
    frame.loading = 'eager';
  }

  const found = { fonts: false, animations: document.scripts.length > 0, printStyles: false };
  const isForPrint = (list: MediaList) =>
    /\bprint\b/.test(list.mediaText) && !/\bscreen\b|\ball\b/.test(list.mediaText);
  const readRules = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSFontFaceRule) {
        found.fonts = true;
        // Nobody reads a page before it is ready: a font that comes late is not too late.
        const { style: face } = rule as CSSFontFaceRule & { readonly style: CSSStyleDeclaration };
        if (/optional|fallback/.test(face.getPropertyValue('font-display'))) face.setProperty('font-display', 'swap');
      } else if (rule instanceof CSSKeyframesRule) found.animations = true;
      else if (rule instanceof CSSImportRule) readSheet(rule.styleSheet);
      else if (rule instanceof CSSGroupingRule) {
        if (rule instanceof CSSMediaRule && isForPrint(rule.media)) found.printStyles = true;
        readRules(rule.cssRules);
      }
    }
  };
  const readSheet = (sheet: CSSStyleSheet | null) => {
    if (!sheet) return;
    if (isForPrint(sheet.media)) found.printStyles = true;
    try {
      readRules(sheet.cssRules);
    } catch {
      // A sheet of another origin: its rules are closed to us.
      found.fonts = true;
      found.animations = true;
    }
  };
  for (const sheet of document.styleSheets) readSheet(sheet);

  if (found.fonts || document.scripts.length > 0) {
    // Layout asks for the fonts that are used.
    document.documentElement?.getBoundingClientRect();
    if (document.fonts.status !== 'loaded') await document.fonts.ready;
  }
  if (images.length > 0) await Promise.all(images);
  const alive =
    document.scripts.length > 0 ||
    // Only script takes away a root, and it may put another in its place.
    document.documentElement === null ||
    document.querySelector(
      'iframe,frame,object,embed,video,audio,animate,animateTransform,animateMotion,set,meta[http-equiv="refresh" i],' +
        '[onload],[onerror],[onanimationend],[ontransitionend],[onbegin]',
    ) !== null ||
    (found.animations && document.getAnimations().length > 0);
  return { alive, deferred, elements: document.getElementsByTagName('*').length, printStyles: found.printStyles };
}

/**
 * Lets the page draw one frame, so that observers of size and visibility are told and animations report their end;
 * returns how much that changed.
 */
export async function drawFrame(): Promise<number> {
  let changes = 0;
  const observer = new MutationObserver((records) => {
    changes += records.length;
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  // What listens to the end of an animation may set a timer and change nothing yet.
  const ends = ['transitionend', 'animationend'];
  const count = () => {
    changes += 1;
  };
  for (const end of ends) document.addEventListener(end, count, true);
  // Observers are called within the first frame or right after it. Tasks may stand still with the page's clock, so
  // that the next frame is what tells that they have been.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  changes += observer.takeRecords().length;
  observer.disconnect();
  for (const end of ends) document.removeEventListener(end, count, true);
  return changes;
}

/** Brings finite animations and transitions to their end; returns how many there were. */
export function finishAnimations(): number {
  let finished = 0;
  for (const animation of document.getAnimations()) {
    const end = animation.effect?.getComputedTiming().endTime;
    if (animation.playState === 'finished' || end === undefined || end === Number.POSITIVE_INFINITY) continue;
    try {
      animation.finish();
      finished += 1;
    } catch {
      // A playback rate of zero, or a timeline that is not time: it stays where it is.
    }
  }
  return finished;
}

/** Whether a document is one of HTML or a drawing, and not what the browser shows of other XML. */
export function isPage(): boolean {
  const { documentElement: root } = document;
  if (document.getElementById('webkit-xml-viewer-source-xml')) return false;
  const { namespaceURI: space = '', localName: name = '' } = root ?? {};
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

/** Size of the whole document in CSS pixels. */
export function documentSize(): { width: number; height: number } {
  // A document that was taken before its first byte came has no element at all.
  const root = document.scrollingElement ?? document.documentElement ?? { scrollWidth: 0, scrollHeight: 0 };
  return {
    width: Math.max(root.scrollWidth, window.innerWidth),
    height: Math.max(root.scrollHeight, window.innerHeight),
  };
}

/** Adds a style sheet at the end of the cascade; a policy of the page does not apply to it. */
export function addStyleSheet(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** Takes elements out of the layout; returns the place of the first selector that cannot be read, or -1. */
export function hideElements(selectors: readonly string[]): number {
  const unreadable = selectors.findIndex((selector) => {
    try {
      document.querySelector(selector);
      return false;
    } catch {
      return true;
    }
  });
  if (unreadable >= 0) return unreadable;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(selectors.map((selector) => `${selector}{display:none!important}`).join('\n'));
  document.adoptedStyleSheets.push(sheet);
  return -1;
}

/** Links a style sheet by address and waits until it has loaded or failed. */
export async function linkStyleSheet(url: string): Promise<boolean> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  return await new Promise((resolve) => {
    link.onload = () => resolve(true);
    link.onerror = () => resolve(false);
    (document.head ?? document.documentElement).append(link);
  });
}

/** Loads a script by address and waits until it has run or failed. */
export async function linkScript(url: string): Promise<boolean> {
  const script = document.createElement('script');
  script.src = url;
  return await new Promise((resolve) => {
    script.onload = () => resolve(true);
    script.onerror = () => resolve(false);
    (document.head ?? document.documentElement).append(script);
  });
}

/** State of an element: `invalid` means that the selector cannot be read. */
export function selectorState(selector: string): 'invalid' | 'missing' | 'attached' | 'visible' {
  let element: Element | null;
  try {
    element = document.querySelector(selector);
  } catch {
    return 'invalid';
  }
  if (!element) return 'missing';
  const { width, height } = element.getBoundingClientRect();
  const shown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  return shown && width > 0 && height > 0 ? 'visible' : 'attached';
}

/** Where the first match lies in the document, in CSS pixels; `null` when there is none or it has no box. */
export function elementBox(selector: string): { x: number; y: number; width: number; height: number } | null {
  const element = document.querySelector(selector);
  if (!element) return null;
  const box = element.getBoundingClientRect();
  if (box.width <= 0 || box.height <= 0) return null;
  return { x: box.x + window.scrollX, y: box.y + window.scrollY, width: box.width, height: box.height };
}

/** Shows content that Chromium does not draw while it is outside the window (`content-visibility: auto`); returns how many boxes. */
export function showSkipped(): number {
  let shown = 0;
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (getComputedStyle(element).contentVisibility !== 'auto') continue;
    element.style.setProperty('content-visibility', 'visible', 'important');
    shown += 1;
  }
  return shown;
}

/** Tells what listens to scrolling that it may look again. */
export function tellScrolling(): void {
  document.dispatchEvent(new Event('scroll', { bubbles: true }));
}

export function scrollDownTo(top: number): void {
  window.scrollTo({ top, behavior: 'instant' });
}

/** Height of an HTML fragment laid out at a width, apart from the document's own styles; CSS pixels. */
export async function fragmentHeight(html: string, width: number): Promise<number> {
  const host = document.createElement('div');
  host.style.cssText = `all:initial;position:absolute;visibility:hidden;left:0;top:0;width:${width}px`;
  const root = host.attachShadow({ mode: 'closed' });
  // Parsed where nothing runs, and made harmless there: the fragment must not act on the document it is measured in.
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const element of parsed.querySelectorAll('*')) {
    if (/^(?:script|meta|base|link)$/i.test(element.localName)) element.remove();
    const frames = /^(?:iframe|frame|object|embed)$/i.test(element.localName);
    for (const name of element.getAttributeNames()) {
      if (/^on/i.test(name) || (frames && /^(?:src|srcdoc|data)$/i.test(name))) element.removeAttribute(name);
    }
  }
  // Copies, since handlers that were attributes once stay with their elements.
  const nodes = [...parsed.head.childNodes, ...parsed.body.childNodes];
  root.append(...nodes.map((node) => document.importNode(node, true)));
  document.documentElement.append(host);
  try {
    await Promise.all([...root.querySelectorAll('img')].map((image) => image.decode().catch(() => {})));
    return Math.ceil(host.getBoundingClientRect().height);
  } finally {
    host.remove();
  }
}
