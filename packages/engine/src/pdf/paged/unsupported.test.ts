import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../../testing/engine.ts';
import { pdfText } from '../../testing/judge.ts';

const { convert } = useSharedEngine();
const print = (css: string, body: string) =>
  convert({ source: { html: `<!doctype html>\n<html lang=en><title>T</title><style>${css}</style>\n${body}` } });
const itemsOf = async (css: string, body: string) =>
  (await print(css, body)).warnings.map(({ code, detail }) => [code, detail?.items]);

describe('what is not followed is told', () => {
  it('of hyphens, with the languages that have none', async () => {
    const body =
      '<p lang=hu>megszentségteleníthetetlen</p><p lang>incomprehensibilities</p><p>incomprehensibilities</p><p lang=he>הבינלאומיות';
    expect(await itemsOf('\np{hyphens:auto}', body)).toEqual([
      ['unsupported_css', [{ css: 'hyphens: auto (hu, no language)', source: 'style 1', line: 3 }]],
    ]);
    // Nothing here would be hyphenated.
    expect(await itemsOf('p{hyphens:auto}', '<p>to be or not</p><b>incomprehensibilities</b>')).toEqual([]);
  });

  it('of functions that stand where they mean nothing, and of numbers that are the same on every page', async () => {
    const css =
      'b::before{content:string(x)}\n@page{counter-reset:page 3}\n#n{position:fixed;bottom:0}#n::after{content:counter(page)}';
    expect(await itemsOf(css, '<b>x</b><div id=n></div>')).toEqual([
      [
        'unsupported_css',
        [
          { css: 'content: string() outside of margin boxes', source: 'style 1', line: 2 },
          { css: 'counter-reset: page of @page', source: 'style 1', line: 3 },
          { css: 'counter(page) in position: fixed', page: 1 },
        ],
      ],
    ]);
  });

  it.each([
    [
      'the print shop',
      '@page{BLEED}',
      'bleed: banana|bleed: -3mm|bleed: 1e9mm|bleed: 3|bleed: 10%|bleed: calc(1mm + 2mm)|marks: foo|marks: crop crop',
    ],
    [
      'paper',
      '@page{BLEED}',
      'size: banana|size: -3mm|size: 210 297|size: 50%|size: 1e9mm|size: A4 A5|page-orientation: left',
    ],
    [
      'margins',
      '@page{BLEED}',
      'margin: banana|margin: 5|margin-top: -3mm (beyond the paper)|margin-left: calc(9e9mm + 1mm)|margin-inside: 2cm|foo: bar',
    ],
    [
      'margin boxes',
      '@page{@top-left{BLEED}}',
      'content: string(2)|content: string(x,banana)|content: element(x y)|content: "x" banana|width: -3px|vertical-align: foo',
    ],
    [
      'breaks',
      'p{BLEED}',
      'break-after: always|break-before: banana|page-break-inside: avoid-page|page: 1|orphans: -1|widows: 1.5|hyphens: banana',
    ],
    ['counters', 'p{BLEED}', 'counter-reset: page 1.5|counter-increment: page 1.5|counter-reset: page 99999999999'],
    [
      'strings and bookmarks',
      'p{BLEED}',
      'string-set: chapter|string-set: a banana|bookmark-level: 0|bookmark-level: -1|bookmark-level: 100|bookmark-level: calc(1 + 1)|bookmark-label: banana|bookmark-state: ajar',
    ],
    ['notes and running elements', 'p{BLEED}', 'float: footnote x|position: running()'],
    [
      'generated text',
      'p::after{content:BLEED}',
      'target-counter(attr(href))|leader(banana)|target-text(attr(href),banana)|target-counter(5,page)',
    ],
    ['pages', '@page BLEED{margin:0}', ':first:left|:banana|x:blank'],
  ])('of values that mean nothing, for %s', async (_, css, values) => {
    const written = values.replaceAll(' (beyond the paper)', '').split('|');
    const items = await itemsOf(`\n${written.map((value) => css.replace('BLEED', value)).join('\n')}`, '<p>x</p>');
    const told = (items.find(([code]) => code === 'unsupported_css')?.[1] ?? []) as { css: string; line: number }[];
    expect(told.map(({ css: what, line }) => [what.replace(/^content: (?=target|leader)|^@page /, ''), line])).toEqual(
      values.split('|').map((value, index) => [value, index + 3]),
    );
  });

  it('of none of the values that every property takes, and of none that others have', async () => {
    const wide = ['initial', 'inherit', 'unset', 'revert'];
    const css = [
      ...wide.map((value) => `@page{bleed:${value};marks:${value};size:${value};margin:${value}}`),
      ...wide.map(
        (value) => `p{string-set:${value};bookmark-level:${value};break-before:${value};counter-reset:${value}}`,
      ),
      '@page{size:calc(50mm + 10cm) 100mm;margin:0 auto 5% .5in;bleed:0;marks:none;-webkit-x:1;mso-y:2;--z:3}',
      'p{string-set:none;bookmark-level:none;break-after:avoid-page;page:chapter;orphans:3;counter-reset:page calc(1 + 1)}',
    ];
    expect(await itemsOf(css.join('\n'), '<p>x</p>')).toEqual([]);
  });

  it('of references and strings that nothing answers', async () => {
    const css = 'a::after{content:target-counter(attr(href),page)}@page{@top-left{content:string(title)}}';
    const body = '<h1 id=there>T</h1><a href="#gone">a</a><a href="#there">b</a><a href="https://e.test/#x">c</a>';
    const [[, items] = []] = await itemsOf(css, body);
    expect(items).toEqual([
      { css: 'target-counter() of #gone, which is not there', page: 1 },
      { css: 'string(title), which nothing sets' },
    ]);
  });

  it('of what other programs have names of their own for', async () => {
    const css =
      '@page{prince-shrink-to-fit:auto;@top{content:"x"}@bottom-center{-ah-border-clip:1em}}\n@prince-pdf{-prince-pdf-page-mode:show-outlines}\n' +
      'p{-prince-link:url(#x);-prince-bookmark-level:1;color:device-cmyk(0 1 1 0)}\nq::before{content:prince-fallback(normal)}';
    const [[code, items] = []] = await itemsOf(css, '<p>x</p><q>q</q>');
    expect([code, (items as { css: string; line: number }[]).map(({ css, line }) => `${line} ${css}`).sort()]).toEqual([
      'unsupported_css',
      [
        '2 -ah-border-clip',
        '2 @top',
        '2 prince-shrink-to-fit',
        '3 -prince-pdf-page-mode',
        '3 @prince-pdf',
        '4 -prince-link',
        '4 color: device-cmyk()',
        '5 content: prince-fallback()',
      ],
    ]);
  });

  it('of style attributes, whose properties are followed as those of style sheets are', async () => {
    const { bytes, warnings } = await print(
      '@page{@top-left{content:string(c)}}',
      '<h1 style="string-set:c \'[\' content() \']\'">One</h1>\n<p style="color:red;copy-into:x">b</p><h2 style="break-before:recto">Two</h2>',
    );
    expect(pdfText(bytes).split('\f').slice(0, 3)).toEqual([
      expect.stringMatching(/^\[One\]\s+One\s+b\s*$/),
      expect.stringMatching(/^(?:\[One\])?\s*$/),
      expect.stringMatching(/^\[One\]\s+Two\s*$/),
    ]);
    expect(warnings.map(({ detail }) => detail?.items)).toEqual([
      [{ css: 'copy-into', source: 'a style attribute', line: 4 }],
    ]);
  });

  it('of a table that footnotes send to the next page', async () => {
    const css = '@page{size:105mm 148mm;margin:10mm}body{margin:0}.fn{float:footnote}td{height:30px}';
    const rows = '<tr><td>cell'.repeat(12);
    const items = await itemsOf(
      css,
      `<p>Text<span class=fn>Note.</span></p><p style="height:60px">b</p><table>${rows}</table><p>c</p>`,
    );
    expect(items).toEqual([['unsupported_css', [{ css: 'table, beside footnotes', page: 2 }]]]);
  });
});

describe('a layout that never comes to rest', () => {
  it('is told, with what moves', async () => {
    // The number of page 8 takes a line more than that of page 9, and sends what it refers to there.
    const css =
      '@page{size:105mm 148mm;margin:10mm}body{margin:0}div{height:100px;break-after:page}a{display:block;width:1px}a::after{content:target-counter("#t",page,lower-roman)}h1{break-inside:avoid;font:20px/20px serif;margin:0}i{display:block}';
    const { warnings } = await print(
      css,
      `${'<div>x</div>'.repeat(7)}<a style="word-break:break-all"></a><i style="height:395px"></i><h1 id=t>Target</h1>`,
    );
    expect(warnings).toEqual([
      {
        code: 'pages_unsettled',
        message: expect.stringContaining('target-counter("#t",page,lower-roman)'),
        detail: { count: 1, items: [{ css: 'target-counter("#t",page,lower-roman)', page: 8 }] },
      },
    ]);
  });
});
