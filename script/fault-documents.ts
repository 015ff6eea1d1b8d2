/** Documents that bare Chromium makes something wrong of, for `script/fault-pictures.ts`. */

export interface Fault {
  readonly name: string;
  readonly html: string;
  /** Whether the full page is captured; otherwise it is printed. */
  readonly image?: boolean;
  /** Templates that Chromium prints. */
  readonly headerFooter?: { readonly header: string; readonly footer: string };
  /** Options of the request to Platen. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly caption?: string;
}

/** What `/picture.svg` answers. */
export const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#0969da"/><circle cx="30" cy="7" r="4" fill="#ffd33d"/><path d="M0 20 14 6l12 14z" fill="#1a7f37"/></svg>';

const STYLE =
  '<!doctype html><meta charset="utf-8"><style>body{margin:0;font:22px/1.4 "Liberation Sans"}h1{font-size:34px;margin:0 0 12px}p{margin:0 0 12px}</style>';
const PARAGRAPH = '<p>The quarter closed above plan. Orders rose in every region, and the new line sells well.</p>';
const LONG = `<h1>Report</h1>${PARAGRAPH.repeat(14)}`;
const WIDE_TABLE = `<table border="1" style="border-collapse:collapse;white-space:nowrap">${Array.from(
  { length: 14 },
  (_, row) =>
    `<tr>${Array.from({ length: 12 }, (_, column) => `<td style="padding:6px 14px">${row === 0 ? `Month ${column + 1}` : `${(row * 131 + column * 57) % 900}.00`}</td>`).join('')}</tr>`,
).join('')}</table>`;
const HEADER = '<div style="background:#0969da;color:#fff;padding:4px 8px">ACME Ltd. · confidential</div>';

export const FAULTS: readonly Fault[] = [
  {
    name: 'lazy-images',
    image: true,
    html: `${STYLE}${[1, 2, 3, 4].map((n) => `<h1>Place ${n}</h1><img loading="lazy" width="800" height="400" style="display:block" src="/picture.svg?n=${n}&ms=300"><div style="height:500px"></div>`).join('')}`,
  },
  {
    name: 'revealed-sections',
    image: true,
    html: `${STYLE}<style>section{height:560px;margin:20px;background:#ddf4ff;font-size:60px;opacity:0;transition:opacity 1s}section.in{opacity:1}</style>${[1, 2, 3, 4].map((n) => `<section>Section ${n}</section>`).join('')}<script>const o=new IntersectionObserver(es=>es.forEach(e=>e.isIntersecting&&e.target.classList.add('in')));document.querySelectorAll('section').forEach(s=>o.observe(s))</script>`,
  },
  { name: 'wide-table', html: `${STYLE}<h1>Sales by month</h1>${WIDE_TABLE}` },
  {
    name: 'header',
    html: `${STYLE}${LONG}`,
    headerFooter: { header: HEADER, footer: '<span>Page <span class="pageNumber"></span></span>' },
    options: { header: { source: HEADER }, footer: { source: 'Page {{page}}' } },
  },
  {
    name: 'blank-last-page',
    html: `${STYLE}<style>body{margin:8px}</style><div style="height:100vh;background:#ddf4ff"><h1>Cover</h1>One page of the size of the window.</div>`,
  },
  {
    name: 'late-chart',
    html: `${STYLE}<h1>Orders</h1><canvas id="c" width="640" height="400"></canvas><script>setTimeout(()=>{const x=c.getContext('2d'),t=performance.now();const f=()=>{const k=Math.min(1,(performance.now()-t)/800);x.clearRect(0,0,640,400);[120,210,160,300,260,380].forEach((v,i)=>{x.fillStyle=i%2?'#54aeff':'#0969da';x.fillRect(i*105+5,400-v*k,90,v*k)});if(k<1)requestAnimationFrame(f)};f()},300)</script>`,
  },
  {
    name: 'late-font',
    html: `${STYLE}<style>@font-face{font-family:Own;src:url(/font.ttf?ms=1500)}</style><h1>Certificate</h1><div id="d">Loading…</div><script>onload=()=>setTimeout(()=>{d.innerHTML='<p style="font:60px Own">Ada Lovelace</p><p style="font:34px Own">has passed the course.'},20)</script>`,
  },
  {
    name: 'fixed-bar',
    html: `${STYLE}<style>.bar{position:fixed;bottom:0;left:0;right:0;height:120px;background:#fff8c5;border-top:2px solid #d4a72c}</style>${LONG}<div class="bar">Accept our cookies?</div>`,
    options: { hide_selectors: '.bar' },
    caption: 'Platen tells of it; here with hide_selectors',
  },
  {
    name: 'scrollers',
    html: `${STYLE}<h1>Log</h1><div style="height:200px;overflow:auto;border:1px solid">${Array.from({ length: 20 }, (_, n) => `<p>Entry ${n + 1} of the log</p>`).join('')}</div><details><summary>Notes</summary>${PARAGRAPH}</details>`,
    options: { expand: true },
    caption: 'Platen tells of it; here with expand',
  },
];
