import { beforeAll, describe, expect, it } from 'vitest';
import { useSharedEngine } from '../../testing/engine.ts';
import { pdfFaults, pdfJson, pdfPixels, pdfPlain, pdfStructure, pdfText } from '../../testing/judge.ts';
import { finishPdf } from './finish.ts';

const { convert } = useSharedEngine();
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const HTML = `<html lang=en><title>Links</title><h1 id=top>Top <a href="https://head.test/">head</a></h1>
  <p><a href="https://a.test/">one</a> <a href="#end">two <b>bold</b></a> <a href="javascript:alert(1)">three</a>
  <a href="https://img.test/"><img alt="A dot" width=20 height=20 src="${PIXEL}"></a></p>
  <p id=end style="break-before:page">The end <a href="#top">back</a></p>`;
let before: Uint8Array;
let after: Uint8Array;

beforeAll(async () => {
  before = (await convert({ source: { html: HTML } })).bytes;
  after = finishPdf(before, { disableLinks: true });
});

describe('disabled links', () => {
  it('are gone, and the file is sound', () => {
    expect(pdfFaults(after)).toBe('');
    expect(pdfPlain(before)).toMatch(/\/Annots/);
    expect(pdfPlain(after)).not.toMatch(/\/Annots|\/Link\b|\/URI|\/OBJR|\.test\//);
  });

  it('leave text, pixels and outline as they were', () => {
    expect(pdfText(after)).toBe(pdfText(before));
    for (const page of [1, 2]) {
      const [now, then] = [pdfPixels(after, page, 40), pdfPixels(before, page, 40)];
      expect(now.count([0, 0, 0], 200)).toBe(then.count([0, 0, 0], 200));
    }
    expect(JSON.stringify(pdfJson(after, 'outlines')).match(/"title"/g)).toHaveLength(1);
  });

  it('become spans of the structure tree, with all that was in them', () => {
    const structure = pdfStructure(after);
    expect(structure.replaceAll(/\s/g, '')).toBe(
      pdfStructure(before)
        .replaceAll(/^ *Object.*$/gm, '')
        .replaceAll('Link', 'Span')
        .replaceAll(/\s/g, ''),
    );
    for (const text of ['one', 'two', 'bold', 'three', 'Figure']) expect(structure).toContain(text);
  });

  it('leave no key of theirs in the tree of parents', () => {
    const tree = /\/Nums \[([\s\S]*?)\]/.exec(pdfPlain(after))?.[1]?.trim().split('\n');
    // One for each page.
    expect(tree).toHaveLength(4);
  });

  it('change nothing where there are none', async () => {
    const plain = (await convert({ source: { html: '<p>x' } })).bytes;
    const options = { deterministic: true };
    expect(finishPdf(plain, { ...options, disableLinks: true })).toEqual(finishPdf(plain, options));
  });

  it('are an error where they cannot be taken out', () => {
    expect(() => finishPdf(Buffer.from('%PDF-1.4'), { disableLinks: true })).toThrow('links');
  });
});
