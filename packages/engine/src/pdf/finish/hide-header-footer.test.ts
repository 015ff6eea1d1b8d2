import { describe, expect, it } from 'vitest';
import { hideHeaderFooter, withoutHeaderFooter } from './hide-header-footer.ts';

const DOT = (color: string) => `${color} RG ${color} rg\n/G6 gs\n0 0 1 1 re\nf`;
const START = DOT('1 .9961 .9922');
const END = DOT('.9922 .9961 1');
const TEXT = (word: string) => `BT\n/F4 16 Tf\n1 0 0 -1 8 37 Tm\n<${word}> Tj\nET`;
const PAGE = `q\n${TEXT('01')}\nQ\nq\n0 0 9 9 re\nW* n\n${START}\nEMC\n${TEXT('02')}\n0 0 5 5 re\nf\n/X1 Do\n${END}\n${TEXT('03')}\nQ\n`;
const shown = (content: string) => [...content.matchAll(/<(\d+)> Tj/g)].map(([, word]) => word);

describe('the content of a page', () => {
  it.each([
    [true, false, ['01', '03']],
    [false, true, ['01', '02']],
    [true, true, ['01']],
  ])('without header %j and without footer %j', (header, footer, expected) => {
    const content = withoutHeaderFooter(PAGE, { header, footer });
    expect(shown(content)).toEqual(expected);
    // States and marks stay as they are around it.
    for (const operator of ['q', 'Q', 'EMC', 'gs', 'rg']) {
      const count = (text: string) => text.split(/\s+/).filter((token) => token === operator).length;
      expect(count(content)).toBe(count(PAGE));
    }
    expect(content.includes('/X1 Do')).toBe(!header);
  });

  it('is refused where a mark is missing', () => {
    expect(() => withoutHeaderFooter(TEXT('01'), { header: true, footer: true })).toThrow('marks');
    expect(() => withoutHeaderFooter(`${START}\n${TEXT('02')}`, { header: false, footer: true })).toThrow('end');
  });
});

it('a file that is none is refused', async () => {
  await expect(hideHeaderFooter(Buffer.from('%PDF-1.4\nnothing'), [{ header: true, footer: true }])).rejects.toThrow();
});
