import { describe, expect, it } from 'vitest';
import { gzipOf } from './bombs.ts';
import { MORE, noise } from './exhausting-pages.ts';
import { survive } from './exhaustion.ts';
import { useRange } from './range.ts';

/** The slower and heavier pages of those that take without an end. */
const range = useRange();
const LONGEST = 120_000;

describe('a page that', () => {
  it.each(MORE)('$name', async (page) => void (await survive(range, page)), LONGEST);

  it(
    'S22 unpacks to 200 megabytes of text',
    async () => {
      const packed = gzipOf(200_000_000);
      range.pages['/bomb'] = (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(packed);
      const { code } = await range.attack({ source: { url: `${range.pub}/bomb` } }, { deadline: 20_000 });
      expect(['render_out_of_memory', 'render_timeout']).toContain(code);
    },
    LONGEST,
  );
});

it(
  'a picture that takes the browser seconds to write costs its neighbours no browser',
  async () => {
    range.events.length = 0;
    const { result } = await survive(range, noise(4_000));
    expect(result?.bytes.length).toBeGreaterThan(40_000_000);
    expect(range.events).not.toContain('browser_lost');
  },
  LONGEST,
);
