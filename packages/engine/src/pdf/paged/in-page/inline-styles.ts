import type { PagedState } from './sheets.ts';

/** What an element says in its `style`. */
export type InlineStyle = {
  /** Which of those that `listInlineStyles` found. */
  readonly index: number;
  readonly text: string;
};

type InlineState = PagedState & { $inline?: HTMLElement[] };

/** Runs in the page. @param paged source of the pattern that tells whether a text may have something of paged media in it */
export function listInlineStyles(paged: string, most: number): InlineStyle[] {
  const pattern = new RegExp(paged, 'i');
  const found: HTMLElement[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('[style]')) {
    if (found.length < most && pattern.test(element.$getAttribute('style') ?? '')) found.push(element);
  }
  (globalThis as InlineState).$inline = found;
  return found.map((element, index) => ({ index, text: element.$getAttribute('style') ?? '' }));
}

/** Runs in the page. Gives elements the declarations that Chromium keeps. @param styles as rules without a selector */
export function applyInlineStyles(styles: readonly InlineStyle[]): void {
  const scope = globalThis as InlineState;
  const made = document.createElement('p').style;
  for (const { index, text } of styles) {
    made.cssText = text;
    const own = scope.$inline?.[index]?.$style;
    for (const name of made) {
      if (name.startsWith('--platen-'))
        own?.setProperty(name, made.getPropertyValue(name), made.getPropertyPriority(name));
    }
  }
  scope.$paged?.selectors.add('[style*="--platen-"]');
}
