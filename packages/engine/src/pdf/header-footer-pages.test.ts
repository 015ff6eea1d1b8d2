import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfFaults, pdfInfo, pdfJson, pdfPages, pdfPixels, pdfStructure, pdfText } from '../testing/judge.ts';
import { showsOn } from './header-footer-pages.ts';

const { convert } = useSharedEngine();
const document = (pages: number) =>
  Array.from({ length: pages }, (_, index) => {
    const page = index + 1;
    return `<h1${page > 1 ? ' style="break-before:page"' : ''}>Body${page}</h1><a href="http://b${page}.test/">go</a>`;
  }).join('');
const HEADER = '<b style="background:#f00">HEAD{{page}}of{{total}}</b> <a href="http://h.test/ü?a=1#b">site</a>';
const FOOTER = '<i style="background:#00f;color:#fff">FOOT{{page}}</i> <a href="mailto:f@f.test">mail</a>';
const RED = [255, 0, 0] as const;
const BLUE = [0, 0, 255] as const;

/** What is on each page: headers and footers by their text, as one word for each page. */
function headerFooterOf(pdf: Uint8Array, password?: string): string[] {
  const lock = password === undefined ? [] : ['-upw', password];
  return pdfText(pdf, ...lock)
    .split('\f')
    .slice(0, -1)
    .map((text) => (text.match(/(?:HEAD|Body|FOOT)\S*/g) ?? []).join(' '));
}
const print = async (body: Record<string, unknown>, pages = 5) =>
  (await convert({ source: { html: document(pages) }, ...body })).bytes;
const links = (pdf: Uint8Array) =>
  [...JSON.stringify(pdfJson(pdf, 'objects')).matchAll(/"\/URI":"([^"]+)"/g)].map(([, address]) => address);

describe('a header and a footer begin', () => {
  it.each([
    [1, 1, ['HEAD1of1 Body1 FOOT1']],
    [1, 2, ['Body1']],
    [2, 2, ['Body1', 'HEAD2of2 Body2 FOOT2']],
  ])('in %i pages on page %i', async (pages, start, expected) => {
    const bytes = await print(
      { header: { source: HEADER, start_at: start }, footer: { source: FOOTER, start_at: start } },
      pages,
    );
    expect(headerFooterOf(bytes)).toEqual(expected);
    expect(pdfFaults(bytes)).toBe('');
  });

  it('on pages of their own', async () => {
    const early = await print({ header: { source: HEADER, start_at: 2 }, footer: { source: FOOTER, start_at: 4 } });
    const [one, two, , four] = headerFooterOf(early);
    expect([one, two, four]).toEqual(['Body1', 'HEAD2of5 Body2', 'HEAD4of5 Body4 FOOT4']);
    const late = await print({ header: { source: HEADER, start_at: 9 }, footer: { source: FOOTER, start_at: 3 } });
    expect(headerFooterOf(late)).toEqual(['Body1', 'Body2', 'Body3 FOOT3', 'Body4 FOOT4', 'Body5 FOOT5']);
    const pixels = [1, 3].map((page) => pdfPixels(late, page));
    expect(pixels.map((page) => page.count(RED))).toEqual([0, 0]);
    expect(pixels.map((page) => page.count(BLUE) > 100)).toEqual([false, true]);
  });

  it('alone', async () => {
    expect(headerFooterOf(await print({ header: { source: HEADER, start_at: 2 } }, 2))).toEqual([
      'Body1',
      'HEAD2of2 Body2',
    ]);
    expect(headerFooterOf(await print({ footer: { source: FOOTER, start_at: 2 } }, 2))).toEqual([
      'Body1',
      'Body2 FOOT2',
    ]);
    const other = { header: { source: HEADER }, footer: { source: FOOTER, start_at: 2 } };
    expect(headerFooterOf(await print(other, 2))).toEqual(['HEAD1of2 Body1', 'HEAD2of2 Body2 FOOT2']);
  });

  it('whatever paints in them: backgrounds of the header, layers, pictures, gradients, links', async () => {
    const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="#f00"/></svg>')}`;
    const source = `<style>#header{background:#f00}#header::after{content:"late"}</style>
      <p style="position:absolute;z-index:9;top:0;left:200px;background:#f00;opacity:.999">HEADabove</p>
      <p style="position:absolute;z-index:-1;top:0;left:300px;background:#f00">HEADbelow</p>
      <p style="background:linear-gradient(#f00,#f00);transform:rotate(2deg);clip-path:inset(1px)">HEADturned</p>
      <svg width=20 height=20><circle r=10 fill=#f00 stroke=#f00 /></svg><hr style="border:2px dashed #f00"><img src="${picture}">`;
    const pdf = await print({ header: { source, start_at: 2 }, footer: { source: FOOTER } }, 2);
    expect(pdfPixels(pdf, 1).count(RED, 40)).toBe(0);
    expect(pdfPixels(pdf, 2).count(RED)).toBeGreaterThan(1_000);
    expect(headerFooterOf(pdf)[0]).toBe('Body1 FOOT1');
    expect(pdfPixels(pdf, 1).count(BLUE)).toBeGreaterThan(100);
  });

  it('with their links', async () => {
    const pdf = await print({ header: { source: HEADER, start_at: 2 }, footer: { source: FOOTER, start_at: 3 } }, 3);
    expect(links(pdf).sort()).toEqual(
      [
        ...['http://b1.test/', 'http://b2.test/', 'http://b3.test/', 'mailto:f@f.test'],
        ...['http://h.test/%C3%BC?a=1#b', 'http://h.test/%C3%BC?a=1#b'],
      ].sort(),
    );
  });
});

describe('a header and a footer are', () => {
  it.each([
    ['first', [1]],
    ['last', [5]],
    ['odd', [1, 3, 5]],
    ['even', [2, 4]],
    ['not_first', [2, 3, 4, 5]],
    ['3-', [3, 4, 5]],
    ['1,3-4,9', [1, 3, 4]],
    // As `pages` has it.
    ['4-2', [2, 3, 4]],
  ])('on %s: %j', (on, expected) => {
    const numbers = [1, 2, 3, 4, 5].filter((number) => showsOn({ start_at: 1, on }, number, 5));
    expect(numbers).toEqual(expected);
    expect(numbers.filter((number) => showsOn({ start_at: 3, on }, number, 5))).toEqual(
      expected.filter((number) => number >= 3),
    );
  });

  it('on the pages that each of them asks for, as the document counts them', async () => {
    const bytes = await print({ header: { source: HEADER, on: 'odd' }, footer: { source: FOOTER, on: 'last' } }, 3);
    expect(headerFooterOf(bytes)).toEqual(['HEAD1of3 Body1', 'Body2', 'HEAD3of3 Body3 FOOT3']);
    expect(links(bytes).filter((link) => link?.startsWith('platen-'))).toEqual([]);
    expect(pdfFaults(bytes)).toBe('');
    const chosen = await print({ header: { source: HEADER, on: 'last' }, pages: '2-3' }, 4);
    expect(headerFooterOf(chosen)).toEqual(['Body2', 'HEAD3of4 Body3']);
  });

  it('not on pages that are left blank', async () => {
    const html = '<style>h1{break-before:recto}</style><h1>Body1</h1><h1>Body3</h1>';
    const { bytes } = await convert({ source: { html }, header: { source: HEADER }, footer: { source: FOOTER } });
    expect(headerFooterOf(bytes)).toEqual(['HEAD1of3 Body1 FOOT1', '', 'HEAD3of3 Body3 FOOT3']);
    expect(links(bytes)).toHaveLength(4);
  });
});

describe('the document stays as it is', () => {
  it('in tags, outline, size and colour', async () => {
    const startingAt = (start: number) => ({
      header: { source: HEADER, start_at: start },
      footer: { source: FOOTER, start_at: start },
    });
    const [plain, late] = [await print(startingAt(1)), await print(startingAt(3))];
    expect(pdfStructure(late)).toBe(pdfStructure(plain));
    expect(pdfPages(late)).toEqual(pdfPages(plain));
    const titles = (pdf: Uint8Array) => JSON.stringify(pdfJson(pdf, 'outlines')).match(/"title": ?"[^"]+"/g);
    expect(titles(late)).toHaveLength(5);
    expect(titles(late)).toEqual(titles(plain));
    expect(pdfInfo(late).Tagged).toBe('yes');
  });

  it('whatever is asked for beside', async () => {
    const header = { source: HEADER, start_at: 2 };
    const footer = { source: FOOTER, start_at: 3 };
    const expected = ['Body1', 'HEAD2of3 Body2', 'HEAD3of3 Body3 FOOT3'];
    for (const options of [
      { tagged: false, outline: false },
      { landscape: true },
      { disable_backgrounds: true },
      { margin: 0 },
      { deterministic: true },
      { disable_links: true },
      { compression: 'images', image_dpi: 72 },
      { watermark: { text: 'DRAFT' } },
      { zoom: 0.5 },
    ]) {
      const pdf = await print({ header, footer, ...options }, 3);
      expect([options, headerFooterOf(pdf)]).toEqual([options, expected]);
      expect(pdfFaults(pdf)).toBe('');
    }
    const locked = await print({ header, footer, protection: { user_password: 'secret' } }, 3);
    expect(headerFooterOf(locked, 'secret')).toEqual(expected);
    expect(await print({ header, footer, deterministic: true }, 3)).toEqual(
      await print({ header, footer, deterministic: true }, 3),
    );
  });

  it('on paper of several sizes', async () => {
    const html = `<style>@page wide{size:A3 landscape;margin:2cm}.w{page:wide}</style><h1>Body1</h1><div class=w>Body2</div><p>Body3`;
    const pdf = await print({ source: { html }, header: { source: HEADER, start_at: 2 } });
    expect(headerFooterOf(pdf)).toEqual(['Body1', 'HEAD2of3 Body2', 'HEAD3of3 Body3']);
    expect(pdfPages(pdf)[1]?.width).toBeGreaterThan(1_000);
  });
});

describe('pages are counted as the whole document has them', () => {
  const header = { source: HEADER, start_at: 3 };

  it('where only some are printed', async () => {
    expect(headerFooterOf(await print({ header, pages: '4,2-3' }))).toEqual([
      'Body2',
      'HEAD3of5 Body3',
      'HEAD4of5 Body4',
    ]);
    expect(headerFooterOf(await print({ header, pages: '2, 4-99' }))).toEqual([
      'Body2',
      'HEAD4of5 Body4',
      'HEAD5of5 Body5',
    ]);
    expect(headerFooterOf(await print({ header, pages: '5,70' }))).toEqual(['HEAD5of5 Body5']);
  });

  it('where blank ones are left out', async () => {
    const blank = '<div style="break-before:page"></div>';
    const html = `<p>Body1${blank}<p style="break-before:page">Body3<p style="break-before:page">Body4${blank}`;
    const pdf = await print({ source: { html }, header, trim_blank_pages: 'all' });
    expect(headerFooterOf(pdf)).toEqual(['Body1', 'HEAD3of4 Body3', 'HEAD4of4 Body4']);
  });
});

describe('what cannot be is refused', () => {
  it.each(['body::before{display:none!important}', 'body{opacity:.5}'])('a template with %s', async (style) => {
    const header = { source: `<style>${style}</style>x`, start_at: 2 };
    await expect(print({ header }, 2)).rejects.toMatchObject({
      code: 'invalid_header',
      details: { pointer: '/header/start_at' },
    });
  });

  it.each([[0], [-1], [1.5], ['2'], [null], [true]])('a page %j', async (start) => {
    await expect(print({ footer: { source: 'x', start_at: start } })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { pointer: '/footer/start_at' },
    });
  });
});
