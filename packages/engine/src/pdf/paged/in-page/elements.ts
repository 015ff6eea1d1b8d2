import type { PagedState } from './sheets.ts';

/** The pages that are left blank. */
type BlankState = PagedState & { $blanks?: HTMLElement[] };

/** Runs in the page. Links to elements, without showing: Chromium writes the places of what is linked to. */
export function linkElements(ids: readonly string[]): void {
  const state = (globalThis as PagedState).$paged;
  const links = document.createElement('platen-links');
  links.$style.setProperty('display', 'none', 'important');
  for (const id of ids) {
    const link = document.createElement('a');
    link.$setAttribute('href', `#${encodeURIComponent(id)}`);
    links.$append(link);
  }
  document.documentElement.$append(links);
  state?.undo.push(() => links.$remove());
}

/** Runs in the page. Paints nothing, so that printing only lays out. @returns nothing */
export function paintNothing(nothing: boolean): void {
  const scope = globalThis as typeof globalThis & { $hidden?: CSSStyleSheet };
  if (!scope.$hidden) {
    scope.$hidden = new CSSStyleSheet();
    scope.$hidden.replaceSync(
      '*,::before,::after{visibility:hidden!important;background-image:none!important}@page{@top-left{visibility:hidden}}',
    );
  }
  const hidden = scope.$hidden;
  const others = document.adoptedStyleSheets.filter((sheet) => sheet !== hidden);
  document.adoptedStyleSheets = nothing ? [...others, hidden] : others;
}

/** Runs in the page. Leaves a page blank before each of some elements, in place of those that were left blank before. */
export function leaveBlank(ids: readonly string[]): void {
  const scope = globalThis as BlankState;
  const state = scope.$paged;
  for (const blank of scope.$blanks?.splice(0) ?? []) blank.$remove();
  const blanks: HTMLElement[] = [];
  scope.$blanks = blanks;
  /** A break before what is first in a box is one before the box (CSS Fragmentation 3, 4.1). */
  const beginningWith = (element: Element): Element => {
    let at = element;
    for (;;) {
      const parent: Element | null = at.$parentElement;
      if (!parent || parent === document.body || !document.body.$contains(parent)) return at;
      if (!/^(?:block|list-item|flow-root)$/.test(getComputedStyle(parent).display)) return at;
      for (let before = at.$previousSibling; before; before = before.$previousSibling) {
        if (before.$nodeType === Node.TEXT_NODE && (before.$nodeValue ?? '').trim() !== '') return at;
        if (!(before instanceof Element)) continue;
        const { display, position, float } = getComputedStyle(before);
        if (display !== 'none' && !/absolute|fixed/.test(position) && float === 'none') return at;
      }
      at = parent;
    }
  };
  for (const id of ids) {
    const blank = document.createElement('platen-blank');
    blank.$style.cssText = 'all:initial;display:block;page:platen-blank';
    const element = state?.elements.get(id);
    if (!element) continue;
    beginningWith(element).$before(blank);
    blanks.push(blank);
  }
}

/** Runs in the page. Takes away what was added to it. */
export function restoreElements(): void {
  const state = (globalThis as PagedState).$paged;
  if (!state) return;
  for (const undo of state.undo.splice(0).reverse()) undo();
}
