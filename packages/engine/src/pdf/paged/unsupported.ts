import type { SheetParts } from './css-parts.ts';
import type { Doubt } from './in-page/refused.ts';
import { nthPages } from './nth-pages.ts';
import { BLANK, pageSelectors } from './page-selectors.ts';

/** What is told of a declaration or a selector that has no effect. */
export interface Unsupported {
  /** Such as `float: top` or `@page :nth()`. */
  readonly what: string;
  /** Line in the style sheet, from 1. */
  readonly line: number;
  /** What Chromium is asked about: it is told of only where that is refused. */
  readonly doubt?: Doubt | undefined;
}

/** Something of paged media that is not done, and where it is asked for. */
export interface UnsupportedPlace {
  readonly what: string;
  /** Line in the style sheet, or in the document for what stands in it; from 1. */
  readonly line?: number;
  /** The address of the style sheet; absent for one in the document. */
  readonly address?: string | undefined;
  /** Which of the style sheets in the document it is, from 1; 0 for a `style` attribute. */
  readonly sheet?: number;
  /** The page that it shows on, from 1, where no style sheet tells more. */
  readonly page?: number;
}

/** Properties of the drafts, and of programs that follow them, that nothing here does. */
const UNKNOWN_PROPERTIES: ReadonlySet<string> = new Set(
  (
    'footnote-policy footnote-display float-reference float-offset float-defer flow-into flow-from copy-into ' +
    'margin-break page-policy region-fragment hyphenate-before hyphenate-after hyphenate-lines hyphenate-resource ' +
    'bookmark-target'
  ).split(' '),
);
/** What other programs write before the names of properties. */
export const PREFIX: RegExp = /^-?(?:prince|ah|ro|weasy)-/;
/** What is told of hyphens that are asked for, where the browser has none for a language. */
export const HYPHENS = 'hyphens: auto';

/** @returns what is told of a declaration; `undefined` for one that is followed */
export function unsupportedValue(property: string, name: string, value: string): string | undefined {
  if (UNKNOWN_PROPERTIES.has(name)) return property;
  if (property === 'float' && /^(?:top|bottom|page|snap-|inline-footnote|block-)/i.test(value)) {
    return `float: ${value}`;
  }
  if (property !== name) return property;
  const color = /(?:^|[\s,(])((?:device-)?cmyk|prince-color|-ro-spot-color|spot-color)\(/i.exec(value)?.[1];
  if (color !== undefined) return `${property}: ${color}()`;
  const made = property === 'content' ? /(?:^|\s)(-?(?:prince|ah|ro)-[\w-]+|script)\(/i.exec(value)?.[1] : undefined;
  if (made !== undefined) return `content: ${made}()`;
  if (/^(?:-webkit-)?hyphens$/.test(property) && /^auto$/i.test(value)) return HYPHENS;
  return undefined;
}

/** Pages that Chromium can tell from others. */
const KNOWN_PAGE = /^(?:-?[a-z_\u0080-\uffff][\w\u0080-\uffff-]*)?(?::(?:first|left|right))?$/i;

/** Rules of other programs, and names that margin boxes had before there was a draft. */
const FOREIGN_RULE = /^@(?:-?(?:prince|ah|ro|weasy)-[\w-]+|top|bottom|left|right)$/i;

/** Selectors that Chromium drops with all that stands behind them. */
export function tellOfPreludes(
  text: string,
  { blocks }: SheetParts,
  lineAt: (place: number) => number,
  unsupported: Unsupported[],
): void {
  for (const { prelude, start, end } of blocks) {
    const tell = (what: string) =>
      unsupported.push({ what, line: lineAt(start + text.slice(start, end).search(/\S/)) });
    if (FOREIGN_RULE.test(prelude)) tell(prelude.split(/\s/)[0] as string);
    for (const selector of pageSelectors(prelude)) {
      if (!KNOWN_PAGE.test(selector) && !nthPages(selector) && !BLANK.test(`@page ${selector}`))
        tell(`@page ${selector}`);
    }
  }
}
