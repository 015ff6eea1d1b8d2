/**
 * Headers and footers. Chromium prints them from templates of its own kind: nearly invisible by default, without
 * scripts, without the page's styles and without the network.
 */

/** Print variables, and the classes by which Chromium fills them in. */
const VARIABLES: Readonly<Record<string, string>> = {
  page: 'pageNumber',
  total: 'totalPages',
  date: 'date',
  title: 'title',
  url: 'url',
};

/** Readable without any style of the author's, and in colour. */
const BASE_STYLE =
  '#header,#footer{padding:0!important}' +
  '.platen-band{box-sizing:border-box;width:100%;padding:0 0.4in;font:10px/1.4 "Liberation Sans",Arial,sans-serif;color:#000;' +
  '-webkit-print-color-adjust:exact;print-color-adjust:exact}' +
  '.platen-band *{-webkit-print-color-adjust:exact;print-color-adjust:exact}';

/** What makes Chromium refuse to print a template: it would have to load something. */
const LOADS = /<link\b|@import\b/i;

/** Whether Chromium can print the template. */
export function isPrintableBand(source: string): boolean {
  return !LOADS.test(source);
}

/**
 * The template that Chromium prints for a header or footer.
 * @param scale the zoom of the body, so that both are of one size
 */
export function bandTemplate(source: string, scale: number): string {
  const filled = source.replace(/\{\{\s*(page|total|date|title|url)\s*\}\}/g, (_, name: string) => {
    return `<span class="${VARIABLES[name]}"></span>`;
  });
  return `<style>${BASE_STYLE}</style><div class="platen-band" style="zoom:${scale}">${filled}</div>`;
}

/** A template that prints nothing; without one Chromium prints its own. */
export const EMPTY_BAND = '<span></span>';
