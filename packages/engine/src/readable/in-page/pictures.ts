/**
 * Whether the page shows a picture that may say something: an image, a drawing, a film or a frame, larger than a logo
 * or the sign of something that is loading. Such a page is not blank, though it has no text. Runs in the page.
 */
export function showsPicture(): boolean {
  /** Smallest area, in square CSS pixels. */
  const LEAST = 40_000;
  const MOST_ELEMENTS = 5_000;
  const PICTURES = new Set(['img', 'canvas', 'svg', 'video', 'iframe', 'object', 'embed', 'picture']);

  const isLarge = (element: Element): boolean => {
    const { width, height } = element.$getBoundingClientRect();
    return width * height >= LEAST;
  };
  const isSeen = (element: Element): boolean =>
    element.$checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const hasImage = (element: Element): boolean =>
    PICTURES.has(element.$localName) || /url\(|image-set\(/.test(getComputedStyle(element).backgroundImage);

  let asked = 0;
  for (const element of document.querySelectorAll('*')) {
    asked += 1;
    if (asked > MOST_ELEMENTS) return true;
    if (isLarge(element) && hasImage(element) && isSeen(element)) return true;
  }
  return false;
}
