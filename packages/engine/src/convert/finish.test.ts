import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfCustom, pdfEncryption, pdfFaults, pdfInfo, pdfPixels, pdfText, readPng } from '../testing/judge.ts';
import { type Site, startSite } from '../testing/site.ts';

/** What is done to a PDF after it was printed, seen in the file that the caller gets. */

const GREEN =
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="60"><rect width="100" height="60" fill="lime"/></svg>';
let site: Site;
beforeAll(async () => {
  site = await startSite({
    '/green.svg': (_, response) => void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(GREEN),
  });
});
afterAll(() => site.close());
beforeEach(() => {
  site.hits.length = 0;
});

const { convert, convertSeveral } = useSharedEngine();
const print = async (html: string, options: Record<string, unknown> = {}) =>
  await convert({ source: { html }, ...options });
const WHITE = [255, 255, 255];

describe('metadata', () => {
  it('is what the request says, and the title of the page otherwise', async () => {
    const html = '<title>Of the page</title><p>x';
    const { bytes } = await print(html, {
      metadata: { title: 'Größe 😀', author: 'A', subject: 'S', keywords: 'one, two', creator: 'C' },
    });
    expect(pdfInfo(bytes)).toMatchObject({
      Title: 'Größe 😀',
      Author: 'A',
      Subject: 'S',
      Keywords: 'one, two',
      Creator: 'C',
    });
    expect(pdfInfo((await print(html)).bytes)).toMatchObject({ Title: 'Of the page' });
  });

  it('has entries of the user, in any script, beside the known ones in any case', async () => {
    const { bytes } = await print('<p>x', {
      metadata: { Author: 'A', Department: 'Sales (EMEA)', 'Größe in m': '1,5 ½ 山田 😀', constructor: 'C' },
    });
    expect(pdfCustom(bytes)).toMatchObject({
      Department: 'Sales (EMEA)',
      'Größe in m': '1,5 ½ 山田 😀',
      constructor: 'C',
    });
    expect(pdfInfo(bytes).Author).toBe('A');
    expect(pdfFaults(bytes)).toBe('');
    const locked = await print('<p>x', { metadata: { Secret: 'hidden' }, protection: { no_copy: true } });
    expect(pdfCustom(locked.bytes)).toMatchObject({ Secret: 'hidden' });
    expect(Buffer.from(locked.bytes).includes('hidden')).toBe(false);
  });

  it.each([
    ['what the service writes', 'producer', { producer: 'x' }],
    ['what the service writes, in another case', 'CREATIONDATE', { CREATIONDATE: 'x' }],
    ['a raw entry', 'title_raw', { title_raw: 'x' }],
    ['a name that is none', 'a~1b', { 'a/b': 'x' }],
    ['a name of more than 64 characters', 'a'.repeat(64), { ['a'.repeat(65)]: 'x' }],
    ['one entry twice', 'Title', { title: 'x', Title: 'y' }],
    ['a number', 'pages', { pages: 3 }],
    ['too long a value', 'note', { note: 'x'.repeat(2_001) }],
  ])('with %s is refused', async (_, name, metadata) => {
    await expect(print('<p>x', { metadata })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { pointer: `/metadata/${name}` },
    });
  });

  it('with more than 50 entries is refused', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v']));
    await expect(print('<p>x', { metadata })).rejects.toMatchObject({ details: { pointer: '/metadata' } });
  });
});

describe('deterministic', () => {
  it('gives equal bytes, which have no times', async () => {
    const html = '<h1>Same</h1><p>text <a href="https://example.com">link</a>';
    const first = await print(html, { deterministic: true });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const second = await print(html, { deterministic: true });
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
    expect(pdfInfo(first.bytes)).not.toHaveProperty('CreationDate');
    expect(pdfInfo((await print(html)).bytes)).toHaveProperty('CreationDate');
  });

  it('contradicts protection', async () => {
    await expect(print('x', { deterministic: true, protection: { user_password: 'a' } })).rejects.toMatchObject({
      details: { pointer: '/deterministic' },
    });
  });
});

describe('protection', () => {
  it('opens with the password only, and tells what is not allowed', async () => {
    const { bytes, pages } = await print('<p>secret</p>'.repeat(200), {
      protection: { user_password: 'pässword', owner_password: 'owner', no_print: true, no_copy: true },
    });
    expect(pages).toBeGreaterThan(1);
    expect(() => pdfText(bytes)).toThrow();
    expect(pdfText(bytes, '-upw', 'pässword')).toContain('secret');
    expect(pdfEncryption(bytes, 'pässword')).toMatch(/R = 6[\s\S]*print high resolution: not allowed/);
    expect(Buffer.from(bytes).includes('secret')).toBe(false);
  });

  it('without a password lets everybody read', async () => {
    const { bytes } = await print('<p>open', { protection: { no_modify: true } });
    expect(pdfText(bytes)).toContain('open');
    expect(pdfInfo(bytes).Encrypted).toMatch(/yes.*change:no.*AES-256/);
  });
});

describe('disable_links', () => {
  it('leaves text and no link', async () => {
    const html = '<a href="https://example.com/">link</a> <a href="#b">inner</a><p id=b>b';
    expect(links((await print(html)).bytes)).toContain('https://example.com/');
    const { bytes } = await print(html, { disable_links: true });
    expect(links(bytes)).toBe('');
    expect(pdfText(bytes)).toMatch(/link inner/);
    expect(pdfFaults(bytes)).toEqual(pdfFaults((await print(html)).bytes));
  });

  it('is not needed for links that would run something', async () => {
    const { bytes } = await print('<a href="javascript:alert(1)">a</a><a href="file:///etc/passwd">b</a>');
    expect(links(bytes)).not.toMatch(/javascript|file:/);
  });
});

/** Targets of the links of a PDF. */
function links(bytes: Uint8Array): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-links-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'a.pdf'), bytes);
  const json = execFileSync('qpdf', ['--json', '--json-key=qpdf', path.join(folder, 'a.pdf')], { encoding: 'utf8' });
  const uris = [...json.matchAll(/"\/URI": "u:([^"]*)"/g)].map(([, uri]) => uri);
  return [...uris, ...[...json.matchAll(/"\/Subtype": "\/Link"/g)].map(() => 'link')].join(' ');
}

describe('watermark', () => {
  const red = { text: 'MARK', font_size: 120, font_color: 'red', font_bold: true };

  it('of words lies over every page, turned, and is no text of the document', async () => {
    const html = '<p>one<p style="break-before:page">two';
    const { bytes, pages } = await print(html, { watermark: red });
    expect(pages).toBe(2);
    for (const page of [1, 2]) expect(pdfPixels(bytes, page).count([255, 0, 0])).toBeGreaterThan(5_000);
    expect(pdfPixels((await print(html)).bytes).count([255, 0, 0])).toBe(0);
  });

  it('has its place, its opacity and its side of the content', async () => {
    const plain = { ...red, rotate: 0, offset_x: 'left', offset_y: 'top' };
    const { bytes } = await print('<p>x', { watermark: { ...plain, font_opacity: 50 } });
    const pixels = pdfPixels(bytes);
    expect(pixels.count([255, 0, 0])).toBe(0);
    expect(pixels.count([255, 127, 127]) + pixels.count([255, 128, 128])).toBeGreaterThan(1_000);
    const behind = { ...plain, behind: true };
    const over = await print('<body style="background:blue"><p>x', { watermark: behind, margin: 0 });
    expect(pdfPixels(over.bytes).count([255, 0, 0])).toBe(0);
  });

  it('of a picture is loaded through the guard; one that does not come is reported', async () => {
    const watermark = { image: `${site.origin}/green.svg`, rotate: 0, offset_x: 'right', offset_y: 'bottom' };
    const { bytes, warnings } = await print('<p>x', { watermark });
    const pixels = pdfPixels(bytes);
    expect(pixels.at(pixels.width - 10, pixels.height - 10).slice(0, 3)).toEqual([0, 255, 0]);
    expect(pixels.at(10, 10).slice(0, 3)).toEqual(WHITE);
    expect(warnings).toEqual([]);
    const blocked = await print('<p>x', { watermark: { image: 'http://127.0.0.1:8080/a.png' } });
    expect(blocked.warnings.map(({ code }) => code)).toEqual(['resource_blocked']);
    await expect(
      print('<p>x', { watermark: { image: 'http://127.0.0.1:8080/a.png' }, strict: true }),
    ).rejects.toMatchObject({
      code: 'warning_refused',
    });
  });

  it('of a PDF is its first page', async () => {
    const letterhead = await print('<body style="margin:0"><div style="height:50px;background:lime">', { margin: 0 });
    const source = Buffer.from(letterhead.bytes).toString('base64');
    const { bytes } = await print('<p>letter', { watermark: { source } });
    const pixels = pdfPixels(bytes);
    expect(pixels.at(300, 20).slice(0, 3)).toEqual([0, 255, 0]);
    expect(pixels.at(300, 400).slice(0, 3)).toEqual(WHITE);
    expect(pdfText(bytes)).toContain('letter');
  });

  it.each([
    ['two kinds', { text: 'a', image: 'https://example.com/a.png' }],
    ['none', { font_size: 20 }],
    ['a PDF that is none', { source: 'JVBERi0xLjQK' }],
    ['a picture that is none', { image: 'hello' }],
    ['a colour that is none', { text: 'a', font_color: 'red;}' }],
  ])('with %s is refused', async (_, watermark) => {
    await expect(print('<p>x', { watermark })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('is on no other result of the page', async () => {
    const { outputs } = await convertSeveral({
      source: { html: '<p>x' },
      outputs: [{ format: 'pdf', options: { watermark: red } }, { format: 'png' }],
    });
    expect(pdfPixels(outputs[0]!.bytes).count([255, 0, 0])).toBeGreaterThan(5_000);
    expect(readPng(outputs[1]!.bytes).count([255, 0, 0])).toBe(0);
  });
});

describe('compression of pictures', () => {
  const noise = `<canvas id=c width=600 height=450></canvas><img id=i style="width:150px"><script>
    const g = c.getContext('2d');
    for (let y = 0; y < 450; y += 3) for (let x = 0; x < 600; x += 3) {
      g.fillStyle = 'rgb(' + [x % 256, y % 256, (x * y) % 256] + ')';
      g.fillRect(x, y, 3, 3);
    }
    i.src = c.toDataURL('image/jpeg', 1);
    c.remove();
  </script>`;

  it('is left alone, limited by image_dpi, or lossy, and reported', async () => {
    const whole = await print(noise);
    const limited = await print(noise, { image_dpi: 96 });
    const lossy = await print(noise, { compression: 'images' });
    expect(whole.warnings).toEqual([]);
    expect(limited.bytes.length).toBeLessThan(whole.bytes.length / 4);
    expect(lossy.bytes.length).toBeLessThan(whole.bytes.length * 0.75);
    for (const { warnings } of [limited, lossy]) {
      expect(warnings).toMatchObject([{ code: 'image_recompressed', detail: { images: 1 } }]);
    }
    for (const { bytes } of [limited, lossy]) expect(pdfPixels(bytes).at(100, 100)).not.toEqual([...WHITE, 255]);
  });

  it('is told of where a filter makes pixels of a picture, and not where it changes nothing or the picture is small', async () => {
    const under = (style: string) => print(`<style>img{${style}}</style>${noise}`);
    const [grown] = (await under('filter:grayscale(1)')).warnings;
    expect(grown).toMatchObject({ code: 'image_rasterized', detail: { images: 1 } });
    expect((await under('filter:blur(0)')).warnings).toEqual([]);
    const small = noise.replaceAll('600', '200').replaceAll('450', '200');
    expect((await print(`<style>img{filter:sepia(1)}</style>${small}`)).warnings).toEqual([]);
  });
});

describe('a long document', () => {
  it('is finished as a short one, apart from the server', async () => {
    const html = `<table>${'<tr><td>cell</td><td>12.50</td><td>text</td></tr>'.repeat(3_000)}</table>`;
    const { bytes, timings } = await print(html, { metadata: { title: 'Long' } });
    expect(pdfInfo(bytes).Title).toBe('Long');
    expect(pdfText(bytes).match(/cell/g)).toHaveLength(3_000);
    expect(timings.finish).toBeGreaterThan(0);
  });
});
