import { afterAll, describe, expect, it } from 'vitest';
import { useEngine } from '../packages/engine/src/testing/engine.ts';
import { type Pixels, pdfFonts, pdfPages, pdfPixels, pdfText } from '../packages/engine/src/testing/judge.ts';
import { EXAMPLES, ExampleFiles } from './examples.ts';

/** The resolution that the numbers of pixels in `expect.json` are for. */
const DPI = 100;

describe('the examples', () => {
  let files: ExampleFiles | undefined;
  const { convert } = useEngine(async () => {
    files = await ExampleFiles.serve();
    return { egressAllow: files.hosts };
  });
  afterAll(() => files?.close());

  it.each(EXAMPLES)('%s comes out as a person expects it', async (name, example) => {
    const { pdf, pixels } = example;
    const result = await convert({ ...files?.request(name, example) });

    expect(result.warnings).toEqual([]);
    expect(result.pages).toBe(pdf.pages);
    expect(pdfPages(result.bytes)).toHaveLength(pdf.pages);
    const text = normalized(pdfText(result.bytes));
    expect(pdf.text.filter((line) => !text.includes(normalized(line)))).toEqual([]);
    const fonts = pdfFonts(result.bytes);
    expect(pdf.fonts.filter((font) => !fonts.some((embedded) => embedded.includes(font)))).toEqual([]);
    const pages = new Map([...new Set(pixels.map(({ page }) => page))].map((page) => [page, draw(result.bytes, page)]));
    const drawn = pixels.map((expected) => ({
      ...expected,
      count: pages.get(expected.page)?.count(expected.rgb) ?? 0,
    }));
    expect(drawn.filter(({ count, min }) => count < min)).toEqual([]);
  });
});

const draw = (pdf: Uint8Array, page: number): Pixels => pdfPixels(pdf, page, DPI);

/** One space for each run of white space: where a line is broken is not the point. */
function normalized(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
