import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isStatic } from './static-document.ts';

const example = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, '../../../../examples', name), 'utf8');

describe('HTML that can only be shown', () => {
  it.each([
    ['text', 'Dear <b>Ada</b>, 2 < 3, on time, <br/> bye'],
    [
      'a whole document',
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A</title></head><body><p>B</body></html>',
    ],
    ['the old name of its encoding', '<meta http-equiv="Content-Type" content="text/html; charset=utf-8"><p>x'],
    [
      'a drawing',
      '<svg viewBox="0 0 1 1"><linearGradient id="a"><stop/></linearGradient><path d="M0 0h1" fill="url(#a)"/></svg>',
    ],
    ['signs of style', '<style>li::before{content:"\\2022\\a0"}</style><li>x'],
    ['the invoice', example('invoice/invoice.liquid')],
    ['the report', example('report/report.html')],
  ])('%s is', (_, html) => {
    expect(isStatic(html)).toBe(true);
  });

  it.each([
    '<script>1</script>',
    '<SCRIPT src=a>',
    '<p><script\t>1',
    '<p><script\f>1',
    '<p><script/>1',
    '<script',
    '<!-- <b --><script>1</script>',
    '<svg><script>1</script></svg>',
    '<svg:script>',
    '<a<script>',
    '<style>@media (s\\63ripting:none){p{color:red}}</style>',
    '<style>@media (\\scripting:none){p{color:red}}</style>',
    '<img src=x onerror=alert(1)>',
    '<img src=x onerror\n=\n"alert(1)">',
    '<img/src=x/onerror=alert(1)>',
    '<a href="javascript:1">',
    '<iframe srcdoc=x>',
    '<frameset><frame>',
    '<object data=x>',
    '<embed src=x>',
    '<meta http-equiv=refresh content=0>',
    '<meta http-equiv="refre&#115;h" content="0;url=/a">',
    "<meta http-equiv='Content-Security-Policy' content=sandbox>",
    '<meta http-equiv = refresh>',
    '<base href="https://x.example/">',
    '<link rel=preconnect href="https://x.example">',
    '<form action=/a><button>',
    '<input autofocus>',
    '<svg><animate attributeName=x></svg>',
    '<svg><set attributeName=x></svg>',
    '<svg><foreignObject></svg>',
    '<noscript><p>without script</noscript>',
    '<canvas>without script</canvas>',
    '<video src=x>',
    '<template shadowrootmode=open>',
    '<x-card>',
    '<marquee>',
    '<img loading="lazy" src=x>',
    '<style>@media (scripting: none) { p { color: red } }</style>',
    '<style>@view-transition { navigation: auto }</style>',
  ])('%j may do more', (html) => {
    expect(isStatic(html)).toBe(false);
  });
});
