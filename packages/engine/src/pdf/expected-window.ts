import type { Viewport } from '../page/viewport.ts';
import { parseMargins } from '../request/margins.ts';
import { parsePageSize } from '../request/paper.ts';
import type { ConversionRequest } from '../request/request.ts';
import { type Geometry, marginsWith } from './geometry.ts';

/**
 * A document is laid out for the width between its margins before it is printed. Whose style sheet names margins is opened
 * in that width, where it can be read off its text: else it is laid out once for the usual width and once for its own.
 */

/** The one rule for all pages, without margin boxes in it. */
const PAGE_RULE = /@page\s{0,9}\{([^{}]{0,500})\}/i;
/** What makes it uncertain that the rule holds, or is the only one. */
const UNCERTAIN = /@page[\s\S]*@page|@media[^{}]{0,300}\{\s{0,9}@page|@import|<link\b|!important/i;
/** Rules for windows of some sizes alone: a font that they ask for is waited for in the window that the document begins in. */
const BY_SIZE = /(?:@media[^{}]{0,300}|\bmedia\s{0,9}=[^<>]{0,300})(?:width|height|aspect|orientation)|@container/i;
/** The declarations that are understood. */
const DECLARATION = /^\s{0,9}(size|margin)\s{0,9}:([^:]{1,100})$/i;

/**
 * The window that the document of a request is expected to be laid out in on paper. What is expected wrongly is found when
 * the document is measured, and costs a layout.
 * @param viewport the viewport that it has otherwise
 * @returns `undefined` where nothing is known, or that viewport is no wider
 */
export function expectedWindow(
  html: string,
  { options, geometry, viewport }: { options: ConversionRequest; geometry: Geometry; viewport: Viewport },
): Viewport | undefined {
  if (options.viewport !== undefined || options.fit === 'none' || options.css !== undefined) return undefined;
  if (geometry.turned || options.expand || options.header || options.footer) return undefined;
  if (/@font-face/i.test(html) && BY_SIZE.test(html)) return undefined;
  const [, text] = UNCERTAIN.test(html) ? [] : (PAGE_RULE.exec(html) ?? []);
  if (text === undefined) return undefined;
  const found = new Map<string, string>();
  for (const declaration of text.split(';').filter((part) => part.trim() !== '')) {
    const [, name, value] = DECLARATION.exec(declaration) ?? [];
    if (name === undefined || value === undefined) return undefined;
    found.set(name.toLowerCase(), value.trim());
  }
  const margin = found.has('margin') ? parseMargins(found.get('margin') as string) : undefined;
  const size = found.get('size');
  const named = size === undefined || size === 'auto' ? geometry.paper : parsePageSize(size, geometry.paper);
  const paper = geometry.explicitPaper ? geometry.paper : named;
  if (margin === undefined || paper === undefined || paper.height === 'auto') return undefined;
  const side = (pixels: number) => ({ pixels, share: 0 });
  const all = { top: null, bottom: null, right: side(margin.right), left: side(margin.left) };
  const { left, right } = marginsWith(geometry, { all, first: all });
  const target = Math.max(1, paper.width - left - right) / options.zoom;
  return viewport.width > target + 1 ? { ...viewport, width: Math.floor(target) } : undefined;
}
