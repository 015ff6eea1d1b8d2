import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../../packages/engine/src/testing/engine.ts';
import { pdfJson, pdfText } from '../../packages/engine/src/testing/judge.ts';
import { readTemplate, toRequest } from './template-folder.ts';
import { invoiceOf, reportOf, rowAmount } from './variations.ts';

/** Lengths of the documents of the templates, other than those of the samples. */
export interface Lengths {
  /** Rows of the invoice of many pages; `wordy` ones take up to five lines. */
  readonly ledger: readonly number[];
  readonly wordy: readonly number[];
  /** Rows of the other invoices. */
  readonly rows: readonly number[];
  /** Items of a section of the quotation. */
  readonly items: readonly number[];
  readonly paragraphs: readonly number[];
  /** Reports of chapters and sections that differ with these; the sample without one. */
  readonly reports: readonly (number | undefined)[];
}
const FRENCH_SPACES = /[\u00a0\u202f]/g;

/** The lines of each page, as they stand on it. */
export function pagesOf(pdf: Uint8Array): string[][] {
  const pages = pdfText(pdf, '-layout').replaceAll(FRENCH_SPACES, ' ').split('\f').slice(0, -1);
  return pages.map((page) => page.split('\n').filter((line) => line.trim() !== ''));
}

export const rowsOn = (lines: readonly string[]): number[] =>
  lines.flatMap((line) => /\bRow (\d+)\b/.exec(line)?.[1] ?? []).map(Number);

const sumOf = (rows: number): number =>
  Array.from({ length: rows }, (_, index) => Math.round(rowAmount(index) * 100)).reduce((sum, part) => sum + part, 0) /
  100;

const euros = (amount: number): string =>
  new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' }).format(amount);

/** Tests of where the pages of the templates break. */
export function describePages(lengths: Lengths): void {
  /** As the service has it, and all for one organization: its templates share a process, what has no script may share a page. */
  const { convert } = useSharedEngine();

  describe('the invoice of many pages', () => {
    const template = readTemplate('invoice-ledger');
    const { labels, ...sample } = { ...template.data, locale: 'en-IE' } as Record<string, unknown>;

    it.each([
      ...lengths.ledger.map((rows) => ({ rows, wordy: false })),
      ...lengths.wordy.map((rows) => ({ rows, wordy: true })),
    ])('carries the sum over its pages: $rows rows, wordy: $wordy', async ({ rows, wordy }) => {
      const { bytes, warnings } = await convert(toRequest(template, invoiceOf(sample, { rows, wordy })));
      expect(warnings).toEqual([]);
      const pages = pagesOf(bytes);
      expect(pages.flatMap(rowsOn)).toEqual(Array.from({ length: rows }, (_, index) => index + 1));

      let before = 0;
      for (const [index, lines] of pages.entries()) {
        const isLast = index === pages.length - 1;
        const on = rowsOn(lines);
        const so_far = before + on.length;
        // Every page has rows, and the last one has more than a lone one below the head.
        if (rows > 0) expect(on.length).toBeGreaterThanOrEqual(Math.min(rows, 2));
        expect(lines.filter((line) => /Description .* Amount$/.test(line))).toHaveLength(1);
        const brought = lines.findIndex((line) => line.includes('Brought forward'));
        const carried = lines.findIndex((line) => line.includes('Carried forward'));
        expect(brought >= 0).toBe(index > 0);
        expect(carried >= 0).toBe(!isLast);
        if (index > 0) {
          expect(lines[brought]).toContain(euros(sumOf(before)));
          expect(brought).toBeLessThan(lines.findIndex((line) => /\bRow \d/.test(line)));
        }
        if (!isLast) {
          expect(lines[carried]).toContain(euros(sumOf(so_far)));
          // Only the footer stands below it.
          expect(lines.length - carried).toBeLessThanOrEqual(2);
        }
        expect(lines.some((line) => line.includes('Total'))).toBe(isLast);
        before = so_far;
      }
    });
  });

  describe.each(['invoice-plain', 'invoice-modern'])('the table of %s', (name) => {
    const template = readTemplate(name);

    it.each(lengths.rows)('has no lone sum and no lone head with %i rows', async (rows) => {
      const { bytes, warnings } = await convert(
        toRequest(template, invoiceOf({ ...template.data, locale: 'en-IE' }, { rows })),
      );
      expect(warnings).toEqual([]);
      const pages = pagesOf(bytes);
      expect(pages.flatMap(rowsOn)).toHaveLength(rows);
      for (const lines of pages) {
        const hasHead = lines.some((line) => /Description .* Amount$/.test(line));
        const hasSum = lines.some((line) => /^\s*Net\b/.test(line));
        expect(hasHead).toBe(rowsOn(lines).length > 0 || (rows === 0 && hasSum));
        if (hasSum) expect(rowsOn(lines).length).toBeGreaterThanOrEqual(Math.min(rows, 2));
      }
    });
  });

  describe('the sections of the quotation', () => {
    const template = readTemplate('quote');
    const [first, second, third] = template.data.sections as { items: unknown[] }[];

    it.each(lengths.items)('begin and end with a row: %i items', async (count) => {
      const items = Array.from({ length: count }, (_, index) => first?.items[index % first.items.length]);
      const sections = [{ ...first, items }, { ...second, items: second?.items.slice(0, 1) }, third];
      const { bytes, warnings } = await convert(toRequest(template, { ...template.data, sections }));
      expect(warnings).toEqual([]);
      for (const lines of pagesOf(bytes)) {
        const below = lines.filter((_, index) => lines[index - 1]?.includes('Prix unitaire'));
        expect(below.filter((line) => !line.includes('€'))).toEqual([]);
        expect(lines.findIndex((line) => line.includes('Sous-total'))).not.toBe(0);
        if (lines.some((line) => line.includes('Total HT'))) expect(lines.join()).toContain('Cabane en saule');
      }
    });
  });

  describe('the letter', () => {
    const template = readTemplate('letter');
    const PARAGRAPH = 'Die Pfähle werden gezogen und neu gesetzt, und der ganze Steg ist in dieser Zeit gesperrt. ';

    it.each(lengths.paragraphs)('never closes alone on a page: %i paragraphs', async (count) => {
      const text = Array.from({ length: count }, (_, index) => PARAGRAPH.repeat(1 + (index % 3))).join('\n\n');
      const { bytes, warnings } = await convert(
        toRequest(template, { ...template.data, text: `${text}\n\nBis bald.` }),
      );
      expect(warnings).toEqual([]);
      const closing = pagesOf(bytes).filter((lines) => lines.some((line) => line.includes('Mit freundlichen')));
      expect(closing).toHaveLength(1);
      expect(closing.flat().join()).toMatch(/Bis bald.*Hafenmeister/);
    });
  });

  describe('the table of contents of the report', () => {
    const template = readTemplate('report');

    it.each(lengths.reports)('has the right page numbers: %s', async (seed) => {
      const data = seed === undefined ? template.data : reportOf(template.data, seed);
      const { bytes, warnings } = await convert(toRequest(template, data));
      expect(warnings).toEqual([]);
      const contents = new Map<string, number>();
      for (const lines of pagesOf(bytes).slice(1)) {
        for (const line of lines) {
          const [, number, page] = /^\s*(\d+(?:\.\d+)?) +\S.* {3,}(\d+)$/.exec(line) ?? [];
          if (number !== undefined && !contents.has(number)) contents.set(number, Number(page));
        }
        if (lines.some((line) => /^\s*Chapter 1$/.test(line))) break;
      }
      const real = new Map(headings(bytes));
      expect(real.size).toBeGreaterThan(0);
      expect(Object.fromEntries(contents)).toEqual(Object.fromEntries(real));
    });
  });
}

interface Bookmark {
  readonly title: string;
  readonly destpageposfrom1: number;
  readonly kids: readonly Bookmark[];
}

/** Numbers of chapters and sections with their pages, as the outline of the PDF has them. */
function headings(pdf: Uint8Array): [string, number][] {
  const flat = (bookmarks: readonly Bookmark[]): Bookmark[] => bookmarks.flatMap((one) => [one, ...flat(one.kids)]);
  return flat(pdfJson(pdf, 'outlines') as Bookmark[]).flatMap(({ title, destpageposfrom1 }): [string, number][] => {
    const [, chapter, section] = /^(?:Chapter (\d)|(\d\.\d))/.exec(title) ?? [];
    const number = chapter ?? section;
    return number === undefined ? [] : [[number, destpageposfrom1]];
  });
}
