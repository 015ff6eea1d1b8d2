/**
 * Functions that run inside the page, in the isolated world of `Page.call`: what is waited for: fonts, images, frames, animations. Each is sent as text: it uses its
 * arguments and the page's globals, nothing of this module.
 */

import type { WrittenState } from './document.ts';

/** What there is to wait for in a document. */
export type DocumentFacts = {
  /** Whether anything can change the document by itself: script, handlers, frames, refreshes, animations, focus. */
  readonly alive: boolean;
  /** Whether images waited for being scrolled to. */
  readonly deferred: boolean;
  readonly elements: number;
  /** Whether the document has rules for print that the screen medium leaves unused. */
  readonly printStyles: boolean;
  /** Whether fonts may still load that it needs. */
  readonly fontsComing: boolean;
  /** Whether it was stopped before its end, and how many of its frames were: by `stop()`, or by leaving for what never came. */
  readonly cut: { readonly document: boolean; readonly frames: number };
};

/**
 * Waits for fonts and images: lazy images are made eager, every image is decoded. Images and fonts that fail end
 * the wait for them; they are reported by the network's own events.
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
    for (const element of root.$querySelectorAll('*')) {
      if (element.$shadowRoot) roots.push(element.$shadowRoot);
      if (element.$localName !== 'iframe') continue;
      const frame = element as HTMLIFrameElement;
      frames.push(frame);
      if (frame.$contentDocument) roots.push(frame.$contentDocument);
    }
  }
  const images: Promise<unknown>[] = [];
  let deferred = false;
  for (const image of roots.flatMap((root) => [...root.$querySelectorAll('img')])) {
    if (image.loading === 'lazy') {
      deferred ||= !image.complete;
      if (lazy) image.loading = 'eager';
    }
    if (image.loading === 'lazy' && !image.complete) continue;
    // An image without a source never decides.
    if (image.currentSrc === '' && image.src === '' && image.srcset === '') continue;
    if (image.$ownerDocument === document) images.push(image.decode().catch(() => {}));
    // In a frame, one that is scrolled out of sight is never decoded, and none loads while the clock stands.
    else if (!image.complete && !late) {
      const ends = ['load', 'error'].map(
        (end) => new Promise((done) => image.addEventListener(end, done, { once: true })),
      );
      images.push(Promise.race(ends));
    }
  }
  // Those near the window load by themselves, also before they are looked at: what is there tells of no load any more.
  const isComing = ({ $contentDocument: inside, src, srcdoc }: HTMLIFrameElement): boolean => {
    if (inside?.URL === 'about:blank') return srcdoc !== '' || (src !== '' && src !== 'about:blank');
    return inside !== null && inside.readyState !== 'complete';
  };
  for (const frame of lazy ? frames.filter(({ loading }) => loading === 'lazy') : []) {
    if (isComing(frame)) {
      images.push(new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })));
    }
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
      } else if (rule instanceof CSSKeyframesRule || rule instanceof CSSStartingStyleRule) found.animations = true;
      else if (rule instanceof CSSImportRule) readSheet(rule.styleSheet);
      else if (rule instanceof CSSGroupingRule) {
        if (rule instanceof CSSMediaRule && isForPrint(rule.media)) found.printStyles = true;
        readRules(rule.cssRules);
      } else if (rule instanceof CSSStyleRule && rule.cssRules.length > 0) readRules(rule.cssRules);
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
  // A document has no others but with script, or ours.
  for (const root of roots) if (root instanceof ShadowRoot) for (const sheet of root.styleSheets) readSheet(sheet);

  if (found.fonts || document.scripts.length > 0) {
    // Layout asks for the fonts that are used. Where some were asked for ahead, it waits for them (`areFontsComing`).
    const asked = document.hidden && [...document.fonts].some(({ status }) => status === 'loading');
    if (!asked) document.documentElement?.$getBoundingClientRect();
    // In a page that is not drawn Chromium may never tell that they have come: they are asked for (`areFontsComing`).
    if (document.fonts.status !== 'loaded' && !document.hidden) await document.fonts.ready;
  }
  if (images.length > 0) await Promise.all(images);
  const alive =
    document.scripts.length > 0 ||
    // Only script takes away a root, and it may put another in its place.
    document.documentElement === null ||
    document.querySelector(
      'iframe,frame,object,embed,video,audio,animate,animateTransform,animateMotion,set,meta[http-equiv="refresh" i],' +
        // Gets the focus, and the style for it, with a frame.
        '[autofocus],[onload],[onerror],[onanimationend],[ontransitionend],[onbegin]',
    ) !== null ||
    (found.animations && roots.some((root) => root.getAnimations().length > 0));
  const { printStyles } = found;
  // Without rules for fonts there are none that load, also where nothing has been laid out yet.
  const fontsComing = document.fonts.status !== 'loaded';
  // One that is no longer parsed is complete, and never was interactive. One that was written has the times of the empty one before.
  const isCut = ({ readyState, defaultView }: Document): boolean =>
    readyState === 'complete' && defaultView?.performance.timing.domContentLoadedEventStart === 0;
  const { $unparsed: unparsed = null } = globalThis as WrittenState;
  const written = unparsed !== null && unparsed === document.documentElement && document.readyState === 'complete';
  const cut = {
    document: written || isCut(document),
    frames: roots.filter(
      (root) => root !== document && root.$nodeType === Node.DOCUMENT_NODE && isCut(root as Document),
    ).length,
  };
  return { alive, deferred, elements: document.getElementsByTagName('*').length, printStyles, fontsComing, cut };
}

/** Whether fonts still load that the document needs. It is laid out when those have come that are known, which may ask for others. */
export function areFontsComing(): boolean {
  const areLoading = () => [...document.fonts].some(({ status }) => status === 'loading');
  if (areLoading()) return true;
  document.documentElement?.$getBoundingClientRect();
  return areLoading();
}

/**
 * Makes `decode` of an image resolve when it has loaded, or failed to, in our own world. Printing decodes what it needs by itself.
 */
export function takeLoadedForDecoded(): void {
  HTMLImageElement.prototype.decode = function (): Promise<void> {
    if (this.complete) return Promise.resolve();
    return new Promise((resolve) => {
      for (const end of ['load', 'error']) this.addEventListener(end, () => resolve(), { once: true });
    });
  };
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

/** Brings finite animations and transitions to their end, those in shadow roots and frames of the same origin too; returns how many there were. */
export function finishAnimations(): number {
  let finished = 0;
  // A document does not name what is in them.
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const element of root.$querySelectorAll('*')) {
      if (element.$shadowRoot) roots.push(element.$shadowRoot);
      const inner = element.$localName === 'iframe' ? (element as HTMLIFrameElement).$contentDocument : null;
      if (inner) roots.push(inner);
    }
  }
  for (const animation of roots.flatMap((root) => root.getAnimations())) {
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

/** The page's clock, in milliseconds since 1970. */
export function currentTime(): number {
  return Date.now();
}
