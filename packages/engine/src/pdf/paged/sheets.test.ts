import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../../testing/engine.ts';
import { pdfFaults, pdfJson, pdfPages, pdfPixels, pdfPlain, pdfText } from '../../testing/judge.ts';

const { convert } = useSharedEngine();
const print = async (css: string, body: string, options: Record<string, unknown> = {}) =>
  (
    await convert({
      source: { html: `<!doctype html><html lang=en><title>T</title><style>${css}</style>${body}` },
      ...options,
    })
  ).bytes;
const pagesOf = (pdf: Uint8Array): string[] =>
  pdfText(pdf)
    .split('\f')
    .slice(0, -1)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim());

describe('a page that has to be on one side of its sheet', () => {
  const css =
    '@page{size:A5;@bottom-center{content:counter(page)}}@page :blank{@top-center{content:"left blank"}@bottom-center{content:none}}';

  it('has a blank page before it where it would be on the other', async () => {
    const pdf = await print(
      `${css}h1{break-before:recto}h2{page-break-before:left}.end{break-after:right}`,
      '<h1>One</h1><h1>Two</h1><p class=end>end</p><p>Three</p><h2>Four</h2><h2>Five</h2>',
    );
    expect(pagesOf(pdf)).toEqual([
      ...['One 1', 'left blank', 'Two end 3', 'left blank', 'Three 5', 'Four 6', 'left blank', 'Five 8'],
    ]);
    expect(pdfFaults(pdf)).toBe('');
  });

  it('has it before the box that begins with it, whose page number begins anew behind', async () => {
    const pdf = await print(
      `${css}h1{break-before:recto}.body{counter-reset:page 1;padding-top:1px}`,
      '<p>Front</p><div class=body><div><h1>One</h1></div><h1>Two</h1></div>',
    );
    expect(pagesOf(pdf)).toEqual(['Front 1', 'left blank', 'One 1', 'left blank', 'Two 3']);
  });

  it('moves what refers to what comes behind', async () => {
    const pdf = await print(
      `${css}h1{break-before:verso}a::after{content:target-counter(attr(href),page)}`,
      '<a href="#x">x</a><h1>One</h1><h1 id=x>Two</h1>',
    );
    expect(pagesOf(pdf)).toEqual(['x4 1', 'One 2', 'left blank', 'Two 4']);
  });
});

interface Item {
  readonly title: string;
  readonly open: boolean;
  readonly destpageposfrom1: number;
  readonly kids: readonly Item[];
}

describe('pages', () => {
  it('have one rule for several of them, and the names of paper of ISO', async () => {
    const pdf = await print(
      '@page{size:A6 landscape}@page :left,wide{size:120mm 90mm;\n@top-left{content:"listed"}}.w{page:wide}p{break-before:page}',
      '<p>One</p><p>Two</p><p>Three</p><p class=w>Four</p><p class=w>Five</p>',
    );
    expect(pagesOf(pdf)).toEqual(['One', 'listed Two', 'Three', 'listed Four', 'listed Five']);
    expect(pdfPages(pdf).map(({ width }) => Math.round((width / 72) * 25.4))).toEqual([148, 120, 148, 120, 120]);
  });

  it('are what the last rule of an element says: no note, no running element, no number that begins anew', async () => {
    const pdf = await print(
      '@page{size:A6;@bottom-center{content:counter(page)}}.n{float:footnote}.h{position:running(h)}.r{counter-reset:page 7}.off *{float:none;position:static;counter-reset:none}',
      '<p>a<span class=n>Note</span></p><p class=h>Head</p><div class=off><p>b<span class=n>inside</span></p><p class=h>Stays</p><p class=r>c</p></div>',
    );
    expect(pagesOf(pdf)).toEqual(['a1 binside Stays c 1. Note 1']);
  });
});

describe('the outline', () => {
  it('has the levels, labels and states of the style sheets', async () => {
    const pdf = await print(
      'h1{bookmark-label:"Part " content();bookmark-state:closed;break-before:page}h2{bookmark-level:none}.b{bookmark-level:2;bookmark-label:attr(title)}',
      '<h1>Alpha</h1><h2>hidden</h2><p class=b title="Table ä">Table</p><h3>Deep</h3><h1>Beta</h1>',
    );
    const shape = ({ title, open, destpageposfrom1: page, kids }: Item): unknown => [
      title,
      page,
      open,
      kids.map(shape),
    ];
    expect((pdfJson(pdf, 'outlines') as Item[]).map(shape)).toEqual([
      ['Part Alpha', 1, false, [['Table ä', 1, true, [['Deep', 1, true, []]]]]],
      ['Part Beta', 2, true, []],
    ]);
    expect(pdfFaults(pdf)).toBe('');
  });
});

describe('for the print shop', () => {
  it('pages have their bleed, boxes and marks', async () => {
    const pdf = await print('@page{size:100mm 150mm;margin:10mm;marks:crop cross;bleed:5mm}', '<p>x</p>');
    const plain = pdfPlain(pdf);
    const box = (name: string) =>
      new RegExp(`/${name} ?\\[([^\\]]*)\\]`).exec(plain)?.[1]?.trim().split(/\s+/).map(Number) as [
        number,
        number,
        number,
        number,
      ];
    const [trim, bleed, media] = [box('TrimBox'), box('BleedBox'), box('MediaBox')];
    expect(Math.abs(trim[2] - trim[0] - (100 / 25.4) * 72)).toBeLessThan(1.5);
    expect(Math.abs(trim[0] - bleed[0] - (5 / 25.4) * 72)).toBeLessThan(0.5);
    expect(bleed[0] - media[0]).toBe(24);
    expect(pdfPages(pdf)).toHaveLength(1);
    // A mark of the upper edge of the cut, left of the bleed.
    const pixels = pdfPixels(pdf, 1, 72);
    const dark = (x: number, y: number) => (pixels.at(x, y)[0] as number) < 200;
    const top = Math.round(24 + (5 / 25.4) * 72);
    expect([-1, 0, 1].some((off) => dark(12, top + off))).toBe(true);
    expect(pdfFaults(pdf)).toBe('');
  });
});
