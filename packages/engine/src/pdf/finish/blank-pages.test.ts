import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../../testing/engine.ts';
import { pdfPages, pdfText } from '../../testing/judge.ts';
import { isBlankContent } from './blank-pages.ts';

const { convert } = useSharedEngine();
const pagesOf = async (html: string, options: Record<string, unknown> = {}) => {
  const { bytes, pages, warnings } = await convert({ source: { html }, ...options });
  expect(pdfPages(bytes)).toHaveLength(pages ?? 0);
  return { pages, bytes, warnings: warnings.map(({ code }) => code) };
};

describe('a last page', () => {
  it.each([
    ['that a box of the height of the window leaves', '<div style="height:100vh;background:#eee">one</div>'],
    ['that a padding leaves', '<style>html,body{height:100%;margin:0}body{padding:1px;background:#ffd}</style>one'],
    ['after a break at the end', '<p>one</p><div style="break-after:page"></div><div style="height:9px"></div>'],
  ])('%s is taken away, and reported', async (_, html) => {
    expect(await pagesOf(html)).toMatchObject({ pages: 1, warnings: ['blank_page_removed'] });
    expect((await pagesOf(html, { trim_blank_pages: 'none' })).pages).toBe(2);
    expect((await pagesOf(html, { remove_blank: false })).pages).toBe(2);
  });

  it('does not count in headers and footers', async () => {
    const html = '<div style="height:100vh">one</div>';
    const options = {
      header: { source: '<b>{{page}} of {{total}}</b>' },
      footer: { source: 'Page <span class="pageNumber"></span> of <span class="totalPages"></span>' },
    };
    const { pages, bytes } = await pagesOf(html, options);
    expect(pages).toBe(1);
    expect(pdfText(bytes)).toContain('1 of 1');
    expect(pdfText(bytes)).toContain('Page 1 of 1');
  });

  it.each([
    ['text', '<p>end'],
    ['a line', '<hr>'],
    ['a picture', '<svg width=50 height=50><circle r=20 fill=red /></svg>'],
    ['a coloured box', '<div style="margin-top:50px;height:20px;background:red"></div>'],
    ['a bar that goes on', '<div style="height:300px;background:red"></div>'],
    ['a gradient', '<div style="height:20px;background:linear-gradient(red,blue)"></div>'],
    ['a form', '<input>'],
  ])('with %s stays', async (_, last) => {
    const html = `<div style="height:100vh">one</div>${last}`;
    expect(await pagesOf(html)).toMatchObject({ pages: 2, warnings: [] });
  });
});

describe('blank pages', () => {
  const html = '<p>one<div style="break-before:page"></div><div style="break-before:page">three</div>';

  it('within a document stay by default', async () => {
    expect((await pagesOf(html)).pages).toBe(3);
    const { bytes } = await pagesOf(html, { trim_blank_pages: 'all' });
    expect(pdfPages(bytes)).toHaveLength(2);
    expect(pdfText(bytes)).toMatch(/one\s+three/);
  });

  it('are kept where pages were chosen, and when there is no other', async () => {
    expect((await pagesOf(html, { trim_blank_pages: 'all', pages: '1-2' })).pages).toBe(2);
    expect((await pagesOf('<div></div>', { trim_blank_pages: 'all' })).pages).toBe(1);
    expect((await pagesOf('<div style="height:150vh"></div>', { trim_blank_pages: 'all' })).pages).toBe(1);
  });

  it('are asked for in one way', async () => {
    await expect(pagesOf('<p>x', { remove_blank: false, trim_blank_pages: 'last' })).rejects.toMatchObject({
      details: { pointer: '/remove_blank' },
    });
  });
});

describe('content', () => {
  it('that is not as Chromium writes it is none', () => {
    expect(isBlankContent('q 1 0 0 1 0 0 cm BT (x) Tj ET Q', true)).toBe(false);
    expect(isBlankContent('q Q', false)).toBe(true);
  });
});
