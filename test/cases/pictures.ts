import type { Case } from './case.ts';

const GREEN = [0, 160, 0] as const;
const RED = [200, 0, 0] as const;
const WHITE = [255, 255, 255] as const;
const BODY = '<!doctype html><style>body{margin:0}p{margin:0}</style>';
const tall = (height: number) =>
  `${BODY}<div style="height:${height - 20}px;background:linear-gradient(rgb(200,0,0),rgb(0,0,200))"></div><div style="height:20px;background:rgb(0,160,0)"></div>`;
const BOX = `${BODY}<div style="width:100px;height:50px;background:rgb(0,160,0)"></div>`;

/** Images of pages. */
export const PICTURES: readonly Case[] = [
  {
    id: 'D01',
    title: 'a page of 9,000 pixels is drawn to its end',
    source: 'puppeteer#1576, #359, browserless#1176, capture-website#59',
    html: tall(9000),
    format: 'png',
    options: { fullpage: true, viewport: '400x300' },
    expect: {
      image: [400, 9000],
      pixels: [
        { x: 200, y: 8990, rgb: GREEN },
        { x: 200, y: 2, rgb: RED },
      ],
    },
  },
  {
    id: 'D02',
    title: 'a page of 16,000 pixels is drawn to its end',
    source: 'puppeteer#1576',
    html: tall(16_000),
    format: 'png',
    options: { fullpage: true, viewport: '200x300' },
    expect: {
      image: [200, 16_000],
      pixels: [
        { x: 100, y: 15_990, rgb: GREEN },
        { x: 100, y: 2, rgb: RED },
      ],
    },
  },
  {
    id: 'D03',
    title: 'a page of 40,000 pixels is refused',
    source: 'puppeteer#359',
    html: tall(40_000),
    format: 'png',
    options: { fullpage: true },
    expect: { error: 'image_too_large' },
  },
  {
    id: 'D04',
    title: 'webp beyond its limit is refused',
    source: 'capture-website#59',
    html: tall(16_384),
    format: 'webp',
    options: { fullpage: true, viewport: '100x100' },
    expect: { error: 'image_too_large' },
  },
  {
    id: 'D05',
    title: 'webp at its limit is drawn to its end',
    source: 'capture-website#59',
    html: tall(16_383),
    format: 'webp',
    options: { fullpage: true, viewport: '100x100' },
    expect: { image: [100, 16_383] },
  },
  ...(['png', 'webp'] as const).map((format, index) => ({
    id: `D${10 + index}`,
    title: `a transparent background of ${format}`,
    source: 'puppeteer#3234, puppeteer-sharp#670, #2035',
    html: BOX,
    format,
    options: { transparent: true, viewport: '200x100' },
    expect: {
      pixels: [
        { x: 150, y: 80, rgb: [0, 0, 0, 0] },
        { x: 50, y: 20, rgb: [...GREEN, 255] },
      ],
    },
  })),
  {
    id: 'D12',
    title: 'a transparent background of jpeg is white',
    source: 'puppeteer#3234',
    html: BOX,
    format: 'jpeg',
    options: { transparent: true, viewport: '200x100', quality: 95 },
    expect: {
      warnings: ['option_ignored'],
      pixels: [
        { x: 150, y: 80, rgb: WHITE },
        { x: 50, y: 20, rgb: GREEN },
      ],
    },
  },
  {
    id: 'D13',
    title: 'a transparent element of a transparent page',
    source: 'puppeteer#3234',
    html: `${BODY}<div id="e" style="margin:20px;width:60px;height:60px;border-radius:30px;background:rgb(0,160,0)"></div>`,
    format: 'png',
    options: { transparent: true, css_selector: '#e' },
    expect: {
      image: [60, 60],
      pixels: [
        { x: 1, y: 1, rgb: [0, 0, 0, 0] },
        { x: 30, y: 30, rgb: [...GREEN, 255] },
      ],
    },
  },
  {
    id: 'D14',
    title: 'a page that sets its own background keeps it',
    source: 'puppeteer#3234',
    html: '<body style="background:rgb(0,160,0)">',
    format: 'png',
    options: { transparent: true, viewport: '50x50' },
    expect: { pixels: [{ x: 25, y: 25, rgb: [...GREEN, 255] }] },
  },
  {
    id: 'D15',
    title: 'two device pixels for one',
    source: 'puppeteer#620',
    html: BOX,
    format: 'png',
    options: { viewport: { width: 800, height: 600, device_scale_factor: 2 } },
    expect: {
      image: [1600, 1200],
      pixels: [
        { x: 198, y: 98, rgb: GREEN },
        { x: 202, y: 98, rgb: WHITE },
      ],
    },
  },
  {
    id: 'D16',
    title: 'a canvas that respects the device scale is sharp at 4',
    source: 'puppeteer#620',
    html: `${BODY}<canvas id="c" style="display:block;width:50px;height:50px"></canvas><script>const d=devicePixelRatio;c.width=c.height=50*d;const x=c.getContext('2d');x.scale(d,d);x.fillStyle='rgb(0,160,0)';x.fillRect(0,0,25,50)</script>`,
    format: 'png',
    options: { viewport: '50x50', dpi: 4 },
    expect: {
      image: [200, 200],
      pixels: [
        { x: 98, y: 100, rgb: GREEN },
        { x: 102, y: 100, rgb: WHITE },
      ],
    },
  },
  {
    id: 'D17',
    title: 'an element below the window',
    source: 'puppeteer#1010',
    html: `${BODY}<div style="height:5000px"></div><div id="e" style="width:120px;height:80px;background:rgb(0,160,0)"></div>`,
    format: 'png',
    options: { css_selector: '#e' },
    expect: {
      image: [120, 80],
      pixels: [
        { x: 60, y: 40, rgb: GREEN },
        { x: 118, y: 78, rgb: GREEN },
      ],
    },
  },
  {
    id: 'D18',
    title: 'an element that is turned',
    source: 'puppeteer#1010',
    html: `${BODY}<div id="e" style="margin:100px;width:100px;height:100px;background:rgb(0,160,0);transform:rotate(45deg)"></div>`,
    format: 'png',
    options: { css_selector: '#e' },
    expect: {
      image: [142, 142],
      pixels: [
        { x: 71, y: 71, rgb: GREEN },
        { x: 3, y: 3, rgb: WHITE },
      ],
    },
  },
  {
    id: 'D19',
    title: 'an element that is not there',
    source: 'puppeteer#1010',
    html: BODY,
    format: 'png',
    options: { css_selector: '#nowhere' },
    expect: { error: 'wait_condition_unmet' },
  },
  {
    id: 'D20',
    title: 'a part that reaches beyond the page',
    source: 'puppeteer#1010',
    html: BOX,
    format: 'png',
    options: { clip: { x: 50, y: 25, width: 2000, height: 1500 } },
    expect: {
      image: [2000, 1500],
      pixels: [
        { x: 10, y: 10, rgb: GREEN },
        { x: 1900, y: 1400, rgb: WHITE },
      ],
    },
  },
  {
    id: 'D21',
    title: 'a part far down',
    source: 'puppeteer#1010',
    html: tall(6000),
    format: 'png',
    options: { clip: { x: 0, y: 5980, width: 50, height: 20 } },
    expect: { image: [50, 20], pixels: [{ x: 25, y: 10, rgb: GREEN }] },
  },
  {
    id: 'D22',
    title: 'a page that is wider than the window',
    source: 'puppeteer#703',
    html: `${BODY}<div style="width:900px;height:50px;background:rgb(0,160,0)"></div>`,
    format: 'png',
    options: { fullpage: true, viewport: '400x300' },
    expect: { image: [900, 300], pixels: [{ x: 890, y: 20, rgb: GREEN }] },
  },
  {
    id: 'D23',
    title: 'sections of 100vh are as tall as the window',
    source: 'puppeteer#703',
    html: `${BODY}<section style="height:100vh;background:rgb(0,160,0)"></section><section style="height:100vh;background:rgb(200,0,0)"></section><script>1</script>`,
    format: 'png',
    options: { fullpage: true, viewport: '400x300' },
    expect: {
      image: [400, 600],
      pixels: [
        { x: 200, y: 295, rgb: GREEN },
        { x: 200, y: 305, rgb: RED },
      ],
    },
  },
  {
    id: 'D24',
    title: 'a height that script takes from the window',
    source: 'puppeteer#703',
    html: `${BODY}<div id="h" style="background:rgb(0,160,0)"></div><div style="height:900px"></div><script>const f=()=>h.style.height=innerHeight+'px';f();addEventListener('resize',f)</script>`,
    format: 'png',
    options: { fullpage: true, viewport: '400x300' },
    expect: {
      image: [400, 1200],
      pixels: [
        { x: 200, y: 295, rgb: GREEN },
        { x: 200, y: 305, rgb: WHITE },
      ],
    },
  },
  {
    id: 'D25',
    title: 'a fixed bar is in a picture of the full page once',
    source: 'puppeteer#2423',
    html: `${BODY}<style>nav{position:fixed;top:0;width:100%;height:40px;background:rgb(0,160,0)}</style><nav></nav><div style="height:3000px"></div>`,
    format: 'png',
    options: { fullpage: true, viewport: '400x300' },
    expect: {
      image: [400, 3000],
      pixels: [
        { x: 200, y: 20, rgb: GREEN },
        { x: 200, y: 320, rgb: WHITE },
        { x: 200, y: 1500, rgb: WHITE },
      ],
    },
  },
  {
    id: 'D27',
    title: 'no scroll bars in the picture',
    source: 'puppeteer#703',
    html: `<!doctype html><style>html{overflow-y:scroll}body{margin:0;background:rgb(0,160,0)}</style><div style="height:3000px"></div>`,
    format: 'png',
    options: { viewport: '300x300' },
    expect: { image: [300, 300], pixels: [{ x: 297, y: 150, rgb: GREEN }] },
  },
  {
    id: 'D28',
    title: 'a dark page',
    source: 'puppeteer#703',
    html: `<!doctype html><style>:root{color-scheme:light dark}body{margin:0}@media(prefers-color-scheme:dark){div{background:rgb(0,160,0)}}</style><div style="height:20px"></div>`,
    format: 'png',
    options: { viewport: '100x100', color_scheme: 'dark' },
    expect: {
      pixels: [
        { x: 50, y: 10, rgb: GREEN },
        { x: 50, y: 80, rgb: [18, 18, 18] },
      ],
    },
  },
  {
    id: 'D29',
    title: 'rules for print do not reach a picture',
    source: 'own',
    html: `${BODY}<style>@media print{div{display:none}}</style><div style="height:50px;background:rgb(0,160,0)"></div>`,
    format: 'png',
    options: { viewport: '100x100' },
    expect: { pixels: [{ x: 50, y: 25, rgb: GREEN }] },
  },
  {
    id: 'D30',
    title: 'an empty page is white and has its size',
    source: 'own',
    html: ' ',
    format: 'png',
    options: { viewport: '100x60' },
    expect: { image: [100, 60], pixels: [{ x: 50, y: 30, rgb: WHITE }] },
  },
  {
    id: 'D31',
    title: 'WebGL is drawn',
    source: 'puppeteer#1576',
    html: `${BODY}<canvas id="c" width="100" height="100" style="display:block"></canvas><script>const g=c.getContext('webgl');g.clearColor(0,160/255,0,1);g.clear(g.COLOR_BUFFER_BIT)</script>`,
    format: 'png',
    options: { viewport: '100x100' },
    expect: { pixels: [{ x: 50, y: 50, rgb: GREEN }] },
  },
  {
    id: 'D32',
    title: 'a window of one pixel',
    source: 'own',
    html: '<body style="background:rgb(0,160,0)">',
    format: 'png',
    options: { viewport: '1x1' },
    expect: { image: [1, 1], pixels: [{ x: 0, y: 0, rgb: GREEN }] },
  },
];
