import { candidateCharacters } from '../page/candidates.ts';
import { type FontMissing, missingGlyphs } from '../page/glyphs.ts';
import type { Page } from '../page/page.ts';
import type { ConversionRequest } from '../request/request.ts';
import { HEADER_AND_FOOTER, type HeaderFooterContext, headerFooterTemplate } from './header-footer.ts';
import { filesLoaded } from './header-footer-fonts.ts';

/** What can stand for a character beyond Latin-1: itself, or a reference; titles come from the document. */
const MAY_BE_MISSING = /[^\0-\xff]|&|title/;
const HOST = 'platen-header-footer-glyphs';

/** Tells of characters of headers and footers that no font has a glyph for. */
export async function missingInHeaderFooter(
  page: Page,
  options: Pick<ConversionRequest, 'header' | 'footer'>,
  context: HeaderFooterContext,
): Promise<FontMissing | undefined> {
  const shown = HEADER_AND_FOOTER.filter((name) => MAY_BE_MISSING.test(options[name]?.source ?? ''));
  if (shown.length === 0) return undefined;
  const html = shown.map((name) => headerFooterTemplate(name, options[name]?.source ?? '', context)).join('');
  try {
    const characters = candidateCharacters(await page.call(showTemplate, html, HOST));
    if (characters === '') return undefined;
    await filesLoaded(page);
    return await missingGlyphs(page, { characters, generated: [] }, { host: HOST, name: shown.join(' and ') });
  } finally {
    await page.call(removeTemplate, HOST);
  }
}

/**
 * Runs in the page. Lays a template out beside the document, of which only text and styles are taken: nothing of it
 * runs or loads. Its own fonts are lent to the document.
 * @returns its text
 */
function showTemplate(html: string, id: string): string {
  const host = document.createElement('div');
  host.id = id;
  host.style.cssText = 'all:initial;position:fixed;left:-20000px;top:0;width:1000px';
  const root = host.$attachShadow({ mode: 'open' });
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const copy = (from: Node, to: Node): void => {
    for (const node of from.$childNodes) {
      if (node instanceof Text) to.$appendChild(document.createTextNode(node.data));
      if (!(node instanceof HTMLElement) || /^(?:script|iframe|object|embed|link|meta|base|img)$/.test(node.$localName))
        continue;
      const element = document.createElement(node.$localName);
      for (const name of ['class', 'id', 'style', 'hidden']) {
        const value = node.$getAttribute(name);
        if (value !== null) element.$setAttribute(name, value);
      }
      copy(node, element);
      if (element.$classList.contains('title')) element.$textContent = document.title;
      to.$appendChild(element);
    }
  };
  copy(parsed.head, root);
  copy(parsed.body, root);
  document.documentElement.$append(host);
  const faces: FontFace[] = [];
  for (const sheet of root.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const [family, source] = ['font-family', 'src'].map((name) => rule.style.getPropertyValue(name));
      if (family && source && /^url\("data:/.test(source)) faces.push(new FontFace(family, source));
    }
  }
  for (const face of faces) document.fonts.add(face);
  Object.assign(host, { faces });
  for (const face of faces) face.load().catch(() => {});
  return [...root.$querySelectorAll(':not(style)')]
    .flatMap(({ $childNodes: childNodes }) =>
      [...childNodes].flatMap((node) => (node instanceof Text ? [node.data] : [])),
    )
    .join('');
}

/** Runs in the page. */
function removeTemplate(id: string): void {
  const host = document.getElementById(id) as (HTMLElement & { readonly faces?: readonly FontFace[] }) | null;
  for (const face of host?.faces ?? []) document.fonts.delete(face);
  host?.$remove();
}
