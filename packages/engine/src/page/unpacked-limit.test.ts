import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useEngine } from '../testing/engine.ts';
import { type Site, startSite } from '../testing/site.ts';

let site: Site;
/**
 * Unpacks to 200 MB of the filler, twice what one file may have; how it begins depends on what it claims to be. Put
 * together from one compressed piece, again and again, since that much is not compressed in a moment.
 */
function bomb(type: string, start: string, filler: string) {
  const compress = (bytes: Buffer) => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  // RFC 1952: no name, no time, any system.
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
  const piece = compress(Buffer.alloc(1_000_000, filler));
  const packed = Buffer.concat([head, compress(Buffer.from(start)), ...Array<Buffer>(200).fill(piece)]);
  return (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' });
    response.end(packed);
  };
}

/** Keeps a page busy before it is read, when it is asked for the first time. */
const asked: (string | undefined)[] = [];
function busyAtFirst({ url }: IncomingMessage, response: ServerResponse): void {
  asked.push(url);
  const html = `<p>caf\xe9<script>${asked.length === 1 ? 'for(;;);' : ''}</script><!--${'x'.repeat(5_000_000)}--><p>end`;
  response.writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1', 'content-encoding': 'gzip' });
  response.end(gzipSync(Buffer.from(html, 'latin1')));
}

beforeAll(async () => {
  site = await startSite({
    '/style': bomb('text/css', '/*', 'x'),
    '/text': bomb('text/html', '<p>', 'x'),
    '/tags': bomb('text/html', '', '<b>y'),
    '/busy': busyAtFirst,
    '/picture': bomb('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><!--', 'x'),
  });
});
afterAll(() => site.close());
const { convert } = useEngine(() => ({ egressAllow: [site.host] }));

describe('a file that unpacks to more than it may ends the job', () => {
  it.each([
    ['as style', () => ({ html: `<link rel=stylesheet href="${site.origin}/style"><p>x` })],
    ['as picture', () => ({ html: `<img src="${site.origin}/picture">` })],
    ['as page of one word', () => ({ url: `${site.origin}/text` })],
    ['as frame of elements', () => ({ html: `<iframe src="${site.origin}/tags"></iframe>` })],
  ])('%s', async (_, source) => {
    await expect(convert({ source: source() })).rejects.toMatchObject({
      code: 'render_out_of_memory',
      // Counted, or seen by the memory that it takes, whichever comes first.
      message: expect.stringMatching(/unpacked|more memory/),
    });
  });
});

it('a packed page that only takes its time is read and converted', async () => {
  asked.length = 0;
  const { bytes } = await convert({ source: { url: `${site.origin}/busy` } }, 'text');
  expect(bytes.toString()).toMatch(/^café\s+end\s*$/);
  expect(asked).toHaveLength(2);
});
