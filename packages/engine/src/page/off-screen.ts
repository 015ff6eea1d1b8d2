import type { Candidates } from './candidates.ts';
import type { Page } from './page.ts';

/**
 * Hides links and closed parts that are fixed above or below the window, such as `Skip to content`, which come into it
 * for the keyboard only. On paper the window of each page joins that of the next: they would stand at the end of every
 * page, over its text. Other things that are fixed there are left alone: somebody may have meant them for the margins.
 */
export async function hideOffScreen(page: Page, { placed }: Pick<Candidates, 'placed'>): Promise<void> {
  if (placed.length > 0) await page.call(hideFixedOffScreen, placed);
}

/** Runs in the page. */
function hideFixedOffScreen(selectors: readonly string[]): void {
  const CLOSED = 'a[href^="#"],[aria-hidden="true"],[inert]';
  const isOut = (element: Element): boolean => {
    const { top, bottom, width, height } = element.$getBoundingClientRect();
    return width * height === 0 || bottom <= 0 || top >= window.innerHeight;
  };
  /** What has no size, or is not shown on the screen, may show something by its pseudo-elements or on paper. */
  const isShown = (element: Element): boolean => {
    const { width, height } = element.$getBoundingClientRect();
    return width * height > 0;
  };
  /** What other parts of the document are drawn with is drawn by those, as far as it is visible where it stands. */
  const SHARED = 'clipPath,mask,pattern,marker';
  /** Whether an ancestor takes the place of the window for what is fixed inside of it (CSS Transforms 1, section 2). */
  const isHeld = (element: Element): boolean => {
    for (let at = element.$parentElement; at; at = at.$parentElement) {
      const { transform, translate, rotate, scale, perspective, filter, backdropFilter, contain, willChange } =
        getComputedStyle(at);
      const none = [transform, translate, rotate, scale, perspective, filter, backdropFilter, contain];
      if (none.some((value) => value !== 'none' && value !== '') || willChange !== 'auto') return true;
    }
    return false;
  };
  for (const selector of selectors) {
    let elements: Iterable<HTMLElement> = [];
    try {
      elements = document.querySelectorAll<HTMLElement>(selector);
    } catch {
      // Of a kind that elements are not looked up by.
    }
    for (const element of elements) {
      if (!element.$matches(CLOSED) && !element.$querySelector(`:scope > a[href^="#"]:only-child`)) continue;
      if (getComputedStyle(element).position !== 'fixed' || isHeld(element)) continue;
      if (!isShown(element) || element.$querySelector(SHARED)) continue;
      if ([element, ...element.$querySelectorAll('*')].every(isOut))
        element.$style.setProperty('visibility', 'hidden', 'important');
    }
  }
}
