import type { Warning } from '../warnings.ts';
import type { Candidates } from './candidates.ts';
import type { Page } from './page.ts';

/**
 * Text that a PDF holds as a picture only. When Chromium prints, it paints text under a `filter` as pixels, whatever
 * the filter does, and text in perspective as outlines. Other 3D transforms, masks, blend modes and opacity leave
 * text as it is.
 */

export type Rasterized = Omit<Warning, 'code'> & { readonly code: 'text_rasterized' | 'image_rasterized' };

/** Pixels of a picture below which its bytes do not matter. */
const SMALL_PICTURE = 300 * 300;

type Effects = Pick<Candidates, 'effects' | 'animated'>;

const hasEffects = ({ effects, animated }: Effects): boolean => effects.length > 0 || animated;

/**
 * Takes away filters that change nothing, such as `blur(0)` and `brightness(1)`, so that text under them stays text.
 * The picture stays the same; so do stacking and containing blocks, which a filter makes of its own.
 * @returns how many elements had one
 */
export async function dropIdleFilters(page: Page, candidates: Effects): Promise<number> {
  return hasEffects(candidates) ? await page.call(disableIdleFilters, candidates.effects) : 0;
}

/** Tells of visible text that cannot be selected or searched in a PDF of the page, and of pictures that grow. */
export async function rasterizedContent(page: Page, candidates: Effects): Promise<Rasterized[]> {
  if (!hasEffects(candidates)) return [];
  const { characters, elements, pictures } = await page.call(countFlattened, candidates.effects, SMALL_PICTURE);
  return [
    ...(characters > 0 ? [textRasterized(characters, elements)] : []),
    ...(pictures > 0 ? [imageRasterized(pictures)] : []),
  ];
}

function imageRasterized(images: number): Rasterized {
  const what = images === 1 ? 'A picture is' : `${images} pictures are`;
  return {
    code: 'image_rasterized',
    message: `${what} under a CSS filter, and printed as pixels without loss, which may take many times the bytes of the file. Set "compression" to "images" to have photographs small.`,
    detail: { images },
  };
}

function textRasterized(characters: number, elements: number): Rasterized {
  const what = characters === 1 ? 'One character is' : `${characters} characters are`;
  return {
    code: 'text_rasterized',
    message: `${what} under a CSS filter or in perspective: printed as a picture, which cannot be selected or searched.`,
    detail: { characters, elements },
  };
}

/** Runs in the page. */
function disableIdleFilters(selectors: readonly string[]): number {
  const idle =
    /^(?:(?:blur\(0px\)|(?:brightness|contrast|saturate|opacity)\(1\)|(?:grayscale|sepia|invert)\(0\)|hue-rotate\(0deg\))\s*)+$/;
  const found = new Set<Element>();
  const look = (root: Document | ShadowRoot): void => {
    for (const selector of selectors) {
      try {
        for (const element of root.$querySelectorAll(selector)) found.add(element);
      } catch {
        // Of a kind that elements are not looked up by.
      }
    }
    for (const element of root.$querySelectorAll('*')) {
      if (element.$shadowRoot) look(element.$shadowRoot);
      const inner = element.$localName === 'iframe' && (element as HTMLIFrameElement).$contentDocument;
      if (inner) look(inner);
    }
  };
  look(document);
  for (const { effect } of document.getAnimations()) {
    if (effect instanceof KeyframeEffect && effect.target && !effect.pseudoElement) found.add(effect.target);
  }
  let disabled = 0;
  for (const element of found) {
    if (!idle.test(getComputedStyle(element).filter)) continue;
    const { $style: style } = element as HTMLElement | SVGElement;
    style.setProperty('filter', 'none', 'important');
    style.setProperty('will-change', 'filter', 'important');
    disabled += 1;
  }
  return disabled;
}

/** Runs in the page. Counts visible characters, apart from white space, in outermost elements with an effect. */
function countFlattened(
  selectors: readonly string[],
  small: number,
): { characters: number; elements: number; pictures: number } {
  const found = new Set<Element>();
  const look = (root: Document | ShadowRoot): void => {
    for (const selector of selectors) {
      try {
        for (const element of root.$querySelectorAll(selector)) found.add(element);
      } catch {
        // Of a kind that elements are not looked up by.
      }
    }
    for (const element of root.$querySelectorAll('*')) {
      if (element.$shadowRoot) look(element.$shadowRoot);
      const inner = element.$localName === 'iframe' && (element as HTMLIFrameElement).$contentDocument;
      if (inner) look(inner);
    }
  };
  look(document);
  for (const { effect } of document.getAnimations()) {
    if (effect instanceof KeyframeEffect && effect.target && !effect.pseudoElement) found.add(effect.target);
  }
  const isIn3d = ({ transform, rotate, translate }: CSSStyleDeclaration) =>
    transform.startsWith('matrix3d') ||
    /[xy] /.test(rotate) ||
    rotate.split(' ').length > 3 ||
    translate.split(' ').length === 3;
  // What stands in the space of a perspective: children, and their children where the space is kept.
  const inSpaceOf = (space: Element): Element[] =>
    [...space.$children].flatMap((child) => {
      const style = getComputedStyle(child);
      if (isIn3d(style)) return [child];
      return style.transformStyle === 'preserve-3d' ? inSpaceOf(child) : [];
    });
  const flat = new Set<Element>();
  for (const element of found) {
    const { filter, transform, perspective } = getComputedStyle(element);
    const { m14, m24, m44 } = new DOMMatrixReadOnly(transform.startsWith('matrix3d') ? transform : undefined);
    if (filter !== 'none' || m14 !== 0 || m24 !== 0 || m44 !== 1) flat.add(element);
    else if (perspective !== 'none') for (const inside of inSpaceOf(element)) flat.add(inside);
  }
  const isOutermost = (element: Element) => {
    for (let above = element.$parentElement; above; above = above.$parentElement) if (flat.has(above)) return false;
    return true;
  };
  const range = document.createRange();
  let characters = 0;
  let elements = 0;
  let pictures = 0;
  for (const root of flat) {
    if (!isOutermost(root)) continue;
    // What is in perspective keeps its picture as it is.
    if (getComputedStyle(root).filter !== 'none') {
      for (const image of root.$localName === 'img' ? [root] : root.$querySelectorAll('img')) {
        const { naturalWidth, naturalHeight, currentSrc } = image as HTMLImageElement;
        const vector = /^data:image\/svg|\.svg(?:$|[?#])/i.test(currentSrc);
        if (!vector && naturalWidth * naturalHeight > small && image.$checkVisibility({ visibilityProperty: true }))
          pictures += 1;
      }
    }
    const before = characters;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const text = node.data.replaceAll(/\s+/g, '');
      if (text === '') continue;
      const { $parentElement: parent } = node;
      if (!parent?.$checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      range.selectNodeContents(node);
      if (range.getClientRects().length > 0) characters += [...text].length;
    }
    if (characters > before) elements += 1;
  }
  return { characters, elements, pictures };
}
