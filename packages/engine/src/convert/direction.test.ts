import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfPages, pdfPixels, pdfText, readPng } from '../testing/judge.ts';

/** Documents that run from right to left or from top to bottom, in pictures, on paper and as text. */

const { convert } = useSharedEngine();
const VIEWPORT = '800x400';
const words = (count: number) =>
  Array.from({ length: count }, (_, index) => `<p>Paragraph ${index + 1} ends.</p>`).join('');

interface Way {
  readonly name: string;
  /** Attributes of the root. */
  readonly root: string;
  /** Size of the whole page, and where in it the window begins. */
  readonly size: readonly [number, number];
  readonly start: readonly [number, number];
}
const WAYS: readonly Way[] = [
  { name: 'left to right', root: '', size: [1600, 400], start: [0, 0] },
  { name: 'right to left', root: 'dir=rtl', size: [1600, 400], start: [800, 0] },
  { name: 'top to bottom, then left', root: 'style="writing-mode:vertical-rl"', size: [1600, 400], start: [800, 0] },
  { name: 'top to bottom, then right', root: 'style="writing-mode:vertical-lr"', size: [1600, 400], start: [0, 0] },
  {
    name: 'bottom to top, then left',
    root: 'dir=rtl style="writing-mode:vertical-rl"',
    size: [800, 1000],
    start: [0, 600],
  },
];
/** Four colours from where the document begins to where it ends. */
const ofWay = ({ root, size: [width, height] }: Way) => `<!doctype html><html ${root}><style>body{margin:0}
  #a{width:${width}px;height:${height}px;background:linear-gradient(90deg,rgb(255,0,0) 25%,rgb(0,255,0) 25% 50%,rgb(0,0,255) 50% 75%,rgb(255,255,0) 75%)}</style>
  <body><div id=a></div>`;
const COLORS = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 0],
];

describe('pictures', () => {
  it.each(WAYS)('$name', async (way) => {
    const picture = async (options: Record<string, unknown>) => {
      const { bytes } = await convert({ source: { html: ofWay(way) }, viewport: VIEWPORT, ...options }, 'png');
      return readPng(bytes);
    };
    const [width, height] = way.size;
    const [left, top] = way.start;
    const colorAt = (x: number) => COLORS[Math.floor((4 * x) / width)] as number[];
    const whole = await picture({ fullpage: true });
    expect([whole.width, whole.height]).toEqual([width, height]);
    for (const x of [10, width - 10]) expect(whole.at(x, height - 10).slice(0, 3)).toEqual(colorAt(x));
    // Clips of the window's own size are those that Chromium misplaces.
    const places = [
      [{}, left, top],
      [{ clip: { x: 0, y: 0, width: 800, height: 400 } }, 0, 0],
      [{ clip: { x: width - 800, y: height - 400, width: 800, height: 400 } }, width - 800, height - 400],
    ] as const;
    for (const [options, x] of places) {
      const part = await picture(options);
      expect([part.width, part.height]).toEqual([800, 400]);
      for (const at of [10, 790]) expect(part.at(at, 200).slice(0, 3)).toEqual(colorAt(x + at));
    }
    const element = await picture({ css_selector: '#a' });
    expect([element.width, element.height]).toEqual([width, height]);
    for (const x of [10, width - 10]) expect(element.at(x, 10).slice(0, 3)).toEqual(colorAt(x));
  });
});

describe('on paper', () => {
  const A5 = '<style>@page{size:A5;margin:15mm}body{margin:0}</style>';
  it.each([
    ['vertical-rl', 1],
    ['vertical-rl', 0.8],
    ['vertical-lr', 1],
    ['vertical-lr', 0.8],
  ])('columns of %s at scale %s are all there, in order', async (mode, zoom) => {
    const html = `<!doctype html><html style="writing-mode:${mode}">${A5}${words(60)}`;
    const { bytes, warnings } = await convert({ source: { html }, zoom });
    const found = [...pdfText(bytes).matchAll(/Paragraph (\d+) ends/g)].map(([, number]) => Number(number));
    expect(found.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(pdfPages(bytes).length).toBeGreaterThan(2);
    expect(warnings).toEqual([]);
    const text = await convert({ source: { html } }, 'text');
    const read = [
      ...Buffer.from(text.bytes)
        .toString()
        .matchAll(/Paragraph (\d+) ends/g),
    ].map(([, n]) => Number(n));
    expect(read).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });

  it('a column that is too tall is shrunk, and told', async () => {
    const html = `<!doctype html><html style="writing-mode:vertical-rl">${A5}<p style="white-space:nowrap">${'word '.repeat(150)}LAST</p>`;
    const { bytes, warnings } = await convert({ source: { html } });
    expect(pdfText(bytes)).toContain('LAST');
    expect(warnings.map(({ code }) => code)).toEqual(['content_shrunk']);
  });

  it.each(['ltr', 'rtl'])('what is wider than any window is shrunk once, and told: %s', async (direction) => {
    const side = direction === 'rtl' ? 'right' : 'left';
    const html = `<!doctype html><html dir=${direction}><style>body{margin:0}div{height:40px}
      .e{float:${side === 'left' ? 'right' : 'left'};width:20px;height:40px;background:red}</style>
      <div style="width:100%;padding:0 40px"><i class=e></i>.</div><div style="width:calc(100% + 60px)"><i class=e></i></div>
      <div style="width:100vw;margin-${side}:80px"><i class=e></i></div>`;
    const { bytes, warnings } = await convert({ source: { html }, margin: 0 });
    // The window is 794 pixels wide, and 80 more are needed.
    expect(warnings).toEqual([expect.objectContaining({ code: 'content_shrunk', detail: { factor: 0.909 } })]);
    // All three boxes end on the paper.
    const scale = (794 / 874) * 20 * (794 / 874) * 40 * (595 / 794) ** 2;
    expect(pdfPixels(bytes).count([255, 0, 0])).toBeGreaterThan(2.8 * scale);
  });
});
