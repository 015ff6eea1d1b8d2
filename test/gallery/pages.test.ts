import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../../packages/engine/src/testing/engine.ts';
import { pdfPixels, pdfText } from '../../packages/engine/src/testing/judge.ts';
import { describePages, pagesOf, rowsOn } from './long-pages.ts';
import { readTemplate, toRequest } from './template-folder.ts';
import { invoiceOf } from './variations.ts';

// Of each kind of break one: none, below the last row that fits with the sums, before sums that do not fit, and of many pages.
describePages({
  ledger: [0, 1, 17, 27],
  wordy: [60],
  rows: [0, 10, 21],
  items: [10, 16, 30],
  paragraphs: [1, 7, 30],
  reports: [undefined, 15],
});

/** As the service has it, and all for one organization: its templates share a process, what has no script may share a page. */
const { convert } = useSharedEngine();

describe('the invoice of many pages', () => {
  const template = readTemplate('invoice-ledger');
  const { labels, ...sample } = { ...template.data, locale: 'en-IE' } as Record<string, unknown>;

  it('prints the whole table without its script', async () => {
    const request = toRequest(template, invoiceOf(sample, { rows: 100 }));
    const { bytes } = await convert({ ...request, disable_javascript: true });
    const pages = pagesOf(bytes);
    expect(pages.flatMap(rowsOn)).toHaveLength(100);
    expect(pages.filter((lines) => lines.some((line) => /Description .* Amount$/.test(line))).length).toBeGreaterThan(
      2,
    );
    expect(pages.flat().join()).not.toMatch(/forward/);
  });
});

describe('the letter', () => {
  const template = readTemplate('letter');

  it('has its address in the window and its marks at the folds (DIN 5008, form B)', async () => {
    const { bytes } = await convert(toRequest(template));
    const millimetres = (points: string | undefined) => (Number(points) * 25.4) / 72;
    const place = (word: string) => {
      const found = new RegExp(`xMin="([\\d.]+)" yMin="([\\d.]+)" xMax="([\\d.]+)" yMax="([\\d.]+)">${word}<`);
      const [, left, top, right, bottom] = found.exec(pdfText(bytes, '-bbox')) ?? [];
      return [left, top, right, bottom].map(millimetres) as [number, number, number, number];
    };
    const [left, top] = place('Frau');
    const [, , right, bottom] = place('Lindenweg');
    // The window lies from 20 to 105 mm and from 45 to 90 mm; the address begins 17.7 mm below its edge.
    expect(left).toBeCloseTo(25, 0);
    expect(top).toBeGreaterThan(62.7);
    expect(right).toBeLessThan(105);
    expect(bottom).toBeLessThan(90);
    const [information] = place('Unser');
    expect(information).toBeCloseTo(125, 0);
    const page = pdfPixels(bytes, 1, 254);
    const isMarked = (millimetre: number) => {
      const column = Array.from({ length: 11 }, (_, offset) => page.at(70, millimetre * 10 + offset - 5)[0] as number);
      return Math.min(...column) < 160;
    };
    expect([105, 148.5, 210].map(isMarked)).toEqual([true, true, true]);
    expect([100, 120, 200].map(isMarked)).toEqual([false, false, false]);
  });
});
