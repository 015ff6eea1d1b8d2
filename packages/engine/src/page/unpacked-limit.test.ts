import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useEngine } from '../testing/engine.ts';
import { type Site, startSite } from '../testing/site.ts';

let site: Site;
/** Unpacks to two gigabytes of the character; how it begins depends on what it claims to be. */
const bomb =
  (type: string, start: string, filler: string) => (_: unknown, response: import('node:http').ServerResponse) => {
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' });
    const gzip = createGzip();
    gzip.pipe(response);
    gzip.write(start);
    const piece = Buffer.alloc(1_000_000, filler);
    let left = 2_000;
    const more = (): void => {
      for (; left > 0; left -= 1) {
        if (response.destroyed) return;
        if (!gzip.write(piece)) {
          left -= 1;
          gzip.once('drain', more);
          return;
        }
      }
      gzip.end();
    };
    more();
  };
beforeAll(async () => {
  site = await startSite({
    '/style': bomb('text/css', '/*', 'x'),
    '/picture': bomb('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><!--', 'x'),
  });
});
afterAll(() => site.close());
const { convert } = useEngine(() => ({ egressAllow: [site.host] }));

describe('a file that unpacks to gigabytes ends the job', () => {
  it.each([
    ['as style', () => ({ html: `<link rel=stylesheet href="${site.origin}/style"><p>x` })],
    ['as picture', () => ({ html: `<img src="${site.origin}/picture">` })],
  ])('%s', async (_, source) => {
    await expect(convert({ source: source() })).rejects.toMatchObject({
      code: 'render_out_of_memory',
      message: expect.stringContaining('unpacked'),
    });
  });
});
