import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gzipOf } from './bombs.ts';
import { selfSigned } from './certificate.ts';
import { useRange } from './range.ts';

/** What a source that may be reached answers. */
const range = useRange();
const source = (url: string) => range.attack({ source: { url } });

describe('answers that are no page', () => {
  const send =
    (headers: Record<string, string>, body: string | Buffer, status = 200) =>
    (_: unknown, response: ServerResponse) =>
      void response.writeHead(status, headers).end(body);

  it('S20: a download is refused and stored nowhere', async () => {
    range.pages['/download'] = send(
      { 'content-type': 'text/html', 'content-disposition': 'attachment; filename="../../tmp/platen-evil"' },
      '<p>x',
    );
    const { code, message } = await source(`${range.pub}/download`);
    expect({ code, message }).toEqual({
      code: 'unsupported_content_type',
      message: expect.stringContaining('download'),
    });
    const html = `<p>kept<iframe src="${range.pub}/download"></iframe><a id=a download=platen-evil href="${range.pub}/download"></a><script>a.click()</script>`;
    // Chromium does not tell that a page with both is loaded: the conversion takes all the time that it is given.
    expect((await range.attack({ source: { html }, timeout: 3 })).text).toBe('kept');
    expect(readdirSync(tmpdir()).filter((name) => name.includes('platen-evil'))).toEqual([]);
  });

  it('S21: what is no text is refused with its type', async () => {
    // What Chromium shows by a viewer, what it stores, what it plays, and what replaces itself.
    for (const type of ['application/pdf', 'application/octet-stream', 'video/mp4', 'multipart/x-mixed-replace']) {
      range.pages['/file'] = send({ 'content-type': type }, '%PDF-1.4');
      const { code, message } = await source(`${range.pub}/file`);
      expect(code, type).toBe('unsupported_content_type');
      expect(message).toContain(type);
    }
  });

  it('S21: a document that has more bytes than may be loaded is refused', async () => {
    range.pages['/flood'] = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<p>x<!--');
      const chunk = Buffer.alloc(1_000_000, 'x');
      let sent = 0;
      const push = () => {
        for (; sent < 60; sent += 1) if (!response.write(chunk)) return void response.once('drain', push);
        response.end('-->');
      };
      push();
    };
    expect((await source(`${range.pub}/flood`)).code).toBe('source_unreachable');
  });

  it('S21: a document without an end is taken as it is at its timeout', async () => {
    range.pages['/drip'] = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => response.write('<p>drop'), 100);
      response.once('close', () => clearInterval(timer));
    };
    const { text, warnings } = await range.attack({ source: { url: `${range.pub}/drip` }, timeout: 1 });
    expect(text).toContain('drop');
    expect(warnings).toContain('ready_timeout');
  });

  it('S21: a header that comes byte by byte ends at the timeout', async () => {
    range.pages['/slow'] = ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      const timer = setInterval(() => socket.write('x'), 100);
      socket.once('close', () => clearInterval(timer));
    };
    expect((await range.attack({ source: { url: `${range.pub}/slow` }, timeout: 1 })).code).toBe('source_timeout');
  });

  it('S21: a header of a megabyte is refused', async () => {
    range.pages['/wide'] = ({ socket }) =>
      void socket.end(`HTTP/1.1 200 OK\r\nX-Wide: ${'x'.repeat(1_000_000)}\r\n\r\n<p>x`);
    expect((await source(`${range.pub}/wide`)).code).toBe('source_unreachable');
  });

  it('S22: files that unpack to hundreds of megabytes end with the page', async () => {
    const packed = gzipOf(100_000_000);
    for (const [name, type] of Object.entries({ css: 'text/css', png: 'image/png', json: 'application/json' })) {
      range.pages[`/bomb.${name}`] = send(
        { 'content-type': type, 'content-encoding': 'gzip', 'access-control-allow-origin': '*' },
        packed,
      );
    }
    const html = `<p>kept<link rel=stylesheet href="${range.pub}/bomb.css"><img src="${range.pub}/bomb.png">
      <script>fetch('${range.pub}/bomb.json').then((answer)=>answer.text()).then((text)=>document.title=text.length)</script>`;
    const { code, text } = await range.attack({ source: { html }, timeout: 3 }, { deadline: 15_000 });
    expect(code ?? text).toMatch(/^kept|render_out_of_memory|render_timeout/);
  });

  it('S22: a document that cannot be unpacked, or breaks off, is refused', async () => {
    range.pages['/damaged'] = send({ 'content-type': 'text/html', 'content-encoding': 'gzip' }, 'this is not gzip');
    range.pages['/broken-off'] = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100000' });
      response.write('<p>beginning');
      setTimeout(() => response.destroy(), 100);
    };
    for (const path of ['/damaged', '/broken-off'])
      expect((await source(range.pub + path)).code).toBe('source_unreachable');
  });

  it('S25: an error status is refused, or taken when the request says so', async () => {
    for (const status of [401, 500]) {
      range.pages['/status'] = send({ 'content-type': 'text/html' }, '<p>error page', status);
      expect((await source(`${range.pub}/status`)).code).toBe('source_status');
      const taken = await range.attack({ source: { url: `${range.pub}/status` }, allow_error_status: true });
      expect(taken).toMatchObject({ text: 'error page', result: { sourceStatus: status } });
    }
  });
});

describe('certificates', () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer(
      selfSigned('pub.test', 1_000),
      (_, response) => void response.end('<p>behind a bad certificate'),
    );
    server.addContext('expired.test', selfSigned('expired.test', -1));
    range.names['expired.test'] = ['127.0.77.1'];
    range.names['other.test'] = ['127.0.77.1'];
    await new Promise<void>((resolve) => server.listen(0, '127.0.77.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => void server.close());

  it('S24: one that is signed by itself, is expired, or belongs to another host is refused', async () => {
    for (const host of ['pub.test', 'expired.test', 'other.test']) {
      expect((await source(`https://${host}:${port}/`)).code, host).toBe('tls_error');
    }
  });

  it('S24: a file of the page behind one does not load', async () => {
    const html = `<p>kept<iframe src="https://pub.test:${port}/"></iframe><script src="https://pub.test:${port}/"></script>`;
    const { text, warnings } = await range.attack({ source: { html } });
    expect(text).toBe('kept');
    expect(warnings).toContain('resource_failed');
  });
});
