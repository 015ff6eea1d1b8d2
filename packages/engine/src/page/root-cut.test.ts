import { describe, expect, it } from 'vitest';
import { usePages } from '../testing/page.ts';
import { openBody } from './open-body.ts';
import { hiddenByRoot } from './root-cut.ts';

const pages = usePages();
const rows = '<p style="margin:0;height:20px">row</p>'.repeat(100);
const page = (css: string, body = rows) => pages.write(`<!doctype html><style>body{margin:0}${css}</style>${body}`);
const NOTHING = { elements: 0, pixels: 0 };

describe('text that the root hides', () => {
  it.each([
    ['of a body that hides what overflows', 'html,body{height:100%;overflow:hidden}', rows],
    ['of a fixed body', 'body{position:fixed;inset:0}', rows],
    ['of a box as large as the window', '', `<div style="height:100vh;overflow:hidden">${rows}</div>`],
  ])('is measured %s, and shown on demand', async (_, css, body) => {
    const shown = await page(css, body);
    const { elements, pixels } = await shown.call(hiddenByRoot, false);
    expect(elements).toBe(1);
    // The last line box ends a little above its paragraph.
    expect(Math.abs(pixels - (2000 - 1046))).toBeLessThan(4);
    await shown.call(hiddenByRoot, true);
    expect(await shown.call(hiddenByRoot, false)).toEqual(NOTHING);
  });

  it.each([
    ['when the window takes over the overflow', 'body{height:100vh;overflow:hidden}', rows],
    ['in a box that is a part of the page', '', `<div style="height:200px;overflow:hidden">${rows}</div>`],
    [
      'that is placed by what is around',
      'html,body{height:100%;overflow:hidden}',
      `<p style="position:absolute;top:2000px">x`,
    ],
    ['that cannot be seen', 'html,body{height:100%;overflow:hidden}', `<div style="visibility:hidden">${rows}</div>`],
    ['in a scroller', '', `<div style="height:100vh;overflow:auto">${rows}</div>`],
    ['in a document without a body', '', '<script>document.body.remove()</script>'],
  ])('is none %s', async (_, css, body) => {
    expect(await (await page(css, body)).call(hiddenByRoot, false)).toEqual(NOTHING);
  });
});

describe('a body that scrolls', () => {
  const overflow = () => getComputedStyle(document.body).overflow;

  it('goes on, and still cuts off what is beside it', async () => {
    const shown = await page('html,body{height:100%;overflow-x:hidden}');
    await shown.call(openBody);
    expect(await shown.call(overflow)).toBe('clip visible');
  });

  it.each([
    ['without more than it shows', 'html,body{height:100%;overflow:auto}', '<p>x'],
    ['that the window scrolls for', 'body{overflow:auto}', rows],
    ['that hides the rest', 'html,body{height:100%;overflow:hidden}', rows],
  ])('is left as it is %s', async (_, css, body) => {
    const shown = await page(css, body);
    const before = await shown.call(overflow);
    await shown.call(openBody);
    expect(await shown.call(overflow)).toBe(before);
  });
});
