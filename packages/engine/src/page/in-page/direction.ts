/**
 * Functions that run inside the page, in the isolated world of `Page.call`: which way the document goes. Each is sent as
 * text: it uses its arguments and the page's globals, nothing of this module.
 */

/** The way that lines and blocks of the document go, which its body decides (CSS Writing Modes, 8.1). */
export type Direction = {
  /** Whether lines go from top to bottom or back: pages follow one another at the side. */
  readonly vertical: boolean;
  /** Where the window begins in the document, in CSS pixels: what does not fit may lie to the left or above. */
  readonly x: number;
  readonly y: number;
};

export function documentDirection(): Direction {
  const root = document.scrollingElement ?? document.documentElement;
  if (!root) return { vertical: false, x: 0, y: 0 };
  const { direction, writingMode } = getComputedStyle(document.body ?? root);
  const vertical = !writingMode.startsWith('horizontal');
  const leftwards = vertical ? /-rl$/.test(writingMode) : direction === 'rtl';
  const upwards = vertical && (direction === 'rtl') !== (writingMode === 'sideways-lr');
  return {
    vertical,
    x: leftwards ? Math.max(0, root.$scrollWidth - window.innerWidth) : 0,
    y: upwards ? Math.max(0, root.$scrollHeight - window.innerHeight) : 0,
  };
}

/** Brings the window to where the document begins. */
export function scrollToStart(): void {
  window.scrollTo({ left: 0, top: 0, behavior: 'instant' });
}

/**
 * Scales a document by its style, which Chromium does right where lines are vertical: its own scale loses the columns
 * between two pages. A scale of 1 takes that back.
 */
export function scaleByStyle(scale: number): void {
  const mark = 'html { zoom:';
  const others = document.adoptedStyleSheets.filter((sheet) => !sheet.cssRules[0]?.cssText.startsWith(mark));
  if (others.length < document.adoptedStyleSheets.length) document.adoptedStyleSheets = others;
  if (scale === 1) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${mark} ${scale} !important; }`);
  document.adoptedStyleSheets = [...others, sheet];
}

/**
 * Keeps a document as wide as it is in a window that becomes wider, for boxes that would grow with it and always need
 * more; 0 takes that back.
 * @param width CSS pixels that it is laid out in
 * @param window CSS pixels that the window will have
 */
export function holdWidth(width: number, window: number): void {
  const mark = 'html { --platen-width: held;';
  const others = document.adoptedStyleSheets.filter((sheet) => !sheet.cssRules[0]?.cssText.startsWith(mark));
  if (others.length < document.adoptedStyleSheets.length) document.adoptedStyleSheets = others;
  if (width === 0) return;
  const leftwards = getComputedStyle(document.body ?? document.documentElement).direction === 'rtl';
  const [left, right] = leftwards ? [window - width, 0] : [0, window - width];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `${mark} box-sizing: border-box !important; width: ${width}px !important; margin-left: ${left}px !important; margin-right: ${right}px !important; }`,
  );
  document.adoptedStyleSheets = [...others, sheet];
}
