import { describe, expect, it } from 'vitest';
import { useReader } from '../testing/readable.ts';

const { markdown } = useReader();
const baseUrl = 'https://shop.example.com/dir/page.html';

describe('headings and paragraphs', () => {
  it('keep their levels, links and marks', async () => {
    const html = '<h1>A</h1><h2><a href="/x">B</a></h2><h4>C <em>d</em></h4><div role="heading" aria-level="3">E</div>';
    expect(await markdown(html, { baseUrl })).toBe(
      '# A\n\n## [B](https://shop.example.com/x)\n\n#### C *d*\n\n### E\n',
    );
  });

  it('lose the signs that link headings to themselves', async () => {
    expect(await markdown('<h2 id="a">Use<a href="#a">#</a></h2><p>x</p>')).toBe('## Use\n\nx\n');
  });

  it('are underlined when asked', async () => {
    const html = '<h1>A</h1><h2>B</h2><h3>C</h3>';
    expect(await markdown(html, { heading_style: 'setext' })).toBe('A\n=\n\nB\n-\n\n### C\n');
  });

  it('escape what Markdown would read as markup', async () => {
    const html = '<p>1. no list</p><p># no heading</p><p>a*b*c [x](y) &lt;tag&gt;</p><p>+ no item</p>';
    expect(await markdown(html)).toBe(
      '1\\. no list\n\n\\# no heading\n\na\\*b\\*c \\[x]\\(y) \\<tag>\n\n\\+ no item\n',
    );
  });

  it('put the space of marked text outside of the mark', async () => {
    expect(await markdown('<p>one<b> bold </b>two <del>old</del> <s>gone</s></p>')).toBe(
      'one **bold** two ~~old~~ ~~gone~~\n',
    );
  });

  it('part at two line breaks and keep a single one', async () => {
    expect(await markdown('<p>a<br>b<br><br>c</p>')).toBe('a\\\nb\n\nc\n');
  });

  it('write raised and lowered text as HTML', async () => {
    expect(await markdown('<p>H<sub>2</sub>O, 10<sup>3</sup></p>')).toBe('H<sub>2</sub>O, 10<sup>3</sup>\n');
  });
});

describe('lists', () => {
  it('nest, with their numbers', async () => {
    const html = '<ol start="3"><li>three<ul><li>sub</li></ul></li><li>four</li><li value="9">nine</li></ol>';
    expect(await markdown(html)).toBe('3. three\n   - sub\n4. four\n\n9) nine\n');
  });

  it('may be badly nested', async () => {
    expect(await markdown('<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>')).toBe('- a\n  - b\n- c\n');
  });

  it('count down when they do', async () => {
    expect(await markdown('<ol reversed><li>c</li><li>b</li></ol>')).toMatch(/^2\. c\n[\s\S]*1\) b\n$/);
  });

  it('keep paragraphs, tasks and the bullet that was asked for', async () => {
    expect(await markdown('<ul><li><p>one</p><p>two</p></li></ul>')).toBe('- one\n\n  two\n');
    const tasks = '<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox"> to do</li></ul>';
    expect(await markdown(tasks, { bullet: '*' })).toBe('* [x] done\n* [ ] to do\n');
  });

  it('of cards without bullets are no lists', async () => {
    const card = (n: number) => `<li><h3>Card ${n}</h3><p>Text ${n}</p></li>`;
    const html = `<ul style="list-style:none">${card(1)}${card(2)}</ul>`;
    expect(await markdown(html)).toBe('### Card 1\n\nText 1\n\n### Card 2\n\nText 2\n');
  });
});

describe('code', () => {
  const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n`;
  const cases: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
    'names its language by class': [
      '<pre><code class="language-python">def f():\n    return 1\n</code></pre>',
      block('python', 'def f():\n    return 1'),
    ],
    'names its language by the wrapper': [
      '<div class="highlight highlight-source-rust"><pre>fn main() {}</pre></div>',
      block('rust', 'fn main() {}'),
    ],
    'names its language by a data attribute': ['<pre data-lang="toml">a = 1</pre>', block('toml', 'a = 1')],
    'loses a gutter in a table': [
      '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>a = 1\nb = 2\n</pre></td></tr></table>',
      block('', 'a = 1\nb = 2'),
    ],
    'loses a gutter of rows': [
      '<div class="code"><table><tr><td>1</td><td><pre>a</pre></td></tr><tr><td>2</td><td><pre>b</pre></td></tr></table></div>',
      block('', 'a\nb'),
    ],
    'loses line numbers within lines': [
      '<pre><code><span class="line-number">1</span>a\n<span class="line-number">2</span>b</code></pre>',
      block('', 'a\nb'),
    ],
    'loses its copy button': [
      '<div class="codehilite"><button aria-label="Copy">Copy</button><pre><code>npm i</code></pre></div>',
      block('', 'npm i'),
    ],
    'loses a hidden copy of itself': [
      '<div class="highlight"><pre style="display:none">npm i</pre><pre>npm i</pre><pre></pre><button>Copy</button></div>',
      block('', 'npm i'),
    ],
    'loses the name of its language': [
      '<div class="code-block"><div>bash</div><button>Copy</button><pre>npm i</pre></div>',
      block('', 'npm i'),
    ],
    'has lines by element': ['<pre><code><div>a</div><div></div><div>b</div></code></pre>', block('', 'a\n\nb')],
    'has lines by break': ['<pre>a<br>b</pre>', block('', 'a\nb')],
    'has a fence longer than any inside': ['<pre>```\nx\n```</pre>', '````\n```\nx\n```\n````\n'],
  };
  for (const [name, [html, expected]] of Object.entries(cases)) {
    it(name, async () => {
      expect(await markdown(html)).toBe(expected);
    });
  }

  it('keeps backticks in a line', async () => {
    expect(await markdown('<p>use <code>a`b</code></p>')).toBe('use ``a`b``\n');
  });
});

describe('tables', () => {
  it('may have headings over their columns', async () => {
    const html =
      '<table><thead><tr><td><h2>Plans</h2><td><h2>Free</h2>$0<td><h2>Team</h2>$9</thead>' +
      '<tbody><tr><th colspan=3>Features<tr><td>Users<td>1<td>20<tr><td>Storage<td>1 GB<td>50 GB</table>';
    expect(await markdown(html)).toBe(
      '| Plans | Free<br>$0 | Team<br>$9 |\n| --- | --- | --- |\n| Features | | |\n| Users | 1 | 20 |\n| Storage | 1 GB | 50 GB |\n',
    );
  });

  it('have outer pipes, a head and alignment', async () => {
    const html =
      '<table><tr><th>Item<th style="text-align:right">Price</tr><tr><td>Paper<td style="text-align:right">4.50</tr></table>';
    expect(await markdown(html)).toBe('| Item | Price |\n| --- | ---: |\n| Paper | 4.50 |\n');
  });

  it('find the head by bold text, and do without one', async () => {
    const bold = '<table><tr><td><b>A</b><td><b>B</b></tr><tr><td>1<td>2</tr></table>';
    expect(await markdown(bold)).toBe('| A | B |\n| --- | --- |\n| 1 | 2 |\n');
    const none = '<table><tr><td>k1<td>v1</tr><tr><td>k2<td>v2</tr></table>';
    expect(await markdown(none)).toBe('| | |\n| --- | --- |\n| k1 | v1 |\n| k2 | v2 |\n');
  });

  it('expand spans', async () => {
    const html =
      '<table><tr><th>A<th>B<th>C</tr><tr><td colspan="2">wide<td rowspan="2">tall</tr><tr><td>1<td>2</tr></table>';
    expect(await markdown(html)).toBe('| A | B | C |\n| --- | --- | --- |\n| wide | | tall |\n| 1 | 2 | |\n');
  });

  it('put the paragraphs of a cell in one line, and escape pipes', async () => {
    const html = '<table><tr><th>A<th>B</tr><tr><td><p>p1</p><p>p2</p><td>x|y<br>z</tr></table>';
    expect(await markdown(html)).toBe('| A | B |\n| --- | --- |\n| p1<br>p2 | x\\|y<br>z |\n');
  });

  it('have their caption above', async () => {
    const html = '<table><caption>Prices</caption><tr><th>A<th>B</tr><tr><td>1<td>2</tr></table>';
    expect(await markdown(html)).toBe('Prices\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n');
  });

  it('are unwrapped when they only lay out the page', async () => {
    const html = '<table role="presentation"><tr><td><h2>Title</h2><p>Text</p></td></tr></table>';
    expect(await markdown(html)).toBe('## Title\n\nText\n');
    const undeclared = '<table><tr><td><h1>Left</h1><p>Text</p></td><td><p>Right</p></td></tr></table>';
    expect(await markdown(undeclared)).not.toContain('|');
  });

  it('are made of CSS tables and of ARIA tables', async () => {
    const style = '<style>.t{display:table}.r{display:table-row}.c{display:table-cell}</style>';
    const css = `${style}<div class="t"><div class="r"><div class="c">k</div><div class="c">v</div></div><div class="r"><div class="c">a</div><div class="c">b</div></div></div>`;
    expect(await markdown(css)).toBe('| | |\n| --- | --- |\n| k | v |\n| a | b |\n');
    const aria =
      '<div role="table"><div role="row"><b role="columnheader">K</b><b role="columnheader">V</b></div><div role="row"><i role="cell">a</i><i role="cell">b</i></div></div>';
    expect(await markdown(aria)).toMatch(/^\| K \| V \|\n\| --- \| --- \|\n\| \*a\* \| \*b\* \|\n$/);
  });

  it('are made of rows of boxes that stand in columns', async () => {
    const row = (...cells: string[]) =>
      `<div style="display:grid;grid-template-columns:3fr 1fr 1fr">${cells.map((cell) => `<div>${cell}</div>`).join('')}</div>`;
    const html = `<main>${row('Paper', '10', '45.00')}${row('Toner', '2', '159.80')}</main>`;
    expect(await markdown(html)).toBe('| | | |\n| --- | --- | --- |\n| Paper | 10 | 45.00 |\n| Toner | 2 | 159.80 |\n');
  });

  it('are HTML with their spans when asked', async () => {
    const html = '<table><tr><th>A<th>B</tr><tr><td colspan="2">x &amp; <b>y</b></tr></table>';
    expect(await markdown(html, { tables: 'html' })).toBe(
      '<table>\n<tr><th>A</th><th>B</th></tr>\n<tr><td colspan="2">x &amp; <strong>y</strong></td></tr>\n</table>\n',
    );
  });
});

describe('links and images', () => {
  it('are absolute', async () => {
    const html = '<p><a href="../up">u</a> <a href="?q=1">q</a> <a href="//cdn.example.org/x">p</a></p>';
    expect(await markdown(html, { baseUrl })).toBe(
      '[u](https://shop.example.com/up) [q](https://shop.example.com/dir/page.html?q=1) [p](https://cdn.example.org/x)\n',
    );
  });

  it('stay as they are in a document without an address', async () => {
    expect(await markdown('<p><a href="/terms">t</a></p>')).toBe('[t](/terms)\n');
  });

  it('do not lead to scripts, files or data', async () => {
    const html =
      '<p><a href="javascript:alert(1)">a</a> <a href="file:///etc/passwd">b</a> <a href="data:text/html,x">c</a> <a href=" JavaScript:x">d</a></p>';
    expect(await markdown(html)).toBe('a b c d\n');
  });

  it('keep addresses with parentheses and spaces whole', async () => {
    const html = '<p><a href="https://e.org/a_(b)">w</a> <a href="https://e.org/a b">s</a></p>';
    expect(await markdown(html)).toBe('[w](https://e.org/a_\\(b\\)) [s](https://e.org/a%20b)\n');
  });

  it('are numbered at the end when asked, each address once', async () => {
    const html =
      '<p><a href="https://e.org/1">a</a> <a href="https://e.org/2">b</a> <a href="https://e.org/1">c</a></p>';
    expect(await markdown(html, { link_style: 'reference' })).toBe(
      '[a][1] [b][2] [c][1]\n\n[1]: https://e.org/1\n[2]: https://e.org/2\n',
    );
  });

  it('find the real address of lazy images and drop data images', async () => {
    const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
    const html = `<p><img src="${pixel}" data-src="/i/real.jpg" alt="Boat"><img src="${pixel}" alt="Dot" width="20" height="20"></p>`;
    expect(await markdown(html, { baseUrl })).toBe('![Boat](https://shop.example.com/i/real.jpg)Dot\n');
    expect(await markdown(html, { baseUrl, images: 'data' })).toContain(`![Dot](${pixel})`);
    expect(await markdown(html, { baseUrl, images: 'alt' })).toBe('BoatDot\n');
    expect(await markdown(html, { baseUrl, images: 'none' })).toBe('');
  });
});

describe('more kinds of content', () => {
  const cases: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
    'MathML with its source': [
      '<p>So <math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2</annotation></semantics></math>.</p>',
      'So $x^2$.\n',
    ],
    'MathML without it': [
      '<math display="block"><mfrac><mi>a</mi><msqrt><mi>b</mi></msqrt></mfrac></math>',
      '$$\n\\frac{a}{\\sqrt{b}}\n$$\n',
    ],
    KaTeX: [
      '<p>E: <span class="katex"><span class="katex-mathml"><math><semantics><mi>a</mi><annotation encoding="application/x-tex">\\alpha</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">a</span></span></p>',
      'E: $\\alpha$\n',
    ],
    'MathJax 2': ['<p>E: <span class="MathJax">x2</span><script type="math/tex">x^2</script></p>', 'E: $x^2$\n'],
    footnotes: [
      '<p>Text<sup id="r1"><a href="#fn1">1</a></sup>.</p><section class="footnotes"><ol><li id="fn1"><p>Body <a href="#r1">↩</a></p></li></ol></section>',
      'Text[^1].\n\n[^1]: Body\n',
    ],
    'definition lists': ['<dl><dt>Term</dt><dd>Meaning</dd><dd>Another</dd></dl>', 'Term\n: Meaning\n: Another\n'],
    details: ['<details open><summary>More</summary><p>Inside</p></details>', '**More**\n\nInside\n'],
    callouts: [
      '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Hot.</p></div>',
      '> [!WARNING]\n> Hot.\n',
    ],
    quotations: ['<blockquote><p>a</p><p>b</p></blockquote><p><q>c</q></p>', '> a\n>\n> b\n\n“c”\n'],
    'rules and figures': [
      '<p>a</p><hr><figure><img src="https://e.org/i.png" alt="I" width="9" height="9"><figcaption>Cap</figcaption></figure>',
      'a\n\n***\n\n![I](https://e.org/i.png)\n\nCap\n',
    ],
    'ruby annotations': ['<p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby></p>', '漢字(かんじ)\n'],
  };
  for (const [name, [html, expected]] of Object.entries(cases)) {
    it(`reads ${name}`, async () => {
      expect(await markdown(html)).toBe(expected);
    });
  }

  it('begins with facts about the document when asked', async () => {
    const html =
      '<html lang="de"><head><title>Über "uns"</title><meta name="author" content="A. B."></head><body><p>x</p></body></html>';
    expect(await markdown(html, { front_matter: true, baseUrl })).toBe(
      `---\ntitle: "Über \\"uns\\""\nurl: "${baseUrl}"\nlanguage: "de"\nauthor: "A. B."\n---\n\nx\n`,
    );
  });

  it('is empty for an empty page', async () => {
    expect(await markdown('<p></p>')).toBe('');
  });
});

describe('addresses in a text', () => {
  it('stay what they are on the page', async () => {
    expect(await markdown('<p>Write to ada@example.com or see www.example.com')).toBe(
      'Write to ada@example.com or see www.example.com\n',
    );
  });
});
