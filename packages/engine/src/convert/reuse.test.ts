import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutputFormat } from '../request/request.ts';
import { validateSeveral } from '../request/several.ts';
import { validateRequest } from '../request/validate.ts';
import { useEngine } from '../testing/engine.ts';
import { readPng } from '../testing/judge.ts';
import { type Site, startSite } from '../testing/site.ts';
import type { Job } from './job.ts';
import { leavesNothing, mayReuse, wayOf } from './reuse.ts';

type Body = Record<string, unknown>;

/** One pixel. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);
/** Invisible until it has been drawn for a millisecond. */
const FADES =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><style>@keyframes k{from{opacity:0}}rect{animation:k 1ms both}</style><rect width="60" height="40"/></svg>';
let site: Site;
const heard: { readonly path: string; readonly cookie: string | undefined; readonly fresh: boolean }[] = [];
beforeAll(async () => {
  site = await startSite({
    '/dot.png': (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(DOT),
    '/fades.svg': (_, response) => void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(FADES),
    '/a.svg': ({ headers, url = '' }, response) => {
      heard.push({
        path: url,
        cookie: headers.cookie,
        fresh: headers['if-none-match'] === undefined && headers['if-modified-since'] === undefined,
      });
      const color = heard.length % 2 ? '#f00' : '#00f';
      response.writeHead(200, {
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=3600',
        etag: '"1"',
        'set-cookie': 'leak=1; Max-Age=3600',
      });
      response.end(
        `<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><rect width="99" height="99" fill="${color}"/></svg>`,
      );
    },
  });
});
afterAll(() => site.close());

// No pages are ready: a document has one that others of its group have used, or a new one, never one that happens to be there.
const test = useEngine(() => ({ egressAllow: [site.host], reusePages: true, readyPages: 0 }));
const html = (text: string, more: Body = {}): Body => ({ source: { html: text }, ...more });

let groups = 0;
const newGroup = (): string => `group-${++groups}`;
/** Documents of a group that end before Chromium gives its page a new document (`MOST_IN_PLACE`), two for each row of a table. */
const ROWS = 5;
/** The group of the next row of a table: some rows follow one another in one page. */
function useRows(): () => string {
  let row = 0;
  let group = '';
  return () => {
    if (row++ % ROWS === 0) group = newGroup();
    return group;
  };
}
/** Converts on behalf of a group; `again` tells whether the page had been used. */
async function run(group: string | undefined, body: Body, format: OutputFormat = 'png') {
  const before = test.engine.health().reusedPages;
  const options = group === undefined ? {} : { group };
  const deterministic = format === 'pdf' ? { deterministic: true } : {};
  const { bytes, warnings } = await test.convert({ ...deterministic, ...body }, format, options);
  return { bytes, warnings, digest: hash('sha256', bytes), again: test.engine.health().reusedPages > before };
}

/** The job of a request for a PDF. */
function jobOf(body: Body): Job {
  const request = validateRequest(body, 'pdf');
  return { request: { ...request, outputs: [{ format: 'pdf', options: request.options }] }, input: request.input };
}

const FONT = readFileSync(
  path.join(import.meta.dirname, '../../../../examples/report/fonts/Caladea-Regular.ttf'),
).toString('base64');

describe('pictures in a page that was not drawn for the document before', () => {
  const dot = `data:image/png;base64,${DOT.toString('base64')}`;
  const cases: [string, string, Body?][] = [
    ['in the document', `<img width=60 src="${dot}"><p>a`],
    ['by address', '<img width=60 src="http://site.example/dot.png"><p>a'],
    ['by address, that fades in', '<img src="http://site.example/fades.svg"><p>a'],
    ['that are none', '<img src="data:image/png;base64,AAAA" alt=none><p>a'],
    ['in its header', '<p>a', { header: { source: `<img src="${dot}">` } }],
    [
      'in what runs along',
      `<style>div{position:running(h)}@page{@top-left{content:element(h)}}</style><div><img src="${dot}"></div><p>a`,
    ],
  ];

  const nextGroup = useRows();

  it.each(cases)('keep nobody waiting until time is over: %s', async (_, text, more = {}) => {
    const group = nextGroup();
    await run(group, html('<p>before'), 'pdf');
    const body = html(text.replace('http://site.example', site.origin), { ...more, timeout: 20 });
    const used = await run(group, body, 'pdf');
    expect(used.again).toBe(true);
    const alone = await run(undefined, body, 'pdf');
    expect(used.warnings).toEqual(alone.warnings);
    expect(used.digest).toBe(alone.digest);
  });
});

describe('two documents of one group, one after the other in one page', () => {
  const PLAIN = html(
    '<!doctype html><meta charset=utf-8><title>B</title><h1>Bill</h1><p>of <a href="https://x.example/a">Ada</a></p>',
  );
  const CLEAR = { ...PLAIN, transparent: true };
  const MEDIA = html(
    `<style>@media print{p{color:red}}@media (prefers-color-scheme:dark){p{background:#080}}
      @media (prefers-reduced-motion:reduce){p{border:9px solid blue}}</style><p>media`,
  );
  const cases: [string, Body, Body, OutputFormat?, OutputFormat?][] = [
    ['rules', html('<style>*{color:red;font-size:40px}</style><p>a'), PLAIN],
    ['rules of the request', html('<p>a', { css: 'p{color:red}' }), PLAIN],
    [
      'rules of the paper',
      html('<style>@page{size:A6 landscape;margin:0}</style><p>a', { zoom: 2 }),
      PLAIN,
      'pdf',
      'pdf',
    ],
    ['elements that the request hides', html('<p>a', { hide_selectors: ['p'] }), PLAIN],
    [
      'a registered property',
      html('<style>@property --c{syntax:"*";inherits:true;initial-value:red}</style><p>a'),
      html('<p style="color:var(--c,blue)">a'),
    ],
    [
      'a font',
      html(
        `<style>@font-face{font-family:Leak;src:url(data:font/ttf;base64,${FONT})}</style><p style="font:30px Leak">a`,
      ),
      html('<p style="font:30px Leak,monospace">Wil'),
    ],
    [
      'quirks',
      html('<p>no doctype<table><tr><td>a</table>'),
      html('<!doctype html><body style="font-size:30px"><table><tr><td>a</table>'),
    ],
    [
      'the language, title and direction',
      html('<html lang=ar dir=rtl><title>Secret</title><p>a'),
      html('<p>untitled'),
      'pdf',
      'pdf',
    ],
    [
      'a picture',
      html('<img src="data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP8AACwAAAAAAQABAAACAkQBADs=" width=300>'),
      PLAIN,
    ],
    [
      'anchors and the place that was scrolled to',
      html('<p id=a style="margin-top:9000px">a', { css_selector: '#a' }),
      html('<p>top<p style="margin-top:3000px">end'),
    ],
    [
      'a viewport and its scale',
      html('<p>a', { viewport: { width: 300, height: 300 }, dpi: 2 }),
      html('<p>a', { fullpage: false }),
    ],
    ['a picture without a background', html('<p>a', { transparent: true }), CLEAR],
    ['the medium', html('<p>a', { media: 'print' }), MEDIA],
    ['the color scheme', html('<p>a', { color_scheme: 'dark' }), MEDIA],
    ['reduced motion', html('<p>a', { reduced_motion: true }), MEDIA],
    [
      'files that are left out',
      html('<p>a', { block_resources: ['image', 'font'] }),
      html(
        '<img width=50 height=50 style="background:red" src="data:image/gif;base64,R0lGODlhAQABAIAAAAD/AAD/ACwAAAAAAQABAAACAkQBADs=">',
      ),
    ],
    [
      'images that are left out',
      html('<p>a', { disable_images: true }),
      html('<img width=50 src="data:image/gif;base64,R0lGODlhAQABAIAAAAD/AAD/ACwAAAAAAQABAAACAkQBADs=">'),
    ],
    [
      'header and footer',
      html('<p>a', { header: { source: '<b>head <span class="pageNumber"></span></b>' }, footer: { source: 'foot' } }),
      PLAIN,
      'pdf',
      'pdf',
    ],
    ['a page fitted to paper', html('<div style="width:3000px">wide', { fit: 'width' }), PLAIN, 'pdf', 'pdf'],
    ['tags', html('<table><tr><th>a<td>b</table>', { tagged: true, outline: true }), PLAIN, 'pdf', 'pdf'],
    ['a reading', html('<h1>A</h1><p>text that is read<ul><li>1<li>2</ul>'), PLAIN, 'markdown', 'markdown'],
    // A page that was drawn once always is. The word has them drawn.
    ['a reading, of a picture', html('<!-- keyframes --><h1>A</h1><p>text that is read'), PLAIN, 'text', 'png'],
    [
      'a picture, of a reading',
      PLAIN,
      html('<!-- keyframes --><h1>A</h1><table><tr><td>1<td>2</table>'),
      'png',
      'markdown',
    ],
    ['a time that it waits', html('<p>a', { delay: 50 }), PLAIN],
  ];

  /** The digest of a document in a new page; each is made once. */
  const known = new Map<string, Promise<string>>();
  async function makeAlone(body: Body, format: OutputFormat): Promise<string> {
    const alone = await run(undefined, body, format);
    expect(alone.again).toBe(false);
    return alone.digest;
  }
  function aloneOf(body: Body, format: OutputFormat): Promise<string> {
    const key = JSON.stringify([body, format]);
    const made = known.get(key) ?? makeAlone(body, format);
    known.set(key, made);
    return made;
  }

  const nextGroup = useRows();

  it.each(cases)('leaves nothing: %s', async (_, first, second, firstFormat = 'png', secondFormat = 'png') => {
    const group = nextGroup();
    await run(group, first, firstFormat);
    const used = await run(group, second, secondFormat);
    // Else this would compare two new pages.
    expect(used.again).toBe(true);
    expect(used.digest).toBe(await aloneOf(second, secondFormat));
  });

  // Chromium may have none for all that follow: one time of a hundred on a busy machine.
  it('has its background after one without', async () => {
    const group = newGroup();
    await run(group, CLEAR);
    for (const body of [PLAIN, CLEAR, PLAIN]) await run(group, body);
    const [shown, clear] = [await run(group, PLAIN), await run(group, CLEAR)];
    expect([shown.again, clear.again]).toEqual([true, true]);
    expect(shown.digest).toBe(await aloneOf(PLAIN, 'png'));
    expect(clear.digest).toBe(await aloneOf(CLEAR, 'png'));
    const beside = html('<p>a', { outputs: [{ format: 'png', options: { transparent: true } }, { format: 'png' }] });
    expect(wayOf({ request: validateSeveral(beside), input: validateSeveral(beside).input }, false)).toBeUndefined();
  });
});

describe('the clock of a page', () => {
  const SHOWN = '<!-- keyframes --><p>a';
  const WRITTEN = `<style>@font-face{font-family:Leak;src:url(data:font/ttf;base64,${FONT})}</style><p style="font:30px Leak">Wil<i>hid`;

  it.each<[string, Body, OutputFormat]>([
    ['pictures', html('<p>a', { outputs: [{ format: 'png' }, { format: 'webp', options: { dpi: 2 } }] }), 'png'],
    ['a PDF and its text', html(SHOWN, { outputs: [{ format: 'pdf' }, { format: 'text' }] }), 'pdf'],
    // A font that stands in the document came when time was up, after 30 s, and what the request hides was shown.
  ])('goes on after results in several windows: %s', async (_, first, format) => {
    const second = html(format === 'pdf' ? SHOWN + WRITTEN : WRITTEN, { hide_selectors: ['i'], timeout: 4 });
    const group = newGroup();
    await test.convertSeveral(first, { group });
    const used = await run(group, second, format);
    expect(used.again).toBe(true);
    expect(used.warnings).toEqual([]);
    expect(used.digest).toBe((await run(undefined, second, format)).digest);
  });
});

describe('a document that is written into the emptied one of another', () => {
  const SECOND = html(
    `<!doctype html><style>@layer b{p{color:blue}}@layer a{p{color:red}}@media print{b{color:red}}ul{list-style:c}
      @media (prefers-color-scheme:dark){p{background:#080}}div{font:30px Leak,monospace;color:var(--c,blue)}</style>
      <style title=B>i{color:green}</style><p>next <b>b</b> <i>i</i><div>Wil</div><ul><li>a</ul>
      <p style="text-transform:uppercase">i<table style="font-size:30px"><tr><td>a</table><a href="https://x.example/a">x</a>
      <svg><linearGradient id=g><stop stop-color=green /></linearGradient><rect id=s width=9 height=9 fill="url(#g)"/><use href="#s" x=20 /></svg>`,
  );
  let alone: Promise<{ readonly digest: string; readonly warnings: unknown }> | undefined;
  const nextGroup = useRows();

  it.each<[string, Body, OutputFormat?]>([
    ['rules', html('<style>*{color:red;font-size:40px}body{direction:rtl;writing-mode:vertical-rl}</style><p>a')],
    ['layers in another order', html('<style>@layer a,b;@layer a{p{color:red}}@layer b{p{color:blue}}</style><p>a')],
    ['a style sheet with a name', html('<style title=A>i{color:red}</style><i>a')],
    ['rules of the request', html('<p>a', { css: 'p{color:red}' })],
    ['rules of the paper', html('<style>@page{size:A6 landscape;margin:0}</style><p>a', { zoom: 2 })],
    ['a window between wide margins', html('<style>@page{margin:6cm}</style><p>a')],
    [
      'a style of counters',
      html('<style>@counter-style c{system:cyclic;symbols:"x"}ul{list-style:c}</style><ul><li>a'),
    ],
    ['a registered property', html('<style>@property --c{syntax:"*";inherits:true;initial-value:red}</style><p>a')],
    [
      'a font',
      html(`<style>@font-face{font-family:Leak;src:url(data:font/ttf;base64,${FONT})}p{font:9px Leak}</style><p>a`),
    ],
    ['quirks', html('<p>no doctype<table><tr><td>a</table>')],
    ['language, title and direction', html('<html lang=ar dir=rtl><title>Secret</title><p>a')],
    ['the language of a header', html('<meta http-equiv="content-language" content="tr"><p>a')],
    [
      'colors of links',
      html('<body link=red alink=red vlink=red text=red bgcolor=red><a href="https://x.example/a">a</a>'),
    ],
    ['a scheme of colors', html('<style>:root{color-scheme:dark;overflow:hidden;zoom:2}</style><p>a')],
    [
      'a gradient with the same id, and a shape that is not there',
      html(
        '<svg><linearGradient id=g><stop stop-color=red /></linearGradient><rect width=9 height=9 fill="url(#g)"/><use href="#s"/></svg>',
      ),
    ],
    ['anchors', html('<a href="#a">a</a><p id=a style="margin-top:9000px">a')],
    ['header and footer', html('<p>a', { header: { source: '<b>head</b>' }, footer: { source: 'foot' } })],
    ['what runs along', html('<style>p{position:running(h)}@page{@top-left{content:element(h)}}</style><p>a')],
    ['a page fitted to paper', html('<div style="width:3000px">wide', { fit: 'width' })],
    ['tags', html('<table><tr><th>a<td>b</table>', { tagged: true, outline: true })],
    ['a medium', html('<p>a', { media: 'print', color_scheme: 'dark', reduced_motion: true })],
    ['images that are left out', html('<p>a', { disable_images: true })],
    ['a reading', html('<h1>A</h1><p>text that is read<ul><li>1<li>2</ul>'), 'markdown'],
  ])('shows nothing of it: %s', async (_, first, format = 'pdf') => {
    alone ??= run(undefined, SECOND, 'pdf');
    const group = nextGroup();
    await run(group, first, format);
    const used = await run(group, SECOND, 'pdf');
    expect(used.again).toBe(true);
    expect(used.warnings).toEqual((await alone).warnings);
    expect(used.digest).toBe((await alone).digest);
  });

  it('is not kept waiting by the fonts of what ran along on its pages', async () => {
    const face = `@font-face{font-family:Leak;src:url(data:font/ttf;base64,${FONT})}`;
    const runs = '<div style="position:running(h)">run</div><style>@page{@top-left{content:element(h)}}</style><p>a';
    const first = html(`<style>${face}</style>${runs}`);
    const second = html(`<style>${face}*{font-family:Leak}</style><p>b`, { timeout: 10 });
    // One of four pages waited.
    for (let turn = 0; turn < 6; turn += 1) {
      const group = newGroup();
      for (const body of [first, first, first]) await run(group, body, 'pdf');
      for (const body of [second, second, second]) expect((await run(group, body, 'pdf')).warnings).toEqual([]);
    }
  });

  it.each([
    ['the usual one', html('<!doctype html><p>a')],
    ['a narrow one', html('<!doctype html><style>@page{margin:8cm}</style><p>a')],
    ['one of a viewport', html('<p>a', { viewport: '500x500' })],
  ])('has a window of its own after %s', async (_, first) => {
    const words = '<p>A paragraph of some words, which is broken into lines as wide as its paper lets them be.'.repeat(
      9,
    );
    const own = html(`<style>@page{margin:3cm}p{width:100vw;height:20vh}</style>${words}`);
    const group = newGroup();
    await run(group, first, 'pdf');
    const used = await run(group, own, 'pdf');
    expect(used.again).toBe(true);
    expect(used.digest).toBe((await run(undefined, own, 'pdf')).digest);
  });

  it('is told itself what Chromium takes of its style, which depends on its quirks', async () => {
    const style = '<style>@page{margin:10;size:a9}p{page:1a;break-before:verso;widows:-1}</style><p>a';
    const bodies = [html(`<!doctype html>${style}`), html(style)];
    const alone = await Promise.all(bodies.map(async (body) => (await run(undefined, body, 'pdf')).warnings));
    const group = newGroup();
    for (const turn of [0, 0, 0, 1, 1, 0, 0, 1])
      expect((await run(group, bodies[turn] as Body, 'pdf')).warnings).toEqual(alone[turn]);
    expect(alone.flat().length).toBeGreaterThan(0);
  });

  it.each([
    ['a rule', (dot: string) => `<p style="background:url(${dot}) 3px 5px/61px 43px round">a`],
    ['a table', (dot: string) => `<table><tr><td background="${dot}">a</table>`],
  ])('has a picture once that stands in it as an element and as the background of %s, each time', async (_, other) => {
    const dot = `data:image/png;base64,${DOT.toString('base64')}`;
    const both = html(`<img width=60 src="${dot}">${other(dot)}`);
    const group = newGroup();
    const digests: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) digests.push((await run(group, both, 'pdf')).digest);
    expect(new Set(digests).size).toBe(1);
  });

  it('has quirks of its own', async () => {
    const quirks = html('<body style="font-size:30px"><table><tr><td>a</table>');
    const group = newGroup();
    await run(group, html('<!doctype html><p>a'), 'pdf');
    expect((await run(group, quirks, 'pdf')).digest).toBe((await run(undefined, quirks, 'pdf')).digest);
  });

  it.each([
    ['<meta name=referrer content=no-referrer>', false],
    ['<meta http-equiv="Content-Language" content="tr">', false],
    ['<meta name="color-scheme" content="dark">', false],
    ['<meta charset=utf-8 http-equiv=x-ua-compatible content=a>', false],
    ['<style type=\u00a0"a title=A">', false],
    ['<style title="A">', false],
    ["<style media='print' title=A>", false],
    ['<style id=a title=A>', false],
    ['<body class=a vlink=red>', false],
    ['<html lang=en manifest=a>', false],
    ['<style>@font-palette-values --a{}</style>', false],
    ['<p style="background:url( \'data:image/png;base64,AA\')">', false],
    ['<style>p{background:image-set("data:image/png;base64,AA" 2x)}</style>', false],
    ['<style>@font-face{src:url(data:font/ttf;base64,AA)}</style><img src="data:image/png;base64,AA">', true],
    [`<body class="${'a'.repeat(5_000)}">`, false],
    ['<style\ntype="text/css">p{}</style><meta charset="utf-8"><meta name="viewport" content="width=1">', true],
    ['<style>p{}</style><title>A</title><p title="a">', true],
    ['<html lang="en" class=a>\n<body style="margin:0" dir=ltr>', true],
  ])('is one after a document that leaves nothing behind: %s %s', (text, expected) => {
    const request = { options: {}, outputs: [] };
    expect(leavesNothing({ input: { kind: 'html', html: text }, request } as unknown as Job)).toBe(expected);
  });
});

describe('a page is not used again', () => {
  const PLAIN = html('<p>next');

  // Whether the request says so, or what the page did: `mayReuse` is asked for the first.
  it.each<[string, Body]>([
    ['that has script', html('<p>a<script>1</script>')],
    ['that is animated, once it was shown', html('<style>@keyframes k{to{opacity:0}}p{animation:k 1s}</style><p>a')],
    // Printed before its next frame, one of eight was without the style of what has the focus.
    ['in which something is given the focus', html('<p tabindex=0 autofocus>a')],
    ['that asks for a file', html('<img src="a.png">')],
    ['that asks for a style sheet', html('<style>@import "a.css";</style><p>a')],
    ['whose files were left out', html('<img src="https://x.invalid/a.png"><p>a', { disable_images: true })],
    ['of many elements', html('<b></b>'.repeat(5_001))],
  ])('by the document after one %s', async (_, first) => {
    const group = newGroup();
    await run(group, first);
    expect((await run(group, PLAIN)).again).toBe(false);
  });

  it('by a document that has script', async () => {
    const group = newGroup();
    await run(group, PLAIN);
    expect((await run(group, html('<p>a<script>1</script>'))).again).toBe(false);
  });

  it.each<[string, Body]>([
    ['with a handler', html('<p onclick="1">a')],
    ['with a frame', html('<iframe srcdoc="<p>a"></iframe>')],
    ['that leads to another', html('<meta http-equiv=refresh content="0;url=data:text/html,x">')],
    ['whose script is in its header', html('<p>a', { header: { source: '<script>1</script>' } })],
    ['with a script of the request', html('<p>a', { javascript: '1' })],
    ['with a condition of the request', html('<p>a', { wait_for: 'document' })],
    ['in another time zone', html('<p>a', { timezone: 'Asia/Tokyo' })],
    ['in another language', html('<p>a', { locale: 'ar' })],
    ['for another browser', html('<p>a', { user_agent: 'x' })],
    ['with files', { source: { html: '<p>a', files: { 'a.css': '' } } }],
    ['with an address of its own', { source: { html: '<p>a', base_url: 'http://127.0.77.1:9/' } }],
    ['with cookies', { source: { url: 'http://127.0.77.1:9/' }, cookies: [{ name: 'a', value: 'b' }] }],
  ])('by and after a document %s', (_, body) => {
    expect(mayReuse(jobOf(PLAIN))).toBe(true);
    expect(mayReuse(jobOf(body))).toBe(false);
  });

  it('by another group, nor without one', async () => {
    const group = newGroup();
    await run(group, PLAIN);
    expect((await run(newGroup(), PLAIN)).again).toBe(false);
    expect((await run(undefined, PLAIN)).again).toBe(false);
    expect((await run('', PLAIN)).again).toBe(false);
    expect((await run(group, PLAIN)).again).toBe(true);
  });

  // It may draw no frame again: the picture then waited until the time of the request was over.
  it('for a picture, once it was drawn and printed', async () => {
    const moves = html('<style>p{transition:opacity 1s}</style><p>a');
    const group = newGroup();
    await run(group, moves, 'pdf');
    expect((await run(group, moves, 'pdf')).again).toBe(true);
    expect((await run(group, PLAIN)).again).toBe(false);
    const both = newGroup();
    const before = test.engine.health().reusedPages;
    const outputs = [{ format: 'png' }, { format: 'pdf' }];
    for (let job = 0; job < 3; job += 1) await test.convertSeveral({ ...PLAIN, outputs }, { group: both });
    expect(test.engine.health().reusedPages).toBe(before);
    expect((await run(both, PLAIN)).again).toBe(false);
  });

  it('after a conversion that failed', async () => {
    const group = newGroup();
    await run(group, PLAIN);
    const before = test.engine.health().reusedPages;
    while (test.engine.health().reusedPages === before)
      await expect(run(group, html('<p>a', { css_selector: '#none' }))).rejects.toThrow();
    expect((await run(group, PLAIN)).again).toBe(false);
  });
});

describe('what a page has fetched', () => {
  it('is not there for the next document of the group: no file, cookie, or entity tag', async () => {
    const group = newGroup();
    const picture = html(`<body style="margin:0"><img src="${site.origin}/a.svg">`);
    const colors: (readonly number[])[] = [];
    for (let job = 0; job < 3; job += 1)
      colors.push(
        readPng((await run(group, picture)).bytes)
          .at(50, 50)
          .slice(0, 3),
      );
    expect(colors).toEqual([
      [255, 0, 0],
      [0, 0, 255],
      [255, 0, 0],
    ]);
    expect(heard).toEqual(Array(3).fill({ path: '/a.svg', cookie: undefined, fresh: true }));
  });
});

describe('two at once', () => {
  it('have a page each', async () => {
    const group = newGroup();
    const red = html('<body style="background:red">');
    const blue = html('<body style="background:blue">');
    for (let round = 0; round < 3; round += 1) {
      const [one, other] = await Promise.all([run(group, red), run(group, blue)]);
      expect(readPng(one.bytes).at(5, 5).slice(0, 3)).toEqual([255, 0, 0]);
      expect(readPng(other.bytes).at(5, 5).slice(0, 3)).toEqual([0, 0, 255]);
    }
  });
});
