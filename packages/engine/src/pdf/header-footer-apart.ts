import type { Page } from '../page/page.ts';
import type { ConversionRequest } from '../request/request.ts';
import type { HeaderOrFooter } from './finish/header-footer-marks.ts';
import { HEADER_AND_FOOTER, type HeaderFooterContext, headerFooterTemplate } from './header-footer.ts';
import { showsOn } from './header-footer-pages.ts';
import { stringsIn } from './header-footer-variables.ts';
import type { Settled } from './paged/settling.ts';

/**
 * Headers and footers that Chromium cannot fill in. They are printed as a document of their own, with a page for each
 * page, which is laid over the other.
 */
export interface HeaderFooterApart {
  /** What Chromium would print on every page. */
  readonly templates: Readonly<Partial<Record<HeaderOrFooter, string>>>;
  /** The pages of the PDF, in its order. */
  readonly pages: readonly HeaderFooterPage[];
  readonly facts: DocumentFacts;
  /** Named strings that are shown and that nothing sets. */
  readonly unset: readonly string[];
}

/** What is filled in on one page; absent for what the page does not show. */
export type HeaderFooterPage = Readonly<Partial<Record<HeaderOrFooter, HeaderFooterValues>>>;

export interface HeaderFooterValues {
  readonly page: number;
  readonly total: number;
  /** Values of named strings, by `name keyword`. */
  readonly strings: Readonly<Record<string, string>>;
}

/** Texts that are the same on every page. */
type DocumentFacts = {
  readonly title: string;
  readonly url: string;
  readonly date: string;
};

interface Known {
  /** Numbers of the pages that are printed, as the whole document counts them; from 1. */
  readonly numbers: readonly number[];
  /** How many pages the whole document has. */
  readonly total: number;
  readonly settled: Settled;
  readonly context: HeaderFooterContext;
}

/** @param options those whose header and footer need nothing from elsewhere */
export async function headerFooterApart(
  page: Page,
  options: Pick<ConversionRequest, 'header' | 'footer'>,
  { numbers, total, settled, context }: Known,
): Promise<HeaderFooterApart> {
  const facts = await page.call(documentFacts);
  const blank = new Set(settled.blank ?? []);
  const last = numbers.at(-1) ?? 0;
  const parts = HEADER_AND_FOOTER.flatMap((name) => (options[name] ? [{ name, part: options[name] }] : []));
  const shifts = new Map(parts.map(({ name, part }) => [name, shiftOf(part, total)]));
  const texts = stringsIn(options).map(({ name, keyword }) => ({
    name,
    key: `${name} ${keyword}`,
    values: settled.strings?.(name, keyword),
  }));
  const pages = numbers.map((number): HeaderFooterPage => {
    const strings = Object.fromEntries(texts.map(({ key, values }) => [key, values?.[number - 1] ?? '']));
    const shown = parts.filter(({ part }) => !blank.has(number) && showsOn(part, number, last));
    return Object.fromEntries(
      shown.map(({ name }) => {
        const shift = shifts.get(name) ?? 0;
        return [name, { page: number + shift, total: total + shift, strings }];
      }),
    );
  });
  return {
    templates: Object.fromEntries(
      parts.map(({ name, part }) => [name, headerFooterTemplate(name, part.source, { ...context, marked: false })]),
    ),
    pages,
    facts: context.hasAddress ? facts : { ...facts, url: '' },
    unset: [...new Set(texts.flatMap(({ name, values }) => (values ? [] : [name])))],
  };
}

/** What is added to the numbers of pages, so that the first that shows a header or footer has the number that was asked for. */
function shiftOf(part: NonNullable<ConversionRequest['header']>, total: number): number {
  if (part.start_number === undefined) return 0;
  let first = 1;
  while (first < total && !showsOn(part, first, total)) first += 1;
  return part.start_number - first;
}

/** Runs in the page. The date is written as Chromium writes it. */
function documentFacts(): DocumentFacts {
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' }).format(new Date());
  return { title: document.title, url: location.href, date };
}
