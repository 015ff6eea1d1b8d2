import { describe, expect, it } from 'vitest';
import { usePages } from '../testing/page.ts';
import { coveredInImage } from './bars.ts';
import { findCandidates } from './candidates.ts';
import { setViewport } from './viewport.ts';

const pages = usePages();
const WHOLE = { x: 0, y: 0, width: 800, height: 5_000 };
const covered = async (html: string, area = WHOLE) => {
  const page = await pages.write(`<style>body{margin:0}p{margin:0;line-height:20px}</style>${html}`);
  await setViewport(page, { width: 800, height: 600, scale: 1 });
  return await coveredInImage(page, await findCandidates(page), area);
};
const lines = '<p>A line of the text</p>'.repeat(100);

describe('text under a bar in a picture', () => {
  it('is reported with its lines and pixels', async () => {
    const bar = '<div style="position:fixed;bottom:0;left:0;width:50px;height:40px;background:#faa">Foot</div>';
    expect(await covered(bar + lines)).toMatchObject({
      code: 'content_covered',
      detail: { elements: 1, lines: 2, pixels: expect.toSatisfy((pixels: number) => pixels > 500 && pixels < 1_200) },
    });
  });

  it.each([
    [
      'by a style sheet',
      '<style>@media screen{div{position:sticky;bottom:0;background:#ff8;height:30px}}</style>',
      '<div>x</div>',
    ],
    [
      'inside a transparent frame',
      '',
      '<div style="position:fixed;inset:0;pointer-events:none"><p style="background:gold">Note</div>',
    ],
    [
      'with a gradient',
      '',
      '<div style="position:fixed;top:0;width:100%;height:50px;background:linear-gradient(red,blue)">x</div>',
    ],
    [
      'nested in rules',
      '<style>main{& div{position:fixed;top:0;background:#fff;height:30px;width:90px}}</style>',
      '<main><div>x</div></main>',
    ],
  ])('%s', async (_, style, bar) => {
    expect(await covered(style + lines + bar)).toMatchObject({ detail: { elements: 1 } });
  });

  it('counts only in the part that is captured', async () => {
    const bar = '<div style="position:fixed;bottom:0;left:0;right:0;height:40px;background:#faa">Foot</div>';
    expect(await covered(bar + lines, { ...WHOLE, height: 500 })).toBeUndefined();
    expect(await covered(bar + lines, { ...WHOLE, y: 500, height: 90 })).toMatchObject({ detail: { elements: 1 } });
  });
});

describe('no warning comes', () => {
  const head = 'position:fixed;top:0;left:0;right:0;height:40px;background:#faa';
  it.each([
    ['without bars', lines],
    ['for a bar in reserved padding', `<div style="${head}">Head</div><div style="padding-top:40px">${lines}</div>`],
    ['for a head that sticks to its place', `<div style="position:sticky;top:0;background:#faa">Head</div>${lines}`],
    ['for a transparent cloth', `<div style="position:fixed;inset:0;background:rgb(0 0 0/.5)"></div>${lines}`],
    ['at opacity 0', `<div style="${head};opacity:0">Head</div>${lines}`],
    ['in a frame at opacity 0', `<div style="opacity:0"><div style="${head}">Head</div></div>${lines}`],
    ['for a hidden bar', `<div style="${head};visibility:hidden">Head</div>${lines}`],
    ['for a backdrop below the text', `<div style="position:fixed;inset:0;background:#eef;z-index:-1"></div>${lines}`],
    ['for text that cannot be seen', `<div style="${head}">Head</div><p style="visibility:hidden">Hidden</p>`],
    ['for rules that apply to nothing', `<style>.no{position:fixed;inset:0;background:red}</style>${lines}`],
  ])('%s', async (_, html) => {
    expect(await covered(html)).toBeUndefined();
  });

  it('and leaves the page as it was', async () => {
    const page = await pages.write('<div style="position:fixed;background:red;pointer-events:none">a</div><p>b');
    await coveredInImage(page, await findCandidates(page), WHOLE);
    const state = await page.call(() => ({
      sheets: document.adoptedStyleSheets.length,
      pointer: getComputedStyle(document.querySelector('div') as Element).pointerEvents,
    }));
    expect(state).toEqual({ sheets: 0, pointer: 'none' });
  });
});
