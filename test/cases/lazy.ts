import type { Case } from './case.ts';

const BODY = '<!doctype html><style>body{margin:0}p{margin:0}img{display:block}</style>';
const FAR = '<div style="height:1500px"></div>';
const image = (milliseconds = 300) => `<img loading="lazy" src="{origin}/picture.png?w=100&h=100&ms=${milliseconds}">`;
const frame = (height: number) =>
  `<iframe style="display:block;border:0" width="300" height="${height}" srcdoc='<style>body{margin:0}</style>${FAR}${image()}'></iframe>`;
const PIXEL = { page: 2, x: 30, y: 300, rgb: [0, 160, 0] };
const LAZY = 'gotenberg#640, url-to-pdf-api#2, puppeteer#3202';

/** What the browser loads or shows on scrolling only. */
export const LAZY_PARTS: readonly Case[] = [
  ...(
    [
      ['without script', FAR + image()],
      ['with script', `${FAR}${image()}<script>1</script>`],
      ['in a shadow root', `<div><template shadowrootmode="open">${FAR}${image()}</template></div>`],
      [
        'in a shadow root of a script',
        `<div id="h"></div><script>h.attachShadow({mode:'open'}).innerHTML='${FAR}${image()}'</script>`,
      ],
      ['in a frame', frame(1700)],
      ['that comes late', `<div id="h"></div><script>setTimeout(()=>h.innerHTML='${FAR}${image()}',1900)</script>`],
    ] as const
  ).map(([title, html], index) => ({
    id: `A${65 + index}`,
    title: `an image that waits for scrolling, ${title}`,
    source: LAZY,
    html: BODY + html,
    options: { margin: 0 },
    expect: { pixels: [PIXEL] },
  })),
  ...(
    [
      ['in a scroller', `<div style="height:200px;overflow:auto">${FAR}${image()}</div>SEEN`],
      [
        'in a scroller, with script',
        `<div style="height:200px;overflow:auto">${FAR}${image()}</div>SEEN<script>1</script>`,
      ],
      ['in a frame that scrolls', `${frame(200)}SEEN`],
      [
        'in a row that is moved',
        `<div style="width:300px;overflow:hidden"><div style="display:flex;transform:translateX(-900px)">${image().repeat(9)}</div></div>SEEN<script>1</script>`,
      ],
      ['in a box that is not shown', `<div style="display:none">${image()}</div>SEEN<script>1</script>`],
    ] as const
  ).map(([title, html], index) => ({
    id: `A${75 + index}`,
    title: `an image that is never scrolled to does not hold up printing, ${title}`,
    source: 'own',
    html: BODY + html,
    deadline: 15_000,
    expect: { text: ['SEEN'], warnings: 'any' as const },
  })),
  {
    id: 'A80',
    title: 'nor does one that is not to be loaded',
    source: 'own',
    html: `${BODY}SEEN${FAR}<p>END${image()}<script>1</script>`,
    options: { lazy_load_images: false },
    deadline: 15_000,
    expect: { text: ['SEEN', 'END'] },
  },
  {
    id: 'A81',
    title: 'what appears on scrolling in a box appears once the box is opened',
    source: 'puppeteer#8274',
    html: `${BODY}<div style="height:200px;overflow:auto">${FAR}<p id="z">WAITING</div><script>new IntersectionObserver((seen)=>{if(seen.some((one)=>one.isIntersecting))z.textContent='REVEALED'}).observe(z)</script>`,
    options: { expand: true },
    expect: { text: ['REVEALED'] },
  },
];

/** Frames of other sites that lie below the window of a picture. */
export const FAR_FRAMES: readonly Case[] = [
  ...(
    [
      ['far down', '<div style="height:3000px"></div>', 3050, 3000],
      ['below what fills the window', '<div style="height:100vh">x</div><div style="height:900px"></div>', 1250, 1200],
      [
        'below a root that fills the window',
        '<style>html,body{height:100%}</style><div style="height:100%">x</div><div style="height:900px"></div>',
        ...[1250, 1200],
      ],
      ['just below the window', '<div style="height:290px"></div>', 350, 290],
    ] as const
  ).map(([title, html, y, top], index) => ({
    id: `D${40 + index}`,
    title: `a frame of another site is drawn, ${title}`,
    source: 'puppeteer#3234',
    html: `${BODY}${html}<iframe style="display:block;border:0" width="300" height="200" src="{other}/frame.html"></iframe>`,
    format: 'png' as const,
    options: { fullpage: true, viewport: '400x300' },
    expect: { image: [400, Number(top) + 200] as const, pixels: [{ x: 250, y: Number(y), rgb: [0, 160, 0] }] },
  })),
  {
    id: 'D46',
    title: 'a background that is attached to the window goes on below it',
    source: 'puppeteer#1576',
    html: `${BODY}<style>body{background:url({origin}/picture.png?w=20&h=20) fixed}</style><div style="height:1500px"></div>`,
    format: 'png',
    options: { fullpage: true, viewport: '400x300' },
    expect: {
      image: [400, 1500],
      pixels: [
        { x: 200, y: 100, rgb: [0, 160, 0] },
        { x: 200, y: 1450, rgb: [0, 160, 0] },
      ],
    },
  },
  {
    id: 'D45',
    title: 'a fixed bar keeps its place while frames below it are drawn',
    source: 'own',
    html: `${BODY}<div style="position:fixed;bottom:0;height:40px;width:100%;background:rgb(200,0,0)"></div><div style="height:2000px"></div><iframe style="display:block;border:0" width="300" height="200" src="{other}/frame.html"></iframe>`,
    format: 'png',
    options: { fullpage: true, viewport: '400x300' },
    expect: {
      image: [400, 2200],
      pixels: [
        { x: 200, y: 280, rgb: [200, 0, 0] },
        { x: 250, y: 2100, rgb: [0, 160, 0] },
        { x: 350, y: 2190, rgb: [255, 255, 255] },
      ],
      warnings: 'any',
    },
  },
];
