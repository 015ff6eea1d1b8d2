import type { IncomingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useEngine } from '../testing/engine.ts';
import { pdfPixels, pdfText, readPng } from '../testing/judge.ts';
import { never, type Site, startSite } from '../testing/site.ts';

/** Watermarks that are given by address. */

const LIME =
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="60"><rect width="100" height="60" fill="lime"/></svg>';

let site: Site;
/** An internal service that nobody must reach. */
let canary: Site;
let receivedHeaders: IncomingHttpHeaders = {};
let letterhead: Buffer = Buffer.alloc(0);
beforeAll(async () => {
  canary = await startSite({ '/a.pdf': (_, response) => void response.end(letterhead) }, '127.0.0.1');
  site = await startSite({
    '/letterhead.pdf': (_, response) => void response.end(letterhead),
    '/moved': (_, response) => void response.writeHead(302, { location: '/letterhead.pdf' }).end(),
    '/packed': (_, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.from(LIME))),
    '/lime.svg': LIME,
    '/headers.svg': (request, response) => {
      receivedHeaders = request.headers;
      response.end(LIME);
    },
    '/page.html': '<p>no watermark',
    '/broken.pdf': '%PDF-1.7 and nothing more',
    '/missing': (_, response) => void response.writeHead(404).end(),
    '/inward': (_, response) => void response.writeHead(302, { location: `${canary.origin}/a.pdf` }).end(),
    '/elsewhere': (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/circle': (_, response) => void response.writeHead(302, { location: '/circle' }).end(),
    '/huge.pdf': (_, response) => {
      response.write('%PDF-1.7');
      for (let part = 0; part < 11; part += 1) response.write(Buffer.alloc(1024 * 1024));
      response.end();
    },
    '/bomb.pdf': (_, response) =>
      void response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(30 * 1024 * 1024)]))),
    '/never.pdf': never,
  });
});
afterAll(() => {
  site.close();
  canary.close();
});
beforeEach(() => {
  site.hits.length = 0;
  canary.hits.length = 0;
});

const { convert, convertSeveral } = useEngine(() => ({ egressAllow: [site.host] }));
beforeAll(async () => {
  const { bytes } = await convert({
    source: { html: '<body style="margin:0"><div style="height:50px;background:lime">' },
    margin: 0,
  });
  letterhead = Buffer.from(bytes);
});
const mark = async (source: string, options: Record<string, unknown> = {}) =>
  await convert({ source: { html: '<p>letter' }, watermark: { source, ...options } });

describe('a watermark by address', () => {
  it.each(['/letterhead.pdf', '/moved'])('of a PDF is its first page: %s', async (path) => {
    const { bytes, warnings } = await mark(site.origin + path);
    const pixels = pdfPixels(bytes);
    expect(pixels.at(300, 20).slice(0, 3)).toEqual([0, 255, 0]);
    expect(pixels.at(300, 400).slice(0, 3)).toEqual([255, 255, 255]);
    expect(pdfText(bytes)).toContain('letter');
    expect(warnings).toEqual([]);
    expect(site.hits.filter((hit) => hit === 'GET /letterhead.pdf')).toHaveLength(1);
  });

  it.each(['/lime.svg', '/packed'])('of a picture stands upright, with the options of PDFShift: %s', async (path) => {
    const { bytes, warnings } = await mark(site.origin + path, {
      font_size: 16,
      font_family: 'Times',
      font_color: '#ff0000',
      font_opacity: 50,
      font_bold: true,
      font_italic: false,
      offset_x: 'left',
      offset_y: 'top',
    });
    expect(warnings).toEqual([]);
    const pixels = pdfPixels(bytes);
    // 100 by 60 pixels are 75 by 45 points, at half of the opacity.
    expect(pixels.count([127, 255, 127], 2)).toBeGreaterThan(3_200);
    expect(pixels.count([127, 255, 127], 2)).toBeLessThan(3_450);
    expect(pixels.at(40, 20).slice(0, 3)).toEqual([127, 255, 127].map((value) => expect.closeTo(value, -1)));
  });

  it('is fetched for PDFs only', async () => {
    const watermark = { source: `${site.origin}/letterhead.pdf` };
    const { outputs } = await convertSeveral({
      source: { html: '<p>x' },
      outputs: [{ format: 'pdf', options: { watermark } }, { format: 'png' }],
    });
    expect(site.hits).toEqual(['GET /letterhead.pdf']);
    expect(pdfPixels(outputs[0]!.bytes).count([0, 255, 0])).toBeGreaterThan(5_000);
    expect(readPng(outputs[1]!.bytes).count([0, 255, 0])).toBe(0);
    const image = await convert({ source: '<p>x', watermark }, 'png');
    expect(image.warnings).toMatchObject([{ code: 'option_ignored' }]);
    expect(site.hits).toHaveLength(1);
  });

  it('sends nothing of the request to its host', async () => {
    await convert({
      source: { html: '<p>x', base_url: `${site.origin}/` },
      http_headers: { 'x-secret': 'value' },
      auth: { username: 'user', password: 'secret' },
      cookies: [{ name: 'session', value: 'secret' }],
      watermark: { source: `${site.origin}/headers.svg` },
    });
    expect(Object.keys(receivedHeaders).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });
});

describe('a watermark of an attacker', () => {
  it.each([
    ['loopback', () => `${canary.origin}/a.pdf`],
    ['a spelling of loopback', () => `http://2130706433:${canary.host.split(':')[1]}/a.pdf`],
    ['loopback as IPv6', () => `http://[::ffff:127.0.0.1]:${canary.host.split(':')[1]}/a.pdf`],
    ['a name of loopback', () => `http://localhost:${canary.host.split(':')[1]}/a.pdf`],
    ['a redirect inward', () => `${site.origin}/inward`],
    ['a redirect to a file', () => `${site.origin}/elsewhere`],
    ['a link-local address', () => 'http://169.254.1.1/latest/meta-data/'],
    ['a private address', () => 'https://10.0.0.1/a.pdf'],
    ['a name that does not resolve', () => 'https://watermark.invalid/a.pdf'],
    ['a closed port', () => 'http://127.0.77.1:22/a.pdf'],
  ])('gets no further than the guard: %s', async (_, address) => {
    const error = await mark(address()).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'url_not_allowed', details: { pointer: '/watermark/source' } });
    // One answer for all of them: it must not tell what exists.
    expect(String(error)).toBe(String(await mark('http://127.0.0.1:1/').catch((failure: unknown) => failure)));
    expect(canary.hits).toEqual([]);
  });

  it.each([
    ['/page.html', 'invalid_request'],
    ['/broken.pdf', 'invalid_request'],
    ['/huge.pdf', 'invalid_request'],
    ['/bomb.pdf', 'invalid_request'],
    ['/missing', 'source_status'],
    ['/circle', 'too_many_redirects'],
  ])('is refused for what it is: %s', async (path, code) => {
    await expect(mark(site.origin + path)).rejects.toMatchObject({ code, details: { pointer: '/watermark/source' } });
  });

  it('that never answers ends at the deadline of the job', async () => {
    const work = convert({ source: '<p>x', watermark: { source: `${site.origin}/never.pdf` } }, 'pdf', {
      deadline: 500,
    });
    await expect(work).rejects.toMatchObject({ code: 'render_timeout' });
  });

  it.each([
    'ftp://example.com/a.pdf',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://',
    'hello',
    '//a.test/x.pdf',
  ])('is no address: %s', async (source) => {
    await expect(mark(source)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { pointer: '/watermark/source' },
    });
  });
});
