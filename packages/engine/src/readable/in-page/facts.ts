import type { Block, Box, MARK } from '../blocks.ts';
import type { Common, Context, Paragraph } from './context.ts';

export interface Facts {
  isInline(display: string): boolean;
  /** What the author calls an element: class, id, role and the like, as lower-case words. */
  hintsOf(element: Element): string;
  common(element: Element, context: Context): Common;
  /** Where a paragraph without an element of its own lies. */
  boxOfText(paragraph: Paragraph, context: Context): Box | undefined;
  /** Font size in CSS pixels. */
  fontSizeOf(style: CSSStyleDeclaration): number;
  /** The same, without a fraction. */
  sizeOf(context: Context): number;
  /** Marks that an element hands down to its text. */
  marksOf(element: Element, name: string, style: CSSStyleDeclaration, outer: Context): number;
  /** All marks of the text right inside of an element. */
  textMarks(context: Context): number;
  /** A line that one inline element fills goes by that element's names too. */
  withInnerHints(element: Element, block: Block): Block;
}

/** Runs in the page. */
export function createFacts(marks: typeof MARK, wanted: ReadonlySet<Element>): Facts {
  const INLINE = new Set(
    'inline,contents,inline-block,inline-flex,inline-grid,inline-table,ruby,ruby-text,inline math,math'.split(','),
  );
  /** Longest hints that are kept, in characters. */
  const LONGEST = 240;
  const BOLD = 600;

  const NAMES = ['itemprop', 'data-testid', 'data-component', 'aria-label'];
  const hintsOf = (element: Element): string => {
    if (!element.$hasAttributes()) return '';
    const role = element.$getAttribute('role');
    let names = element.$getAttribute('class') ?? '';
    if (element.$id !== '') names += ` ${element.$id}`;
    for (const name of NAMES) {
      const value = element.$getAttribute(name);
      if (value !== null) names += ` ${value}`;
    }
    if (role === null && names === '') return '';
    const words = names
      .slice(0, LONGEST)
      .replace(/([a-z\d])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/[_\s]+/g, (gap) => (gap.includes('_') ? '-' : ' '));
    return `${role === null ? '' : `role:${role} `}${words.trim()}`.trim().slice(0, LONGEST);
  };

  const scrolled = { left: window.scrollX, top: window.scrollY };
  /** Boxes are given as if lines went from left to right and followed one another downwards. */
  const toBox = (rect: DOMRect, { left, top }: Context, flow: string): Box => {
    const x = Math.round(rect.x + scrolled.left + left);
    const y = Math.round(rect.y + scrolled.top + top);
    const [width, height] = [Math.round(rect.width), Math.round(rect.height)];
    if (flow.startsWith('horizontal')) return [x, y, width, height];
    return [y, flow.endsWith('-rl') ? window.innerWidth - x - width : x, height, width];
  };

  /** Paragraphs that line breaks part are asked for one after the other, and are within the same nodes. */
  let measured: { readonly first: Node; readonly last: Node; readonly box: Box | undefined } | undefined;
  const boxOfText = ({ first, last }: Paragraph, context: Context): Box | undefined => {
    if (!first || !last) return undefined;
    if (measured?.first !== first || measured.last !== last) {
      measured = { first, last, box: boxBetween(first, last, context) };
    }
    return measured.box;
  };

  const boxBetween = (first: Node, last: Node, context: Context): Box | undefined => {
    const range = (first.$ownerDocument ?? document).createRange();
    try {
      range.setStartBefore(first);
      range.setEndAfter(last);
    } catch {
      // A node of a shadow tree's root.
      return undefined;
    }
    return toBox(range.getBoundingClientRect(), context, context.style.writingMode);
  };

  /** The text of an element and its block are asked for one after the other. */
  let last: { readonly element: Element; readonly common: Common } | undefined;
  const common = (element: Element, context: Context): Common => {
    if (last?.element === element) return last.common;
    const found: { -readonly [Name in keyof Common]: Common[Name] } = {
      tag: element.$localName,
      box: toBox(context.sight.box ?? element.$getBoundingClientRect(), context, context.flow),
    };
    const hints = hintsOf(element);
    if (hints !== '') found.hints = hints;
    if (wanted.has(element)) found.wanted = true;
    if (context.sight.fixed) found.fixed = true;
    last = { element, common: found };
    return found;
  };

  const marksOf = (element: Element, name: string, style: CSSStyleDeclaration, outer: Context): number => {
    let found = outer.marks;
    if (style.textDecorationLine.includes('line-through')) found |= marks.strike;
    if (wanted.size > 0 && wanted.has(element)) found |= marks.wanted;
    switch (name) {
      case 'sub':
        return found | marks.sub;
      case 'sup':
        return found | marks.sup;
      case 'code':
      case 'kbd':
      case 'samp':
      case 'tt':
        return found | marks.code;
      case 'button':
        return found | marks.control;
      default:
        return element.$getAttribute('role') === 'button' ? found | marks.control : found;
    }
  };

  const textMarks = ({ style, blockStyle, marks: given, muted }: Context): number => {
    let found = given;
    if (Number(style.fontWeight) >= BOLD) found |= marks.strong;
    // A block that is all in italics stresses nothing.
    if (style !== blockStyle && style.fontStyle !== 'normal' && blockStyle.fontStyle === 'normal') {
      found |= marks.emphasis;
    }
    return found & ~muted;
  };

  /** The text of an element and its block are asked for one after the other. */
  let sized: { readonly style: CSSStyleDeclaration; readonly size: number } | undefined;
  const fontSizeOf = (style: CSSStyleDeclaration): number => {
    if (sized?.style !== style) sized = { style, size: Number.parseFloat(style.fontSize) };
    return sized.size;
  };

  const withInnerHints = (element: Element, block: Block): Block => {
    const child = element.$firstElementChild;
    if (element.$childElementCount !== 1 || !child || child.$textContent !== element.$textContent?.trim()) return block;
    const hints = `${block.hints ?? ''} ${hintsOf(child)}`.trim();
    return hints === '' ? block : { ...block, hints };
  };

  return {
    isInline: (display) => INLINE.has(display),
    fontSizeOf,
    sizeOf: ({ style }) => Math.round(fontSizeOf(style)),
    hintsOf,
    common,
    boxOfText,
    marksOf,
    textMarks,
    withInnerHints,
  };
}
