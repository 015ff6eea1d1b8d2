import { describe, expect, it } from 'vitest';
import { useReader } from '../testing/readable.ts';

const { read } = useReader();
const baseUrl = 'https://shop.example.com/dir/page.html';

/** What was read of a document, as HTML, and the document itself. */
async function html(document: string, given = {}): Promise<string> {
  const { details } = await read('markdown', document, { baseUrl, content: 'full', ...given, include: ['html'] });
  return details.html ?? 'none';
}
async function pageHtml(document: string, given = {}): Promise<string> {
  const { details } = await read('text', document, { ...given, include: ['page_html'] });
  return details.page_html ?? 'none';
}

describe('what was read, as HTML', () => {
  const cases: Readonly<Record<string, readonly [document: string, html: string]>> = {
    'keeps headings, marks and links with their addresses': [
      '<h2>A <em>b</em></h2><p>See <a href="/x?a=1&b=2"><b>the</b> first</a> H<sub>2</sub>O <code>a &lt; b</code></p>',
      '<h2>A <em>b</em></h2>\n<p>See <a href="https://shop.example.com/x?a=1&amp;b=2"><strong>the</strong> first</a> H<sub>2</sub>O <code>a &lt; b</code></p>',
    ],
    'has no scripts, styles, handlers, classes and addresses that run': [
      '<style>p{color:red}</style><script>1</script><p class=x onclick="a()" style="color:red">a <a href="javascript:a()">b</a></p><img src=x onerror="a()" alt="c" width=50 height=50>',
      '<p>a b</p>\n<p><img src="https://shop.example.com/dir/x" alt="c"></p>',
    ],
    'writes text as text': [
      '<p>&lt;script&gt;"a" &amp;amp;&lt;/script&gt;</p>',
      '<p>&lt;script&gt;&quot;a&quot; &amp;amp;&lt;/script&gt;</p>',
    ],
    'keeps numbers, kinds and nesting of lists': [
      '<ol start="3" type="a"><li>three<ul><li>sub</li></ul></li><li value="9"><p>nine</p><p>more</p></li></ol>',
      '<ol start="3" type="a">\n<li>three\n<ul>\n<li>sub</li>\n</ul></li>\n<li value="9"><p>nine</p>\n<p>more</p></li>\n</ol>',
    ],
    'keeps tasks': [
      '<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox"> to do</li></ul>',
      '<ul>\n<li><input type="checkbox" disabled checked> done</li>\n<li><input type="checkbox" disabled> to do</li>\n</ul>',
    ],
    'keeps heads, spans and sides of tables': [
      '<table><caption>Sums</caption><thead><tr><th rowspan=2>Name<th colspan=2>Sum<tr><th>net<th>all</thead><tr><td>x<td style="text-align:right">1<td>2</table>',
      '<table>\n<caption>Sums</caption>\n<thead>\n<tr><th rowspan="2">Name</th><th colspan="2">Sum</th></tr>\n<tr><th>net</th><th>all</th></tr>\n</thead>\n<tbody>\n<tr><td>x</td><td style="text-align:right">1</td><td>2</td></tr>\n</tbody>\n</table>',
    ],
    'keeps code with its language': [
      '<pre><code class="language-js">if (a &lt; b)\n  c();</code></pre>',
      '<pre><code class="language-js">if (a &lt; b)\n  c();</code></pre>',
    ],
    'keeps quotes, terms, what folds, and parts that mean something': [
      '<article><blockquote>Said</blockquote><dl><dt>T<dd>D</dl><div><details open><summary>S</summary><p>in</p></details></div><hr></article>',
      '<article>\n<blockquote>\n<p>Said</p>\n</blockquote>\n<dl>\n<dt>T</dt>\n<dd>D</dd>\n</dl>\n<details open>\n<summary>S</summary>\n<p>in</p>\n</details>\n<hr>\n</article>',
    ],
    'keeps the direction of what is written from right to left': [
      '<section dir=rtl><p>שלום</p><p>עולם</p></section>',
      '<section dir="rtl">\n<p>שלום</p>\n<p>עולם</p>\n</section>',
    ],
  };
  it.each(Object.entries(cases))('%s', async (_, [document, expected]) => {
    expect(await html(document)).toBe(`${expected}\n`);
  });

  it('is what the choice of content left, and nothing where there is nothing', async () => {
    const document = '<nav><a href=/>Home</a></nav><p id=a>first</p><p id=b>second</p>';
    expect(await html(document, { content: 'auto' })).toBe('<p>first</p>\n<p>second</p>\n');
    expect(await html(document, { only_selector: '#b' })).toBe('<p>second</p>\n');
    expect(await html(document, { exclude_selectors: ['p', 'nav'] })).toBe('');
  });

  it('holds pictures as the request asks for them', async () => {
    const document = '<p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="dot" width=50 height=50></p>';
    expect(await html(document)).toBe('<p>dot</p>\n');
    expect(await html(document, { images: 'data' })).toContain('src="data:image/gif;base64');
    expect(await html(document, { images: 'none' })).toBe('');
  });
});

describe('the page as HTML', () => {
  it('is what its scripts left, with its doctype, and with nothing of ours', async () => {
    const document =
      '<!DOCTYPE html><html lang="de"><head><title>T</title></head><body class="x"><p id="a"></p></body></html>';
    expect(await pageHtml(document)).toBe(document);
    const written = document.replace('</body>', '<script>a.textContent = "<b>"; a.onclick = () => 1;</script></body>');
    expect(await pageHtml(written)).toBe(written.replace('<p id="a">', '<p id="a">&lt;b&gt;'));
  });

  it('holds what is in shadow trees', async () => {
    const document = `<html a="1"><head></head><body><x-a></x-a><script>
      const root = document.querySelector('x-a').attachShadow({ mode: 'open' });
      root.innerHTML = '<i>in</i><x-b></x-b>';
      root.querySelector('x-b').attachShadow({ mode: 'open' }).innerHTML = '<u>deep</u>';
    </script></body></html>`;
    const page = await pageHtml(document);
    expect(page).toContain('<html a="1"><head>');
    expect(page).toContain(
      '<x-a><template shadowrootmode="open"><i>in</i><x-b><template shadowrootmode="open"><u>deep</u></template></x-b></template></x-a>',
    );
    expect(page.endsWith('</body></html>')).toBe(true);
  });

  it('is what the page is, also where its text is read from what was sent', async () => {
    const words = 'These words are taken away by a script. '.repeat(20);
    const document = `<html><head></head><body><p>${words}</p><script>document.body.textContent = ''</script></body></html>`;
    expect(await pageHtml(document)).toBe('<html><head></head><body></body></html>');
  });
});

describe('elements of the page', () => {
  const list = async (document: string, elements: readonly string[]) =>
    (await read('text', document, { elements })).details.elements ?? [];

  it('are listed by selector, in their order, with what they are and where', async () => {
    const document = `<style>body{margin:0}p{margin:0;width:200px;height:20px}i{display:none}</style>
      <p class="a" data-id="7">One <b>bold</b><i>hidden</i></p><div style="height:3000px"></div><p>Two</p>`;
    const [paragraphs, none, bold] = await list(document, ['p', '.none', 'b']);
    expect(paragraphs).toEqual({
      selector: 'p',
      count: 2,
      elements: [
        {
          ...{ tag: 'p', text: 'One bold', html: 'One <b>bold</b><i>hidden</i>' },
          attributes: { class: 'a', 'data-id': '7' },
          ...{ left: 0, top: 0, width: 200, height: 20 },
        },
        { tag: 'p', text: 'Two', html: 'Two', attributes: {}, left: 0, top: 3_020, width: 200, height: 20 },
      ],
    });
    expect(none).toEqual({ selector: '.none', count: 0, elements: [] });
    expect(bold).toMatchObject({ count: 1, elements: [{ text: 'bold' }] });
  });

  it('are found whatever the choice of content leaves out, in shadow trees too', async () => {
    const document = `<nav><a href="/x" title="Home">Home</a></nav><main><p>${'Words of the page. '.repeat(30)}</p></main><x-a></x-a>
      <script>document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML = '<svg><text>in</text></svg>'</script>`;
    const [links, texts] = await list(document, ['nav a', 'text']);
    expect(links).toMatchObject({ elements: [{ attributes: { href: '/x', title: 'Home' } }] });
    expect(texts).toMatchObject({ elements: [{ tag: 'text', text: 'in' }] });
  });

  it('are refused by the place of a selector that is none', async () => {
    await expect(list('<p>x', ['p', 'p[['])).rejects.toMatchObject({
      code: 'invalid_request',
      details: { pointer: '/elements/1' },
    });
  });

  it('are bounded, and the rest is told', async () => {
    const { details, leftOut } = await read('text', '<p>x'.repeat(1_005), { elements: ['p', 'body'] });
    expect(details.elements?.map(({ count, elements }) => [count, elements.length])).toEqual([
      [1_005, 1_000],
      [1, 1],
    ]);
    expect(leftOut).toEqual([{ name: 'elements', selector: 'p', count: 1_005, listed: 1_000 }]);
    const long = await read('text', `<p>${'x'.repeat(3_000_000)}`, { elements: ['p', 'body'] });
    expect(long.leftOut.map((entry) => entry.name === 'elements' && entry.listed)).toEqual([0, 0]);
  });
});

it('leaves out what is too long, and tells it', async () => {
  const document = `<p>${'x'.repeat(5_100_000)}`;
  const { details, leftOut } = await read('text', document, { include: ['html', 'page_html'] });
  expect(Object.keys(details)).toEqual(['metadata']);
  expect(leftOut).toEqual([
    { name: 'html', characters: 5_100_008 },
    { name: 'page_html', characters: expect.any(Number) },
  ]);
});
