import { setTimeout } from 'node:timers/promises';
import type { Page } from '../page/page.ts';

/** Longest wait for files of a template, in milliseconds. */
export const FILE_TIMEOUT = 5_000;
/** Milliseconds between two looks at what still loads: the page's own clock may stand. */
const LOOK = 15;

/**
 * Loads fonts that stand as data in the styles of a template. Chromium lays a template out once, before a font of its
 * own could be read; it is there in time when the page has read the same data and holds it.
 */
export async function keepFonts(page: Page, template: string): Promise<void> {
  const fonts = [...template.matchAll(/@font-face\s*\{[^}]*\}/gi)].flatMap(([rule]) =>
    [...rule.matchAll(/url\(\s*(["']?)(data:[^"')\s]+)\1\s*\)/gi)].map(([, , address = '']) => address),
  );
  if (fonts.length === 0) return;
  await page.call(loadFonts, [...new Set(fonts)]);
  await filesLoaded(page);
}

/** Waits until fonts and pictures that were asked for have come or failed, but not for ever. */
export async function filesLoaded(page: Page): Promise<void> {
  const deadline = performance.now() + FILE_TIMEOUT;
  while ((await page.call(isLoading)) && performance.now() < deadline) await setTimeout(LOOK);
}

/** Runs in the page. */
function loadFonts(addresses: readonly string[]): void {
  for (const [index, address] of addresses.entries()) {
    const face = new FontFace(`platen-header-footer-${index}`, `url("${address}")`);
    document.fonts.add(face);
    face.load().catch(() => document.fonts.delete(face));
  }
}

/** Pictures that are loaded for a template, in the page's isolated world. */
type Pictures = typeof globalThis & { $pictures?: HTMLImageElement[] };

/** Runs in the page. Asks for pictures and holds them. */
export function askForPictures(addresses: readonly string[]): void {
  (globalThis as Pictures).$pictures = addresses.map((address) => {
    const image = document.createElement('img');
    image.src = address;
    return image;
  });
}

/** Runs in the page. */
function isLoading(): boolean {
  const pictures = (globalThis as Pictures).$pictures ?? [];
  return [...document.fonts].some(({ status }) => status === 'loading') || pictures.some(({ complete }) => !complete);
}
