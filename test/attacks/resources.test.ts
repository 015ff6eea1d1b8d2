import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hostileHeader, hostilePage } from './hostile-page.ts';
import { endsOf, LEAVING_DAILY, leavingPage } from './leaving-page.ts';
import { type Carrier, carry, useRange, WAYS } from './range.ts';

/** What a document loads, and where its script goes. */
const range = useRange();
const targets = (index: number) => ({
  host: range.canaries.hosts[index] as string,
  udp: range.canaries.udpHosts[index] as string,
  file: range.canaries.file,
});
const canary = () => range.canaries.hosts[0] as string;
const fromHtml = (html: string, options: Record<string, unknown> = {}) =>
  range.attack({ source: { html }, ...options });

beforeAll(async () => {
  // The canaries hear: without this, their silence would prove nothing.
  for (const host of range.canaries.hosts) await fetch(`http://${host}/heard`);
  expect(range.canaries.hits.splice(0)).toEqual(range.canaries.hosts.map(() => 'GET /heard HTTP/1.1'));
});

/**
 * The guard looks at where a request goes, not at what the page becomes: each carrier aims at another kind of host. A header
 * is only printed: it aims at all of them.
 */
const pageOf = (carrier: Carrier): string => {
  const hosts = [...range.canaries.hosts.keys()];
  if (carrier === 'header') return hosts.map((index) => hostileHeader(targets(index))).join('');
  return hostilePage(targets(WAYS.findIndex(([each]) => each === carrier) % hosts.length));
};

describe('S30 to S35: a page that tries everything', () => {
  it.each(WAYS)('reaches nothing: %s to %s', async (carrier, format) => {
    const { code, text, result } = await range.attack(carry(range, carrier, pageOf(carrier)), { format });
    expect(code).toBeUndefined();
    if (format !== 'png') expect(text).toContain('survivor');
    expect(text).not.toMatch(/told candidate|script ran|handler ran|service worker runs/);
    // A header loads little. Elsewhere the tries came to the guard: a page that was not loaded would be silent too.
    const blocked = result?.warnings.find((warning) => warning.code === 'resource_blocked');
    if (carrier !== 'header') expect(blocked?.detail?.count).toBeGreaterThan(4);
    // The names that the page mentions are for the guard to resolve, and it was asked for none.
    expect(range.asked).not.toContain('leak.test');
  });

  it('reaches nothing in the time that the request lets it run', async () => {
    const { warnings } = await fromHtml(hostilePage(targets(0)), { virtual_time: false, delay: 2_000 });
    expect(warnings).toContain('resource_blocked');
  });

  it('reaches nothing with the style sheet and the script of a request', async () => {
    const [css, javascript] = [`http://${canary()}/x`, 'https://private.test/x'];
    expect((await fromHtml('<p>kept', { css, javascript })).warnings).toContain('resource_blocked');
    const within = {
      css: `@import url(http://${canary()}/x);p{background:url(file:///etc/passwd)}`,
      javascript: `fetch('http://${canary()}/x').catch(()=>{});new WebSocket('ws://${canary()}/x')`,
    };
    expect((await fromHtml('<p>kept', within)).text).toBe('kept');
  });

  it('reaches nothing by what a response tells the browser to do', async () => {
    const link = (rel: string) => `<http://${canary()}/${rel}>; rel=${rel}`;
    range.pages['/rules.json'] = (_, response) => {
      const rules = {
        prefetch: [{ source: 'list', urls: [`http://${canary()}/rule`] }],
        prerender: [{ source: 'list', urls: [`http://${canary()}/rule`] }],
      };
      response.writeHead(200, { 'content-type': 'application/speculationrules+json' }).end(JSON.stringify(rules));
    };
    range.pages['/headers'] = (_, response) => {
      response.writeEarlyHints({ link: ['preload', 'preconnect'].map(link) });
      response
        .writeHead(200, {
          'content-type': 'text/html',
          link: ['preload; as=image', 'stylesheet', 'prefetch', 'preconnect', 'dns-prefetch', 'modulepreload'].map(
            link,
          ),
          'speculation-rules': '"/rules.json"',
          'reporting-endpoints': `default="http://${canary()}/report"`,
          'report-to': JSON.stringify({
            group: 'default',
            max_age: 1000,
            endpoints: [{ url: `http://${canary()}/report` }],
          }),
          nel: JSON.stringify({ report_to: 'default', max_age: 1000, success_fraction: 1 }),
          'content-security-policy': `script-src 'none'; report-uri http://${canary()}/csp`,
          'content-security-policy-report-only': `img-src 'none'; report-uri http://${canary()}/csp`,
          'x-platen-egress': 'refused',
        })
        .end('<p>kept<script>1</script><img src="/x">');
    };
    const { code, text } = await range.attack({ source: { url: `${range.pub}/headers` }, delay: 500 });
    expect([code, text]).toEqual([undefined, 'kept']);
  });

  it('S37: reaches nothing through a redirect', async () => {
    range.pages['/redirect'] = (_: unknown, response: ServerResponse) =>
      void response.writeHead(302, { location: `http://${canary()}/`, 'access-control-allow-origin': '*' }).end();
    const url = `${range.pub}/redirect`;
    const html = `<p>kept<iframe src="${url}"></iframe><img src="${url}"><link rel=stylesheet href="${url}"><object data="${url}"></object>
      <script>fetch('${url}').then((r)=>r.text()).then((t)=>document.body.append(t)).catch(()=>{});new EventSource('${url}');new Worker('${url}')</script>`;
    range.pages['/redirecting'] = html;
    for (const source of [{ html }, { url: `${range.pub}/redirecting` }]) {
      const { text, warnings } = await range.attack({ source });
      expect(text).toBe('kept');
      expect(warnings).toContain('resource_blocked');
    }
  });
});

describe('S35 and S36: a page that leaves', () => {
  /** Milliseconds of real time for which a page is left alone: what comes later never happens. */
  const DELAY = 400;
  it.each(LEAVING_DAILY)('$moment by $script: $ends', async (leaving) => {
    const html = leavingPage(leaving, canary());
    for (const carrier of leaving.fromUrl ? (['url'] as const) : (['html', 'url'] as const)) {
      const { code, text } = await range.attack({ ...carry(range, carrier, html), timeout: 5 });
      expect(endsOf(leaving, carrier)).toContain(code ?? text);
    }
    if (!leaving.inRealTime) return;
    const { code, text } = await fromHtml(html, { timeout: 5, virtual_time: false, delay: DELAY });
    // A page that leaves late may be gone when it is captured; what it finds is nothing.
    expect([leaving.ends, 'origin', 'url_not_allowed', '']).toContain(code ?? text);
  });

  it('is tried in real time at each moment that comes before it is captured', () => {
    const moments = LEAVING_DAILY.filter(({ inRealTime }) => inRealTime).map(({ moment }) => moment);
    expect([...new Set(moments)]).toEqual(['at once', 'on load', '200']);
    expect(Math.max(...moments.map(Number).filter((moment) => moment > 0))).toBeLessThan(DELAY);
  });

  it.each([
    ['http://CANARY/', [{}, { disable_javascript: true, delay: 300 }]],
    // Where it leads does not depend on whether script runs.
    ['https://CANARY/', [{ disable_javascript: true }]],
    ['file:///etc/passwd', [{ disable_javascript: true, delay: 300 }]],
  ])('by a refresh to %s', async (url, requests) => {
    const target = url.replace('CANARY', canary());
    const html = `<meta http-equiv="refresh" content="0;url=${target}"><p>origin`;
    range.pages['/refresh'] = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html', refresh: `0;url=${target}` }).end('<p>origin');
    for (const options of requests) {
      for (const source of [{ html }, { url: `${range.pub}/refresh` }]) {
        const { code, text } = await range.attack({ source, ...options });
        expect(['url_not_allowed', 'origin', '']).toContain(code ?? text);
      }
    }
  });

  it('without an end', async () => {
    range.pages['/reload'] = '<p>again<script>setTimeout(()=>location.reload(),20)</script>';
    expect((await range.attack({ source: { url: `${range.pub}/reload` } })).code).toBe('too_many_redirects');
  });
});

describe('S38 to S40: XML', () => {
  it('does not read entities from elsewhere', async () => {
    const urls = [`file://${range.canaries.file}`, 'file:///etc/hostname', `http://${canary()}/entity`];
    const entities = urls.map((url, index) => `<!ENTITY secret${index} SYSTEM "${url}">`).join('');
    const svg =
      `<?xml version="1.0"?><!DOCTYPE svg [${entities}]><svg xmlns="http://www.w3.org/2000/svg" width="200" height="50">` +
      '<text y="20">A&secret0;B&secret1;C&secret2;D</text></svg>';
    range.pages['/entity.svg'] = svg;
    const address = `${range.pub}/entity.svg`;
    expect((await range.attack({ source: { url: address } })).text).toBe('ABCD');
    const tags = ['img src', 'object data', 'iframe src', 'embed src'].map((tag) => `<${tag}="${address}">`);
    expect((await fromHtml(tags.join('') + svg)).code).toBeUndefined();
  });

  it('does not read documents from elsewhere', async () => {
    const xml = (_: unknown, response: ServerResponse) =>
      void response
        .writeHead(200, { 'content-type': 'text/xml' })
        .end('<?xml-stylesheet type="text/xsl" href="/sheet.xsl"?><a/>');
    range.pages['/sheet.xml'] = xml;
    range.pages['/sheet.xsl'] = (_, response) => {
      const copies = [`file://${range.canaries.file}`, 'file:///etc/passwd', `http://${canary()}/`].map(
        (url) => `[<xsl:copy-of select="document('${url}')"/>]`,
      );
      response.writeHead(200, { 'content-type': 'text/xsl' }).end(
        `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">
         <html><body>begin${copies.join('')}end</body></html></xsl:template></xsl:stylesheet>`,
      );
    };
    expect((await range.attack({ source: { url: `${range.pub}/sheet.xml` } })).text).toContain('begin[][][]end');
  });

  it('does not expand entities without a bound', async () => {
    const letters = [...'abcdefgh'];
    const nested = letters.slice(1).map((letter, index) => `<!ENTITY ${letter} "${`&${letters[index]};`.repeat(10)}">`);
    range.pages['/bomb.svg'] =
      `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${nested.join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&h;</text></svg>`;
    const { code, text } = await range.attack({ source: { url: `${range.pub}/bomb.svg` } });
    expect(code).toBeUndefined();
    expect(text).not.toContain('a'.repeat(1_000));
    expect((await fromHtml(`<p>kept<img src="${range.pub}/bomb.svg">`)).text).toBe('kept');
  });
});

describe('S41 to S43: the PDF', () => {
  it('carries no file, script or program', async () => {
    range.pages['/document.pdf'] = '%PDF-1.4 nothing';
    const html = `<link rel=attachment href="file:///etc/passwd"><a rel=attachment href="file://${range.canaries.file}">a</a>
      <a href="javascript:app.alert(1)">b</a><a href="file:///etc/passwd">c</a><a href="https://example.com/">d</a>
      <object data="${range.pub}/document.pdf"></object><iframe src="${range.pub}/document.pdf"></iframe><embed src="${range.pub}/document.pdf">`;
    const { result } = await fromHtml(html);
    const objects = pdfObjects(result?.bytes as Uint8Array);
    expect(objects).not.toMatch(
      /"\/(?:EmbeddedFiles?|Filespec|AF|JavaScript|JS|Launch|OpenAction|AA|SubmitForm|ImportData|GoToR|GoToE|RichMedia)"/,
    );
  });

  it('keeps a hostile title as text', async () => {
    const title = `x)/JS(app.alert(1)) \\) >> endobj \n-FileName=/tmp/x \r\nX-Evil: 1 \u{1f600} ${'y'.repeat(10_000)}`;
    const { result, code } = await fromHtml(`<title>${title}</title><p>kept`);
    expect(code).toBeUndefined();
    const objects = pdfObjects(result?.bytes as Uint8Array);
    expect(objects).not.toMatch(/"\/(?:JS|JavaScript|OpenAction)"/);
    expect(objects).toContain('x)/JS(app.alert(1))');
  });
});

/** The objects of a PDF as JSON, which qpdf refuses for a file that is damaged. */
function pdfObjects(pdf: Uint8Array): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-objects-'));
  try {
    const file = path.join(folder, 'document.pdf');
    writeFileSync(file, pdf);
    return execFileSync('qpdf', ['--json', file], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
