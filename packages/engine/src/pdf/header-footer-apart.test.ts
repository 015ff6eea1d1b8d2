import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfFaults, pdfJson, pdfPixels, pdfText } from '../testing/judge.ts';
import { type Site, startSite } from '../testing/site.ts';

/** What no compression makes smaller: 12 MB of colors. */
function noise(): Buffer {
  const side = 2000;
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(54 + 3 * side * side, 2);
  for (const [offset, value] of [54, 40, side, side, 1 + 24 * 2 ** 16].entries()) {
    header.writeUInt32LE(value, 10 + 4 * offset);
  }
  return Buffer.concat([header, randomBytes(3 * side * side)]);
}

let site: Site;
beforeAll(async () => {
  site = await startSite({
    '/noise.bmp': (_, response) => void response.writeHead(200, { 'content-type': 'image/bmp' }).end(noise()),
  });
});
afterAll(() => site.close());

const { convert } = useSharedEngine();
const body = (pages: number) =>
  Array.from(
    { length: pages },
    (_, index) => `<h1 style="string-set:chapter content()${index > 0 ? ';break-before:page' : ''}">C${index + 1}</h1>`,
  ).join('');
const print = async (options: Record<string, unknown>, html = body(4)) =>
  (await convert({ source: { html }, ...options })).bytes;
const words = (pdf: Uint8Array) =>
  pdfText(pdf)
    .split('\f')
    .slice(0, -1)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim());

/** The box around all that is red. */
function redBox({ width, height, at }: ReturnType<typeof pdfPixels>) {
  const across: number[] = [];
  const down: number[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red = 0, green = 0] = at(x, y);
      if (red < 200 || green > 150) continue;
      across.push(x);
      down.push(y);
    }
  }
  const [left, top] = [Math.min(...across), Math.min(...down)];
  return { left, top, width: Math.max(...across) - left, height: Math.max(...down) - top };
}

describe('numbers of pages in headers and footers', () => {
  it('begin with what is asked for, on the first page that shows them', async () => {
    const source =
      '<script>document.body.append("RUN")</script><b onclick>p {{page}}/{{total}}</b>, <i class=pageNumber></i>';
    const pdf = await print({ footer: { source, start_at: 2, start_number: 1 } });
    expect(words(pdf)).toEqual(['C1', 'C2 p 1/3, 1', 'C3 p 2/3, 2', 'C4 p 3/3, 3']);
    expect(pdfFaults(pdf)).toBe('');
    const even = await print({ header: { source: 'n{{page}}', on: 'even', start_number: 10 }, pages: '2-4' });
    expect(words(even)).toEqual(['n10 C2', 'C3', 'n12 C4']);
  });

  it('can be shifted, where the other part is as Chromium prints it', async () => {
    const plain = { header: { source: '<div style="text-align:right;color:red">{{page}} of {{total}}</div>' } };
    const shifted = { header: { source: plain.header.source.replace('{{page}}', '{{ page | plus: 0 }}') } };
    const footer = { source: '<i>{{ page | minus: 1 }}|{{ total | plus: 20 }}</i>' };
    const pdf = await print({ ...shifted, footer });
    expect(words(pdf)[2]).toBe('3 of 4 C3 2|24');
    // What is laid over the page is in its place, in the same size and color.
    const [one, other] = [await print(plain), await print(shifted)].map((bytes) => redBox(pdfPixels(bytes, 3)));
    expect(one?.width).toBeGreaterThan(15);
    for (const side of ['left', 'top', 'width', 'height'] as const) {
      expect(Math.abs((one?.[side] ?? 0) - (other?.[side] ?? -9))).toBeLessThanOrEqual(1);
    }
  });

  it('stand beside links, which lead on, and on paper of any size', async () => {
    const html = `<style>@page wide{size:A5 landscape}div{page:wide}</style><p>a</p><div>b</div>`;
    const source = '<a href="https://e.test/?a=1">{{ page | plus: 6 }}</a> <a href="#top">up</a>';
    const pdf = await print({ footer: { source } }, html);
    expect(words(pdf)).toEqual(['a 7 up', 'b 8 up']);
    const objects = JSON.stringify(pdfJson(pdf, 'objects'));
    expect(objects.match(/"\/URI":"https:\/\/e\.test\/\?a=1"|"u:https:\/\/e\.test\/\?a=1"/g)).toHaveLength(2);
    expect(pdfFaults(pdf)).toBe('');
  });
});

it('named strings of the document stand in headers', async () => {
  const source = '{{ strings.chapter }} after {{ strings.chapter | start }}{{strings.none}}';
  const html = `${body(2)}<p style="break-before:page">x</p>`;
  const { bytes, warnings } = await convert({ source: { html }, header: { source } });
  expect(words(bytes)).toEqual(['C1 after C1 C1', 'C2 after C2 C2', 'C2 after C2 x']);
  expect(warnings).toEqual([
    {
      code: 'string_unset',
      message: 'The header or footer shows strings.none, which nothing in the document sets with string-set.',
      detail: { count: 1, items: [{ string: 'none' }] },
    },
  ]);
});

describe('headers and footers that are printed by themselves', () => {
  it('tell what they miss, and what the document has told is not told again', async () => {
    const html = '<style>p{string-set:s attr(title)}</style><p title="\u{10fffe}">x</p>';
    const source = '{{ strings.s }}<img src="none.png"><b style="background:url(http://127.0.0.1:1/a.png)">b</b>';
    const { warnings } = await convert({ source: { html }, header: { source } });
    const told = warnings.map(({ code, message }) => [code, message.startsWith('Header or footer: ')]);
    expect(told.sort()).toEqual([
      ['font_missing', true],
      ['resource_blocked', false],
      ['resource_failed', true],
    ]);
    expect(JSON.stringify(warnings)).not.toContain('platen.invalid');
  });

  it('are refused by their name when they are too large to be laid over the pages', async () => {
    const footer = { source: `{{ page | plus: 1 }}<img width=9 height=9 src="${site.origin}/noise.bmp">` };
    await expect(print({ header: { source: 'x' }, footer })).rejects.toMatchObject({
      code: 'invalid_header',
      details: { pointer: '/footer/source' },
    });
  });
});
