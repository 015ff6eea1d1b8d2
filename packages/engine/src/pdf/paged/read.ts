import { CdpError } from '../../cdp/connection.ts';
import type { Page } from '../../page/page.ts';
import { type InlineStyle, listInlineStyles } from './in-page/inline-styles.ts';
import { listSheets } from './in-page/sheets.ts';
import { PAGED, PAGED_ELEMENTS } from './pattern.ts';
import type { UnsupportedPlace } from './unsupported.ts';

/** Characters of style sheets that are read. */
const LONGEST = 4_000_000;
/** Elements whose `style` is read. */
const MOST_STYLES = 20_000;

export interface PagedSource {
  /** The document as it was given, if it was. */
  readonly html: string | undefined;
  /** A style sheet of the request. */
  readonly css: string | undefined;
}

/** What is read of a document before anything of it is changed. */
export interface PagedRules {
  readonly sheets: readonly ReadSheet[];
  /** Style sheets that are too long to be read. */
  readonly skipped: readonly UnsupportedPlace[];
  /** Elements whose `style` has something of paged media. */
  readonly styles: readonly InlineStyle[];
}

/**
 * Reads what the style sheets of a page ask for of paged media that is ours.
 * @returns `undefined` when there is nothing of it
 */
export async function readPaged(page: Page, source: PagedSource): Promise<PagedRules | undefined> {
  if (!mayBePaged(source)) return undefined;
  const [{ sheets, skipped }, styles] = await Promise.all([
    readSheets(page, source.css),
    mayHaveInline(source) ? page.call(listInlineStyles, PAGED_ELEMENTS.source, MOST_STYLES) : [],
  ]);
  return sheets.length + styles.length + skipped.length > 0 ? { sheets, skipped, styles } : undefined;
}

/** Whether elements may say something of paged media themselves. */
const mayHaveInline = ({ html }: PagedSource): boolean => html === undefined || PAGED_ELEMENTS.test(html);

/** Whether the page has to be asked: its source shows neither paged media nor that there may be more of it. */
function mayBePaged({ html, css }: PagedSource): boolean {
  return html === undefined || PAGED.test(css ?? '') || PAGED.test(html) || /<script|<link|@import/i.test(html);
}

interface ReadSheet {
  readonly index: number;
  readonly href: string | null;
  readonly text: string;
}

/** The texts of style sheets that have something of paged media. CSSOM has dropped what Chromium does not know. */
async function readSheets(
  page: Page,
  css: string | undefined,
): Promise<{ readonly sheets: ReadSheet[]; readonly skipped: UnsupportedPlace[] }> {
  const sheets: ReadSheet[] = [];
  const skipped: UnsupportedPlace[] = [];
  let length = 0;
  const take = (sheet: ReadSheet): void => {
    if (!PAGED.test(sheet.text)) return;
    length += sheet.text.length;
    if (length <= LONGEST) sheets.push(sheet);
    else skipped.push({ what: 'a style sheet beyond four million characters', address: sheet.href ?? undefined });
  };
  for (const { index, href, text } of await page.call(listSheets, PAGED.source)) {
    if (href === null) take({ index, href, text: text ?? '' });
    else take({ index, href, text: (await sheetText(page, href)) ?? '' });
  }
  // It stands where script puts style sheets, behind all others.
  if (css !== undefined && !/^https?:/i.test(css)) take({ index: -1, href: null, text: css });
  return { sheets, skipped };
}

/** What the page has loaded. */
async function sheetText({ session, mainFrame }: Page, url: string): Promise<string | undefined> {
  try {
    const { content, base64Encoded } = await session.send('Page.getResourceContent', { frameId: mainFrame, url });
    return base64Encoded ? Buffer.from(content, 'base64').toString('utf8') : content;
  } catch (error) {
    if (error instanceof CdpError) return undefined;
    throw error;
  }
}
