import type { Case } from './case.ts';

const BODY = '<!doctype html><style>body{margin:0}p{margin:0}</style>';

/** Pages that would hang, leave or crash. */
export const ROBUSTNESS: readonly Case[] = [
  {
    id: 'H01',
    title: 'script without an end',
    source: 'own',
    html: '<p>x<script>setTimeout(()=>{while(1){}},100)</script>',
    deadline: 2_500,
    expect: { error: 'render_timeout' },
  },
  {
    id: 'H02',
    title: 'script without an end in a worker',
    source: 'own',
    html: '<p>WORD<script>new Worker(URL.createObjectURL(new Blob(["while(1){}"])))</script>',
    options: { timeout: 1 },
    expect: { text: ['WORD'], warnings: 'any' },
  },
  {
    id: 'H03',
    title: 'dialogs, printing and windows',
    source: 'puppeteer#1321',
    html: '<p>WORD<script>alert(1);confirm(2);prompt(3);print();open("{origin}/");onbeforeunload=()=>"stay"</script>',
    expect: { text: ['WORD'] },
  },
  {
    id: 'H04',
    title: 'a document that loads itself again without an end is kept',
    source: 'own',
    options: {
      source: { html: '<script>setTimeout(()=>location.reload(),10)</script>x', base_url: '{origin}/meta-refresh' },
    },
    expect: { text: ['x'], warnings: ['navigation_refused'] },
  },
  {
    id: 'H05',
    title: 'a document that is deeply nested',
    source: 'wkhtmltopdf#1818',
    html: `${BODY}${'<div>'.repeat(2000)}DEEP`,
    expect: { text: ['DEEP'] },
  },
  {
    id: 'H06',
    title: 'a document that is not closed, and broken in many ways',
    source: 'own',
    html: '<table><tr><td>CELL<p>PARA</td><div>STRAY</table><b><i>MIXED</b>TEXT</i><!-- never closed',
    expect: { text: ['CELL', 'PARA', 'STRAY', 'MIXED', 'TEXT'] },
  },
  {
    id: 'H07',
    title: 'errors of script are told',
    source: 'puppeteer#1321',
    html: '<p>WORD<script>setTimeout(()=>{throw new Error("x")},100)</script>',
    expect: { text: ['WORD'], warnings: ['script_error'] },
  },
  {
    id: 'H08',
    title: 'a promise that is rejected is told',
    source: 'puppeteer#1321',
    html: '<p>WORD<script>Promise.reject(new Error("x"))</script>',
    expect: { text: ['WORD'], warnings: ['script_error'] },
  },
  {
    id: 'H09',
    title: 'a page that writes itself anew after its load',
    source: 'own',
    html: '<p>OLD<script>onload=()=>setTimeout(()=>{document.open();document.write("<p>NEW");document.close()},200)</script>',
    expect: { text: ['NEW'], absent: ['OLD'] },
  },
  {
    id: 'H10',
    title: 'a page that replaces what converters use',
    source: 'own',
    html: '<p>WORD<script>for(const k of ["Promise","setTimeout","requestAnimationFrame","IntersectionObserver","MutationObserver"])window[k]=null;document.querySelectorAll=()=>[];Array.prototype.map=null;JSON.stringify=null;Object.defineProperty(document,"fonts",{value:null})</script>',
    expect: { text: ['WORD'], warnings: 'any' },
  },
  {
    id: 'H11',
    title: 'a height of millions of pixels',
    source: 'own',
    html: '<div style="height:33000000px">x</div>',
    expect: { error: 'too_many_pages' },
  },
  {
    id: 'H12',
    title: 'style that feeds itself',
    source: 'own',
    html: `${BODY}<style>@keyframes k{to{width:calc(100% + 1px)}}p{animation:k 1ms infinite alternate}</style><p>WORD`,
    expect: { text: ['WORD'] },
  },
  {
    id: 'H13',
    title: 'a resize observer that feeds itself',
    source: 'own',
    html: `${BODY}<p id="p">WORD<script>new ResizeObserver(()=>{p.style.height=p.offsetHeight+1+'px'}).observe(p)</script>`,
    expect: { text: ['WORD'], warnings: 'any' },
  },
  {
    id: 'H15',
    title: 'a page that keeps clicking links and submitting forms',
    source: 'own',
    html: '<p>WORD<a id="a" href="{origin}/sheet.csv" download>x</a><form id="f" action="{origin}/never" target="_blank"></form><script>setInterval(()=>{a.click();f.submit()},50)</script>',
    expect: { text: ['WORD'], warnings: 'any' },
  },
  {
    id: 'H16',
    title: 'the timeout of the request ends waiting without an error',
    source: 'jsreport#848, #902, #1202',
    html: '<p>WORD<script src="{origin}/never"></script><p>AFTER',
    options: { timeout: 1 },
    expect: { text: ['WORD'], warnings: ['ready_timeout'] },
  },
];
