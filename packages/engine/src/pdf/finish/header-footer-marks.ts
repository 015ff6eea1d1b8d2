/**
 * Marks by which the header and the footer are found in the content of a page. Chromium paints both after the
 * document, from one template; a style sheet in it makes each of them paint as a whole, the header first, and puts a
 * dot before the header and one behind it. The dots are nearly white and have an opacity of 1 in 255, so that nobody
 * sees them where they stay.
 */

export type HeaderOrFooter = 'header' | 'footer';

/** Which of both a page does not show. */
export type HiddenHeaderFooter = Readonly<Record<HeaderOrFooter, boolean>>;

/** Red, green and blue. */
export type Rgb = readonly [number, number, number];

/** Colors of the dots, from 0 to 255. */
export const START: Rgb = [255, 254, 253];
export const HEADER_END: Rgb = [253, 254, 255];

const dot = (color: Rgb, order: number): string =>
  "all:initial!important;content:''!important;display:block!important;position:absolute!important;" +
  'left:0!important;top:0!important;width:1px!important;height:1px!important;' +
  `z-index:${order}!important;background:rgba(${color},0.004)!important;` +
  'print-color-adjust:exact!important';

/** Style of a template whose parts can be told from each other in what is printed. */
export const HEADER_FOOTER_MARKS: string =
  '#header,#footer{isolation:isolate!important}' +
  `body::before{${dot(START, -2147483648)}}#header::after{${dot(HEADER_END, 2147483647)}}`;

/** @param color from 0 to 1, as PDF has it */
export function isMark(mark: Rgb, color: Rgb, rectangle: readonly (number | string)[]): boolean {
  const isColor = mark.every((part, index) => Math.abs((color[index] ?? -1) - part / 255) < 0.001);
  return isColor && Math.abs(Number(rectangle[2])) === 1 && Math.abs(Number(rectangle[3])) === 1;
}

const SCHEME = /^platen-(header|footer):/;

/** What an address begins with in a header or footer whose links have to be found. */
export const schemeOf = (part: HeaderOrFooter): string => `platen-${part}:`;

/** Whether a link stands in the header or in the footer. */
export const partOfLink = (address: string): HeaderOrFooter | undefined =>
  SCHEME.exec(address)?.[1] as HeaderOrFooter | undefined;

export const withoutScheme = (address: string): string => address.replace(SCHEME, '');
