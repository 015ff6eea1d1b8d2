/**
 * Runs in the page. Takes back what a dialog that is hidden now did to the page around it: a backdrop, a blur, a lock of
 * scrolling.
 */
export function unlockPage(): void {
  const MEDIA = 'img,picture,svg,canvas,video,iframe,object,embed,table,form';
  const root = document.documentElement;
  const body = document.body as HTMLElement | null;
  if (!body) return;
  const set = (element: HTMLElement, name: string, value: string) =>
    element.$style.setProperty(name, value, 'important');

  const coversWindow = (element: HTMLElement) => {
    const { width, height } = element.$getBoundingClientRect();
    return width >= window.innerWidth * 0.9 && height >= window.innerHeight * 0.9;
  };
  const isEmpty = (element: HTMLElement, style: CSSStyleDeclaration) =>
    element.$textContent.trim() === '' && element.$querySelector(MEDIA) === null && style.backgroundImage === 'none';
  const isVeil = (element: HTMLElement, style: CSSStyleDeclaration) =>
    /^rgba\([^)]*, 0?\.\d+\)$/.test(style.backgroundColor) ||
    Number(style.opacity) < 1 ||
    style.backdropFilter !== 'none' ||
    /overlay|backdrop|mask|dimmer|scrim/i.test(`${element.$id} ${element.$getAttribute('class') ?? ''}`);

  for (const element of body.$querySelectorAll<HTMLElement>('*')) {
    if (!(element instanceof HTMLElement) || !element.$checkVisibility()) continue;
    const style = getComputedStyle(element);
    const isOuter = element.$parentElement === body || element.$parentElement?.$parentElement === body;
    if (isOuter && style.filter.includes('blur(')) set(element, 'filter', 'none');
    if (!/^(?:fixed|absolute)$/.test(style.position) || !coversWindow(element)) continue;
    if (isEmpty(element, style) && isVeil(element, style)) set(element, 'display', 'none');
  }
  for (const element of [root, body]) {
    const style = getComputedStyle(element);
    if (/hidden|clip/.test(style.overflowY)) {
      set(element, 'overflow', 'visible');
      set(element, 'height', 'auto');
      set(element, 'max-height', 'none');
    }
    if (style.position === 'fixed') set(element, 'position', 'static');
    if (style.filter.includes('blur(')) set(element, 'filter', 'none');
  }
}
