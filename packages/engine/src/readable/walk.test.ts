import { describe, expect, it } from 'vitest';
import { useReader } from '../testing/readable.ts';

const { text, markdown } = useReader();
const full = { content: 'full' };

describe('what a person cannot see', () => {
  const hidden: Readonly<Record<string, string>> = {
    'is not displayed': '<p style="display:none">SECRET</p>',
    'has the hidden attribute': '<div hidden><p>SECRET</p></div>',
    'is not visible': '<p style="visibility:hidden">SECRET</p>',
    'is transparent': '<div style="opacity:0"><p>SECRET</p></div>',
    'is off the left edge': '<p style="position:absolute;left:-9999px">SECRET</p>',
    'is off the top edge': '<p style="position:absolute;top:-500px">SECRET</p>',
    'is moved away by a transform': '<p style="transform:translateX(-9999px)">SECRET</p>',
    'is shrunk to nothing': '<p style="transform:scale(0)">SECRET</p>',
    'is clipped to a pixel': '<span style="position:absolute;width:1px;height:1px;overflow:hidden">SECRET</span>',
    'is clipped by a rectangle': '<span style="position:absolute;clip:rect(0,0,0,0)">SECRET</span>',
    'is clipped by a path': '<p style="clip-path:inset(50%)">SECRET</p>',
    'is in a box without height': '<div style="height:0;overflow:hidden"><p>SECRET</p></div>',
    'is below the edge of a clipping box':
      '<div style="height:30px;overflow:hidden"><p style="margin:0;height:40px">seen</p><p>SECRET</p></div>',
    'has no size': '<p style="font-size:0">SECRET</p>',
    'has a transparent colour': '<p style="color:transparent">SECRET</p>',
    'has the colour of the page': '<p style="color:#fff">SECRET</p>',
    'has the colour of its box': '<div style="background:#123456"><p style="color:#123456">SECRET</p></div>',
    'is indented away': '<h2 style="text-indent:-9999px;overflow:hidden">SECRET</h2>',
    'is in a skipped subtree': '<div style="content-visibility:hidden"><p>SECRET</p></div>',
    'is in a closed dialog': '<dialog><p>SECRET</p></dialog>',
    'is in a template': '<template><p>SECRET</p></template>',
    'is for browsers without scripts': '<noscript><p>SECRET</p></noscript>',
    'is script or style': '<script>var x="SECRET"</script><style>.a{--x:SECRET}</style>',
    'is the fallback of a canvas': '<canvas>SECRET</canvas>',
    'is a comment or an attribute': '<!-- SECRET --><p title="SECRET" aria-label="SECRET" data-x="SECRET">shown</p>',
    'is an option that is not chosen': '<select><option>chosen<option>SECRET</select>',
    'is a password': '<input type="password" value="SECRET">',
    'is hidden input': '<input type="hidden" value="SECRET">',
    'is in a frame that does not show': '<iframe style="display:none" srcdoc="<p>SECRET</p>"></iframe>',
  };
  it('is left out, whatever hides it', async () => {
    const cases = Object.entries(hidden);
    const page = cases.map(
      ([, html], index) => `<p>before-${index}.</p>${html.replaceAll('SECRET', `SECRET-${index}.`)}`,
    );
    const result = await text(`${page.join('')}<p>after</p>`, full);
    expect(cases.filter((_, index) => result.includes(`SECRET-${index}.`)).map(([name]) => name)).toEqual([]);
    expect(result).not.toContain('SECRET');
    expect(cases.filter((_, index) => !result.includes(`before-${index}.`)).map(([name]) => name)).toEqual([]);
    expect(result).toContain('after');
  });

  // What shows little else could be taken for a page that shows its content later.
  it.each(['is not displayed', 'is not visible', 'is transparent', 'has the colour of the page'])(
    'is left out when there is little else, and it %s',
    async (name) => {
      const result = await text(`<p>before</p>${hidden[name]}<p>after</p>`, full);
      expect(result).not.toContain('SECRET');
      expect(result).toMatch(/before[\s\S]*after/);
    },
  );
});

describe('what a person can see', () => {
  const shown: Readonly<Record<string, string>> = {
    'below the window': '<div style="height:5000px"></div><p>SHOWN</p>',
    'right of the window': '<p style="position:absolute;left:3000px">SHOWN</p>',
    'in a scroller, beyond its box':
      '<div style="height:50px;overflow:auto"><div style="height:400px"></div><p>SHOWN</p></div>',
    'outside of a clipping box that does not hold it':
      '<div style="overflow:hidden;height:0"><p style="position:absolute;top:50px">SHOWN</p></div>',
    'visible again inside of what is not':
      '<div style="visibility:hidden"><p style="visibility:visible">SHOWN</p></div>',
    'marked as hidden from screen readers only': '<p aria-hidden="true">SHOWN</p>',
    'white on a picture':
      '<div style="position:relative"><svg width="500" height="90" style="position:absolute"><rect width="500" height="90"/></svg><p style="color:#fff;position:relative">SHOWN</p></div>',
    'white on an overlay':
      '<div style="position:relative;height:60px"><div style="position:absolute;inset:0;background:#000"></div><p style="color:#fff;position:absolute;margin:0">SHOWN</p></div>',
    'filled with a gradient':
      '<p style="background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent">SHOWN</p>',
    'faded in by an animation':
      '<style>@keyframes f{from{opacity:0}}p{animation:f 1s .5s backwards}</style><p>SHOWN</p>',
    'in an open dialog': '<dialog open><p>SHOWN</p></dialog>',
    'in a drawing': '<svg width="200" height="40"><text y="20">SHOWN</text></svg>',
    'in a drawing in the place of its source':
      '<pre class="mermaid"><svg width="200" height="90"><foreignObject width="200" height="40"><p>SHOWN</p></foreignObject></svg></pre>',
    'placed in a moved box without a size':
      '<div style="height:90px;overflow:hidden;position:relative"><div style="position:absolute;transform:translate(9px,9px)"><div style="position:absolute;transform:translate(9px,9px);width:12px">SHOWN</div></div></div>',
    'written by a style sheet': '<style>b::after{content:" SHOWN"}</style><p><b>x</b></p>',
    'taken from an attribute by a style sheet':
      '<style>b::before{content:attr(data-x)}</style><p><b data-x="SHOWN">x</b></p>',
  };
  for (const [name, html] of Object.entries(shown)) {
    it(`is kept: ${name}`, async () => {
      expect(await text(`<p>before</p>${html}`, full)).toContain('SHOWN');
    });
  }

  it('is in a drawing what its labels say, and the pages that are in it', async () => {
    const html =
      '<svg width=900 height=600><foreignObject width=400 height=200><style>.x{color:red}</style><script>var hidden = 1</script>' +
      '<div><span>Total</span></div><div style="display:none">gone</div></foreignObject><text y=220><title>Name</title><tspan x=0 dy=0>Two</tspan><tspan x=0 dy=20>lines</tspan></text>' +
      '<foreignObject y=300 width=400 height=300><style>h2{margin:0}</style><h2>Slide</h2><table><tr><th>A<th>B<tr><td>1<td>2</table></foreignObject></svg>';
    expect(await text(html, full)).toBe('Total Two lines\n\nSlide\n\nA  B\n1  2\n');
  });

  it('is what a page holds back, when it shows nothing else', async () => {
    const words = 'The committee met on Tuesday to talk about the harbour and its walls. '.repeat(5);
    const html = `<style>body{opacity:0;transition:opacity 1s}</style><div><p>${words}</p></div>`;
    expect(await text(html, full)).toContain('The committee met');
  });

  it('is what counters of style sheets number, in shadow trees and from any direction too', async () => {
    const html =
      '<style>body{counter-reset:ch}h2{counter-increment:ch;counter-reset:s}h2::before{content:"Section " counter(ch,upper-roman) ". "}' +
      'p.n{counter-increment:s}p.n::before{content:counter(ch) "." counter(s) " "}.c{counter-reset:item;list-style:none}.c>li{counter-increment:item}' +
      '.c>li::before{content:counters(item,".") " "}</style><h2>Alpha</h2><p class=n>First.</p><p class=n style="display:none">gone</p><p class=n>Second.</p>' +
      '<h2>Beta</h2><p class=n>Third.</p><ol class=c><li>One<ol class=c><li>Deep</ol><li>Two</ol><div id=h></div>' +
      '<script>h.attachShadow({mode:"closed"}).innerHTML="<style>b{counter-increment:q}b::before{content:\'q\' counter(q) \' \'}</style><b>shut</b>"</script>';
    const expected = [
      ...['Section I. Alpha', '1.1 First.', '1.2 Second.', 'Section II. Beta', '2.1 Third.'],
      ...['1. One', '1.1 Deep', '2. Two', 'q1 shut'],
    ];
    for (const dir of ['ltr', 'rtl']) {
      const read = await text(`<div dir=${dir}>${html}</div>`, full);
      expect(read.split(/\n\s*/).filter((line) => line !== '')).toEqual(expected);
    }
    expect(await markdown(html, full)).toContain('1. One\n   - 1.1 Deep\n2. Two');
  });

  it('is what items of lists count, forward and back, up to what Chromium counts', async () => {
    const html =
      '<style>li::before{content:"[" counters(list-item,".") "] "}p{counter-increment:c 2147483647}p::before{content:counter(c) " "}</style>' +
      '<ol reversed start=10><li>a<li>b<ul><li>c</ul><li>d</ol><ol reversed><li>e<li hidden>f<li>g</ol>' +
      '<ol style="list-style:none"><li style="counter-set:list-item 9">h<li>i<li style="counter-increment:list-item 5">j</ol><body style="counter-reset:c"><p>k<p>l';
    expect((await text(html, full)).split(/\n\s*/).filter((line) => line !== '')).toEqual([
      ...['10. [10] a', '9. [9] b', '- [9.1] c', '8. [8] d', '2. [2] e', '1. [1] g'],
      ...['[9] h', '[10] i', '[15] j', '2147483647 k', '2147483647 l'],
    ]);
  });

  it('is what counters number in a frame, each by itself', async () => {
    const style = '<style>h2{counter-increment:c}h2::before{content:counter(c) " "}</style>';
    const inner = `${style}<h2>Inner</h2><ol style='list-style:none' start=3><style>li::before{content:counter(list-item) ": "}</style><li>Three</ol>`;
    const html = `${style}<h2>Outer</h2><iframe srcdoc="${inner.replaceAll('"', '&quot;')}"></iframe><h2>Last</h2>`;
    const lines = (await text(html, full)).split(/\n\s*/).filter((line) => line !== '');
    expect(lines).toEqual(['1 Outer', '1 Inner', '3. Three', '2 Last']);
  });

  it('is the value of form controls', async () => {
    const html = `<label>Name <input value="Lena"></label><label>City <select><option>Kiel<option selected>Rostock</select></label>
      <textarea>line one\nline two</textarea><label><input type="checkbox" checked> news</label>
      <label><input type="radio"> never</label><input placeholder="HINT"><button>Send</button>`;
    const result = await text(html, full);
    expect(result).toMatch(/Name Lena/);
    expect(result).toMatch(/City Rostock/);
    expect(result).toContain('line one\nline two');
    expect(result).toMatch(/\[x\] news/);
    expect(result).toMatch(/\[ \] never/);
    expect(result).toContain('Send');
    expect(result).not.toContain('HINT');
  });
});

describe('trees within the tree', () => {
  it('reads shadow roots, with slotted content in its place', async () => {
    const html = `<x-card><b slot="name">Ada</b><p>light</p></x-card><script>
      customElements.define('x-card', class extends HTMLElement { connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML = '<h2>Card of <slot name="name"></slot></h2><slot></slot><p>end</p>' } })</script>`;
    expect(await markdown(html, full)).toBe('## Card of Ada\n\nlight\n\nend\n');
  });

  it('reads the fallback of a slot that nothing fills', async () => {
    const html = '<div><template shadowrootmode="open"><slot>nobody</slot></template></div>';
    expect(await text(html, full)).toBe('nobody\n');
  });

  it('reads frames of the same origin where they stand', async () => {
    const html =
      '<p>one</p><iframe srcdoc="<h2>two</h2><iframe srcdoc=\'<p>three</p>\'></iframe>"></iframe><p>four</p>';
    expect(await markdown(html, full)).toBe('one\n\n## two\n\nthree\n\nfour\n');
  });
});

describe('reading order', () => {
  it('follows the order of flex items', async () => {
    const html =
      '<div style="display:flex"><p style="order:3">c</p><p style="order:1">a</p><p style="order:2">b</p></div>';
    expect((await text(html, full)).replace(/\s+/g, ' ').trim()).toBe('a b c');
  });

  it('follows reversed rows', async () => {
    const html = '<div style="display:flex;flex-direction:row-reverse"><p>b</p><p>a</p></div>';
    expect((await text(html, full)).replace(/\s+/g, ' ').trim()).toBe('a b');
  });

  it('keeps right-to-left text in its own order', async () => {
    const html = '<div dir="rtl"><p>שלום עולם</p><div style="display:flex"><div>סכום</div><div>12</div></div></div>';
    expect(await text(html, full)).toBe('שלום עולם\n\nסכום  12\n');
  });
});

describe('white space', () => {
  it('is collapsed as the browser does, across elements', async () => {
    expect(await text('<p>\n a <b> b </b>\n<i>c</i> , d\n</p>', full)).toBe('a b c , d\n');
    expect(await text('<p>A<span>B</span>C</p>', full)).toBe('ABC\n');
  });

  it('is kept where the style keeps it', async () => {
    expect(await text('<div style="white-space:pre-wrap">a   b\n  c</div>', full)).toBe('a   b\n  c\n');
  });

  it('is no space between ideographs', async () => {
    expect(await text('<p>日本語の\n文章です。\nHello\nworld</p>', full)).toBe('日本語の文章です。 Hello world\n');
  });

  it('loses soft hyphens, zero-width spaces and glyphs of icon fonts', async () => {
    expect(await text('<p>co&shy;op a&#8203;b <i>&#xe800;</i> 1&nbsp;000</p>', full)).toBe('coop ab 1 000\n');
  });

  it('parts words that stand apart on the page only', async () => {
    const html = '<div><span style="margin-right:8px">Price</span><span>5</span></div>';
    expect(await text(html, full)).toBe('Price 5\n');
    const badge = (word: string) => `<span style="padding:2px 8px">${word}</span>`;
    expect(await text(`<p>${badge('New')}${badge('Sale')}</p>`, full)).toBe('New Sale\n');
  });

  it('does not part a word from a sign for the room of a picture beside it', async () => {
    const link = '<a href="https://a.example/" style="padding-right:14px">source</a>';
    expect(await text(`<p>See ${link}<i>s</i>, and ${link}.</p>`, full)).toBe('See sources, and source.\n');
  });
});

describe('size', () => {
  it('survives lists that a script nests deeper than any parser does', async () => {
    const html = `<p>before</p><div id="a"></div><script>
      let e = document.getElementById('a');
      for (let i = 0; i < 700; i++) { const l = document.createElement('ul'), c = document.createElement('li'); c.append('w' + i); l.append(c); e.append(l); e = c }</script>`;
    const result = await text(html, full);
    expect(result).toContain('w0');
    expect(result).toContain('w699');
  });

  it('survives one word of a megabyte', async () => {
    const result = await text(`<p>${'x'.repeat(1_000_000)}</p>`, full);
    expect(result).toHaveLength(1_000_001);
  });
});
