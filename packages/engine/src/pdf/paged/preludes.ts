import { splitTop } from './content-list.ts';
import type { SheetParts } from './css-parts.ts';
import { BLANK } from './page-selectors.ts';

/** A part of the text of a style sheet, and what stands in its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The name of pages that are left blank. */
const BLANK_PAGE = 'platen-blank';

/** Blank pages have a name of ours; calls and markers of footnotes are elements of ours. */
export function preludeEdits({ blocks }: SheetParts): Edit[] {
  return blocks.flatMap(({ prelude, start, end }) => {
    if (BLANK.test(prelude)) return [{ start, end, text: `@page ${BLANK_PAGE}` }];
    if (!FOOTNOTE_PART.test(prelude)) return [];
    return [{ start, end, text: splitTop(prelude, ',').map(withFootnoteElement).join(',') }];
  });
}

const FOOTNOTE_PART = /::footnote-(call|marker)\b/i;

function withFootnoteElement(selector: string): string {
  const part = FOOTNOTE_PART.exec(selector)?.[1]?.toLowerCase();
  if (part === undefined) return selector;
  const note = selector.replace(FOOTNOTE_PART, '').trim() || '*';
  return part === 'call'
    ? `a[data-platen-call]:has(+ :is(${note}))::before`
    : `:is(${note})>a[data-platen-back]::before`;
}

/** Where the area is, is ours to say. */
export const areaStyle = (declarations: string): string =>
  declarations.replaceAll(/(?<![\w-])(?:float|position|content|counter-reset)\s*:[^;]*;?/gi, '');
