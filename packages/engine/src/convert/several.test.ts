import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeveralResults } from '../result.ts';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfPages, pdfText, readPng } from '../testing/judge.ts';
import { never, type Site, startSite } from '../testing/site.ts';

const square = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="${color}"/></svg>`;
const RESPONSIVE = `<style>body{margin:0;height:100vh;background:#f00}.n{display:none}
  @media (width < 800px){body{background:#0f0}.w{display:none}.n{display:block}}</style>
  <p class=w>Wide layout<p class=n>Narrow layout`;
const LONG = `<style>@page{size:A5;margin:20mm}h1{break-before:page;margin:0}</style>${Array.from(
  { length: 4 },
  (_, index) => `<h1>Chapter ${index + 1}</h1><p>${'Words that fill lines. '.repeat(60)}</p>`,
).join('')}`;

let site: Site;
beforeAll(async () => {
  site = await startSite({
    '/': '<h1>Once</h1><img src=red.svg><a href="/">Again</a>',
    '/red.svg': square('#f00'),
    '/lime.svg': square('#0f0'),
    '/never.svg': never,
    '/drip': (_, response) => {
      response.writeHead(200, { 'access-control-allow-origin': '*' });
      const drops = setInterval(() => response.write('.'), 200);
      response.once('close', () => clearInterval(drops));
    },
  });
});
afterAll(() => site.close());
beforeEach(() => {
  site.hits.length = 0;
});

const { convert, convertSeveral } = useSharedEngine();
const several = (html: string, outputs: readonly object[], options: Record<string, unknown> = {}) =>
  convertSeveral({ source: { html }, outputs, ...options });
const textOf = ({ outputs }: SeveralResults, index: number) => Buffer.from(outputs[index]!.bytes).toString('utf8');
/** Each word of a PDF with the place where it stands. */
const wordsOf = (pdf: Uint8Array) => pdfText(pdf, '-bbox').match(/<word .*/g) ?? [];
const pngOf = ({ outputs }: SeveralResults, index: number) => readPng(outputs[index]!.bytes);

const frames = `<p id=p></p><script>
  let frames = 0;
  requestAnimationFrame(function draw() {
    p.textContent = 'frame ' + ++frames;
    if (frames < 30) requestAnimationFrame(draw);
  });</script>`;
const picture = (file: string) =>
  `${frames}<picture><source media="(width < 800px)" srcset="${site.origin}/${file}"><img src="${site.origin}/red.svg"></picture>`;
const fetches = (file: string) =>
  `${frames}<script>fetch('${site.origin}/${file}').then((answer) => answer.text())</script>`;

describe('several outputs of one page', () => {
  it('load it once, and come in the order asked for', async () => {
    const formats = ['markdown', 'pdf', 'webp', 'text', 'png', 'jpeg'];
    const result = await convertSeveral({
      source: { url: `${site.origin}/` },
      outputs: formats.map((format) => ({ format })),
    });
    expect(site.hits.sort()).toEqual(['GET /', 'GET /red.svg']);
    expect(result.sourceStatus).toBe(200);
    expect(result.outputs.map(({ format }) => format)).toEqual(formats);
    expect(result.outputs.map(({ contentType }) => contentType.split(';')[0])).toEqual([
      'text/markdown',
      'application/pdf',
      'image/webp',
      'text/plain',
      'image/png',
      'image/jpeg',
    ]);
    expect(textOf(result, 0)).toContain('# Once');
    expect(pdfText(result.outputs[1]!.bytes)).toContain('Once');
    expect(Buffer.from(result.outputs[2]!.bytes.subarray(0, 4)).toString()).toBe('RIFF');
    expect(textOf(result, 3)).toMatch(/^Once\n/);
    expect(pngOf(result, 4).count([255, 0, 0])).toBe(2_500);
    expect([...result.outputs[5]!.bytes.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    expect(result.outputs.map(({ pages }) => pages)).toEqual([
      undefined,
      1,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(result.outputs.map(({ contentMode }) => contentMode !== undefined)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['a PDF with a picture before it', LONG, { margin: '30mm 10mm' }],
    ['a PDF with the margins of the page', LONG, {}],
    ['a PDF with header and footer', LONG, { header: { source: 'Head' }, footer: { source: '{{page}}/{{total}}' } }],
    ['a PDF of paper as tall as its content', RESPONSIVE, { format: '100mmxauto' }],
    ['a PDF that is turned and scaled', LONG, { landscape: true, zoom: 0.7 }],
  ])('%s is the same as alone', async (_, html, options) => {
    const outputs = [{ format: 'png' }, { format: 'text' }, { format: 'pdf', options }];
    const together = (await several(html, outputs)).outputs[2]!;
    const alone = await convert({ source: { html }, ...options });
    expect(pdfPages(together.bytes)).toEqual(pdfPages(alone.bytes));
    expect(wordsOf(together.bytes)).toEqual(wordsOf(alone.bytes));
    expect(wordsOf(alone.bytes).length).toBeGreaterThan(1);
    expect(together.pages).toBe(alone.pages);
  });

  it('have text and pictures that are the same as alone', async () => {
    const html = `${LONG}<table><tr><td>1<td>2</table>`;
    const outputs = [
      { format: 'pdf', options: { margin: '50mm' } },
      { format: 'png' },
      { format: 'text' },
      { format: 'markdown' },
    ];
    const together = await several(html, outputs);
    for (const [index, format] of [
      [1, 'png'],
      [2, 'text'],
      [3, 'markdown'],
    ] as const) {
      const alone = await convert({ source: { html } }, format);
      expect(Buffer.from(together.outputs[index]!.bytes).equals(alone.bytes)).toBe(true);
    }
  });

  it('each have the layout of their own window', async () => {
    const html = RESPONSIVE;
    const result = await several(html, [
      { format: 'png' },
      { format: 'pdf' },
      { format: 'png', options: { viewport: '400x300' } },
      { format: 'text' },
      { format: 'png', options: { viewport: { width: 900, height: 100, device_scale_factor: 2 } } },
      { format: 'markdown', options: { viewport: '300x300' } },
    ]);
    expect(pngOf(result, 0)).toMatchObject({ width: 1280, height: 1024 });
    expect(pngOf(result, 0).at(640, 900)).toEqual([255, 0, 0, 255]);
    expect(pdfText(result.outputs[1]!.bytes)).toContain('Narrow layout');
    expect(pngOf(result, 2)).toMatchObject({ width: 400, height: 300 });
    expect(pngOf(result, 2).at(200, 250)).toEqual([0, 255, 0, 255]);
    expect(textOf(result, 3)).toBe('Wide layout\n');
    expect(pngOf(result, 4)).toMatchObject({ width: 1800, height: 200 });
    expect(pngOf(result, 4).at(900, 190)).toEqual([255, 0, 0, 255]);
    expect(textOf(result, 5)).toBe('Narrow layout\n');
  });

  it('each have their own part of the page', async () => {
    const html = `<style>body{margin:0}div{width:100px;height:100px}</style>
      <div style="background:#f00"></div><div id=b style="background:#0f0"></div>`;
    const result = await several(html, [
      { format: 'png', options: { clip: { x: 0, y: 0, width: 100, height: 100 } } },
      { format: 'png', options: { css_selector: '#b' } },
      { format: 'png', options: { fullpage: true, viewport: '100x50', dpi: 2 } },
      { format: 'jpeg', options: { clip: { x: 0, y: 50, width: 10, height: 100 } } },
    ]);
    expect(pngOf(result, 0).count([255, 0, 0])).toBe(10_000);
    expect(pngOf(result, 1).count([0, 255, 0])).toBe(10_000);
    expect(pngOf(result, 2)).toMatchObject({ width: 200, height: 400 });
    expect(pngOf(result, 2).count([0, 255, 0])).toBe(40_000);
  });

  it('are transparent only where asked for', async () => {
    const result = await several(
      '<p>x',
      [
        { format: 'png', options: { transparent: true } },
        { format: 'png' },
        { format: 'png', options: { omit_background: true } },
      ],
      { viewport: '50x50' },
    );
    expect([0, 1, 2].map((index) => pngOf(result, index).at(49, 49)[3])).toEqual([0, 255, 0]);
  });

  it('follow their window by script, images of a width and what is set on a resize with a delay', async () => {
    const html = `<style>body{margin:0}img{display:block}</style>
      <picture><source media="(width < 800px)" srcset="${site.origin}/lime.svg"><img src="${site.origin}/red.svg"></picture>
      <p id=now></p><p id=late></p><script>
      let timer;
      const show = () => {
        now.textContent = 'now ' + innerWidth;
        clearTimeout(timer);
        timer = setTimeout(() => { late.textContent = 'late ' + innerWidth; }, 150);
      };
      addEventListener('resize', show); show();
      </script>`;
    const result = await several(html, [
      { format: 'png' },
      { format: 'png', options: { viewport: '500x300' } },
      { format: 'text', options: { viewport: '500x300' } },
    ]);
    expect(pngOf(result, 0).count([255, 0, 0])).toBe(2_500);
    expect(pngOf(result, 1).count([0, 255, 0])).toBe(2_500);
    expect(textOf(result, 2)).toBe('now 500\n\nlate 500\n');
  });

  it.each([
    ['a picture of one width', () => picture('never.svg')],
    ['a request of its script', () => fetches('never.svg')],
    ['an answer that goes on and on', () => fetches('drip')],
  ])('are captured although %s never ends', async (_, html) => {
    const shots = [
      { format: 'png' },
      { format: 'png', options: { viewport: '700x700' } },
      { format: 'text' },
      { format: 'pdf' },
    ];
    const { outputs, warnings } = await convertSeveral(
      { source: { html: html() }, outputs: shots, timeout: 3 },
      { deadline: 20_000 },
    );
    expect(outputs).toHaveLength(4);
    expect(Buffer.from(outputs[2]?.bytes ?? []).toString()).toContain('frame 30');
    // What fails because it was ended is nobody's fault.
    expect(warnings.map(({ code }) => code)).toEqual(['ready_timeout']);
  });

  it('fail together, with a pointer to what was written', async () => {
    const outputs = [{ format: 'text' }, { format: 'png', options: { css_selector: '#gone' } }];
    await expect(several('<p>x', outputs)).rejects.toMatchObject({ code: 'wait_condition_unmet' });
    await expect(several('<p>x', [{ format: 'pdf', options: { pages: '9' } }])).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('tell print styles that were not used for a PDF only', async () => {
    const html = '<style>@media print{p{color:red}}</style><p>x';
    const codes = async (...formats: string[]) =>
      (
        await several(
          html,
          formats.map((format) => ({ format })),
        )
      ).warnings.map(({ code }) => code);
    expect(await codes('png', 'text')).toEqual([]);
    expect(await codes('png', 'pdf')).toEqual(['print_styles_ignored']);
  });
});
