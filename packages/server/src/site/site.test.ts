import { createEngine, type Engine, validateRequest } from '@platen/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/service.ts';

/** The pages as visitors and programs get them; what runs in a browser runs in a real one. */

let engine: Engine;
let service: TestService;

beforeAll(async () => {
  engine = await createEngine({ egressAllow: ['127.0.0.1/32'], allowNoSandbox: true, readyPages: 1 });
  service = await startTestService({ engine, config: { allowHttp: true } });
});
afterAll(async () => {
  await service.close();
  await engine.close();
});

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = HTML) => fetch(service.url + path, { headers });

/** Every address that a page of ours refers to. */
const targetsOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, target = '']) => target.replaceAll('&amp;', '&'))),
];

describe('/', () => {
  it('is a page for people, and links for programs', async () => {
    const page = await get('/');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('vary')).toContain('accept');
    expect(await page.text()).toContain('The first conversion');
    for (const accept of ['*/*', 'application/json']) {
      expect(await (await get('/', { accept })).json()).toMatchObject({
        links: { docs: '/docs', openapi: '/openapi.json' },
      });
    }
  });
});

async function textOf(path: string, options: object): Promise<string> {
  const fields = { source: { url: service.url + path }, virtual_time: false, content: 'full', ...options };
  const { bytes } = await engine.convert({ format: 'text', request: validateRequest(fields, 'text') });
  return Buffer.from(bytes).toString();
}

describe('/docs', () => {
  it('shows the API in a browser, with every style sheet let through', async () => {
    const javascript = `
      setInterval(() => {
        if (!document.body.innerText.includes('/v1/convert/markdown')) return;
        const refused = [...document.querySelectorAll('style')].filter((style) => style.sheet === null);
        document.body.append('refused: ' + refused.length);
        document.body.dataset.seen = '';
      }, 200);`;
    const text = await textOf('/docs', { javascript, wait_for_selector: { selector: '[data-seen]' } });
    expect(text).toContain('Convert a page to PDF');
    expect(text).toContain('refused: 0');
  });

  it('runs scripts of this service only, and reaches nothing else', async () => {
    const policies = await Promise.all(
      [0, 1].map(async () => (await get('/docs')).headers.get('content-security-policy') ?? ''),
    );
    for (const policy of policies) {
      expect(policy).toMatch(/default-src 'none';.*script-src 'self';.*connect-src 'self'/);
      // The viewer sets attributes, which nothing else lets through.
      expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe');
    }
    expect(policies[0]).not.toBe(policies[1]);
  });

  it.each(['/docs/', '/docs/reference/', '/docs/guides/', '/favicon.ico'])('%s is there too', async (path) => {
    expect((await get(path)).status).toBe(200);
  });

  it('and its pages have no link that leads nowhere', async () => {
    const seen = new Map<string, string>();
    const queue = ['/', '/docs', '/docs/guides', '/docs/reference'];
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (seen.has(path)) continue;
      const answer = await get(path);
      expect(answer.status, path).toBe(200);
      const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
      const html = isPage ? await answer.text() : '';
      seen.set(path, html);
      if (isPage)
        queue.push(
          ...targetsOf(html)
            .filter((to) => /^\/(?!\/)/.test(to))
            .map((to) => to.split('#')[0]!),
        );
    }
    const lost = [...seen].flatMap(([path, html]) =>
      targetsOf(html)
        .map((to) => new URL(to, `http://site${path}`))
        .filter(({ host, hash, pathname }) => {
          const ids = seen.get(pathname) ?? '';
          return host === 'site' && hash !== '' && !ids.includes(`id="${decodeURIComponent(hash.slice(1))}"`);
        })
        .map((to) => `${path} → ${to.pathname}${to.hash}`),
    );
    expect(lost).toEqual([]);
    expect([...seen.keys()]).toEqual(expect.arrayContaining(['/docs/guides/templates', '/openapi.json']));
  });

  it.each(['/', '/docs/reference', '/docs/guides/templates'])('%s has nothing inline', async (path) => {
    const page = await get(path);
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    const tags = (await page.text()).match(/<[a-z][^>]*>/gi) ?? [];
    const inline =
      /^<(?:style\b|script(?! type="module" src="\/))|\s(?:style|on\w+)=|(?:src|href)="https?:[^"]*\.(?:js|css)"/i;
    expect(tags.filter((tag) => inline.test(tag))).toEqual([]);
  });

  it('has no guide outside of its folder', async () => {
    for (const name of ['../README', '..%2f..%2fpackage', 'nothing']) {
      expect((await get(`/docs/guides/${name}`)).status).toBe(404);
    }
  });
});
