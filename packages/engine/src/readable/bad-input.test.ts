import { describe, expect, it } from 'vitest';
import { longWords, many, manyElements, numbered } from '../testing/large-documents.ts';
import { useReader } from '../testing/readable.ts';

const { everyWay, twoWays, markdown, text } = useReader();

/*
 * How deep and how many: several times what the parser of HTML nests (512), and where a call is made with all elements of a
 * list, more than a call takes (about 120,000). More of the same, which takes seconds, is in large.all.test.ts.
 */

/** An element in itself, many times, around the word `core`. */
const nested = (times: number, open: string, close: string, inside = 'core'): string =>
  open.repeat(times) + inside + close.repeat(times);
/** A script that nests elements deeper than the parser does; `one` makes one and sets `inner` to its inside. */
const nestedByScript = (times: number, one: string): string =>
  `<div id=r></div><script>let p = r, inner; for (let i = 0; i < ${times}; i += 1) { ${one} p.append(inner.top ?? inner); p = inner; }
  p.append('core')</script>`;

describe('documents that are nested deeply', () => {
  it.each([
    ['lists', nested(1_500, '<ul><li>x', '</li></ul>')],
    ['tables', nested(1_000, '<table><tr><th>x</th><td>', '</td></tr></table>')],
    ['divisions', nested(4_000, '<div>', '</div>')],
    ['spans', nested(4_000, '<span>', '</span>')],
    ['definitions', nested(2_000, '<dl><dt>t<dd>', '</dl>')],
    ['disclosures', nested(1_000, '<details open><summary>s</summary>', '</details>')],
    ['flexible boxes', nested(2_000, '<div style="display:flex"><b>a</b>', '</div>')],
    [
      'formulas',
      `<p>x <math>${nested(2_000, '<mrow><msup>', '<mi>a</mi></msup></mrow>', '<mtext>core</mtext>')}</math>`,
    ],
    ['divisions by script', nestedByScript(700, "inner = document.createElement('div'); inner.append('t');")],
    [
      'shadow roots',
      nestedByScript(
        300,
        "inner = document.createElement('p'); const top = document.createElement('div'); top.attachShadow({ mode: 'open' }).append(inner); inner.top = top;",
      ),
    ],
  ])('%s', async (_, html) => {
    for (const read of await twoWays(html)) {
      expect(read).toContain('core');
      expect(read.length).toBeLessThan(20 * html.length);
    }
  });

  it('quotations, without a mark for each level on each line', async () => {
    const read = await everyWay(nested(400, '<blockquote>', '', many(2_000, '<p>core</p>')));
    for (const one of read) expect(one.length).toBeLessThan(2_000 * 200);
    expect(read.at(-1)).toMatch(/(?:> ){24}core/);
  });

  it('drawings in drawings, each word once', async () => {
    const drawing = nested(
      100,
      '<foreignObject width=500 height=500><svg width=100 height=100>',
      '</svg></foreignObject>',
      '<text y=20>core</text>',
    );
    for (const read of await everyWay(`<svg width=600 height=600>${drawing}</svg>`)) expect(read).toBe('core\n');
  });
});

describe('documents that are large', () => {
  it.each(longWords(200_000))('a long word in a %s', async (_, html, word) => {
    for (const read of await twoWays(html)) expect(read).toContain(word);
  });

  it.each(manyElements(0.2))('many %s', async (_, html, times) => {
    for (const read of await twoWays(html, { images: 'none' })) expect(read.split('core')).toHaveLength(times + 1);
  });

  it('many addresses, numbered', async () => {
    const html = `<p>${numbered(1_000, (n) => `<a href="https://example.org/${n}">t</a> `)}`;
    const [numberedText, reference] = (await everyWay(html, { links: 'footnotes', link_style: 'reference' })).slice(-2);
    expect(numberedText).toContain('[1000] https://example.org/999\n');
    expect(reference).toContain('[1000]: https://example.org/999\n');
    expect(await text(html, { links: 'inline' })).toContain('t (https://example.org/999)\n');
  });
});

describe('cells that claim more than there is', () => {
  it.each([
    [
      'columns and rows',
      `<table><tr><th>h<th>core${many(50, `<tr>${many(20, '<td colspan=1000 rowspan=65534>a</td>')}`)}</table>`,
    ],
    ['rows', `<table>${many(1_000, '<tr><td rowspan=65534>core<td rowspan=65534>b')}</table>`],
    ['columns in many rows', `<table><tr>${many(1_000, '<td>core')}${many(2_000, '<tr><td colspan=1000>a')}</table>`],
    [
      'columns of other elements',
      `<div role=table>${many(500, '<div role=row><b role=cell aria-colspan=1000 aria-rowspan=1000>core</b><b role=cell>b</b></div>')}</div>`,
    ],
  ])('%s', async (_, html) => {
    for (const read of await twoWays(html)) {
      expect(read).toContain('core');
      expect(read.length).toBeLessThan(4 * html.length + 700_000);
    }
  });

  it('numbers of a list that count down from far', async () => {
    const read = await text(
      '<ol start=999999999 reversed><li>a<li>b</ol><ol start=-2147483648><li>c</ol><ol type=I start=3999><li>d<li>e</ol>',
    );
    expect(read).toBe('999999999. a\n999999998. b\n\n-2147483648. c\n\nMMMCMXCIX. d\n4000. e\n');
  });
});

describe('documents that are broken', () => {
  it.each([
    ['formatting closed in another order', many(2_000, '<b><i>core') + many(2_000, '</b></i>')],
    ['formatting over paragraphs', many(1_000, '<p><b><i><u><a href=x>core')],
    ['links over tables', many(300, '<a href=x><b><p><table><i>core')],
    ['nothing closed', many(500, '<div><p><ul><li><span><table><td>core')],
    ['no markup at all', many(500, '<<p <a href="x" <b>core</i></p>< !-- <![CDATA[ & &# &#x; &bogus; <p a=\'>')],
  ])('%s', async (_, html) => {
    for (const read of await everyWay(html)) expect(read).toContain('core');
  });

  it('characters that are none', async () => {
    const html =
      '<h1>a\ud800b</h1><p>core\udc00 \0 \ufffe\uffff\u0001\u007f &#0; &#xD800; &#1;</p><pre>x\ud83dy\0</pre>';
    for (const read of await everyWay(html)) {
      expect(read).toContain('core');
      expect(read).not.toContain('\0');
    }
  });

  it.each([
    ['a set of frames', '<frameset cols="50%,50%"><frame><frame><noframes>core</noframes></frameset>'],
    ['no body', '<p>core</p><script>document.body.remove()</script>'],
    ['no root', '<p>core</p><script>document.documentElement.remove()</script>'],
    [
      'a root that is no HTML',
      `<p>core</p><script>document.replaceChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'), document.documentElement)</script>`,
    ],
  ])('%s is empty', async (_, html) => {
    for (const read of await everyWay(html)) expect(read).toBe('');
  });

  it('notes that refer to each other', async () => {
    const note = (id: number, other: number, inside = '') =>
      `<div id=fn${id} class=footnote>core <sup><a href="#fn${other}">${other}</a></sup>${inside}</div>`;
    const html = `<p>a<sup><a href="#fn1">1</a></sup></p>${note(1, 2, note(2, 1))}${note(3, 3)}`;
    for (const read of await everyWay(html)) expect(read.split('core')).toHaveLength(4);
  });

  it.each([
    [
      'code',
      `<pre><span class="${many(100_000, 'copy_')}">y</span></pre><div class="code ${many(100_000, 'gutter_')}"><pre>core</pre></div>`,
    ],
    ['images', `<p>core<img alt=a src="${many(100_000, 'blank')}"><img alt=b srcset="${many(100_000, 'spacer')} 2x">`],
    ['notes', `<p class="${many(200_000, 'note ')}">core<p class="${many(200_000, 'aA')}">x`],
  ])('names of half a megabyte on %s', async (_, html) => {
    for (const read of await everyWay(html)) expect(read).toContain('core');
  });
});

describe('what stands beside one block of code', () => {
  const space = ' \n'.repeat(150);
  it.each([
    ['after much white space', `<div class="resource-body">${space}<p>core of it</p><pre>x = 1</pre></div>`],
    ['with a button', `<div>${space}<div>core of it</div><button>Buy</button><pre>x = 1</pre></div>`],
    ['as a heading of one word', '<section class="example"><h2>core</h2><pre>x = 1</pre></section>'],
    ['as a paragraph of one word', '<div class="snippet"><p>core</p><pre>x = 1</pre></div>'],
    ['as a picture', '<div class="listing"><img alt="core" src="x.png"><pre>x = 1</pre></div>'],
    ['as a copyright', '<div class="code"><div class="copyright">2026 the core team</div><pre>x = 1</pre></div>'],
    ['as copy', '<div class="code"><div class="copy"><p>core</p></div><pre>x = 1</pre></div>'],
    ['beside an empty one', '<div class="source">core<pre> </pre></div>'],
  ])('is kept: %s', async (_, html) => {
    // A picture has no words in plain text.
    const ways = /<img/.test(html) ? [await markdown(html)] : await everyWay(html);
    for (const way of ways) expect(way).toContain('core');
  });
});
