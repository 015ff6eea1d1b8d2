import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../../testing/engine.ts';
import { pdfFaults, pdfJson, pdfPixels, pdfText } from '../../testing/judge.ts';
import { usePages } from '../../testing/page.ts';
import { openPaged } from './paged.ts';
import { type PagedRules, readPaged } from './read.ts';

const { convert, convertSeveral } = useSharedEngine();
const pages = usePages();
const WORDS = 'The survey of the northern quay was carried out in dry weather, and every joint was measured twice. ';
const PARAGRAPH = `<p>${WORDS.repeat(12)}</p>`;
const SHEET = '@page{size:A5;margin:20mm 15mm}';
const print = (css: string, body: string, options: Record<string, unknown> = {}) =>
  convert({
    source: { html: `<!doctype html><html lang=en><title>T</title><style>${SHEET}${css}</style>${body}` },
    ...options,
  });
const isRed = ([red = 0, green = 0]: readonly number[]) => red > 200 && green < 60;
/** The text of each page, without what fills it. */
const pagesOf = (pdf: Uint8Array): string[] =>
  pdfText(pdf, '-layout')
    .split('\f')
    .slice(0, -1)
    .map((text) =>
      text
        .split('\n')
        .filter(
          (line) =>
            !/survey|quay|weather|joint|measured|twice|carried|northern|^\s*(?:out|dry|was|the|and|every|in|of)\b/.test(
              line,
            ),
        )
        .join(' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );

describe('running texts', () => {
  it('stand in margin boxes with the keyword that they are asked for', async () => {
    const css =
      '@page{@top-left{content:"[" string(chapter) "]"}@top-right{content:string(part, last)}@bottom-left{content:string(chapter, first-except)}' +
      '@bottom-right{content:string(chapter, start)}}h1{string-set:chapter counter(c) ". " content();counter-increment:c}h1.new{break-before:page}i{string-set:part attr(title) "!"}';
    const { bytes, warnings } = await print(
      css,
      `<h1>One</h1>${PARAGRAPH.repeat(3)}<i title=A>x</i><i title=B>y</i><h1 class=new>Two</h1>${PARAGRAPH}<h1>Three</h1>`,
    );
    expect(pagesOf(bytes)).toEqual([
      '[1. One] One 1. One',
      '[1. One] B! xy 1. One 1. One',
      '[2. Two] B! Two Three 2. Two',
    ]);
    expect(warnings).toEqual([]);
    expect(pdfFaults(bytes)).toBe('');
  });
});

describe('running elements', () => {
  it('leave the text for margin boxes, with the keyword that they are asked for', async () => {
    const css =
      '@page{@top-left{content:element(hd)}@top-right{content:element(hd,last)}@bottom-left{content:element(hd,first-except)}@bottom-right{content:element(hd,start)}}' +
      '@page:first{@top-left{content:none}}.hd{position:running(hd)}.hd::before{content:counter(c) "-"}.hd::after{content:"/" counter(page,upper-roman)}h1{break-before:page;counter-increment:c}';
    const { bytes, warnings } = await print(
      css,
      '<div class=hd>One</div><h1>A</h1>a<table><tr><td>cell<div class=hd>Cell</div></table><div class=hd>Two</div><h1>B</h1>b' +
        '<p>c<div style="display:flex">d<div class=hd>Late</div></div><h1>C</h1>e',
    );
    expect(pagesOf(bytes)).toEqual([
      '1-Cell/I A a cell 0-One/I',
      '1-Two/II 2-Late/II B b c d 1-Two/II',
      '2-Late/III 2-Late/III C e 2-Late/III 2-Late/III',
    ]);
    expect(warnings).toEqual([]);
    expect(pdfFaults(bytes)).toBe('');
  });

  it('are those of Prince too, where it has other names for them', async () => {
    const css = '@page{@top-center{content:flow(hd)}}.hd{flow:static(hd)}h1{break-before:page}';
    const { bytes, warnings } = await print(css, '<p class=hd>Head</p><p>One<h1>Two</h1>');
    expect(pagesOf(bytes)).toEqual(['Head One', 'Head Two']);
    expect(warnings).toEqual([]);
  });

  it('look as they do in the text, where the margin box is, and their links lead on', async () => {
    const css =
      '@page{size:100mm 100mm;margin:20mm;@bottom-center{content:element(ft);vertical-align:bottom}@top-right{content:element(box)}}@page wide{size:150mm 100mm}.w{page:wide}' +
      '#ft{position:running(ft)}#box{position:running(box);width:10mm;height:10mm;background:#00f}.doc i{display:inline-block;width:10mm;height:10mm;background:#f00}';
    const { bytes, warnings } = await print(
      css,
      '<body class=doc dir=rtl><div id=box></div><div id=ft><a href="#t"><i></i></a><a href="https://e.test/"><i></i></a></div>a<p class=w>b<a id=t>c</a>',
      { zoom: 0.5 },
    );
    for (const [page, side] of [
      [1, 100],
      [2, 150],
    ] as const) {
      const { width, height, at } = pdfPixels(bytes, page, 50.8);
      const red = Array.from({ length: width * height }, (_, index) => [
        index % width,
        Math.floor(index / width),
      ]).filter(([x = 0, y = 0]) => isRed(at(x, y)));
      // Two squares of 5 mm, in the middle of the page and at its foot; two dots are a millimeter.
      expect(Math.abs(red.length - 200)).toBeLessThan(40);
      expect(Math.abs(red.reduce((sum, [x = 0]) => sum + x, 0) / red.length - side)).toBeLessThan(3);
      expect(red.every(([, y = 0]) => y > 180)).toBe(true);
      // The box of 5 mm ends where the text does, in the middle of the upper margin.
      expect([at(width - 45, 20), at(width - 37, 20), at(width - 55, 20)].map(([first]) => first)).toEqual([
        0, 255, 255,
      ]);
    }
    const objects = JSON.stringify(pdfJson(bytes, 'objects'));
    // On both pages; a link has an area for each of its boxes.
    expect(objects.match(/"\/URI":"(?:u:)?https:\/\/e\.test\/"/g)?.length).toBeGreaterThanOrEqual(2);
    expect(objects.match(/"\/Dest":"\/t"/g)?.length).toBeGreaterThanOrEqual(2);
    expect(warnings).toEqual([]);
  });

  it('are told of where no element has the name, and put back for another result', async () => {
    const html =
      '<style>@page{@top-left{content:element(a)}@top-right{content:element(b)}}p{position:running(b)}</style><p>Text</p>';
    const { outputs, warnings } = await convertSeveral({
      source: { html },
      outputs: [{ format: 'pdf' }, { format: 'text' }],
    });
    expect(warnings.map(({ detail }) => detail?.items)).toEqual([[{ css: 'element(a), which no element is' }]]);
    expect(Buffer.from(outputs[1]?.bytes ?? []).toString()).toBe('Text\n');
  });
});

describe('references', () => {
  it('leave room for attributes and counters that stand behind a leader', async () => {
    const css =
      'body{counter-reset:n;width:90mm}div{counter-increment:n}b::after{content:leader(".") " " attr(data-price) " (" counter(n,upper-roman) ")"}';
    const { bytes } = await print(css, '<div><b data-price="EUR 1,012.50">Soup of the day</b></div>');
    expect(pagesOf(bytes)).toEqual([expect.stringMatching(/^Soup of the day ?\.{5,} EUR 1,012\.50 \(I\)$/)]);
    expect(pdfText(bytes).trim().split('\n')).toHaveLength(1);
  });

  it('show the page, the text and the counters of what they lead to', async () => {
    const css =
      'body{counter-reset:c}h1{break-before:page;counter-increment:c}h1::before{content:counter(c, upper-roman) " "}' +
      'nav a{display:block}nav a::after{content:leader(".") target-counter(attr(href), page)}' +
      '.see::after{content:"see " target-text(attr(href)) " in " target-counter(attr(href url), c) " on " target-counter(attr(href), page, lower-roman)}' +
      '.label::after{content:target-text(attr(href), before)}';
    const body =
      '<nav><a href="#a">First</a><a href="#b c">Second, with a title</a></nav><a class=see href="#b%20c"></a><br><a class=label href="#a"></a>' +
      `<h1 id=a>Alpha</h1>${PARAGRAPH.repeat(4)}<h1 id="b c">Beta</h1>`;
    const { bytes } = await print(css, body);
    const [contents, ...rest] = pagesOf(bytes);
    expect(contents).toMatch(/First ?\.{20,} ?2 Second, with a title ?\.{20,} ?5 see Beta in 2 on v I/);
    expect(rest[0]).toBe('I Alpha');
    expect(rest[3]).toBe('II Beta');
    // Dots fill the line: both numbers end where the page's content does.
    const ends = [...pdfText(bytes, '-bbox', '-l', '1').matchAll(/xMax="([\d.]+)" yMax="[\d.]+">[^<]*\.{5,}\d</g)].map(
      ([, end]) => Number(end),
    );
    expect(ends).toHaveLength(2);
    for (const end of ends) expect(Math.abs(end - (419.5 - 42.5 - 6))).toBeLessThan(3);
  });

  it('move with what they change, until nothing moves', async () => {
    // The list of references is a page longer once it is filled in.
    const items = Array.from({ length: 30 }, (_, index) => `<li><a href="#s${index}">see</a></li>`).join('');
    const sections = Array.from({ length: 30 }, (_, index) => `<h2 id=s${index}>Section ${index}</h2><p>x</p>`).join(
      '',
    );
    const css =
      'h2{break-before:page}a::after{content:" " target-text(attr(href)) " about the survey of the quay on page " target-counter(attr(href), page) " of this document"}';
    const { bytes } = await print(css, `<ol>${items}</ol>${sections}`);
    const pages = pdfText(bytes).split('\f');
    const first = pages.findIndex((text) => /^Section 0$/m.test(text));
    expect(pdfText(bytes).replaceAll(/\s+/g, ' ')).toContain(
      `Section 29 about the survey of the quay on page ${first + 30} of`,
    );
  });

  it('count pages as the document says', async () => {
    const css =
      '@page{@bottom-center{content:"(" counter(page, lower-roman) ")"}}h1{break-before:page}.main{counter-reset:page 1}' +
      'section > p::after{content:" at " counter(page) "/" counter(pages) "; " target-counter("#m", page)}h1 > ::before{content:"on " counter(page) " "}';
    const { bytes } = await print(
      css,
      '<section><p>a</p></section><h1>Pre</h1><h1 class=main>Main</h1><section><p>b</p></section><h1 id=m>More <i>so</i></h1>',
    );
    expect(pagesOf(bytes)).toEqual(['a at 1/4; 2 (i)', 'Pre (ii)', 'Main b at 1/4; 2 (i)', 'More on 2 so (ii)']);
  });
});

describe('laying out', () => {
  it('is done once, where what is filled in moves nothing', async () => {
    const css =
      `${SHEET}h1{string-set:c content();break-before:page}@page{@top-left{content:string(c)}}nav a{display:block}` +
      'nav a::after{content:leader(".") target-counter(attr(href),page)}p a::after{content:" " target-counter(attr(href),page)}';
    const passesOf = async (body: string) => {
      const html = `<!doctype html><html lang=en><style>${css}</style>${body}`;
      const page = await pages.write(html);
      const source = { html, css: undefined };
      const paged = await openPaged(page, source, (await readPaged(page, source)) as PagedRules);
      let passes = 0;
      await paged.settle(
        async () => {
          passes += 1;
          const { data } = await page.session.send('Page.printToPDF', { preferCSSPageSize: true });
          return Buffer.from(data, 'base64');
        },
        { zoom: 1, alike: false, height: 1_000 },
      );
      return passes;
    };
    const nav = '<nav><a href="#x">Alpha</a><a href="#y">Beta</a></nav>';
    const chapters = '<h1 id=x>Alpha</h1><h1 id=y>Beta</h1>';
    expect(await passesOf(`${nav}${chapters}`)).toBe(1);
    // A number in running text is shorter than was foreseen.
    expect(await passesOf(`${nav}<p><a href="#y">see</a></p>${chapters}`)).toBe(2);
    // The note would take the room of the line that calls it: that is seen at once.
    const notes = '<style>i{float:footnote}p{margin:0;font:16px/20px serif}@page{size:300px 200px;margin:50px}</style>';
    expect(await passesOf(`${notes}${'<p>line'.repeat(5)}<i>note</i>${'<p>line'.repeat(12)}`)).toBe(2);
  }, 20_000);
});

describe('style sheets', () => {
  it('keep the order of their cascade', async () => {
    const css =
      '@media print{h1{string-set:c "wrong"}}@media screen{h1{string-set:c "right"}}@supports (color:red){h1{&.x{string-set:c "nested"}}}' +
      '@page{@top-left{content:string(c)}}a::after{content:target-counter(attr(href), page)}a.none::after{content:none}';
    const { bytes } = await print(
      css,
      '<h1>T</h1><a href="#t" id=t>r</a> <a class=none href="#t">s</a><h1 class=x style="break-before:page">U</h1>',
    );
    expect(pagesOf(bytes)).toEqual(['right T r1 s', 'nested U']);
  });

  it('are named with the line that is not followed', async () => {
    const html =
      '<!doctype html>\n<style>\np{color:red}\n.fn{\n  copy-into: x;\n}\n@page :nth(2n){margin:0}</style><p>x';
    const { warnings } = await convert({ source: { html } });
    expect(warnings).toEqual([
      {
        code: 'unsupported_css',
        message: expect.stringContaining('copy-into, @page :nth(): margin'),
        detail: {
          count: 2,
          items: [
            { css: 'copy-into', source: 'style 1', line: 5 },
            { css: '@page :nth(): margin', source: 'style 1', line: 7 },
          ],
        },
      },
    ]);
  });

  it('make the same file again', async () => {
    const css =
      'h1{string-set:c content();break-before:page}@page{@top-left{content:string(c)}}a::after{content:leader(dotted) target-counter(attr(href), page)}';
    const make = async () =>
      (await print(css, `<a href="#x">A</a><h1 id=x>X</h1>${PARAGRAPH}`, { deterministic: true })).bytes;
    expect(Buffer.compare(await make(), await make())).toBe(0);
  });
});

it('totals are carried forward in margin boxes and in headers, in the writing of the amounts', async () => {
  const css = `@page{size:300px 200px;margin:50px;@top-left{content:string(in,-platen-entry)}@bottom-left{content:string(out,last)}}
    body{margin:0}td{height:44px;padding:0}td.n{string-set:out "out " -platen-sum(),in "in " -platen-sum()}
    tfoot{display:table-row-group}tfoot td{string-set:out "",in ""}`;
  const rows = ['1.000,10 €', '0,20 €', '-5,00 €', '2,00 €', ''].map((text) => `<tr><td class=n>${text}</td></tr>`);
  const table = `<table>${rows.join('')}<tfoot><tr><td>all</td></tr></tfoot></table>`;
  const html = `<!doctype html><title>T</title><style>${css}</style>${table}`;
  const header = { source: '<div>[{{strings.in | entry}}]</div>', height: '50px' };
  const { bytes } = await convert({ source: { html }, header });
  const pages = pdfText(bytes)
    .split('\f')
    .map((text) => (text.match(/(?:in|out) -?[\d.,]+ €|\[.*\]/g) ?? []).join(' '));
  expect(pages.slice(0, 3)).toEqual([
    '[] out 1.000,30 €',
    '[in 1.000,30 €] in 1.000,30 € out 997,30 €',
    '[in 997,30 €] in 997,30 €',
  ]);
});
