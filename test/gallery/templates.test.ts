import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkData } from '../../packages/engine/src/input/liquid-schema.ts';
import { useSharedEngine } from '../../packages/engine/src/testing/engine.ts';
import { pdfFaults, pdfFonts, pdfInfo, pdfPages, pdfText } from '../../packages/engine/src/testing/judge.ts';
import { GALLERY, readTemplate, TEMPLATE_NAMES, toRequest } from './template-folder.ts';
import { onlyRequired, textsOf, withTexts } from './variations.ts';

/** What a template has to give with its own sample. */
interface Expected {
  readonly pages: number;
  /** Points, where the paper is of a known size. */
  readonly paper?: readonly [number, number];
  readonly text: readonly string[];
  /** Parts of the names of all embedded fonts. */
  readonly fonts: readonly string[];
  /** What the sample prints of its money and dates with the locale `de-CH`, and with `sv-SE`. */
  readonly locales: Readonly<Record<string, readonly string[]>>;
}

const EXPECTED: Readonly<Record<string, Expected>> = JSON.parse(
  readFileSync(path.join(GALLERY, 'expect.json'), 'utf8'),
);
const MOST_BYTES = 150_000;
const HOSTILE = '</style></title></script><script>document.body.textContent = 1</script>{{ 6 | times: 7 }}&amp;"';
/** Longer than most columns, without a place to break. */
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaft';

/** Texts that are printed without their marks. */
const MARKDOWN = /[*|>]|^- /m;

/** Spaces in a PDF are guesses, and words are broken where a line is full. */
const squeezed = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\u00ad-]+/g, '')
    .toLowerCase();

/** The text in reading order, and line by line across columns. */
function printedText(pdf: Uint8Array): string {
  return squeezed(`${pdfText(pdf)} ${pdfText(pdf, '-layout')}`);
}

describe('the gallery', () => {
  it('knows what to expect of every template', () => {
    expect(Object.keys(EXPECTED).sort()).toEqual([...TEMPLATE_NAMES]);
  });

  it('shows every template in its list, with its picture', () => {
    const list = readFileSync(path.join(GALLERY, 'README.md'), 'utf8');
    const missing = TEMPLATE_NAMES.filter(
      (name) => !list.includes(`(${name}/)`) || !list.includes(`${name}/preview.png`),
    );
    expect(missing).toEqual([]);
    for (const name of TEMPLATE_NAMES) {
      const picture = readFileSync(path.join(GALLERY, name, 'preview.png'));
      expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG');
      expect(picture.byteLength).toBeLessThanOrEqual(MOST_BYTES);
    }
  });
});

/** As the service has it, and all for one organization: its templates share a process, what has no script may share a page. */
const { convert } = useSharedEngine();

describe.each(TEMPLATE_NAMES)('the template %s', (name) => {
  const template = readTemplate(name);
  const { data: sample, schema } = template;
  const expected = EXPECTED[name] as Expected;
  const render = async (data: unknown) => {
    checkData(data, schema);
    return await convert({ ...toRequest(template, data as Record<string, unknown>), deterministic: true });
  };

  it('prints its sample as a person expects it', async () => {
    const { bytes, pages, warnings } = await render(sample);
    expect(warnings).toEqual([]);
    expect(pages).toBe(expected.pages);
    expect(bytes.byteLength).toBeLessThanOrEqual(MOST_BYTES);
    expect(pdfFaults(bytes)).toBe('');
    const papers = pdfPages(bytes);
    expect(papers).toHaveLength(expected.pages);
    if (expected.paper) {
      const [width, height] = expected.paper;
      for (const paper of papers) {
        expect(Math.abs(paper.width - width)).toBeLessThan(1);
        expect(Math.abs(paper.height - height)).toBeLessThan(1);
      }
    }
    const text = printedText(bytes);
    expect(expected.text.filter((part) => !text.includes(squeezed(part)))).toEqual([]);
    const fonts = pdfFonts(bytes).map((font) => font.replace(/^[A-Z]{6}\+/, ''));
    expect([...new Set(fonts)].sort()).toEqual([...expected.fonts].sort());
    expect(pdfInfo(bytes)).toMatchObject({ Tagged: 'yes', Title: expect.stringMatching(/\S/) });
  });

  it('does without everything that its schema does not ask for', async () => {
    const { bytes, warnings } = await render(onlyRequired(schema, sample));
    expect(warnings).toEqual([]);
    expect(pdfText(bytes)).not.toMatch(/undefined|null|NaN|\{\{|Liquid/);
  });

  /** What is missing of the money and the days as they are written in a locale. */
  const missingOf = (locale: string, pdf: Uint8Array) => {
    const text = `${printedText(pdf)}${squeezed(pdfText(pdf, '-raw'))}`;
    return expected.locales[locale]?.filter((part) => !text.includes(squeezed(part)));
  };

  it('prints hostile data as text, and writes money and days as in sv-SE', async () => {
    const { bytes, warnings } = await render({
      ...(withTexts(schema, sample, () => HOSTILE) as object),
      locale: 'sv-SE',
    });
    expect(warnings.filter(({ code }) => code === 'script_error')).toEqual([]);
    const text = squeezed(pdfText(bytes));
    expect(text).toContain(squeezed('<script>document.body.textContent'));
    expect(text).not.toContain('</script>42');
    expect(missingOf('sv-SE', bytes)).toEqual([]);
  });

  it('loses nothing of long words, and writes money and days as in de-CH', async () => {
    const { labels, ...content } = sample;
    const long = withTexts(schema, content, (text, most) => (text.length + 35 > most ? text : `${text} ${LONG_WORD}`));
    const { bytes, warnings } = await render({
      ...(long as object),
      ...(labels === undefined ? {} : { labels }),
      locale: 'de-CH',
    });
    expect(warnings).toEqual([]);
    // As it was drawn: columns that stand side by side do not mix in it.
    const printed = squeezed(pdfText(bytes, '-raw'));
    const texts = textsOf(schema, long).filter((text) => !MARKDOWN.test(text));
    expect(texts.filter((text) => !printed.includes(squeezed(text)))).toEqual([]);
    expect(missingOf('de-CH', bytes)).toEqual([]);
  });
});
