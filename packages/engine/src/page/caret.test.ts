import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfPixels, readPng } from '../testing/judge.ts';
import { usePages } from '../testing/page.ts';
import { hideCaret } from './in-page/caret.ts';

const { convertSeveral } = useSharedEngine();
const pages = usePages();

describe('the text cursor', () => {
  it.each([
    ['a field', '<input id=focused style="caret-color:red">'],
    [
      'a text with rules of its own',
      '<style>textarea{caret-color:red!important}</style><textarea id=focused></textarea>',
    ],
    ['a part that is edited', '<div id=focused contenteditable>text</div>'],
    ['a shadow root', '<div><template shadowrootmode=open><input id=focused style="caret-color:red"></template></div>'],
    ['a frame', `<iframe srcdoc="<input id=focused style='caret-color:red'>"></iframe>`],
  ])('is hidden in %s, which keeps the focus', async (_, html) => {
    const page = await pages.write(html);
    const colors = () =>
      page.call(() => {
        const frame = document.querySelector('iframe');
        const root = document.querySelector('div')?.shadowRoot ?? frame?.contentDocument ?? document;
        const element = root.querySelector<HTMLElement>('#focused');
        if (root.activeElement !== element) element?.focus();
        return [root.activeElement === element, getComputedStyle(element as HTMLElement).caretColor];
      });
    expect((await colors())[1]).not.toBe('rgba(0, 0, 0, 0)');
    await page.call(hideCaret);
    expect(await colors()).toEqual([true, 'rgba(0, 0, 0, 0)']);
  });

  it('costs no style where nothing has the focus', async () => {
    const page = await pages.write('<input>');
    await page.call(hideCaret);
    expect(await page.call(() => document.adoptedStyleSheets.length)).toBe(0);
  });

  it('is in no picture and in no PDF, while the style of the focus is', async () => {
    const html = `<style>body{margin:0}input{font-size:200px;width:300px;border:0;outline:0;caret-color:red}
      input:focus{background:#00f}</style><input autofocus>`;
    const { outputs } = await convertSeveral({ source: { html }, outputs: [{ format: 'png' }, { format: 'pdf' }] });
    const [png, pdf] = outputs.map(({ bytes }) => bytes) as [Uint8Array, Uint8Array];
    for (const pixels of [readPng(png), pdfPixels(pdf)]) {
      expect(pixels.count([255, 0, 0])).toBe(0);
      expect(pixels.count([0, 0, 255])).toBeGreaterThan(20_000);
    }
  });
});
