import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfFonts, readPng } from '../testing/judge.ts';
import { type Site, startSite } from '../testing/site.ts';

/** What a page that is ready tells of its files and its scripts. */

let site: Site;
const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="red"/></svg>';

beforeAll(async () => {
  site = await startSite({
    '/ping': 'pong',
    '/first.svg': SQUARE,
    '/late.svg': (_, response) =>
      void setTimeout(() => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(SQUARE), 500),
    '/late.png': (_, response) => void setTimeout(() => response.writeHead(404).end(), 700),
    ...Object.fromEntries(
      ['text/plain; charset=utf-8', 'binary/octet-stream', 'text/css', ''].map((type, index) => [
        `/typed-${index}.css`,
        (_: unknown, response: ServerResponse) => {
          response.writeHead(200, type === '' ? {} : { 'content-type': type }).end('p::after{content:"styled"}');
        },
      ]),
    ),
    '/quirks': '<link rel=stylesheet href="/typed-0.css"><p>a',
    '/standards': '<!doctype html><link rel=stylesheet href="/typed-0.css"><p>a',
  });
});
afterAll(() => site.close());

const { convert } = useSharedEngine();

describe('images and fonts', () => {
  it('are waited for when they are lazy and far below', async () => {
    const image = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="red"/></svg>`;
    const html = `<img loading=lazy src="data:image/svg+xml,${encodeURIComponent(image)}" style="margin-top:6000px;display:block">`;
    const { bytes } = await convert({ source: { html }, fullpage: true, viewport: '200x200' }, 'png');
    expect(readPng(bytes).count([255, 0, 0])).toBe(10_000);
  });

  it('are not waited for in lazy frames that have loaded before the page did', async () => {
    const html = `<iframe loading=lazy src="${site.origin}/standards"></iframe><img src="${site.origin}/first.svg"><img src="${site.origin}/late.svg">`;
    const { warnings } = await convert({ source: { html, base_url: `${site.origin}/base` }, timeout: 3 }, 'text');
    expect(warnings).toEqual([]);
  });

  it('tell when one is missing', async () => {
    const { warnings } = await convert({
      source: { html: `<img src="${site.origin}/late.png"><img src="${site.origin}/gone.png">` },
    });
    const items = [
      { address: `${site.origin}/gone.png`, reason: 'not of the type that was asked for' },
      { address: `${site.origin}/late.png`, status: 404 },
    ];
    const [warning] = warnings.filter(({ code }) => code === 'resource_failed');
    expect(warning?.detail).toEqual({ count: 2, items: expect.arrayContaining(items) });
  });

  it.each(['', '?of the request'])(
    'that came and are no style sheet or no script are told of, once: %s',
    async (of) => {
      const [sheet, script] = [`${site.origin}/ping`, `${site.origin}/first.svg`];
      const html = `<!doctype html><link rel=stylesheet href="${sheet}"><script src="${script}"></script>`;
      const request = of === '' ? { source: { html } } : { source: { html: '<p>a' }, css: sheet, javascript: script };
      const { warnings } = await convert(request);
      const [warning] = warnings.filter(({ code }) => code === 'resource_failed');
      const items = [
        { address: sheet, reason: 'not a style sheet: text/html' },
        { address: script, reason: 'not a script: image/svg+xml' },
      ];
      expect(warning?.detail).toEqual({ count: 2, items: expect.arrayContaining(items) });
    },
  );

  it.each([
    ['/standards', undefined, ['text/plain'], 'a'],
    ['/quirks', undefined, [], 'astyled'],
    ['text/plain of another origin', 0, ['text/plain'], 'a'],
    ['a type of storage', 1, ['binary/octet-stream'], 'a'],
    ['the type of style sheets', 2, [], 'astyled'],
    ['no type', 3, [], 'astyled'],
  ])(
    'that are style sheets by their content are told of where their type keeps them from being used: %s',
    async (path, typed, types, text) => {
      const html = `<link rel=stylesheet href="${site.origin}/typed-${typed}.css"><p>a`;
      const source = typed === undefined ? { url: `${site.origin}${path}` } : { html: `<!doctype html>${html}` };
      const { bytes, warnings } = await convert({ source }, 'text');
      expect(Buffer.from(bytes).toString().trim()).toBe(text);
      const [failed] = warnings.filter(({ code }) => code === 'resource_failed');
      expect(failed?.detail?.items ?? []).toMatchObject(
        types.map((type) => ({ reason: `not a style sheet: ${type}` })),
      );
    },
  );

  it('that are style sheets of the address of a base, which is not the origin of the page, are told of too', async () => {
    const html = `<base href="${site.origin}/"><link rel=stylesheet href="typed-0.css"><p>a`;
    const { bytes, warnings } = await convert({ source: { html } }, 'text');
    expect(Buffer.from(bytes).toString().trim()).toBe('a');
    expect(warnings.find(({ code }) => code === 'resource_failed')?.detail?.items).toMatchObject([
      { reason: 'not a style sheet: text/plain' },
    ]);
  });

  it('tell which could not be reached, and ten of many', async () => {
    const images = Array.from({ length: 12 }, (_, index) => `<img src="https://10.1.2.3/${index}.png">`).join('');
    const { warnings } = await convert({ source: { html: images } });
    const blocked = warnings.find(({ code }) => code === 'resource_blocked');
    expect(blocked?.detail?.items).toHaveLength(10);
    expect(blocked?.detail?.items).toContainEqual({
      address: 'https://10.1.2.3/3.png',
      reason: 'not reachable from here',
    });
  });

  it('are embedded', async () => {
    expect(
      pdfFonts((await convert({ source: { html: '<p style="font-family:Carlito">Text</p>' } })).bytes).join(),
    ).toContain('Carlito');
  });
});

describe('scripts of the request and of the page', () => {
  it('tell what they throw', async () => {
    const html = '<p>x</p><script>setTimeout(() => { throw 1 }, 50); Promise.reject(2)</script>';
    const { warnings } = await convert({ source: { html }, javascript: 'nothing.here' });
    const [warning] = warnings.filter(({ code }) => code === 'script_error');
    expect(warning?.detail).toMatchObject({ count: 3 });
    expect(warning?.detail?.items).toContainEqual(expect.objectContaining({ message: expect.stringContaining('1') }));
  });

  it('tell where', async () => {
    const html = '<p>x</p>\n<script>\nnowhere.at.all()\n</script>';
    const { warnings } = await convert({ source: { html } });
    const [warning] = warnings.filter(({ code }) => code === 'script_error');
    expect(warning?.detail?.items).toMatchObject([{ message: 'ReferenceError: nowhere is not defined', line: 2 }]);
  });

  it('can make a conversion fail', async () => {
    const request = convert({ source: { html: '<script>nothing.here</script>' }, strict: true });
    await expect(request).rejects.toMatchObject({ code: 'warning_refused' });
  });
});

it('a selector that cannot be read', async () => {
  const request = convert({ source: { html: '<p>x' }, wait_for_selector: 'p:::' });
  await expect(request).rejects.toMatchObject({
    code: 'invalid_request',
    details: { pointer: '/wait_for_selector' },
  });
});
