import { describe, expect, it } from 'vitest';
import { pdfText } from '../testing/judge.ts';
import { usePages } from '../testing/page.ts';
import { findCandidates } from './candidates.ts';
import type { Page } from './page.ts';
import { dropIdleFilters, rasterizedContent } from './rasterized.ts';

const pages = usePages();
const print = async ({ session }: Page): Promise<Buffer> => {
  const { data } = await session.send('Page.printToPDF', { printBackground: true });
  return Buffer.from(data, 'base64');
};
const capture = async ({ session }: Page): Promise<string> =>
  (await session.send('Page.captureScreenshot', { format: 'png' })).data;
/** The warning, and whether the text really is no text in the PDF. */
const judge = async (html: string) => {
  const page = await pages.write(html);
  const [warning] = await rasterizedContent(page, await findCandidates(page));
  return { warning, lost: !pdfText(await print(page)).includes('probe') };
};

describe('text under a filter', () => {
  it.each(['blur(1px)', 'drop-shadow(2px 2px red)', 'grayscale(1)', 'opacity(.5)', 'invert(1) blur(1px)'])(
    '%s is reported',
    async (filter) => {
      expect(await judge(`<p>text</p><div style="filter:${filter}"><p>a probe</p> <b>x</b></div>`)).toMatchObject({
        lost: true,
        warning: { code: 'text_rasterized', detail: { characters: 7, elements: 1 } },
      });
    },
  );

  it('is reported wherever the filter comes from', async () => {
    const reported = { lost: true, warning: { detail: { characters: 5, elements: 1 } } };
    expect(await judge('<style>@media screen{.a{&.b{filter:sepia(1)}}}</style><p class="a b">probe')).toMatchObject(
      reported,
    );
    expect(await judge('<style>html{filter:invert(1)}p{filter:blur(1px)}</style><p>probe')).toMatchObject(reported);
    expect(
      await judge('<svg><filter id=f><feOffset dx=1 /></filter><text y=20 filter="url(#f)">probe</text></svg>'),
    ).toMatchObject(reported);
    const keyframes = '<style>@keyframes k{to{filter:blur(2px)}}p{animation:k 1ms both}</style><p>probe';
    const page = await pages.write(keyframes);
    await page.call(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    expect(await rasterizedContent(page, await findCandidates(page))).toMatchObject([reported.warning]);
  });

  it('is not reported where it cannot be seen, or is none', async () => {
    expect(await judge('<p>probe</p><style>p:hover{filter:blur(1px)}</style>')).toEqual({ lost: false });
    expect(
      await judge('<p>probe</p><img alt="" style="filter:blur(1px)"><div style="filter:blur(1px)"> </div>'),
    ).toEqual({ lost: false });
    expect((await judge('<div style="filter:blur(1px)"><p hidden>probe</p></div>')).warning).toBeUndefined();
  });
});

describe('text in perspective', () => {
  it.each([
    '<div style="transform:perspective(300px) rotateY(20deg)">probe</div>',
    '<div style="perspective:300px"><p style="transform:rotateX(30deg)">probe</p></div>',
    '<style>.s{perspective:300px}.k{transform-style:preserve-3d}</style><div class=s><div class=k><p style="rotate:y 30deg">probe',
  ])('%s is reported', async (html) => {
    expect(await judge(html)).toMatchObject({ lost: true, warning: { detail: { characters: 5, elements: 1 } } });
  });
});

describe('other effects', () => {
  it.each([
    'transform:rotateY(20deg)',
    'transform:translateZ(10px)',
    'perspective:300px',
    'mix-blend-mode:multiply',
    'mask-image:linear-gradient(#000,#0008)',
    'opacity:.5',
    'backdrop-filter:blur(2px)',
    'will-change:filter',
  ])('%s leave text as it is and are not reported', async (style) => {
    expect(await judge(`<div style="${style}">probe</div>`)).toEqual({ lost: false });
  });
});

describe('a filter that changes nothing', () => {
  const html = `<style>p{font:20px "Liberation Sans";background:#cde}div{filter:blur(0) brightness(100%) hue-rotate(0deg)}
    b{position:absolute;top:3px;left:200px;background:gold}i{position:relative;z-index:-1}</style>
    <div><p>probe</p><b>inside</b><i>below</i></div>`;

  it('is taken away, so that text stays text and looks the same', async () => {
    const page = await pages.write(html);
    const [printed, seen] = [await print(page), await capture(page)];
    expect(pdfText(printed)).not.toContain('probe');
    const candidates = await findCandidates(page);
    expect(await dropIdleFilters(page, candidates)).toBe(1);
    expect(pdfText(await print(page))).toContain('probe');
    expect(await rasterizedContent(page, candidates)).toEqual([]);
    expect(await capture(page)).toBe(seen);
  });

  it('leaves those that change something', async () => {
    const page = await pages.write('<p style="filter:blur(0) invert(1)">probe');
    expect(await dropIdleFilters(page, await findCandidates(page))).toBe(0);
  });
});
