/**
 * Functions that run inside the page, in the isolated world of `Page.call`: what is added to a page, shown or hidden in it. Each is sent as text: it uses its
 * arguments and the page's globals, nothing of this module.
 */

/** Adds a style sheet at the end of the cascade; a policy of the page does not apply to it. */
export function addStyleSheet(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** Takes elements out of the layout; returns the place of the first selector that cannot be read, or -1. */
export function hideElements(selectors: readonly string[]): number {
  const unreadable = selectors.findIndex((selector) => {
    try {
      document.querySelector(selector);
      return false;
    } catch {
      return true;
    }
  });
  if (unreadable >= 0) return unreadable;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(selectors.map((selector) => `${selector}{display:none!important}`).join('\n'));
  document.adoptedStyleSheets.push(sheet);
  return -1;
}

/** Links a style sheet by address and waits until it has loaded or failed. */
export async function linkStyleSheet(url: string): Promise<boolean> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  return await new Promise((resolve) => {
    link.onload = () => resolve(true);
    link.onerror = () => resolve(false);
    (document.head ?? document.documentElement).$append(link);
  });
}

/** Loads a script by address and waits until it has run or failed. */
export async function linkScript(url: string): Promise<boolean> {
  const script = document.createElement('script');
  script.src = url;
  return await new Promise((resolve) => {
    script.onload = () => resolve(true);
    script.onerror = () => resolve(false);
    (document.head ?? document.documentElement).$append(script);
  });
}

/**
 * Shows content that Chromium does not lay out while it is outside the window (`content-visibility: auto`), contained as it is when it is seen (CSS Containment,
 * level 2, 4); returns how many boxes.
 */
export function showSkipped(): number {
  const always = ['layout', 'style', 'paint'];
  let shown = 0;
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const style = getComputedStyle(element);
    if (style.contentVisibility !== 'auto') continue;
    const { contain } = style;
    const own = contain === 'strict' ? ['size'] : contain.split(' ').filter((part) => part.endsWith('size'));
    element.$style.setProperty('contain', [...own, ...always].join(' '), 'important');
    element.$style.setProperty('content-visibility', 'visible', 'important');
    shown += 1;
  }
  return shown;
}

/** Tells what listens to scrolling that it may look again. */
export function tellScrolling(): void {
  document.dispatchEvent(new Event('scroll', { bubbles: true }));
}

export function scrollDownTo(top: number): void {
  window.scrollTo({ top, behavior: 'instant' });
}
