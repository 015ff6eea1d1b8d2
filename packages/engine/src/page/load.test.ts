import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfText, readPng } from '../testing/judge.ts';
import { type Site, startSite } from '../testing/site.ts';

type Seen = Record<string, string | string[] | undefined>;

const seen: Record<string, Seen> = {};
const remember =
  (name: string, body = '<p>secret page') =>
  (request: { headers: Seen }, response: ServerResponse) => {
    seen[name] = request.headers;
    response.writeHead(200, { 'content-type': 'text/html' }).end(body);
  };

/** Writes how much it could keep: pieces of 8 MB, and the error of the first that was too much. */
const KEEPS = `<p id=p></p><script>
  const piece = new Blob([new Uint8Array(2 ** 23)]);
  const open = indexedDB.open('all');
  open.onupgradeneeded = () => open.result.createObjectStore('pieces', { autoIncrement: true });
  open.onsuccess = async () => {
    let kept = 0;
    const error = await new Promise((done) => {
      const next = () => {
        const change = open.result.transaction('pieces', 'readwrite');
        change.objectStore('pieces').add(piece);
        change.oncomplete = () => { kept += 8; next(); };
        change.onabort = () => done(change.error.name);
      };
      next();
    });
    p.textContent = kept + ' MB, ' + error;
    window.told = true;
  };
</script>`;

let site: Site;
let other: Site;

beforeAll(async () => {
  other = await startSite({ '/image.png': remember('other image'), '/landed': remember('other page') }, '127.0.77.2');
  site = await startSite({
    '/': '<title>Home</title><p>welcome',
    '/gone': (_, response) => void response.writeHead(410, { 'content-type': 'text/html' }).end('<p>gone for good'),
    '/broken': (_, response) => void response.writeHead(500, { 'content-type': 'text/html' }).end('<p>broken'),
    '/document.pdf': '%PDF-1.4 nothing',
    '/download': (_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-disposition': 'attachment; filename="../evil"' })
        .end('<p>x');
    },
    '/empty': (_, response) => void response.writeHead(204).end(),
    '/circle': (_, response) => void response.writeHead(302, { location: '/circle' }).end(),
    '/to-private': (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    '/to-file': (_, response) => void response.writeHead(302, { location: 'file:///etc/hostname' }).end(),
    '/hang-up': (request) => void request.socket.destroy(),
    '/noise': (request) => void request.socket.end('noise\r\n\r\n'),
    '/headers': (request, response) => {
      remember('page')(request, response);
    },
    '/with-image': (request, response) => {
      remember('page', `<img src="${other.origin}/image.png"><img src="/own.png">`)(request, response);
    },
    '/own.png': (request, response) => {
      remember('own image')(request, response);
    },
    '/to-other': (_, response) => void response.writeHead(302, { location: `${other.origin}/landed` }).end(),
    '/protected': (request, response) => {
      if (request.headers.authorization === `Basic ${Buffer.from('ada:lovelace').toString('base64')}`) {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>let in');
      } else {
        response
          .writeHead(401, { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="x"' })
          .end('<p>kept out');
      }
    },
    '/late-picture': '<p>x<img src="/late.svg">',
    '/late.svg': (_, response) => {
      const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
      setTimeout(() => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture), 300);
    },
    '/style.css': 'p{color:rgb(255,0,0);font:80px/1 Liberation Sans}',
    '/keeps': KEEPS,
    '/whoami':
      '<p id=p></p><script>p.textContent = document.cookie + "|" + localStorage.getItem("k"); localStorage.setItem("k", "stored")</script>',
  });
});
afterAll(() => {
  site.close();
  other.close();
});

const { convert } = useSharedEngine();
const url = (path: string, options: Record<string, unknown> = {}) =>
  convert({ source: { url: site.origin + path }, ...options });

describe('what a document may keep in storage', () => {
  it.each(['a URL', 'HTML'])('is bounded: %s', async (kind) => {
    const source = kind === 'HTML' ? { html: KEEPS } : { url: `${site.origin}/keeps` };
    const { bytes } = await convert({ source, wait_for: 'told' }, 'text');
    // What is written at the moment does not count yet.
    const [, kept] = /^(\d+) MB, QuotaExceededError/.exec(bytes.toString()) ?? [];
    expect(Number(kept)).toBeGreaterThan(40);
    expect(Number(kept)).toBeLessThan(200);
  });
});

describe('a URL', () => {
  it('becomes a document', async () => {
    const { bytes, sourceStatus, warnings } = await url('/');
    expect(pdfText(bytes)).toContain('welcome');
    expect(sourceStatus).toBe(200);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['/gone', 'source_status'],
    ['/broken', 'source_status'],
    ['/nowhere', 'source_status'],
    ['/document.pdf', 'unsupported_content_type'],
    ['/download', 'unsupported_content_type'],
    ['/empty', 'unsupported_content_type'],
    ['/circle', 'too_many_redirects'],
    ['/to-private', 'url_not_allowed'],
    ['/to-file', 'url_not_allowed'],
    ['/hang-up', 'source_unreachable'],
  ])('%s is refused with %s', async (path, code) => {
    await expect(url(path)).rejects.toMatchObject({ code, details: { pointer: '/source/url' } });
  });

  it('without its scripts is loaded when all of it is there', async () => {
    // Listeners of ours are called in one of two such pages only.
    const pages = Array.from({ length: 4 }, () => url('/late-picture', { disable_javascript: true, timeout: 8 }));
    for (const { warnings } of await Promise.all(pages)) expect(warnings).toEqual([]);
  });

  it('that answers with a download is refused with the name of its type', async () => {
    await expect(url('/download')).rejects.toThrow(/a download of [a-z]+\/[a-z]+,/);
  });

  it('that answers noise is refused', async () => {
    await expect(url('/noise')).rejects.toMatchObject({
      code: expect.stringMatching(/^(source_unreachable|unsupported_content_type)$/),
    });
  });

  it('may be an error page when that is asked for', async () => {
    const { bytes, sourceStatus } = await url('/gone', { allow_error_status: true });
    expect(pdfText(bytes)).toContain('gone for good');
    expect(sourceStatus).toBe(410);
  });

  it.each([
    'http://127.0.0.1:9/',
    'http://localhost:9/',
    'http://2130706433/',
    'http://[::1]/',
    'http://no-such-name.invalid/',
    'http://10.0.0.1/',
    'http://8.8.8.8:25/',
  ])('%s is not reached, and the answer is the same for each reason', async (address) => {
    const { message } = await convert({ source: { url: address } }).then(
      () => ({ message: 'reached' }),
      (error: Error) => error,
    );
    expect(message).toMatch(/^The address cannot be reached from here/);
  });
});

describe('headers, cookies and credentials', () => {
  it('go to the origin of the source and to nobody else', async () => {
    await url('/with-image', { http_headers: { 'X-Secret': 'word', Authorization: 'Bearer token' } });
    expect(seen.page).toMatchObject({ 'x-secret': 'word', authorization: 'Bearer token' });
    expect(seen['own image']).toMatchObject({ 'x-secret': 'word' });
    expect(seen['other image']).not.toHaveProperty('x-secret');
    expect(seen['other image']).not.toHaveProperty('authorization');
  });

  it('do not follow a redirect to another origin', async () => {
    const options = {
      http_headers: { 'X-Secret': 'word' },
      auth: { username: 'a', password: 'b' },
      cookies: [{ name: 'c', value: 'd' }],
    };
    const { warnings } = await url('/to-other', options);
    expect(seen['other page']).not.toHaveProperty('x-secret');
    expect(seen['other page']).not.toHaveProperty('authorization');
    expect(seen['other page']).not.toHaveProperty('cookie');
    expect(warnings.map(({ code }) => code)).toContain('source_redirected');
  });

  it('let in, or are told to be wrong', async () => {
    expect(pdfText((await url('/protected', { auth: { username: 'ada', password: 'lovelace' } })).bytes)).toContain(
      'let in',
    );
    await expect(url('/protected', { auth: { username: 'ada', password: 'x' } })).rejects.toMatchObject({
      code: 'source_status',
    });
    await expect(url('/protected')).rejects.toMatchObject({ code: 'source_status', details: { sourceStatus: 401 } });
  });

  it('set cookies that the page sees', async () => {
    const { bytes } = await url('/whoami', { cookies: [{ name: 'user', value: 'ada' }] });
    expect(pdfText(bytes)).toContain('user=ada|null');
  });
});

describe('jobs', () => {
  it('leave nothing behind for the next', async () => {
    await url('/whoami', { cookies: [{ name: 'user', value: 'ada' }] });
    expect(pdfText((await url('/whoami')).bytes).trim()).toBe('|null');
  });
});

describe('HTML with a base address', () => {
  it('finds its files there, and has its origin', async () => {
    const html = '<link rel=stylesheet href="style.css"><p>█</p><script>document.title = location.origin</script>';
    const { bytes } = await convert(
      { source: { html, base_url: `${site.origin}/folder/../` }, viewport: '200x200' },
      'png',
    );
    expect(readPng(bytes).count([255, 0, 0])).toBeGreaterThan(500);
  });

  it('need not exist there', async () => {
    const { bytes, warnings } = await convert({
      source: { html: '<a href="x">link', base_url: 'http://no-such-name.invalid/' },
    });
    expect(pdfText(bytes)).toContain('link');
    expect(warnings).toEqual([]);
  });
});
