import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../../testing/engine.ts';
import { pdfPixels, pdfText } from '../../testing/judge.ts';
import { isNthPage, nthPages, numberPages } from './nth-pages.ts';
import { Rewriter } from './rewrite.ts';

const { convert } = useSharedEngine();

describe('selectors of numbered pages', () => {
  const pages = numberPages(
    [
      { page: 0, name: 'cover', own: true },
      { page: 1, name: 'ch', own: true },
      { page: 4, name: 'ch', own: true },
      { page: 6, name: '', own: false },
    ],
    8,
  );
  it.each([
    [':nth(1)', [1]],
    [':nth(odd)', [1, 3, 5, 7]],
    [':nth(even)', [2, 4, 6, 8]],
    [':nth(3n)', [3, 6]],
    [':nth(3n + 2)', [2, 5, 8]],
    [':nth(-n+3)', [1, 2, 3]],
    [':nth(n+7)', [7, 8]],
    [':nth(2n-1)', [1, 3, 5, 7]],
    [':nth(-5)', []],
    [':nth(1 of ch)', [2, 5]],
    [':nth(2n of ch)', [3, 6]],
    ['ch:nth(odd)', [3, 5]],
    [':last', [8]],
    ['ch:last', []],
  ])('%s', (selector, numbers) => {
    const rule = nthPages(selector);
    expect(pages.filter((page) => rule && isNthPage(rule, page, 8)).map(({ number }) => number)).toEqual(numbers);
  });

  it.each([
    [':nth( 2n  +\n1  of  ch )', { a: 2, b: 1, of: 'ch' }],
    ['ch :nth( odd )', { name: 'ch', a: 2, b: 1 }],
  ])('%s', (selector, pages) => {
    expect(nthPages(selector)).toMatchObject(pages);
  });

  it('that are written to take long are read at once', () => {
    expect(nthPages(`:nth(n${' '.repeat(1_000_000)}x)`)).toBeUndefined();
  });

  it('that are too many are told of, and so are lists that stand for too much', () => {
    const toldOf = (css: string) => {
      const rewriter = new Rewriter([css]);
      expect(rewriter.rewrite(css).css?.length ?? 0).toBeLessThan(2_000_000);
      return [rewriter.nth.length, rewriter.tooMany];
    };
    const rule = '@page :nth(2){@top-left{content:"x"}}';
    expect(toldOf(rule.repeat(500))).toEqual([500, []]);
    expect(toldOf(rule.repeat(501))).toEqual([500, ['more than 500 rules of @page :nth()']]);
    const listed = `@page a${',:nth(2)'.repeat(2_000)}{@top-left{content:"${'x'.repeat(20_000)}"}}`;
    expect(toldOf(listed)).toEqual([0, ['lists of pages that stand for more than 1000000 characters']]);
  });

  it.each([':nth()', ':nth(x)', ':nth(2 of)', ':last(2)', ':nth(2n+)', ':first', 'a b:last'])(
    '%s is none',
    (selector) => {
      expect(nthPages(selector)).toBeUndefined();
    },
  );
});

describe('rules for numbered pages', () => {
  const css = `@page{size:300px 200px;margin:50px;@bottom-center{content:counter(page)}@top-left{content:string(t)}@top-right{content:"base"}}
    @page :nth(2n){@top-right{content:"even " counter(page,lower-roman);background:#f00}}
    @page :last{@bottom-center{content:"last of " counter(pages)}@top-left{content:none}}
    @page :nth(2 of ch){@bottom-right{content:"second of " string(t)}}
    @page ch:nth(3), :first{@bottom-left{content:"third or first"}}
    @page cover{@top-right{content:"cover"}}
    h1{string-set:t content();font-size:16px}.c{page:ch}.c p{break-before:page}.cv{page:cover}`;
  const body =
    '<div class=cv>Cover</div><div class=c><h1>Alpha</h1><p>a2<p>a3</div><div class=c style="break-before:page"><h1>Beta</h1><p>b2</div><div>End</div>';
  const print = (more: string, options = {}) =>
    convert({ source: { html: `<!doctype html><title>T</title><style>${css}${more}</style>${body}` }, ...options });
  const wordsOf = (pdf: Uint8Array) =>
    pdfText(pdf)
      .split('\f')
      .slice(0, -1)
      .map((text) => text.split(/\s+/).filter(Boolean).sort().join(' '));
  const sorted = (text: string) => text.split(' ').sort().join(' ');
  const expected = [
    ...['cover Cover third or first 1', 'Alpha even ii Alpha 2', 'Alpha base a2 third or first 3 second of Alpha'],
    ...['Alpha even iv a3 4', 'Beta base Beta 5', 'Beta even vi b2 6 second of Beta', 'base End last of 7'],
  ].map(sorted);

  it('fill the margin boxes of their pages, with their styles, beside those of other rules', async () => {
    const { bytes, warnings } = await print('');
    expect(warnings).toEqual([]);
    expect(wordsOf(bytes)).toEqual(expected);
    const red = [1, 2].map((page) => pdfPixels(bytes, page, 48).count([255, 0, 0]) > 50);
    expect(red).toEqual([false, true]);
  });

  it('are those of the document where some of its pages are asked for', async () => {
    const { bytes } = await print('', { pages: '2-3,7' });
    expect(wordsOf(bytes)).toEqual([1, 2, 6].map((index) => expected[index]));
  });

  it('know the names of pages that other style sheets and elements give', async () => {
    const html =
      '<style>@page{size:300px 200px;margin:50px}@page :first,:nth(1 of ch){@top-left{content:"begins"}}</style><style>.c{page:ch}</style>' +
      '<p>a<div class=c>b1<p style="break-before:page">b2</div><div style="page:ch;break-before:page">c1<p style="break-before:page">c2</div>';
    const { bytes } = await convert({ source: { html: `<!doctype html><title>T</title>${html}` } });
    expect(wordsOf(bytes)).toEqual(['a begins', 'b1 begins', 'b2', 'begins c1', 'c2']);
  });

  it('count pages that are left out, as other numbers of pages do', async () => {
    const html =
      '<style>@page{size:300px 200px;margin:50px}@page :last{@top-left{content:"last " counter(page)}}p{break-after:page}</style>' +
      '<p>a<p style="height:1px"><div>c</div>';
    const { bytes, warnings } = await convert({
      source: { html: `<!doctype html><title>T</title>${html}` },
      trim_blank_pages: 'all',
    });
    expect(warnings.map(({ code }) => code)).toEqual(['blank_page_removed']);
    expect(wordsOf(bytes)).toEqual(['a', '3 c last']);
  });

  it('say nothing of where pages break, which is told', async () => {
    const { bytes, warnings } = await print('@page :nth(5){margin:80px;color:#00f;@top-center{content:element(x)}}');
    expect(wordsOf(bytes)).toEqual(expected);
    expect(warnings.map(({ detail }) => detail?.items)).toMatchObject([
      [{ css: '@page :nth(): margin' }, { css: 'content: element() in @page :nth()' }],
    ]);
  });
});
