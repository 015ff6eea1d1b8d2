import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { readPng } from '../testing/judge.ts';
import { never, type Site, startSite } from '../testing/site.ts';

const RED =
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="red"/></svg>';
const NOWHERE = 'http://10.0.0.1/';
/** What a browser does not leave its page for. */
const NOWHERE_ELSE = [
  ['program', 'mailto:ada@example.com'],
  ['nothing', '/empty'],
  ['file', '/file.pdf'],
] as const;
const script = (code: string): string => `<script>${code}</script>`;

/** All of these stop Chromium's parser, but for the last three, which leave when the document is there. */
const WAYS: Readonly<Record<string, string>> = {
  location: script(`location='${NOWHERE}'`),
  twice: script(`location='${NOWHERE}a';location='${NOWHERE}b'`),
  replace: script(`location.replace('${NOWHERE}')`),
  assign: script(`location.assign('${NOWHERE}')`),
  reload: script('location.reload()'),
  open: script(`open('${NOWHERE}','_self')`),
  history: script('history.go(0);history.back()'),
  link: `<a id=link href="${NOWHERE}"></a>${script('link.click()')}`,
  form: `<form id=sent action="${NOWHERE}"></form>${script('sent.submit()')}`,
  post: `<form id=posted method=post target=_top action="${NOWHERE}"></form>${script('posted.submit()')}`,
  button: `<form action="${NOWHERE}"><button id=button></button></form>${script('button.click()')}`,
  named: `<img name=querySelector><form action="${NOWHERE}"><input name=getAttribute><button id=named></button></form>${script('named.click()')}`,
  file: '<script src="/leading.js"></script>',
  frame: `<iframe srcdoc="${script(`top.location='${NOWHERE}'`)}"></iframe>`,
  formOfFrame: `<iframe srcdoc="<form id=f target=_top action='${NOWHERE}'></form>${script('f.submit()')}"></iframe>`,
  refresh: `<meta http-equiv=refresh content="0;url=${NOWHERE}">`,
};

let site: Site;
beforeAll(async () => {
  site = await startSite({
    '/red.svg': (_, response) =>
      void setTimeout(() => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(RED), 300),
    '/leading.js': `location='${NOWHERE}'`,
    '/empty': (_, response) => void response.writeHead(204).end(),
    '/file.pdf': '%PDF-1.4 nothing',
    '/never': never,
    '/inside': '<p>in the frame',
    '/base/': '<p>what the server has',
    ...Object.fromEntries(
      NOWHERE_ELSE.flatMap(([name, to]) => [
        [`/parsing-${name}`, `<p>before${script(`location='${to}'`)}<p>after`],
        [`/loaded-${name}`, `<p>before${script(`onload=()=>location='${to}'`)}<p>after`],
      ]),
    ),
    '/undeclared': (_, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<p>here${script("onload=()=>location='/never'")}`),
  });
});
afterAll(() => site.close());
const { convert, convertSeveral } = useSharedEngine();

const codes = (warnings: readonly { readonly code: string }[]) => warnings.map(({ code }) => code);

describe('a document that leads elsewhere while it is parsed', () => {
  it.each(['at no address', 'at an address'])('is there to its end, %s', async (where) => {
    const parts = Object.entries(WAYS).map(
      ([name, leave]) => `${leave.replace('"/', `"${site.origin}/`)}<p>${name}.</p>`,
    );
    const html = `<!doctype html>${parts.join('')}<img src="${site.origin}/red.svg">`;
    const source = { html, ...(where === 'at an address' ? { base_url: `${site.origin}/base/` } : {}) };
    const { outputs, warnings } = await convertSeveral({
      source,
      outputs: [{ format: 'text' }, { format: 'png', options: { fullpage: true } }],
    });
    const [text, picture] = outputs.map(({ bytes }) => bytes) as [Uint8Array, Uint8Array];
    expect(
      Buffer.from(text)
        .toString()
        .match(/\w+(?=\.)/g),
    ).toEqual(Object.keys(WAYS));
    expect(readPng(picture).count([255, 0, 0])).toBe(10_000);
    expect(codes(warnings)).toEqual(['navigation_refused']);
  });

  it('and that is drawn only once it has a body, has one', async () => {
    const html = `<!doctype html>${script(`location='${NOWHERE}'`)}<img src="${site.origin}/red.svg">`;
    const { bytes } = await convert({ source: { html, base_url: `${site.origin}/base/` } }, 'png');
    expect(readPng(bytes).count([255, 0, 0])).toBe(10_000);
  });

  it.each([
    ['nothing', () => `${site.origin}/empty`],
    ['a file', () => `${site.origin}/file.pdf`],
    ['a program', () => 'mailto:ada@example.com'],
    ['what does not answer', () => `${site.origin}/never`],
  ])('to %s is not lost without a word', async (_, address) => {
    const html = `<p>before${script(`location='${address()}'`)}<p>after`;
    const { bytes, warnings } = await convert({ source: { html }, timeout: 2 }, 'text');
    expect(bytes.toString()).toBe('before\n\nafter\n');
    expect(codes(warnings)).toContain('navigation_refused');
  });

  it('in a way that cannot be kept from it says that its end is missing', async () => {
    const html = `<p>before<form id=f action="${NOWHERE}" onsubmit="event.stopPropagation()"></form>${script('f.requestSubmit()')}<p>after`;
    const { bytes, warnings } = await convert({ source: { html } }, 'text');
    expect(bytes.toString()).toBe('before\n');
    expect(warnings).toEqual([
      expect.objectContaining({ code: 'navigation_refused', message: expect.stringContaining('missing') }),
    ]);
  });

  it('still submits forms into its frames, and moves within itself', async () => {
    const html = `<p>before${script(`location='${NOWHERE}'`)}<iframe name=inside></iframe><form id=f target=inside
      action="/inside"></form>${script("f.submit();location='#here'")}<p id=p>${script('p.append(location.hash)')}`;
    const { bytes } = await convert({ source: { html, base_url: `${site.origin}/base/` } }, 'text');
    expect(bytes.toString()).toMatch(/before\s+in the frame\s+#here/);
  });
});

describe('a document at an address', () => {
  const convertAt = (html: string) => convert({ source: { html, base_url: `${site.origin}/base/` } }, 'text');

  it.each([
    ['while it is parsed', script('if(!sessionStorage.seen){sessionStorage.seen=1;location.reload()}')],
    ['later', script('if(!sessionStorage.seen){sessionStorage.seen=1;setTimeout(()=>location=location.href)}')],
  ])('that loads itself again, %s, is the one that was given', async (_, again) => {
    const { bytes, warnings } = await convertAt(`<p>before${again}<p>after`);
    expect([bytes.toString(), warnings]).toEqual(['before\n\nafter\n', []]);
  });

  it('that always loads itself again is kept', async () => {
    const { bytes, warnings } = await convertAt(`<p>before${script('onload=()=>location.reload()')}<p>after`);
    expect([bytes.toString(), codes(warnings)]).toEqual(['before\n\nafter\n', ['navigation_refused']]);
  });

  it.each([
    ['a page', script("location='/inside'"), 'in the frame\n'],
    ['what its form is sent to', `<form id=f method=post></form>${script('f.submit()')}`, 'what the server has\n'],
  ])('that leads to %s says so', async (_, lead, text) => {
    const { bytes, warnings } = await convertAt(`<p>before${lead}<p>after`);
    expect([bytes.toString(), codes(warnings)]).toEqual([text, ['source_redirected']]);
  });

  it('that is kept still shows what its own router shows', async () => {
    const html = `<p id=p>${script(`location='${NOWHERE}'`)}${script(`navigation.addEventListener('navigate', (event) => {
      if (event.canIntercept) event.intercept({ handler: async () => p.append('at ' + location.pathname) });
    }); navigation.navigate('/route')`)}<p>end`;
    const { bytes, warnings } = await convertAt(html);
    expect([bytes.toString(), codes(warnings)]).toEqual(['at /route\n\nend\n', ['navigation_refused']]);
  });
});

describe('a page by its address that leads to what a browser does not leave it for', () => {
  it.each(NOWHERE_ELSE)('%s, is kept', async (name) => {
    const [parsing, loaded] = await Promise.all(
      ['parsing', 'loaded'].map((when) => convert({ source: { url: `${site.origin}/${when}-${name}` } }, 'text')),
    );
    expect([parsing?.bytes.toString(), loaded?.bytes.toString()]).toEqual(['before\n', 'before\n\nafter\n']);
    expect([codes(parsing?.warnings ?? []), codes(loaded?.warnings ?? [])]).toEqual([
      ['navigation_refused'],
      ['navigation_refused'],
    ]);
    expect(parsing?.warnings[0]?.message).toContain('missing');
    expect([parsing?.sourceStatus, loaded?.sourceStatus]).toEqual([200, 200]);
  });

  it('is there when its time is up and its encoding is not known', async () => {
    const { bytes, warnings } = await convert({ source: { url: `${site.origin}/undeclared` }, timeout: 1 }, 'text');
    expect(bytes.toString()).toBe('here\n');
    expect(codes(warnings)).toEqual(['navigation_refused', 'ready_timeout']);
  });
});

it('a page that stops itself before it has a body is drawn', async () => {
  const html = `<!doctype html>${script('stop()')}<img src="${site.origin}/red.svg">`;
  const { bytes } = await convert({ source: { html, base_url: `${site.origin}/base/` } }, 'png');
  expect(readPng(bytes).count([255, 0, 0])).toBe(10_000);
});

describe('what script stops before its end', () => {
  const base = () => `${site.origin}/base/`;
  const frames = () =>
    `<iframe srcdoc="<p>framed${script('stop()')}<p>lost"></iframe><iframe src="/parsing-nothing"></iframe><iframe></iframe><iframe srcdoc=whole></iframe>`;
  const slow = () => `<p>first${script('setTimeout(() => stop(), 9)')}<script src="/never"></script><p>lost`;
  it.each([
    ['a document that is written', () => ({ html: `<p>first${script('stop()')}<p>lost` }), true, 0],
    ['one at an address', () => ({ html: `<p>first${script('stop()')}<p>lost`, base_url: base() }), true, 0],
    ['a document that waits for a script', () => ({ html: slow().replace('src="', `src="${site.origin}`) }), true, 0],
    ['one at an address that waits for a script', () => ({ html: slow(), base_url: base() }), true, 0],
    ['frames', () => ({ html: `<p>first${frames()}`, base_url: base() }), false, 2],
  ])('is told: %s', async (_, source, document, framed) => {
    const { bytes, warnings } = await convert({ source: source() }, 'text');
    expect(bytes.toString()).toMatch(/^first/);
    expect(bytes.toString()).not.toContain('lost');
    expect(warnings.filter(({ code }) => code === 'document_cut')).toMatchObject([
      { detail: { document, frames: framed } },
    ]);
    expect(codes(warnings)).not.toContain('ready_timeout');
  });

  it('is no document that script has written anew', async () => {
    const html = `<p>first<script type=module>document.open();document.write('<p>second');document.close()</script>`;
    const { bytes, warnings } = await convert({ source: { html } }, 'text');
    expect([bytes.toString(), warnings]).toEqual(['second\n', []]);
  });
});

it('a page that waits for the next when its time is up is there', async () => {
  const html = `<p>here${script(`onload=()=>location='${site.origin}/never'`)}`;
  // That the failure of the next came first, was a race.
  const tries = Array.from({ length: 4 }, () => convert({ source: { html }, timeout: 1 }, 'text'));
  for (const { bytes } of await Promise.all(tries)) expect(bytes.toString()).toBe('here\n');
});
