import type { Case } from './case.ts';

const GREEN = [0, 160, 0] as const;
const WHITE = [255, 255, 255] as const;
const BODY = '<!doctype html><style>body{margin:0}p{margin:0}</style>';
const PROBE = (src: string, more = '') => `@font-face{font-family:Probe;src:url(${src});${more}}`;
const ECHO = (expression: string) => `<p id="out"></p><script>out.textContent=${expression}</script>`;
const lazy = (gap: number, attributes = 'loading="lazy"') =>
  Array.from(
    { length: 6 },
    (_, n) =>
      `<div style="height:${gap}px"></div><img ${attributes} style="display:block" src="{origin}/picture.png?id={id}&n=${n}&ms=300">`,
  ).join('');
/** Centres of the six pictures of `lazy(2500)` in a full-page image. */
const SIX = Array.from({ length: 6 }, (_, n) => ({ x: 25, y: 2500 + n * 2550 + 25, rgb: GREEN }));

/** The full page, as tall a window as usual, and a quarter as wide: to draw, pack and unpack the rest takes longer than the case. */
const WHOLE = { fullpage: true, viewport: '320x1024' };

/** Fonts, images, scripts and what appears late. */
export const READINESS: readonly Case[] = [
  {
    id: 'A01',
    title: 'a web font that late script uses, and that is slow',
    source: 'puppeteer#422, #3183, #12175',
    html: `${BODY}<style>${PROBE('{origin}/probe.ttf?id={id}&ms=1500')}</style><div id="d"></div>
      <script>onload=()=>setTimeout(()=>{d.innerHTML='<p style="font-family:Probe">Heading'},20)</script>`,
    expect: { text: ['Heading'], fonts: ['Caladea'] },
  },
  {
    id: 'A04',
    title: 'a font loaded by the FontFace API',
    source: 'puppeteer#3183',
    html: `${BODY}<p style="font-family:Probe,monospace">Faced<script>
      new FontFace('Probe','url({origin}/probe.ttf?id={id}&ms=700)').load().then(f=>document.fonts.add(f))</script>`,
    expect: { fonts: ['Caladea'] },
  },
  {
    id: 'A05',
    title: 'a font that only a shadow root uses',
    source: 'own',
    html: `${BODY}<style>${PROBE('{origin}/probe.ttf?id={id}&ms=400')}</style><div id="h"></div><script>
      h.attachShadow({mode:'open'}).innerHTML='<p style="font-family:Probe">Shadow'</script>`,
    expect: { text: ['Shadow'], fonts: ['Caladea'] },
  },
  {
    id: 'A06',
    title: 'a font that only a srcdoc frame uses',
    source: 'own',
    html: `${BODY}<iframe width="300" height="100" srcdoc="<style>${PROBE("'{origin}/probe.ttf?id={id}&ms=900'")}p{font-family:Probe}</style><p>Framed"></iframe>`,
    expect: { text: ['Framed'], fonts: ['Caladea'] },
  },
  {
    id: 'A07',
    title: 'a font that only a header uses by its family name falls back to a readable one',
    source: 'gotenberg#70',
    html: `${BODY}<p>Body`,
    options: { header: { source: '<span style="font-family:Nowhere">HEADER WORD</span>' } },
    expect: { text: ['HEADER WORD'] },
  },
  {
    id: 'A10',
    title: 'lazy images in a PDF',
    source: 'gotenberg#640, url-to-pdf-api#2, puppeteer#3202',
    html: BODY + lazy(2500),
    expect: {},
    check: ({ seen }) => {
      if (seen.length !== 6) throw new Error(`${seen.length} of 6 images were loaded`);
    },
  },
  {
    id: 'A11',
    title: 'lazy images in a picture of the full page',
    source: 'gotenberg#640, url-to-pdf-api#2, puppeteer#3202',
    html: BODY + lazy(2500),
    options: WHOLE,
    format: 'png',
    expect: { image: [320, 15300], pixels: SIX },
  },
  {
    id: 'A12',
    title: 'a lazy image that takes three seconds',
    source: 'puppeteer#3202',
    html: `${BODY}<div style="height:3000px"></div><img style="display:block" loading="lazy" src="{origin}/picture.png?ms=3000">`,
    format: 'png',
    options: WHOLE,
    expect: { pixels: [{ x: 20, y: 3020, rgb: GREEN }] },
  },
  {
    id: 'A13',
    title: 'lazy images of a shadow root',
    source: 'own',
    html: `${BODY}<div id="h"></div><script>h.attachShadow({mode:'open'}).innerHTML=
      '<div style="height:5000px"></div><img loading="lazy" style="display:block" src="{origin}/picture.png?ms=500">'</script>`,
    format: 'png',
    options: WHOLE,
    expect: { pixels: [{ x: 20, y: 5020, rgb: GREEN }] },
  },
  {
    id: 'A16',
    title: 'lazy images inside a frame',
    source: 'own',
    html: `${BODY}<iframe width="300" height="6000" frameborder="0" style="display:block" srcdoc="<style>body{margin:0}</style><div style='height:5000px'></div><img loading=lazy style=display:block src='{origin}/picture.png?ms=400'>"></iframe>`,
    format: 'png',
    options: WHOLE,
    expect: { pixels: [{ x: 20, y: 5020, rgb: GREEN }] },
  },
  {
    id: 'A17',
    title: 'images that script loads when they come into view (data-src)',
    source: 'puppeteer#3202',
    html: `${BODY}${lazy(2500, 'data-x').replaceAll(' src=', ' data-src=')}<script>
      const o=new IntersectionObserver(es=>es.forEach(e=>{if(e.isIntersecting){e.target.src=e.target.dataset.src;o.unobserve(e.target)}}));
      document.querySelectorAll('img').forEach(i=>{i.style.height='50px';o.observe(i)})</script>`,
    format: 'png',
    options: WHOLE,
    expect: { image: [320, 15300], pixels: SIX },
  },
  {
    id: 'A18',
    title: 'backgrounds that script sets when they come into view',
    source: 'own',
    html: `${BODY}<div style="height:7000px"></div><div id="b" style="height:50px"></div><script>
      new IntersectionObserver(([e])=>{if(e.isIntersecting)b.style.backgroundImage='url({origin}/picture.png?ms=400)'}).observe(b)</script>`,
    format: 'png',
    options: WHOLE,
    expect: { pixels: [{ x: 20, y: 7020, rgb: GREEN }] },
  },
  {
    id: 'A19',
    title: 'sections that fade in on scrolling (an observer with a threshold)',
    source: 'puppeteer#1119',
    html: `${BODY}<style>section{height:900px;opacity:0;transition:opacity 1s}section.in{opacity:1;background:rgb(0,160,0)}</style>
      ${'<section></section>'.repeat(5)}<script>const o=new IntersectionObserver(es=>es.forEach(e=>e.isIntersecting&&e.target.classList.add('in')),{threshold:.4});
      document.querySelectorAll('section').forEach(s=>o.observe(s))</script>`,
    format: 'png',
    options: WHOLE,
    expect: { pixels: [0, 1, 2, 3, 4].map((n) => ({ x: 160, y: 450 + n * 900, rgb: GREEN })) },
  },
  {
    id: 'A21',
    title: 'an infinite list ends',
    source: 'crawlee#704',
    html: `${BODY}<div id="l"></div><div id="end" style="height:1px"></div><script>let n=0;
      const more=()=>{for(let i=0;i<50;i++)l.insertAdjacentHTML('beforeend','<p>ROW '+(++n))};more();
      new IntersectionObserver(([e])=>{if(e.isIntersecting){more()}}).observe(end);
      addEventListener('scroll',()=>{if(innerHeight+scrollY>=document.body.scrollHeight-10)more()})</script>`,
    expect: { text: ['ROW 1 ', 'ROW 50'] },
  },
  {
    id: 'A22',
    title: 'an infinite list in a picture of the full page',
    source: 'website-scraper-puppeteer#10',
    html: `${BODY}<style>p{height:40px}</style><div id="l"></div><script>let n=0;
      const more=()=>{for(let i=0;i<50;i++)l.insertAdjacentHTML('beforeend','<p>ROW '+(++n))};more();
      setInterval(()=>{if(innerHeight+scrollY>=document.body.scrollHeight-10)more()},50)</script>`,
    format: 'png',
    options: WHOLE,
    expect: {},
  },
  {
    id: 'A23',
    title: 'a page that polls and has a request that never ends',
    source: 'puppeteer#1119, #2531, #12391, #1090',
    html: `${BODY}<p>POLLING<script>fetch('{origin}/never');setInterval(()=>fetch('{origin}/ping?id={id}'),200)</script>`,
    options: { timeout: 2 },
    expect: { text: ['POLLING'], warnings: ['ready_timeout'] },
  },
  {
    id: 'A24',
    title: 'an image that never ends',
    source: 'puppeteer#1090',
    html: `${BODY}<p>BEFORE<img src="{origin}/never"><p>AFTER`,
    options: { timeout: 2 },
    expect: { text: ['BEFORE', 'AFTER'], warnings: ['ready_timeout'] },
  },
  {
    id: 'A25',
    title: 'an event source and a web socket that stay open',
    source: 'puppeteer#2531',
    html: `${BODY}<p>STREAMS<script>new EventSource('{origin}/never');try{new WebSocket('ws'+'{origin}'.slice(4)+'/never')}catch{}</script>`,
    expect: { text: ['STREAMS'], warnings: ['ready_timeout'] },
  },
  {
    id: 'A26',
    title: 'a chart that starts late and animates on a canvas',
    source: 'puppeteer#1119',
    html: `${BODY}<canvas id="c" width="200" height="200" style="display:block"></canvas><script>
      setTimeout(()=>{const x=c.getContext('2d'),t0=performance.now();const f=()=>{const k=Math.min(1,(performance.now()-t0)/1000);
      x.fillStyle='rgb(0,160,0)';x.fillRect(0,0,200,200*k);if(k<1)requestAnimationFrame(f)};f()},700)</script>`,
    options: { margin: 0 },
    expect: { pixels: [{ x: 100, y: 145, rgb: GREEN }] },
  },
  {
    id: 'A27',
    title: 'a counter that animates to its value',
    source: 'own',
    html: `${BODY}<p id="n">0</p><script>let s;const f=t=>{s??=t;const k=Math.min(1,(t-s)/1500);n.textContent='TOTAL '+Math.round(1234*k);if(k<1)requestAnimationFrame(f)};requestAnimationFrame(f)</script>`,
    expect: { text: ['TOTAL 1234'] },
  },
  {
    id: 'A28',
    title: 'a chain of fetch, timer and render',
    source: 'puppeteer#1119',
    html: `${BODY}<div id="r">LOADING</div><script>setTimeout(async()=>{const a=await(await fetch('{origin}/data.json?ms=400')).json();
      setTimeout(async()=>{const b=await(await fetch('{origin}/data.json?ms=400')).json();r.textContent='DONE '+a.word+b.word},200)},300)</script>`,
    expect: { text: ['DONE FETCHEDFETCHED'], absent: ['LOADING'] },
  },
  {
    id: 'A29',
    title: 'module scripts with imports, deferred and asynchronous ones',
    source: 'own',
    html: `${BODY}<script type="module" src="{origin}/module.js?ms=200"></script><script defer src="{origin}/late.js?ms=300"></script><p>START`,
    expect: { text: ['START', 'LATE SCRIPT', 'MODULE WORD'] },
  },
  {
    id: 'A30',
    title: 'a chain of @import',
    source: 'wkhtmltopdf#2098',
    html: `<!doctype html><style>@import url({origin}/chain-1.css?ms=150);body{margin:0}.box{height:100px}</style><div class="box"></div>`,
    options: { margin: 0 },
    expect: { pixels: [{ x: 100, y: 40, rgb: GREEN }] },
  },
  {
    id: 'A31',
    title: 'a style sheet that script adds after the load',
    source: 'own',
    html: `${BODY}<p class="box" style="height:100px">x<script>onload=()=>setTimeout(()=>{const l=document.createElement('link');l.rel='stylesheet';l.href='{origin}/chain-3.css?ms=500';document.head.append(l)},100)</script>`,
    options: { margin: 0 },
    expect: { pixels: [{ x: 100, y: 60, rgb: GREEN }] },
  },
  {
    id: 'A32',
    title: 'a style sheet that fails does not hold up the page, and is told',
    source: 'puppeteer#1090',
    html: `${BODY}<link rel="stylesheet" href="{origin}/missing.css"><img src="{origin}/missing.png"><p>STILL HERE`,
    expect: { text: ['STILL HERE'], warnings: ['resource_failed'] },
  },
  {
    id: 'A33',
    title: 'picture and srcset take the right source',
    source: 'puppeteer#3202',
    html: `${BODY}<picture><source media="(min-width:300px)" srcset="{origin}/picture.png?w=80&h=80&c=0,160,0"><img style="display:block" src="{origin}/picture.png?c=200,0,0"></picture>`,
    options: { margin: 0 },
    expect: { pixels: [{ x: 50, y: 50, rgb: GREEN }] },
  },
  {
    id: 'A34',
    title: 'srcset by density at a device scale of 2',
    source: 'puppeteer#620',
    html: `${BODY}<img style="display:block" width="50" height="50" srcset="{origin}/picture.png?c=200,0,0 1x, {origin}/picture.png?w=100&h=100 2x">`,
    format: 'png',
    options: { dpi: 2, viewport: '100x100' },
    expect: { image: [200, 200], pixels: [{ x: 50, y: 50, rgb: GREEN }] },
  },
  {
    id: 'A36',
    title: 'content-visibility: auto in a PDF',
    source: 'own',
    html: `${BODY}<style>section{content-visibility:auto;contain-intrinsic-size:auto 500px}</style>${Array.from({ length: 20 }, (_, n) => `<section><p style="height:500px">PART ${n + 1}</section>`).join('')}`,
    expect: { text: ['PART 1 ', 'PART 20'] },
  },
  {
    id: 'A37',
    title: 'an image drawn by script from another image',
    source: 'own',
    html: `${BODY}<canvas id="c" width="100" height="100" style="display:block"></canvas><script>const i=new Image();i.crossOrigin='';i.onload=()=>c.getContext('2d').drawImage(i,0,0,100,100);i.src='{origin}/picture.png?ms=800'</script>`,
    options: { margin: 0 },
    expect: { pixels: [{ x: 40, y: 40, rgb: GREEN }] },
  },
  {
    id: 'A38',
    title: 'inline HTML without a charset',
    source: 'own',
    html: '<p>Grüße – naïve €5 – 日本 – שלום',
    expect: { text: ['Grüße – naïve €5 – 日本'] },
  },
  {
    id: 'A39',
    title: 'inline HTML with a wrong charset',
    source: 'own',
    html: '<meta charset="iso-8859-1"><p>Grüße – naïve €5',
    expect: { text: ['Grüße – naïve €5'] },
  },
  {
    id: 'A40',
    title: 'inline HTML with a wrong charset and a base address',
    source: 'own',
    options: {
      source: {
        html: '<meta http-equiv="content-type" content="text/html; charset=windows-1252"><p>Grüße – naïve €5',
        base_url: '{origin}/',
      },
    },
    expect: { text: ['Grüße – naïve €5'] },
  },
  ...(
    [
      ['latin1', 'Grüße'],
      ['meta-latin1', 'Grüße € 5'],
      ['utf16', 'Grüße 16'],
      ['utf8-bom', 'Grüße bom'],
      ['shift-jis', '日本'],
      ['gb18030', '中文'],
    ] as const
  ).map(([path, word], index) => ({
    id: `A${41 + index}`,
    title: `the encoding of a source: ${path}`,
    source: 'wkhtmltopdf#1622',
    url: `{origin}/${path}`,
    expect: { text: [word] },
  })),
  {
    id: 'A50',
    title: 'emoji, ligatures and combined marks stay text',
    source: 'puppeteer#4193',
    html: `${BODY}<p style="font-family:'Liberation Serif'">office fluffy é <p>smile 😀 flag 🇩🇪 family 👨‍👩‍👧`,
    expect: { text: ['office fluffy é', '😀'] },
  },
  {
    id: 'A51',
    title: 'right-to-left text',
    source: 'wkhtmltopdf#1818',
    html: '<!doctype html><html dir="rtl"><style>body{margin:0}p{margin:0}</style><p>שלום עולם 2026',
    options: { margin: 0 },
    expect: { text: ['שלום'] },
  },
  {
    id: 'A52',
    title: 'vertical writing',
    source: 'own',
    html: `${BODY}<div style="writing-mode:vertical-rl;height:300px">縦書きの文章です`,
    expect: { text: ['縦'] },
  },
  {
    id: 'A53',
    title: 'characters that no font has are told',
    source: 'gotenberg#1011',
    html: `${BODY}<style>p::before{content:"\\10FFFE"}</style><p>x`,
    expect: { warnings: ['font_missing'] },
  },
  {
    id: 'A55',
    title: 'animations are at their end, endless ones do not hold up',
    source: 'puppeteer#1119',
    html: `${BODY}<style>@keyframes a{from{background:rgb(200,0,0)}to{background:rgb(0,160,0)}}@keyframes s{to{transform:rotate(360deg)}}
      div{width:100px;height:100px}.a{animation:a 1s 3s forwards;background:rgb(200,0,0)}.s{animation:s 1s infinite}</style><div class="a"></div><div class="s"></div>`,
    options: { margin: 0 },
    expect: { pixels: [{ x: 40, y: 40, rgb: GREEN }] },
  },
  {
    id: 'A56',
    title: 'a splash screen that leaves with a transition',
    source: 'own',
    html: `${BODY}<style>#s{position:fixed;inset:0;background:rgb(200,0,0);transition:opacity .5s}</style><div id="s"></div><p>CONTENT<script>
      setTimeout(()=>{s.style.opacity=0;s.addEventListener('transitionend',()=>s.remove())},800)</script>`,
    format: 'png',
    options: { viewport: '200x200' },
    expect: { pixels: [{ x: 150, y: 150, rgb: WHITE }] },
  },
  {
    id: 'A57',
    title: 'a video shows its poster',
    source: 'own',
    html: `${BODY}<video width="100" height="100" style="display:block" poster="{origin}/picture.png?w=100&h=100&ms=400" preload="none" src="{origin}/never"></video>`,
    options: { margin: 0 },
    expect: { pixels: [{ x: 40, y: 40, rgb: GREEN }] },
  },
  {
    id: 'A58',
    title: 'what script sees of the window fits the paper',
    source: 'puppeteer#3357',
    html: `${BODY}${ECHO("innerWidth+' '+devicePixelRatio+' '+document.visibilityState+' '+document.hasFocus()")}`,
    expect: { text: ['717 1 visible'] },
  },
  {
    id: 'A59',
    title: 'a chart that is sized by a resize observer',
    source: 'own',
    html: `${BODY}<div id="b" style="width:50%;height:100px"></div><script>new ResizeObserver(([e])=>{b.innerHTML='<div style="background:rgb(0,160,0);height:100px;width:'+e.contentRect.width+'px"></div>'}).observe(b)</script>`,
    options: { margin: 0 },
    expect: {
      pixels: [
        { x: 10, y: 40, rgb: GREEN },
        { x: 280, y: 40, rgb: GREEN },
        { x: 320, y: 40, rgb: WHITE },
      ],
    },
  },
  {
    id: 'A61',
    title: 'idle callbacks and post-load tasks',
    source: 'own',
    html: `${BODY}<p id="p">EARLY<script>requestIdleCallback(()=>setTimeout(()=>{const m=new MessageChannel;m.port1.onmessage=()=>p.textContent='IDLE DONE';m.port2.postMessage(1)},50))</script>`,
    expect: { text: ['IDLE DONE'] },
  },
  {
    id: 'A63',
    title: 'a view transition and the Web Animations API',
    source: 'own',
    html: `${BODY}<div id="d" style="width:100px;height:100px;background:rgb(200,0,0)"></div><script>setTimeout(()=>d.animate([{background:'rgb(200,0,0)'},{background:'rgb(0,160,0)'}],{duration:900,fill:'forwards'}),300)</script>`,
    options: { margin: 0 },
    expect: { pixels: [{ x: 40, y: 40, rgb: GREEN }] },
  },
  {
    id: 'A02',
    title: 'a web font with font-display: optional that comes late',
    source: 'puppeteer#3183',
    html: `${BODY}<style>${PROBE('{origin}/probe.ttf?id={id}&ms=600', 'font-display:optional')}p{font-family:Probe,monospace}</style><p>Optional`,
    expect: { fonts: ['Caladea'] },
  },
  {
    id: 'A03',
    title: 'a web font with font-display: fallback that comes after its swap period',
    source: 'puppeteer#3183',
    html: `${BODY}<style>${PROBE('{origin}/probe.ttf?id={id}&ms=3500', 'font-display:fallback')}p{font-family:Probe,monospace}</style><p>Fallback`,
    expect: { fonts: ['Caladea'] },
  },
  {
    id: 'A20',
    title: 'sections that a scroll listener reveals',
    source: 'own',
    html: `${BODY}<style>section{height:900px;visibility:hidden}section.in{visibility:visible;background:rgb(0,160,0)}</style>
      ${'<section></section>'.repeat(4)}<script>const f=()=>document.querySelectorAll('section').forEach(s=>{if(s.getBoundingClientRect().top<innerHeight)s.classList.add('in')});
      addEventListener('scroll',f);f()</script>`,
    format: 'png',
    options: WHOLE,
    expect: { pixels: [0, 1, 2, 3].map((n) => ({ x: 160, y: 450 + n * 900, rgb: GREEN })) },
  },
  {
    id: 'A35',
    title: 'an image with content-visibility far down',
    source: 'own',
    html: `${BODY}<style>section{content-visibility:auto;contain-intrinsic-size:auto 800px;height:800px}</style>${'<section><p>TEXT</section>'.repeat(12)}<section><img style="display:block" src="{origin}/picture.png?ms=300"></section>`,
    format: 'png',
    options: WHOLE,
    expect: { pixels: [{ x: 20, y: 12 * 800 + 20, rgb: GREEN }] },
  },
  {
    id: 'A64',
    title: 'fonts of a style sheet of another origin',
    source: 'own',
    html: `${BODY}<link rel="stylesheet" href="{other}/probe.css"><p style="font-family:Probe,monospace">Linked`,
    expect: { fonts: ['Caladea'] },
  },
];
