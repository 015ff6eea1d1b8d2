import { expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';

const engine = useSharedEngine();
const codes = async (html: string, format: 'pdf' | 'png' = 'pdf', options: Record<string, unknown> = {}) =>
  (await engine.convert({ source: { html }, ...options }, format)).warnings.map(({ code }) => code);
const BAR = '<div style="position:fixed;bottom:0;height:50px;width:100%;background:gold">Bar</div>';
const LINES = '<p>A line of the text</p>'.repeat(100);

it('tells what is wrong with a PDF', async () => {
  expect(await codes('<p>plain')).toEqual([]);
  expect(await codes('<p>\u{10fffe}')).toEqual(['font_missing']);
  expect(await codes(BAR + LINES)).toEqual(['content_covered']);
  expect(await codes('<p style="filter:blur(1px)">text')).toEqual(['text_rasterized']);
  expect(await codes('<p style="filter:blur(0)">text')).toEqual([]);
});

it('tells what is wrong with a picture', async () => {
  expect(await codes('<p>plain', 'png')).toEqual([]);
  expect(await codes('<p>\u{10fffe}', 'png')).toEqual(['font_missing']);
  expect(await codes(BAR + LINES, 'png', { fullpage: true })).toEqual(['content_covered']);
  expect(await codes(BAR + LINES, 'png', { clip: { x: 0, y: 0, width: 100, height: 100 } })).toEqual([]);
  expect(await codes('<p style="filter:blur(1px)">text', 'png')).toEqual([]);
});

it('looks for glyphs in the window that the page had, also after a print for which it was made narrower', async () => {
  const rules = '@page{margin:0 30mm}@media screen and (max-width:650px){p{display:none}}';
  expect(await codes(`<style>${rules}</style><p>\u{10fffe}`)).toEqual(['font_missing']);
});
