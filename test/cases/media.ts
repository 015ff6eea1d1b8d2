import type { Case } from './case.ts';

const BODY = '<!doctype html><style>body{margin:0}p{margin:0}</style>';
const GREEN = [0, 160, 0] as const;
const HEADINGS = '<h1>A</h1><h2>B</h2><p><a href="#x">link</a></p><h2 id="x">C</h2>';
const green = { x: 20, y: 20, rgb: GREEN };
const GONE = '<p>x<script>document.documentElement.remove()</script>';
const drawn = (title: string, html: string, options: Record<string, unknown> = {}) => ({
  ...{ title, source: 'own', html: BODY + html, options: { margin: 0, ...options } },
  expect: { pixels: [green] },
});

/** Pictures, drawings and other media in a document, and what is left of one. */
export const MEDIA: readonly Case[] = [
  ...[
    drawn(
      'a picture with sources that do not apply',
      '<picture><source srcset="{origin}/picture.png?c=200,0,0" media="(max-width:100px)"><source type="image/none" srcset="{origin}/404"><img width="50" height="50" srcset="{origin}/picture.png 1x, {origin}/picture.png?c=0,0,200 3x"></picture>',
    ),
    drawn('the poster of a video', '<video poster="{origin}/picture.png" width="50" height="50"></video>'),
    drawn('an object that is a picture', '<object data="{origin}/picture.png" width="50" height="50"></object>'),
    drawn('an embedded picture', '<embed src="{origin}/picture.png" width="50" height="50">'),
    drawn(
      'a canvas',
      '<canvas id="c" width="50" height="50"></canvas><script>const g=c.getContext("2d");g.fillStyle="rgb(0,160,0)";g.fillRect(0,0,50,50)</script>',
    ),
    drawn(
      'a canvas of WebGL',
      '<canvas id="c" width="50" height="50"></canvas><script>const g=c.getContext("webgl");g.clearColor(0,160/255,0,1);g.clear(g.COLOR_BUFFER_BIT)</script>',
    ),
    drawn(
      'a canvas of WebGL that is drawn again and again',
      '<canvas id="c" width="50" height="50"></canvas><script>const g=c.getContext("webgl2",{antialias:false});const draw=()=>{g.clearColor(0,160/255,0,1);g.clear(g.COLOR_BUFFER_BIT);requestAnimationFrame(draw)};draw()</script>',
    ),
    drawn(
      'a picture in a drawing that comes late',
      '<svg width="50" height="50"><image href="{origin}/picture.png?ms=400" width="50" height="50"/></svg>',
    ),
    drawn(
      'a background that comes late',
      '<div style="background:url({origin}/picture.png?ms=400);width:50px;height:50px"></div>',
    ),
    drawn(
      'colours that blend',
      '<div style="background:rgb(0,160,0);width:50px;height:50px"><div style="mix-blend-mode:multiply;background:rgb(255,255,255);width:50px;height:50px"></div></div>',
    ),
    drawn(
      'a background that may be left out in print',
      '<p style="print-color-adjust:economy;background:rgb(0,160,0);height:50px">',
    ),
    drawn(
      'a dark page',
      '<style>@media (prefers-color-scheme:dark){body{background:rgb(0,160,0)}}</style><p style="height:50px">',
      {
        color_scheme: 'dark',
      },
    ),
    drawn(
      'a box that is scaled down',
      '<div style="width:2000px;height:200px;transform:scale(.3);transform-origin:0 0;background:rgb(0,160,0)"></div>',
    ),
    drawn('a box that is zoomed', '<div style="zoom:2;width:20px;height:20px;background:rgb(0,160,0)"></div>'),
  ].map((one, index): Case => ({ id: `E${50 + index}`, ...one })),
  ...(
    [
      [
        'HTML in a drawing',
        '<svg width="100" height="50"><foreignObject width="100" height="50"><p>FOREIGN</p></foreignObject></svg>',
        'FOREIGN',
      ],
      ['text of a drawing', '<svg width="100" height="20"><text y="15">DRAWN</text></svg>', 'DRAWN'],
      [
        'text of a gradient',
        '<p style="background:linear-gradient(red,blue);background-clip:text;color:transparent">GRADIENT',
        'GRADIENT',
      ],
      ['text that blends', '<p style="mix-blend-mode:difference">BLENDED', 'BLENDED'],
      ['vertical text', '<p style="writing-mode:vertical-rl">UPRIGHT', 'UPRIGHT'],
      [
        'a dialog and a popover',
        '<dialog open>DIALOG</dialog><div popover id="p">POPOVER</div><script>p.showPopover()</script>',
        'DIALOG POPOVER',
      ],
      ['fields', '<input value="VALUE"><select><option>ONE<option selected>TWO</select>', 'VALUE TWO'],
      ['a formula', '<math><mi>a</mi></math> FORMULA', 'FORMULA'],
      ['a list that begins late', `<ol start="99"><li>FIRST<li>SECOND</ol>`, '100. SECOND'],
    ] as const
  ).map(([title, html, text], index) => ({
    id: `E${65 + index}`,
    title: `${title} is text`,
    source: 'puppeteer#5284',
    html: BODY + html,
    expect: { text: [text] },
  })),
  {
    id: 'E75',
    title: 'an object that does not come shows what is in it',
    source: 'own',
    html: `${BODY}<object data="{origin}/404">FALLBACK</object>`,
    expect: { text: ['FALLBACK'], warnings: ['resource_failed'] },
  },
  {
    id: 'E76',
    title: 'a font that script adds late',
    source: 'puppeteer#422, #3183, #12175',
    html: `${BODY}<p style="font-family:Probe">LATE<script>setTimeout(()=>{const f=new FontFace('Probe','url({origin}/probe.ttf?ms=500)');document.fonts.add(f);f.load()},300)</script>`,
    expect: { fonts: ['Caladea'] },
  },
  ...(
    [
      ['a frame', `<p>OUTSIDE<iframe srcdoc="<p style='filter:blur(1px)'>words"></iframe>`],
      [
        'a frame with rules of its own',
        '<p>OUTSIDE<iframe srcdoc="<style>p{filter:sepia(1)}</style><p>words"></iframe>',
      ],
      [
        'a shadow root',
        `<p>OUTSIDE<div id="h"></div><script>h.attachShadow({mode:'open'}).innerHTML='<style>p{filter:blur(1px)}</style><p>words'</script>`,
      ],
    ] as const
  ).map(([title, html], index) => ({
    id: `E${77 + index}`,
    title: `text under a filter is told in ${title}`,
    source: 'puppeteer#5284, #4193, #4026',
    html: BODY + html,
    expect: { text: ['OUTSIDE'], warnings: ['text_rasterized' as const] },
  })),
  {
    id: 'E80',
    title: 'a filter in a frame that changes nothing leaves its text',
    source: 'puppeteer#5284',
    html: `${BODY}<iframe srcdoc="<p style='filter:blur(0)'>WORDS"></iframe>`,
    expect: { text: ['WORDS'] },
  },
  {
    id: 'E81',
    title: 'an outline without tags',
    source: 'gotenberg#1579, puppeteer#3625',
    html: HEADINGS,
    options: { tagged: false, outline: true },
    expect: { outline: ['A', '  B', '  C'] },
    check: async ({ result }) => {
      const { pdfFaults, pdfPlain } = await import('../../packages/engine/src/testing/judge.ts');
      const left = pdfPlain(result.bytes).match(/StructTreeRoot|StructParent|MarkInfo|\/SE /g);
      if (left) throw new Error(`tags are left: ${left}`);
      if (pdfFaults(result.bytes).length > 0) throw new Error('the file is damaged');
    },
  },
  {
    id: 'E82',
    title: 'a document without tags has no outline unless asked for',
    source: 'gotenberg#1579',
    html: HEADINGS,
    options: { tagged: false },
    expect: { outline: [] },
  },
];

/** Pages without a root. */
export const ROOTLESS: readonly Case[] = [
  ...(['pdf', 'png', 'text', 'markdown'] as const).map((format, index) => ({
    id: `H${20 + index}`,
    title: `a page that takes its root away is empty: ${format}`,
    source: 'own',
    html: GONE,
    format,
    expect: format === 'png' || format === 'pdf' ? {} : { warnings: ['empty_output' as const] },
  })),
  {
    id: 'H24',
    title: 'a page that takes its root away, with everything that looks at it',
    source: 'own',
    html: GONE,
    options: { expand: true, format: 'auto', header: { source: 'HEAD' }, trim_blank_pages: 'all' },
    expect: { pages: 1, text: ['HEAD'] },
  },
  {
    id: 'H25',
    title: 'a page that puts another root in its place',
    source: 'own',
    html: '<p>x<script>const r=document.documentElement;r.remove();setTimeout(()=>{document.append(r);r.lastChild.textContent="BACK"},300)</script>',
    expect: { text: ['BACK'] },
  },
];
