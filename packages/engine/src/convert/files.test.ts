import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfFonts, readPng } from '../testing/judge.ts';
import { type Site, startSite } from '../testing/site.ts';

const square = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="${color}"/></svg>`;
const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64');
const RED = base64(square('#f00'));

let site: Site;
let asked: { url: string | undefined; headers: Record<string, unknown> }[] = [];
beforeAll(async () => {
  const note =
    (type: string, text: string) =>
    (request: { url?: string; headers: Record<string, unknown> }, response: import('node:http').ServerResponse) => {
      asked.push({ url: request.url, headers: request.headers });
      response.writeHead(200, { 'content-type': type }).end(text);
    };
  site = await startSite({
    '/docs/lime.svg': note('image/svg+xml', square('#0f0')),
    '/docs/page.html': note('text/html', 'never asked for'),
    '/docs/a.svg': note('image/svg+xml', square('#0f0')),
  });
});
afterAll(() => site.close());
beforeEach(() => {
  asked = [];
  site.hits.length = 0;
});

const { convert, convertSeveral } = useSharedEngine();
const bases = [
  ['without a base', () => ({})],
  ['with a base', () => ({ base_url: `${site.origin}/docs/page.html` })],
] as const;
const shot = async (html: string, files: Record<string, string>, source = {}, options = {}) => {
  const page = `<style>body{margin:0}img{display:block}</style>${html}`;
  const { bytes, warnings } = await convert({ source: { html: page, files, ...source }, ...options }, 'png');
  return { image: readPng(bytes), codes: warnings.map(({ code }) => code) };
};

describe.each(bases)('files %s', (_, base) => {
  it('are style sheets, what those refer to, scripts and images', async () => {
    const html =
      '<link rel=stylesheet href="css/style.css?v=2"><div></div><img src="img/a.svg#x"><script src="./code.js"></script>' +
      '<script type=module src="module.js"></script>';
    const { image, codes } = await shot(
      html,
      {
        'css/style.css': base64('@import "more.css"; div{height:50px;width:50px;background:url(../img/a.svg)}'),
        'css/more.css': base64('body{background:#00f}'),
        'img/a.svg': RED,
        'code.js': base64('document.body.append(Object.assign(new Image(), { src: "img/b.svg" }))'),
        'img/b.svg': base64(square('#0f0')),
        'module.js': base64('import { ink } from "./ink.js"; document.body.style.color = ink;'),
        'ink.js': base64('export const ink = "red";'),
      },
      base(),
    );
    expect(codes).toEqual([]);
    expect(image.count([255, 0, 0])).toBe(5_000);
    expect(image.count([0, 255, 0])).toBe(2_500);
    expect(image.at(600, 500)).toEqual([0, 0, 255, 255]);
    expect(site.hits).toEqual([]);
  });

  it.each([
    ['a name with spaces', 'a b.svg', 'a b.svg'],
    ['an encoded link', 'a b.svg', 'a%20b.svg'],
    ['an encoded name', 'a%20b.svg', 'a b.svg'],
    ['other letters', 'ünï/文字.svg', 'ünï/文字.svg'],
    ['other letters, encoded', 'ünï/文字.svg', encodeURI('ünï/文字.svg')],
    ['other letters, encoded in lower case', 'ü.svg', '%c3%bc.svg'],
    ['a link that encodes too much', 'logo (1), new.svg', 'logo%20%281%29%2C%20new.svg'],
    ['signs that patterns know', 'a*b[1].svg', 'a*b[1].svg'],
    ['a percent sign', '100%.svg', '100%.svg'],
    ['a dot in front', './a.svg', 'a.svg'],
    ['a way around', 'a.svg', 'img/../a.svg'],
    ['a query', 'a.svg', 'a.svg?v=1/2'],
  ])('have %s', async (_name, file, link) => {
    const { image, codes } = await shot(`<img src="${link}">`, { [file]: RED }, base());
    expect({ red: image.count([255, 0, 0]), codes }).toEqual({ red: 2_500, codes: [] });
    expect(site.hits).toEqual([]);
  });

  it('are fonts', async () => {
    const font = readFileSync('/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf');
    const html = '<style>@font-face{font-family:Own;src:url(fonts/own.ttf)}p{font-family:Own,serif}</style><p>Text';
    const { bytes, warnings } = await convert({
      source: { html, files: { 'fonts/own.ttf': base64(font) }, ...base() },
    });
    expect(warnings).toEqual([]);
    expect(pdfFonts(bytes).join()).toContain('LiberationMono');
  });

  it('belong to a template too', async () => {
    const { image } = await shot('<img src="{{ picture }}">', { 'a.svg': RED }, base(), { data: { picture: 'a.svg' } });
    expect(image.count([255, 0, 0])).toBe(2_500);
  });

  it('are frames, and text that a script asks for', async () => {
    const html =
      '<iframe src="part.html"></iframe><p id=p></p><script>fetch("data.json").then((r) => r.json()).then((d) => { p.textContent = d.text; })</script>';
    const files = { 'part.html': base64('<p>In the frame: ä</p>'), 'data.json': base64('{"text":"from a file"}') };
    const { bytes, warnings } = await convert({ source: { html, files, ...base() } }, 'text');
    const text = Buffer.from(bytes).toString('utf8');
    expect(text).toContain('In the frame: ä');
    expect(text).toContain('from a file');
    expect(warnings).toEqual([]);
  });

  it('serve every output of several', async () => {
    const { outputs } = await convertSeveral({
      source: {
        html: '<link rel=stylesheet href=a.css><p>Shown</p><i>Hidden</i><img src=a.svg>',
        files: { 'a.css': base64('i{display:none}'), 'a.svg': RED },
        ...base(),
      },
      outputs: [{ format: 'text' }, { format: 'png' }],
    });
    expect(Buffer.from(outputs[0]!.bytes).toString()).toBe('Shown\n');
    expect(readPng(outputs[1]!.bytes).count([255, 0, 0])).toBe(2_500);
  });

  it('that are not there are reported', async () => {
    expect((await shot('<img src="b.svg">', { 'a.svg': RED }, base())).codes.length).toBeGreaterThan(0);
  });
});

describe('files with a base', () => {
  const source = () => ({ base_url: `${site.origin}/docs/page.html` });

  it('come first; what is no file is asked of the site', async () => {
    const { image, codes } = await shot('<img src="a.svg"><img src="lime.svg">', { 'a.svg': RED }, source());
    expect(codes).toEqual([]);
    expect(image.count([255, 0, 0])).toBe(2_500);
    expect(image.count([0, 255, 0])).toBe(2_500);
    expect(site.hits).toEqual(['GET /docs/lime.svg']);
  });

  it('do not keep headers and credentials from the site', async () => {
    const options = { http_headers: { 'X-Token': 'secret' }, auth: { username: 'u', password: 'p' } };
    const { image } = await shot('<img src="a.svg"><img src="lime.svg">', { 'a.svg': RED }, source(), options);
    expect(image.count([255, 0, 0])).toBe(2_500);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      url: '/docs/lime.svg',
      headers: { 'x-token': 'secret', authorization: `Basic ${Buffer.from('u:p').toString('base64')}` },
    });
  });

  it('are for their own place only', async () => {
    const html = `<img src="/a.svg"><img src="other/a.svg"><img src="${site.origin}/docs/a.svg?x">`;
    const { image } = await shot(html, { 'a.svg': RED }, source());
    expect(image.count([255, 0, 0])).toBe(2_500);
    expect(site.hits.sort()).toEqual(['GET /a.svg', 'GET /docs/other/a.svg']);
  });

  it('do not take the place of the document', async () => {
    const files = { 'page.html': base64('<p>The file') };
    const { bytes } = await convert({ source: { html: '<p>The document', files, ...source() } }, 'text');
    expect(Buffer.from(bytes).toString()).toBe('The document\n');
  });
});
