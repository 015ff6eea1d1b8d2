import { describe, expect, it } from 'vitest';
import { readBars } from '../page/bars.ts';
import { findCandidates } from '../page/candidates.ts';
import { usePages } from '../testing/page.ts';
import { coveredInPdf } from './covered.ts';

const pages = usePages();
const covered = async (html: string, options: Record<string, number> = {}) => {
  const page = await pages.write(html);
  const bars = await readBars(page, await findCandidates(page));
  const { data } = await page.session.send('Page.printToPDF', { printBackground: true, ...options });
  return coveredInPdf(Buffer.from(data, 'base64'), bars);
};
const lines = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `<p style="margin:0;line-height:20px">Line ${index} of the text</p>`,
  ).join('');
const FOOT = 'position:fixed;bottom:0;left:0;right:0;height:40px';

describe('text under a fixed bar on paper', () => {
  it('is reported with its lines and pages', async () => {
    // 990 px of a letter page less the margins of 0.4 in: 40 px hide two lines of each page but the last.
    expect(await covered(`<div style="${FOOT};background:#afa">Foot</div>${lines(120)}`)).toMatchObject({
      code: 'content_covered',
      detail: { elements: 1, lines: expect.toSatisfy((count: number) => count >= 4 && count <= 6), pages: 2 },
    });
  });

  it.each([
    ['with rounded corners', `${FOOT};background:#afa;border-radius:9px`],
    ['with a gradient', `${FOOT};background:linear-gradient(90deg,#afa,#aaf)`],
    ['at the top', 'position:fixed;top:0;left:0;width:100%;height:60px;background:#fff'],
    ['without a background, whose text runs into that below', FOOT],
  ])('%s', async (_, style) => {
    const html = `<div style="${style}">Company · Street · Town</div><div>${lines(150)}</div>`;
    expect(await covered(html)).toMatchObject({ detail: { elements: 1 } });
  });

  it('is reported of a bar inside another element, and of a sticky one at the end of the first page', async () => {
    const inner = `<div style="${FOOT}"><p style="background:#faa;margin:0;height:40px">Foot</p></div>${lines(100)}`;
    expect(await covered(inner)).toMatchObject({ detail: { elements: 1 } });
    const sticky = `${lines(100)}<div style="position:sticky;bottom:0;height:30px;background:#ff8">Sticky</div>`;
    expect(await covered(sticky)).toMatchObject({ detail: { elements: 1, pages: 1 } });
  });
});

describe('a bar that is moved into the margin of the page', () => {
  it('is painted at the foot of the page before, and reported', async () => {
    const style = '<style>@page{margin:80px 20px}</style>';
    const bar = 'position:fixed;top:-60px;left:0;height:40px;width:100%;background:#faa';
    expect(await covered(`${style}<div style="${bar}">Head</div>${lines(120)}`)).toMatchObject({
      detail: { elements: 1, pages: 2 },
    });
  });
});

describe('no warning comes', () => {
  const head = 'position:fixed;top:0;left:0;right:0;height:40px;background:#faa';
  it.each([
    ['without bars', lines(100)],
    [
      'for room that a repeated table head keeps free',
      `<div style="${head}">Head</div><table><thead style="break-inside:avoid"><tr><td style="height:45px"></thead><tbody><tr><td>${lines(120)}</table>`,
    ],
    [
      'for a bar in reserved padding',
      `<div style="${head}">Head</div><div style="padding-top:50px">${lines(10)}</div>`,
    ],
    [
      'for a transparent cloth over everything',
      `<div style="position:fixed;inset:0;background:rgb(0 0 0/.5)"></div>${lines(100)}`,
    ],
    ['for a bar that cannot be seen', `<div style="${FOOT};background:#afa;opacity:0">Foot</div>${lines(100)}`],
    [
      'for a backdrop below the text',
      `<div style="position:fixed;inset:0;background:#eef;z-index:-1"></div>${lines(100)}`,
    ],
    [
      'for a large pale word over the text',
      `<div style="position:fixed;top:300px;font-size:90px;color:#eee">DRAFT</div>${lines(100)}`,
    ],
    [
      'for the head of a table that sticks',
      `<table><thead style="position:sticky;top:0;background:#ddd"><tr><th>Head<tbody><tr><td>${lines(100)}</table>`,
    ],
  ])('%s', async (_, html) => {
    expect(await covered(html)).toBeUndefined();
  });
});
