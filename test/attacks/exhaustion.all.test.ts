import { describe, expect, it } from 'vitest';
import { gzipOf } from './bombs.ts';
import { MORE } from './exhausting-pages.ts';
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

describe('a picture that takes the browser seconds to write', () => {
  // Noise: nothing of it can be compressed. It has green in every pixel, since the canaries show as magenta.
  const noise = `<body style="margin:0"><canvas id=c width=4000 height=4000></canvas><script>
    const x=c.getContext('2d'),d=x.createImageData(4000,500),u=new Uint32Array(d.data.buffer);
    for(let y=0;y<4000;y+=500){for(let i=0;i<u.length;i++)u[i]=Math.random()*2**32|0xff004000;x.putImageData(d,0,y)}</script>`;

  it(
    'does not cost its neighbours their browser',
    async () => {
      range.events.length = 0;
      const options = { viewport: '4000x4000' };
      const { result } = await survive(range, {
        name: 'noise',
        html: noise,
        format: 'png',
        options,
        deadline: 45_000,
        ends: ['done'],
      });
      expect(result?.bytes.length).toBeGreaterThan(40_000_000);
      expect(range.events).not.toContain('browser_lost');
    },
    LONGEST,
  );
});
