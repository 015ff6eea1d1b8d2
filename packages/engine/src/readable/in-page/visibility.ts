/** An area in window coordinates beyond which nothing shows. */
export interface Clip {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What an element hands down to what is inside it. */
export interface Sight {
  /** Text directly inside does not show; an element further down may show again. */
  readonly hidden: boolean;
  /** The box lies where nothing shows; inline content shares the fate of its block. */
  readonly outside: boolean;
  /** What cuts off content in the flow, content with position absolute, and content with position fixed. */
  readonly clip: Clip;
  readonly absoluteClip: Clip;
  readonly fixedClip: Clip;
  /** The box of the element itself, in window coordinates; inline elements are not asked for theirs. */
  readonly box: DOMRect | undefined;
  /** Colour behind the text, images aside; empty where it is not one plain colour. */
  readonly background: string;
  /** Computed `display` of the element itself, and whether it is fixed to the window. */
  readonly display: string;
  readonly fixed: boolean;
}

export interface Visibility {
  /** What shows at the root of the document. */
  readonly root: Sight;
  /** What shows inside an element; `undefined` when neither it nor anything inside it shows. */
  enter(element: Element, style: CSSStyleDeclaration, outer: Sight): Sight | undefined;
  /** Whether the text directly inside an element can be read: size in CSS pixels, and colour. */
  isLegible(element: Element, style: CSSStyleDeclaration, sight: Sight, fontSize: number): boolean;
}

/** An element that paints more than text: what lies on top of it stands on its colours. */
interface Painter {
  readonly element: Element;
  readonly box: DOMRect;
  /** It has a background colour only. */
  readonly plain: boolean;
}

type Paint = 'picture' | 'color' | 'nothing';

/**
 * Decides from computed style and boxes what a person can see. Runs in the page.
 *
 * Not seen: what is not displayed, not visible, transparent, clipped away, outside of what can be scrolled to, or
 * written too small or in the colour of its background.
 */
export function createVisibility(): Visibility {
  const FAINTEST = 0.05;
  const SMALLEST = 2;
  /** Of one square pixel, as a transform makes it. */
  const LEAST_AREA = 1e-4;
  const view = document.documentElement;
  const everything = Number.POSITIVE_INFINITY;
  let overlapChecks = 2_000_000;
  let pictures: Painter[] | undefined;
  let painters: Painter[] | undefined;
  /** What was found out about the backgrounds of elements, each of which is that of everything inside. */
  const imageBehind = new Map<Element, boolean>();
  /** The last sight of an inline element, and of what it was inside: most of a paragraph share it. */
  let inline: Sight | undefined;
  let inOuter: Sight | undefined;

  const rootClip = (): Clip => {
    const rootStyle = getComputedStyle(view);
    const bodyStyle = document.body ? getComputedStyle(document.body) : rootStyle;
    // The body decides which way the document goes (CSS Writing Modes, 8.1).
    const { direction, writingMode } = bodyStyle;
    const vertical = !writingMode.startsWith('horizontal');
    const leftwards = vertical ? writingMode.endsWith('-rl') : direction === 'rtl' || rootStyle.direction === 'rtl';
    const upwards = vertical && (direction === 'rtl') !== (writingMode === 'sideways-lr');
    const overflow = rootStyle.overflowX === 'visible' ? bodyStyle.overflowX : rootStyle.overflowX;
    const fixedWidth = overflow === 'hidden' || overflow === 'clip';
    const left = -window.scrollX;
    const width = Math.max(view.$clientWidth, 1);
    return {
      left: leftwards && !fixedWidth ? -everything : left,
      right: fixedWidth || leftwards ? left + width : everything,
      top: upwards ? -everything : -window.scrollY,
      bottom: upwards ? view.$clientHeight - window.scrollY : everything,
    };
  };

  const intersect = (a: Clip, b: Clip): Clip => {
    const clip = {
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    };
    // A pixel or two is not for reading: the usual way to write for screen readers only.
    const tooSmall = clip.right - clip.left <= SMALLEST || clip.bottom - clip.top <= SMALLEST;
    return tooSmall ? { left: 0, top: 0, right: 0, bottom: 0 } : clip;
  };

  const isOutside = (box: DOMRect, clip: Clip): boolean =>
    box.right <= clip.left || box.left >= clip.right || box.bottom <= clip.top || box.top >= clip.bottom;

  /** `clip` and `clip-path` that leave nothing. */
  const isClippedAway = (style: CSSStyleDeclaration, outOfFlow: boolean): boolean => {
    if (outOfFlow && style.clip !== 'auto') {
      const [top = 0, right = 0, bottom = 0, left = 0] = (style.clip.match(/-?[\d.]+(?=px)|auto/g) ?? []).map((side) =>
        side === 'auto' ? Number.NaN : Number(side),
      );
      if (bottom - top <= SMALLEST || right - left <= SMALLEST) return true;
    }
    const path = style.clipPath;
    if (path === 'none') return false;
    const inset = /^inset\(([\d.]+)(px|%)/.exec(path);
    if (inset) return inset[2] === '%' && Number(inset[1]) >= 50;
    return (
      /^circle\(0(?:px|%)?[ )]/.test(path) ||
      /^polygon\(0(?:px|%)? 0(?:px|%)?(?:, 0(?:px|%)? 0(?:px|%)?)*\)$/.test(path)
    );
  };

  const clipsContent = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
  const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';

  const innerClip = (element: Element, style: CSSStyleDeclaration, clip: Clip, box: DOMRect): Clip => {
    const { overflow } = style;
    if (overflow === 'visible') return clip;
    const [overflowX = overflow, overflowY = overflowX] = overflow.split(' ');
    if (element === element.$ownerDocument.body || element === element.$ownerDocument.documentElement) return clip;
    // What a scroller holds can be scrolled to, unless the scroller itself is out of sight.
    if (scrolls(overflowX) || scrolls(overflowY)) {
      const seen = box.width > SMALLEST && box.height > SMALLEST && !isOutside(box, clip);
      return seen
        ? { left: -everything, top: -everything, right: everything, bottom: everything }
        : intersect(clip, box);
    }
    const { left, right, top, bottom } = box;
    return intersect(clip, {
      left: clipsContent(overflowX) ? left : -everything,
      right: clipsContent(overflowX) ? right : everything,
      top: clipsContent(overflowY) ? top : -everything,
      bottom: clipsContent(overflowY) ? bottom : everything,
    });
  };

  /** Whether a transform has shrunk an element to nothing: what has no size by itself, as the panes of a map, may only be moved. */
  const isShrunk = (element: Element, { transform }: CSSStyleDeclaration): boolean => {
    const { $offsetWidth: width = 1, $offsetHeight: height = 1 } = element as HTMLElement;
    if (width > 0 || height > 0) return true;
    const { m11, m12, m21, m22 } = new DOMMatrix(transform);
    return Math.abs(m11 * m22 - m12 * m21) < LEAST_AREA;
  };

  /** An element without a box of its own: what clips and moves boxes has no effect on it. */
  const enterInline = (style: CSSStyleDeclaration, display: string, outer: Sight): Sight => {
    const hidden = outer.outside || style.visibility !== 'visible';
    const background = backgroundOf(style, outer.background);
    if (
      inOuter === outer &&
      inline?.hidden === hidden &&
      inline.background === background &&
      inline.display === display
    )
      return inline;
    const { outside, clip, absoluteClip, fixedClip } = outer;
    inOuter = outer;
    inline = { hidden, outside, clip, absoluteClip, fixedClip, box: undefined, background, display, fixed: false };
    return inline;
  };

  const enterBox = (element: Element, style: CSSStyleDeclaration, display: string, outer: Sight): Sight | undefined => {
    const { position } = style;
    const fixed = position === 'fixed';
    const outOfFlow = fixed || position === 'absolute';
    if (style.contentVisibility === 'hidden' || isClippedAway(style, outOfFlow)) return undefined;
    const clip = fixed ? outer.fixedClip : outOfFlow ? outer.absoluteClip : outer.clip;
    let box = element.$getBoundingClientRect();
    let moved = false;
    if (box.width < 1 && box.height < 1) {
      moved = style.transform !== 'none';
      // Asking for the transform lays out what Chromium has skipped, such as the content of closed details.
      box = element.$getBoundingClientRect();
      if (moved && box.width < 1 && box.height < 1 && isShrunk(element, style)) return undefined;
    }
    const inner = innerClip(element, style, clip, box);
    // The dearest property of all, and without effect on a box that is clipped as all around it.
    if (inner !== outer.absoluteClip || inner !== outer.fixedClip) moved = style.transform !== 'none';
    const outside = isOutside(box, clip) || (inner !== clip && inner.right <= inner.left);
    return {
      hidden: outside || style.visibility !== 'visible',
      outside,
      clip: inner,
      absoluteClip: moved || position !== 'static' ? inner : outer.absoluteClip,
      fixedClip: moved ? inner : outer.fixedClip,
      box,
      background: backgroundOf(style, outer.background),
      display,
      fixed,
    };
  };

  const enter = (element: Element, style: CSSStyleDeclaration, outer: Sight): Sight | undefined => {
    const { display } = style;
    if (display === 'none' || Number(style.opacity) < FAINTEST) return undefined;
    const boxless = display === 'inline' || display === 'contents';
    return boxless ? enterInline(style, display, outer) : enterBox(element, style, display, outer);
  };

  const backgroundOf = ({ backgroundColor: color }: CSSStyleDeclaration, outer: string): string => {
    if (color === 'rgba(0, 0, 0, 0)') return outer;
    return color.startsWith('rgb(') ? color : '';
  };

  const isLegible = (element: Element, style: CSSStyleDeclaration, sight: Sight, fontSize: number): boolean => {
    if (fontSize < 1 || isIndentedAway(element, style)) return false;
    const fill = style.webkitTextFillColor;
    if (fill.startsWith('rgba(') && /, 0(?:\.0\d*)?\)$/.test(fill)) {
      const stroked = Number.parseFloat(style.webkitTextStrokeWidth) > 0;
      return stroked || style.backgroundClip.includes('text') || style.textShadow !== 'none';
    }
    if (fill !== sight.background) return true;
    return style.textShadow !== 'none' || hasImageBehind(element) || isPaintedBehind(element);
  };

  /** Text moved out of the window by its indent, so that an image takes its place. */
  const isIndentedAway = (element: Element, { textIndent }: CSSStyleDeclaration): boolean => {
    if (textIndent === '0px') return false;
    const box = element.$getBoundingClientRect();
    const indent = Number.parseFloat(textIndent) * (textIndent.endsWith('%') ? box.width / 100 : 1);
    return indent < -100 && box.left + indent < -50;
  };

  /** Whether the nearest ancestor that paints its background does so with an image. */
  const hasImageBehind = (element: Element): boolean => {
    const asked: Element[] = [];
    let found: boolean | undefined;
    for (let current: Element | null = element; current && found === undefined; current = current.$parentElement) {
      found = imageBehind.get(current) ?? paintsImage(getComputedStyle(current));
      asked.push(current);
    }
    for (const each of asked) imageBehind.set(each, found ?? false);
    return found ?? false;
  };

  /** Whether a background shows an image; `undefined` where there is none. */
  const paintsImage = (style: CSSStyleDeclaration): boolean | undefined => {
    if (style.backgroundImage !== 'none') return true;
    return hasColor(style) ? false : undefined;
  };

  /** Whether something other than its ancestors' plain backgrounds lies under an element, such as an image. */
  const isPaintedBehind = (element: Element): boolean => {
    const box = element.$getBoundingClientRect();
    pictures ??= findPainters('img,video,canvas,svg,iframe,object,embed', () => 'picture');
    if (liesOn(pictures, element, box)) return true;
    // Asking every element for its style is dear: most of what is written in the colour of the page is on a picture.
    painters ??= findPainters('*', paintOf);
    return liesOn(painters, element, box);
  };

  const liesOn = (list: readonly Painter[], element: Element, box: DOMRect): boolean => {
    overlapChecks -= list.length;
    if (overlapChecks < 0) return false;
    return list.some(
      (other) =>
        (!other.plain || !other.element.$contains(element)) &&
        other.box.left < box.right &&
        other.box.right > box.left &&
        other.box.top < box.bottom &&
        other.box.bottom > box.top,
    );
  };

  const findPainters = (selector: string, paint: (element: Element) => Paint): Painter[] => {
    const found: Painter[] = [];
    for (const element of document.body?.$querySelectorAll(selector) ?? []) {
      const painted = paint(element);
      if (painted !== 'nothing') {
        found.push({ element, plain: painted === 'color', box: element.$getBoundingClientRect() });
      }
      if (found.length > 5_000) break;
    }
    return found;
  };

  /** What an element paints besides text. A plain colour that is not taken out of the flow lies under its own text. */
  const paintOf = (element: Element): Paint => {
    const style = getComputedStyle(element);
    const decorated = ['::before', '::after'].some((pseudo) => {
      const its = getComputedStyle(element, pseudo);
      return its.content !== 'none' && (its.backgroundImage !== 'none' || hasColor(its));
    });
    if (decorated || style.backgroundImage !== 'none') return 'picture';
    return hasColor(style) && style.position !== 'static' ? 'color' : 'nothing';
  };

  const hasColor = ({ backgroundColor }: CSSStyleDeclaration): boolean => backgroundColor !== 'rgba(0, 0, 0, 0)';

  const clip = rootClip();
  const canvas = 'rgb(255, 255, 255)';
  return {
    root: {
      hidden: false,
      outside: false,
      clip,
      absoluteClip: clip,
      fixedClip: clip,
      box: undefined,
      background: canvas,
      display: 'block',
      fixed: false,
    },
    enter,
    isLegible,
  };
}
