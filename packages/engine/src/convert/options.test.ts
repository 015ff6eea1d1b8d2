import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EngineError } from '../errors.ts';
import type { OutputFormat } from '../request/request.ts';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfText, readPng } from '../testing/judge.ts';
import { never, type Site, startSite } from '../testing/site.ts';

/** What the options of loading do, seen in the result. */

const asked: string[] = [];
const headers: Record<string, string | undefined> = {};
const GREEN =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="lime"/></svg>';
let site: Site;
beforeAll(async () => {
  const record = (body: string, type: string) => (request: { url?: string }, response: ServerAnswer) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': type }).end(body);
  };
  site = await startSite({
    '/page': (request, response) => {
      Object.assign(headers, request.headers);
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<script>document.write(navigator.userAgent)</script>');
    },
    '/gone': (_, response) => void response.writeHead(404).end('<p>gone'),
    '/a.svg': record(GREEN, 'image/svg+xml'),
    '/a.css': record('p{color:red}', 'text/css'),
    '/a.js': record('document.body.append("script ran")', 'text/javascript'),
    '/slow.json': (_, response) => {
      setTimeout(() => response.writeHead(200, { 'access-control-allow-origin': '*' }).end('slow'), 400);
    },
    '/never': never,
    '/a.json': record('{}', 'application/json'),
  });
});
afterAll(() => site.close());
beforeEach(() => asked.splice(0));

interface ServerAnswer {
  writeHead(status: number, headers: Record<string, string>): { end(body: string): unknown };
}

const engine = useSharedEngine();
const convert = async (body: Record<string, unknown>, format: OutputFormat) => await engine.convert(body, format);
const text = async (html: string, options: Record<string, unknown> = {}) =>
  Buffer.from((await convert({ source: { html }, ...options }, 'text')).bytes)
    .toString('utf8')
    .trim();
const shown = (expression: string) => `<p id="p"></p><script>p.textContent=${expression}</script>`;

describe('place and person', () => {
  it('locale is the language of script and of the source', async () => {
    const html = shown('navigator.language+" "+(1234.5).toLocaleString()');
    expect(await text(html, { locale: 'de-DE' })).toBe('de-DE 1.234,5');
    await convert({ source: { url: `${site.origin}/page` }, locale: 'fr-FR' }, 'text');
    expect(headers['accept-language']).toMatch(/^fr-FR/);
  });

  it('timezone is that of dates', async () => {
    const html = shown('new Date(0).getHours()+" "+Intl.DateTimeFormat().resolvedOptions().timeZone');
    expect(await text(html, { timezone: 'Asia/Tokyo' })).toBe('9 Asia/Tokyo');
    expect(await text(html, { timezone: 'America/New_York' })).toBe('19 America/New_York');
  });

  it('user_agent is the name that script and the source see', async () => {
    const { bytes } = await convert({ source: { url: `${site.origin}/page` }, user_agent: 'Probe/1.0' }, 'text');
    expect(Buffer.from(bytes).toString()).toBe('Probe/1.0\n');
    expect(headers['user-agent']).toBe('Probe/1.0');
    expect(await text(shown('navigator.userAgent'), { user_agent: 'Probe/2.0' })).toBe('Probe/2.0');
  });

  it('color_scheme answers the media query', async () => {
    const html =
      '<style>body{margin:0;background:lime}@media(prefers-color-scheme:dark){body{background:#00f}}</style>';
    const corner = async (options: object) => {
      const { bytes } = await convert({ source: { html }, viewport: '20x20', ...options }, 'png');
      return readPng(bytes).at(5, 5);
    };
    expect(await corner({})).toEqual([0, 255, 0, 255]);
    expect(await corner({ color_scheme: 'dark' })).toEqual([0, 0, 255, 255]);
  });

  it('reduced_motion answers the media query', async () => {
    const html = shown('matchMedia("(prefers-reduced-motion: reduce)").matches');
    expect(await text(html)).toBe('false');
    expect(await text(html, { reduced_motion: true })).toBe('true');
  });
});

describe('what is left out', () => {
  it('hide_selectors takes elements out of the layout, also those that come later', async () => {
    const html =
      '<p class="ad">first</p><p>kept</p><script>document.body.insertAdjacentHTML("beforeend","<p class=ad>second")</script>';
    expect(await text(html, { hide_selectors: '.ad' })).toBe('kept');
    const { bytes } = await convert({ source: { html }, hide_selectors: ['.ad', '#no'] }, 'pdf');
    expect(pdfText(bytes).trim()).toBe('kept');
    const failure = await convert({ source: { html }, hide_selectors: ['.ad', 'p} body{x'] }, 'pdf').catch(
      (e: EngineError) => e,
    );
    expect(failure).toMatchObject({ code: 'invalid_request', details: { pointer: '/hide_selectors/1' } });
  });

  it('block_resources keeps kinds of files from the page', async () => {
    const html = `<link rel=stylesheet href="${site.origin}/a.css"><img src="${site.origin}/a.svg"><p>text</p>
      <script src="${site.origin}/a.js"></script><script>fetch('${site.origin}/a.json').catch(()=>{})</script>`;
    await convert({ source: { html } }, 'png');
    expect(asked.splice(0).sort()).toEqual(['/a.css', '/a.js', '/a.json', '/a.svg']);
    const blocked = ['image', 'stylesheet', 'script', 'fetch'];
    const { warnings } = await convert({ source: { html }, block_resources: blocked }, 'png');
    expect(asked).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('disable_images leaves their places empty, whether they come from the network or not', async () => {
    const html = `<style>body{margin:0}</style><img src="${site.origin}/a.svg" width=20 height=20><img src="data:image/svg+xml,${encodeURIComponent(GREEN)}" width=20 height=20>`;
    const green = async (options: object) => {
      const { bytes } = await convert({ source: { html }, viewport: '60x30', ...options }, 'png');
      return readPng(bytes).count([0, 255, 0]);
    };
    expect(await green({})).toBe(800);
    expect(await green({ disable_images: true })).toBe(0);
  });
});

describe('what counts as an error', () => {
  it('raise_for_status says the opposite of allow_error_status', async () => {
    const source = { url: `${site.origin}/gone` };
    await expect(convert({ source }, 'text')).rejects.toMatchObject({ code: 'source_status' });
    await expect(convert({ source, raise_for_status: true }, 'text')).rejects.toMatchObject({ code: 'source_status' });
    const { sourceStatus } = await convert({ source, raise_for_status: false }, 'text');
    expect(sourceStatus).toBe(404);
    expect((await convert({ source, allow_error_status: true }, 'text')).sourceStatus).toBe(404);
    await expect(convert({ source, raise_for_status: true, allow_error_status: true }, 'text')).rejects.toMatchObject({
      code: 'invalid_request',
      details: { pointer: '/raise_for_status' },
    });
  });

  it('fail_on makes chosen warnings an error', async () => {
    const html = '<script>throw new Error("secret")</script><p>x';
    expect((await convert({ source: { html }, fail_on: ['resource_failed'] }, 'pdf')).warnings).toHaveLength(1);
    const failure = await convert({ source: { html }, fail_on: ['resource_failed', 'script_error'] }, 'pdf').catch(
      (error: EngineError) => error,
    );
    expect(failure).toMatchObject({ code: 'warning_refused', details: { pointer: '/fail_on/1' } });
    expect((failure as EngineError).message).not.toContain('secret');
    const ignored: [object, Parameters<typeof convert>[1]][] = [
      [{ dpi: 2 }, 'pdf'],
      [{ quality: 50 }, 'png'],
    ];
    for (const [options, format] of ignored) {
      await expect(
        convert({ source: { html }, fail_on: ['option_ignored'], ...options }, format),
      ).rejects.toMatchObject({ code: 'warning_refused' });
    }
  });
});

describe('what is no valid option', () => {
  it.each([
    [{ locale: 'not a locale' }, '/locale'],
    [{ locale: '' }, '/locale'],
    [{ timezone: 'Mars/Olympus' }, '/timezone'],
    [{ user_agent: 'a\nb' }, '/user_agent'],
    [{ color_scheme: 'blue' }, '/color_scheme'],
    [{ block_resources: ['images'] }, '/block_resources/0'],
    [{ fail_on: ['console_errors'] }, '/fail_on/0'],
  ])('%j is refused', async (options, pointer) => {
    const failure = await convert({ source: '<p>x', ...options }, 'pdf').catch((error: EngineError) => error);
    expect(failure).toMatchObject({ code: 'invalid_request', details: { pointer } });
  });
});

describe('what is waited for', () => {
  const asks = (file: string) => `<p id=p>before</p><script>
    fetch('${site.origin}/${file}').then((answer) => answer.text()).then((text) => { p.textContent = text; });
    setTimeout(() => document.body.append('timer'), 1500);</script>`;

  it('wait_for_network: requests of script, or only its timers', async () => {
    expect(await text(asks('slow.json'))).toBe('slow\n\ntimer');
    // One that is answered late might be answered before a busy machine has come to the result.
    expect(await text(asks('never'), { wait_for_network: false })).toBe('before\n\ntimer');
  });

  it('ignore_long_polling: a request that stays open is no reason to warn', async () => {
    const source = { html: asks('never') };
    const patient = await convert({ source, timeout: 2 }, 'text');
    expect(patient.warnings.map(({ code }) => code)).toEqual(['ready_timeout']);
    const { warnings, bytes } = await convert({ source, ignore_long_polling: true }, 'text');
    expect(warnings).toEqual([]);
    expect(Buffer.from(bytes).toString()).toContain('timer');
    expect(await text(asks('slow.json'), { ignore_long_polling: true })).toContain('slow');
    const both = { source, ignore_long_polling: true, wait_for_network: false };
    await expect(convert(both, 'text')).rejects.toMatchObject({ details: { pointer: '/ignore_long_polling' } });
  });

  it('lazy_load_images: what lies far below, or not', async () => {
    const html = `<div style="height:20000px"></div><img loading=lazy src="${site.origin}/a.svg"><script></script>`;
    await convert({ source: { html }, lazy_load_images: false }, 'png');
    expect(asked).toEqual([]);
    await convert({ source: { html } }, 'png');
    expect(asked).toEqual(['/a.svg']);
  });
});
