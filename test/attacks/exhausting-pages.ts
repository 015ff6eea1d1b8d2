import type { OutputFormat } from '@platen/engine';
import { pngOf } from './bombs.ts';

/** A page that takes all it can get of something. */
export interface ExhaustingPage {
  /** Row of the list of attacks, and what the page does. */
  readonly name: string;
  readonly html: string;
  readonly format?: OutputFormat;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Milliseconds; the page is answered by then whatever it does. */
  readonly deadline: number;
  /** Codes of the error that it ends with; `done` for a result. */
  readonly ends: readonly string[];
}

const script = (code: string): string => `<p>kept<script>${code}</script>`;
const worker = (code: string): string => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))`;
const image = (side: number): string => `data:image/png;base64,${pngOf(side).toString('base64')}`;
const SPIN = 'for(;;);';

const TIMEOUT = ['render_timeout'];
const MEMORY = ['render_out_of_memory', 'render_timeout'];
/** Whether the page comes to its end depends on the machine; that it is answered does not. */
const EITHER = ['done', 'render_timeout', 'render_out_of_memory', 'render_crashed'];

/**
 * Time: a short timeout where a page never gets ready, a deadline where it gets ready and cannot be printed. One that loops
 * while it loads is in test/faults/browser.test.ts, and one that fills buffers.
 */
export const TIME: readonly ExhaustingPage[] = [
  {
    name: 'S51 loops after it has loaded',
    html: script(`onload=()=>setTimeout(()=>{${SPIN}},10)`),
    options: { timeout: 1 },
    deadline: 8_000,
    ends: TIMEOUT,
  },
  {
    name: 'S51 loops in a worker',
    html: script(worker(SPIN)),
    options: { timeout: 1 },
    deadline: 8_000,
    ends: ['done'],
  },
  { name: 'S51 loops when it is printed', html: script(`onbeforeprint=()=>{${SPIN}}`), deadline: 3_000, ends: TIMEOUT },
  {
    name: 'S51 sets timers without an end',
    html: script('const f=()=>{setTimeout(f,0);setTimeout(f,0)};f()'),
    options: { timeout: 1 },
    deadline: 4_000,
    ends: ['done', ...TIMEOUT],
  },
  { name: 'S54 nests 300 tables', html: `${'<table><tr><td>'.repeat(300)}kept`, deadline: 15_000, ends: ['done'] },
  {
    name: 'S54 nests 200,000 elements',
    html: `${'<div>'.repeat(200_000)}x`,
    deadline: 3_000,
    ends: ['render_timeout', 'render_crashed'],
  },
  {
    name: 'S55 is a million kilometres tall',
    html: '<div style="height:1000000000px">x</div>',
    deadline: 8_000,
    ends: ['too_many_pages'],
  },
  {
    name: 'S56 blurs',
    html: '<div style="filter:blur(1000px);width:2000px;height:2000px;background:red">'.repeat(20),
    format: 'png',
    deadline: 4_000,
    ends: EITHER,
  },
  {
    name: 'S58 shows an image that unpacks to a gigabyte',
    html: `<p>kept<img width=300 src="${image(100_000)}">`,
    deadline: 15_000,
    ends: EITHER,
  },
  {
    name: 'S58 has such an image for its background',
    html: `<p>kept<style>body{background:url(${image(100_000)})}</style>`,
    format: 'png',
    deadline: 15_000,
    ends: EITHER,
  },
];

/**
 * Memory: it is killed twice, in the pool of ordinary documents and in that of large ones. Each day the heap here, buffers and
 * what is drawn in test/faults/browser.test.ts: further ways to fill the memory of a renderer are in MORE.
 */
export const MEMORY_BOMBS: readonly ExhaustingPage[] = [
  {
    name: 'S52 fills the heap',
    html: script('const a=[];for(;;)a.push(new Array(1e6).fill(Math.random()))'),
    deadline: 20_000,
    ends: MEMORY,
  },
];

const FRAMES = ['too_many_frames'];

/** Frames: the main process of the browser, which all pages share, works on each of them. */
/** What is written cannot be compressed. */
const stores = (code: string): string =>
  script(`const chunk=new Uint8Array(2**24);
  for(let i=0;i<chunk.length;i+=65536)crypto.getRandomValues(chunk.subarray(i,i+65536));
  (async()=>{${code}})().catch(()=>{}).then(()=>{globalThis.isFull=()=>true})`);
const WHILE_STORED = { virtual_time: false, wait_for: 'never', timeout: 30 };

/** An origin is refused more soon; the page is done then. */
const UNTIL_FULL = { ...WHILE_STORED, wait_for: 'isFull', timeout: 10 };

/** What these store is held by the browser's main process. */
export const STORAGE_BOMBS: readonly ExhaustingPage[] = [
  {
    name: 'databases',
    html: stores(`const open=indexedDB.open('d');open.onupgradeneeded=()=>open.result.createObjectStore('s');
      await new Promise((done)=>{open.onsuccess=done});
      for(let i=0;;i++)await new Promise((done,full)=>{const change=open.result.transaction('s','readwrite');
        change.oncomplete=done;change.onabort=full;chunk[i]=i;change.objectStore('s').put(chunk,i)})`),
    options: UNTIL_FULL,
    deadline: 50_000,
    ends: [...MEMORY, 'done'],
  },
  {
    name: 'caches',
    html: stores(`const cache=await caches.open('c');for(let i=0;;i++)await cache.put('/'+i,new Response(chunk))`),
    options: UNTIL_FULL,
    deadline: 50_000,
    ends: [...MEMORY, 'done'],
  },
  {
    name: 'blobs, which no origin is asked for',
    html: stores(`const kept=[];for(;;){kept.push(new Blob([chunk]));await new Promise((go)=>setTimeout(go))}`),
    options: WHILE_STORED,
    deadline: 50_000,
    ends: MEMORY,
  },
];

export const FRAME_BOMBS: readonly ExhaustingPage[] = [
  { name: 'S50 has 1,000 frames', html: '<iframe srcdoc="x"></iframe>'.repeat(1_000), deadline: 30_000, ends: FRAMES },
  {
    name: 'S50 makes 1,000 frames',
    html: script(
      `for(let i=0;i<1000;i++){const f=document.createElement('iframe');f.srcdoc='x';document.body.append(f)}`,
    ),
    format: 'png',
    deadline: 30_000,
    ends: FRAMES,
  },
];

/** What the browser and the service have to hear of each page: it must not drown that of the other pages. */
export const FLOODS: readonly ExhaustingPage[] = [
  {
    name: 'logs without an end',
    html: script(
      `const b='x'.repeat(1e7);for(let i=0;i<50;i++){console.log(b);console.count(b);console.assert(false,b);console.group(b)}`,
    ),
    deadline: 15_000,
    ends: ['done'],
  },
  {
    name: 'posts without an end',
    html: script(`const body='x'.repeat(1e7);setInterval(()=>fetch('/p',{method:'POST',body}).catch(()=>{}),1)`),
    options: { timeout: 1 },
    deadline: 5_000,
    ends: ['done', ...TIMEOUT],
  },
];

/**
 * A picture of which nothing can be compressed, and of whose pixels each has green, since the canaries show as magenta.
 * @param side in pixels, a multiple of 500
 */
export const noise = (side: number): ExhaustingPage => ({
  name: 'noise',
  html: `<body style="margin:0"><canvas id=c width=${side} height=${side}></canvas><script>
    const x=c.getContext('2d'),d=x.createImageData(${side},500),u=new Uint32Array(d.data.buffer);
    for(let y=0;y<${side};y+=500){for(let i=0;i<u.length;i++)u[i]=Math.random()*2**32|0xff004000;x.putImageData(d,0,y)}</script>`,
  format: 'png',
  options: { viewport: `${side}x${side}` },
  deadline: 45_000,
  ends: ['done'],
});

/** Slower or heavier ones. */
export const MORE: readonly ExhaustingPage[] = [
  { name: 'S51 loops while it loads', html: script(SPIN), options: { timeout: 1 }, deadline: 8_000, ends: TIMEOUT },
  {
    name: 'S51 loops in a frame callback',
    html: script(`requestAnimationFrame(()=>{${SPIN}})`),
    options: { timeout: 1 },
    deadline: 8_000,
    ends: TIMEOUT,
  },
  {
    name: 'S51 loops in promises',
    html: script('const f=()=>Promise.resolve().then(f);f()'),
    options: { timeout: 1 },
    deadline: 8_000,
    ends: TIMEOUT,
  },
  {
    name: 'S53 fills buffers',
    html: script('const a=[];for(;;)a.push(new Uint8Array(5e7).fill(1))'),
    deadline: 20_000,
    ends: MEMORY,
  },
  {
    name: 'S53 fills canvases',
    html: script(`for(let i=0;i<50;i++){const c=document.createElement('canvas');c.width=c.height=16384;
      c.getContext('2d').fillRect(0,0,16384,16384);document.body.append(c)}`),
    deadline: 20_000,
    ends: [...MEMORY, 'done'],
  },
  {
    name: 'S51 loops in a regular expression',
    html: script(`/^(a+)+$/.test('a'.repeat(50)+'!')`),
    options: { timeout: 2 },
    deadline: 8_000,
    ends: TIMEOUT,
  },
  {
    name: 'S51 loops in an observer',
    html: script(
      `new MutationObserver(()=>document.body.append('y')).observe(document,{subtree:true,childList:true});document.body.append('z')`,
    ),
    options: { timeout: 2 },
    deadline: 8_000,
    ends: TIMEOUT,
  },
  {
    name: 'S53 fills memory of WebAssembly',
    html: script(
      'const a=[];for(;;){const m=new WebAssembly.Memory({initial:1000,maximum:65536});new Uint8Array(m.buffer).fill(1);a.push(m)}',
    ),
    deadline: 30_000,
    ends: MEMORY,
  },
  {
    name: 'S53 fills bitmaps',
    html: script(
      `const a=[];for(let i=0;i<50;i++){const c=new OffscreenCanvas(16384,16384);c.getContext('2d').fillRect(0,0,9,9);a.push(c.transferToImageBitmap())}`,
    ),
    deadline: 30_000,
    ends: [...MEMORY, 'done'],
  },
  {
    name: 'S53 fills blobs',
    html: script('const a=[],u=new Uint8Array(1e7).fill(1);for(let i=0;i<200;i++)a.push(new Blob([u]))'),
    deadline: 30_000,
    ends: EITHER,
  },
  {
    name: 'S53 fills caches',
    html: script(
      `(async()=>{const c=await caches.open('x');for(let i=0;i<20;i++)await c.put('/'+i,new Response(new Uint8Array(5e7).fill(i)))})()`,
    ),
    options: { delay: 5_000 },
    deadline: 30_000,
    ends: EITHER,
  },
  {
    name: 'S53 names 20,000 blobs',
    html: script(`for(let i=0;i<2e4;i++)URL.createObjectURL(new Blob(['x'+i]))`),
    deadline: 30_000,
    ends: EITHER,
  },
  {
    name: 'S53 has a million elements',
    html: script(`for(let i=0;i<1e6;i++)document.body.append(document.createElement('b'))`),
    deadline: 20_000,
    ends: EITHER,
  },
  {
    name: 'S55 is 2,000,000 pixels tall',
    html: '<div style="height:2000000px">kept</div>',
    deadline: 30_000,
    ends: ['done', ...TIMEOUT],
  },
  {
    name: 'S55 breaks 5,000 pages',
    html: '<p style="break-after:page">x'.repeat(5_000),
    deadline: 15_000,
    ends: ['too_many_pages', ...TIMEOUT],
  },
  {
    name: 'S55 is tall in print only',
    html: '<style>@media print{div{height:1000000000px}}</style><div>x</div>',
    options: { media: 'print' },
    deadline: 8_000,
    ends: ['too_many_pages'],
  },
  {
    name: 'S55 grows tall when it is printed',
    html: `<div id=d>x</div><script>onbeforeprint=()=>{d.style.height='1000000000px'}</script>`,
    deadline: 8_000,
    ends: ['too_many_pages', ...TIMEOUT, 'render_out_of_memory', 'render_crashed'],
  },
  {
    name: 'S56 makes noise',
    html: '<svg width=2000 height=2000><filter id=f x=0 y=0 width=100000 height=100000 filterUnits=userSpaceOnUse><feTurbulence baseFrequency=0.9 numOctaves=100000 /></filter><rect width=2000 height=2000 filter=url(#f) /></svg>',
    format: 'png',
    deadline: 8_000,
    ends: EITHER,
  },
  {
    name: 'S56 lays out a huge grid',
    html: `<div style="display:grid;grid-template:repeat(100000,1px)/repeat(100000,1px)">${'<b>x</b>'.repeat(1_000)}</div>`,
    deadline: 8_000,
    ends: EITHER,
  },
  {
    name: 'S56 casts 100,000 shadows',
    html: `<div style="width:500px;height:500px;box-shadow:${Array.from({ length: 1e5 }, (_, index) => `${index % 500}px ${index % 300}px 50px red`).join()}">x`,
    format: 'png',
    deadline: 8_000,
    ends: EITHER,
  },
  {
    name: 'S56 asks what has what',
    html: `<style>${'a:has(b:has(c)):has(d) *:has(e) ~ *:has(* > *){color:red}'.repeat(300)}</style>${'<a><b><c><d><e>x</e></d></c></b></a>'.repeat(5_000)}`,
    deadline: 15_000,
    ends: EITHER,
  },
  {
    name: 'S59 names 1,000 fonts',
    html: `<style>${Array.from({ length: 1_000 }, (_, index) => `@font-face{font-family:f${index};src:url(data:font/ttf;base64,AAEAAAAKAIAAAwAg)}`).join('')}</style>${Array.from({ length: 1_000 }, (_, index) => `<b style="font-family:f${index}">x</b>`).join('')}`,
    deadline: 20_000,
    ends: EITHER,
  },
  {
    name: 'S50 starts 200 workers',
    html: script(`for(let i=0;i<200;i++)${worker('setInterval(()=>{},1)')}`),
    deadline: 15_000,
    ends: EITHER,
  },
  {
    name: 'throws long errors',
    html: script(`const b='x'.repeat(1e7);let i=0;const f=()=>{if(i++<99){setTimeout(f,0);throw new Error(b+i)}};f()`),
    options: { timeout: 3 },
    deadline: 15_000,
    ends: EITHER,
  },
  {
    name: 'asks for 20,000 files',
    html: script(`for(let i=0;i<2e4;i++)fetch('/'+i).catch(()=>{})`),
    options: { timeout: 3 },
    deadline: 15_000,
    ends: EITHER,
  },
  {
    name: 'makes frames without an end',
    html: script(
      `const f=()=>{const i=document.createElement('iframe');document.body.append(i);i.remove();setTimeout(f,0)};for(let i=0;i<20;i++)f()`,
    ),
    options: { timeout: 3 },
    deadline: 15_000,
    ends: EITHER,
  },
  {
    name: 'changes its address without an end',
    html: script(`let i=0;setInterval(()=>{for(let j=0;j<100;j++)history.pushState(0,'','/'+i+++'x'.repeat(1e5))},1)`),
    options: { timeout: 3 },
    deadline: 15_000,
    ends: EITHER,
  },
  {
    name: 'moves animations without an end',
    html: `<svg>${'<animate attributeName=x dur=0.001s repeatCount=indefinite />'.repeat(20_000)}</svg>x`,
    options: { timeout: 3 },
    deadline: 10_000,
    ends: EITHER,
  },
];
