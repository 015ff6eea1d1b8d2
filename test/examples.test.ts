import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type FileServer, serveFolder } from '../packages/cli/src/file-server.ts';
import { useEngine } from '../packages/engine/src/testing/engine.ts';
import { type Pixels, pdfFonts, pdfPages, pdfPixels, pdfText } from '../packages/engine/src/testing/judge.ts';

/** What a conversion of an example has to give; `examples/README.md` explains the fields. */
interface Expectation {
  readonly input: string;
  readonly data?: string;
  readonly base: boolean;
  readonly options: Readonly<Record<string, unknown>>;
  readonly pdf: { readonly pages: number; readonly text: readonly string[]; readonly fonts: readonly string[] };
  readonly pixels: readonly {
    readonly page: number;
    readonly rgb: readonly [number, number, number];
    readonly min: number;
  }[];
}

const EXAMPLES = path.join(import.meta.dirname, '../examples');
/** The resolution that the numbers of pixels in `expect.json` are for. */
const DPI = 100;

const read = (file: string): string => readFileSync(path.join(EXAMPLES, file), 'utf8');
const expectations: [string, Expectation][] = Object.entries(JSON.parse(read('expect.json')));

describe('the examples', () => {
  const folders = new Map<string, FileServer>();
  const { convert } = useEngine(async () => {
    for (const [name, { input, base }] of expectations) {
      if (base) folders.set(name, await serveFolder(path.dirname(path.join(EXAMPLES, input))));
    }
    return { egressAllow: [...folders.values()].map(({ host }) => host) };
  });
  afterAll(() => {
    for (const folder of folders.values()) folder.close();
  });

  it.each(expectations)('%s comes out as a person expects it', async (name, { input, data, options, pdf, pixels }) => {
    const folder = folders.get(name);
    const result = await convert({
      ...options,
      source: { html: read(input), ...(folder ? { base_url: folder.url + path.basename(input) } : {}) },
      ...(data === undefined ? {} : { data: JSON.parse(read(data)) }),
    });

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
