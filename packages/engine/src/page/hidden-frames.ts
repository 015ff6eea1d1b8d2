import { drawOneFrame } from './frame.ts';
import type { Page } from './page.ts';
import { setViewport, type Viewport } from './viewport.ts';
import { freezeViewportUnits } from './viewport-units.ts';

/** The tallest viewport, in CSS pixels. */
const TALLEST = 32_768;

/**
 * Runs `work` with the frames and fixed backgrounds drawn that lie below the viewport. Chromium draws no frame of another
 * site and no fixed background outside the viewport, so the viewport is made taller meanwhile: lengths that follow its
 * height are held, and so is what is fixed to it. A page that is laid out anew all the same is left as it was, with its
 * frames white.
 * @param bottom where what is needed of the page ends, in CSS pixels
 */
export async function withFramesDrawn<T>(
  page: Page,
  { bottom, viewport }: { readonly bottom: number; readonly viewport: Viewport },
  work: () => Promise<T>,
): Promise<T> {
  if (bottom <= viewport.height || !(await page.call(hasHiddenParts))) return await work();
  await page.call(freezeViewportUnits, true, false);
  await page.call(pinFixed, true);
  try {
    const before = await page.call(layoutOf);
    await setViewport(page, { ...viewport, height: Math.min(bottom, TALLEST) });
    await drawOneFrame(page);
    if ((await page.call(layoutOf)) !== before) {
      await setViewport(page, viewport);
      await drawOneFrame(page);
    }
    return await work();
  } finally {
    await page.call(pinFixed, false);
    await page.call(freezeViewportUnits, false, false);
    await setViewport(page, viewport);
  }
}

/** Runs in the page. Whether a document of another origin is shown below the viewport, or a background is fixed to it. */
function hasHiddenParts(): boolean {
  const find = (root: Document, top: number): boolean =>
    [...root.$querySelectorAll<HTMLIFrameElement>('iframe,frame,object,embed')].some((frame) => {
      const box = frame.$getBoundingClientRect();
      if (box.width === 0 || box.height === 0) return false;
      const inner = frame.$contentDocument;
      return inner ? find(inner, top + box.top) : top + box.bottom > window.innerHeight;
    });
  if (find(document, 0)) return true;
  return [...document.querySelectorAll('html, body, body *')].some((element) => {
    const { backgroundAttachment, backgroundImage } = getComputedStyle(element);
    return backgroundImage !== 'none' && backgroundAttachment.includes('fixed');
  });
}

/** Runs in the page. A number that changes when boxes of the document change their place or size. */
function layoutOf(): number {
  const mostElements = 20_000;
  let hash = 17;
  const add = (value: number): void => {
    hash = (Math.imul(hash, 31) + Math.round(value)) | 0;
  };
  const elements = document.querySelectorAll('body, body *');
  for (let at = 0; at < Math.min(elements.length, mostElements); at += 1) {
    const { left, top, width, height } = (elements[at] as Element).$getBoundingClientRect();
    for (const value of [left, top, width, height]) add(value);
  }
  return hash;
}

/** Runs in the page. Holds what is fixed to the viewport where it is now; `false` lets it go. */
function pinFixed(on: boolean): void {
  const world = globalThis as { $unpin?: (() => void)[] };
  for (const unpin of world.$unpin?.splice(0) ?? []) unpin();
  if (!on) return;
  const unpins: (() => void)[] = [];
  world.$unpin = unpins;
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { position, transform, top, height } = getComputedStyle(element);
    if (position !== 'fixed' || transform !== 'none') continue;
    const before = element.$getAttribute('style');
    // Computed lengths of a positioned box are used ones, in pixels.
    for (const [name, value] of Object.entries({
      top,
      height,
      bottom: 'auto',
      'min-height': '0',
      'max-height': 'none',
    })) {
      element.$style.setProperty(name, value, 'important');
    }
    unpins.push(() => {
      if (before === null) element.$removeAttribute('style');
      else element.$setAttribute('style', before);
    });
  }
}
