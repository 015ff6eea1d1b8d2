import type { ConversionRequest } from '../request/request.ts';

/**
 * Variables of headers and footers beyond those that Chromium fills in: numbers that are counted otherwise, and named
 * strings of the document.
 */

type Part = NonNullable<ConversionRequest['header']>;

/** `{{ page | plus: 2 }}`, `{{ total | minus: 1 }}`. */
const COUNTED = /\{\{\s{0,20}(page|total)\s{0,20}\|\s{0,20}(plus|minus)\s{0,20}:\s{0,20}(\d{1,6})\s{0,20}\}\}/g;
/** `{{ strings.chapter }}`, `{{ strings.chapter | last }}`. */
const STRING =
  /\{\{\s{0,20}strings\.([\w-]{1,100})(?:\s{0,20}\|\s{0,20}(first|start|last|first-except|entry))?\s{0,20}\}\}/g;

/** Elements that are filled in for each page. */
export const COUNTED_CLASS = 'platen-counted';
export const STRING_CLASS = 'platen-string';

/** Whether Chromium cannot fill in a header or footer, so that it is printed by itself. */
export const isPrintedApart = ({ header, footer }: Pick<ConversionRequest, 'header' | 'footer'>): boolean =>
  [header, footer].some(
    (part) => part !== undefined && (part.start_number !== undefined || withElements(part.source) !== part.source),
  );

/** Writes our variables as elements. A character of no width keeps their line as tall as it is with a text in it. */
export const withElements = (source: string): string =>
  source
    .replace(COUNTED, (_, of: string, sign: string, by: string) => {
      return `<span class="${COUNTED_CLASS}" data-of="${of}" data-by="${sign === 'minus' ? -by : by}">&#8203;</span>`;
    })
    .replace(STRING, (_, name: string, at = 'first') => {
      return `<span class="${STRING_CLASS}" data-name="${name}" data-at="${at}">&#8203;</span>`;
    });

/** A named string that a header or footer shows. */
export interface ShownString {
  readonly name: string;
  readonly keyword: string;
}

export const stringsIn = ({ header, footer }: Pick<ConversionRequest, 'header' | 'footer'>): ShownString[] =>
  [header, footer].flatMap((part: Part | undefined) =>
    [...(part?.source ?? '').matchAll(STRING)].map(([, name = '', keyword = 'first']) => ({ name, keyword })),
  );
