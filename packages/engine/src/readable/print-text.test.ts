import { describe, expect, it } from 'vitest';
import { useReader } from '../testing/readable.ts';

const { text } = useReader();

describe('lines and paragraphs', () => {
  it('part paragraphs by a blank line and keep lines that stand close together', async () => {
    const html = '<p>one</p><p>two</p><div><div>Acme Corp</div><div>1 Main Street</div></div><p>three</p>';
    expect(await text(html)).toBe('one\n\ntwo\n\nAcme Corp\n1 Main Street\n\nthree\n');
  });

  it('put a label and its value on one line, however they are laid out', async () => {
    const flex =
      '<div style="display:flex;justify-content:space-between;width:300px"><span>Total</span><b>5.50</b></div>';
    expect(await text(flex)).toBe('Total  5.50\n');
    expect(await text('<div><span style="float:right">5.50</span>Total</div>')).toBe('Total  5.50\n');
    expect(await text('<div style="width:200px">Total <span style="float:right">5.50</span></div>')).toBe(
      'Total  5.50\n',
    );
    expect(await text('<table><tr><td>Total</td><td>5.50</td></tr></table>')).toBe('Total  5.50\n');
    expect(await text('<dl><dt>Power</dt><dd>2200 W</dd></dl>')).toBe('Power  2200 W\n');
  });

  it('leave columns of prose one after the other', async () => {
    const column = (word: string) => `<div style="flex:1"><p>${`${word} `.repeat(40)}</p></div>`;
    const result = await text(`<div style="display:flex">${column('left')}${column('right')}</div>`);
    expect(result).toMatch(/^(?:left ?)+\n\n(?:right ?)+\n$/);
  });

  it('break lines when asked, by the width of characters', async () => {
    expect(await text('<p>aaa bbb ccc ddd eee fff</p>', { wrap: 11 })).toBe('aaa bbb ccc\nddd eee fff\n');
    expect(await text('<p>春はあけぼの。やうやう白く</p>', { wrap: 12 })).toBe('春はあけぼ\nの。やうやう\n白く\n');
  });

  it('end with one newline and have no trailing spaces', async () => {
    expect(await text('<p>a </p><div>&nbsp;</div><pre>b  \n\n</pre>')).toBe('a\n\nb\n');
  });
});

describe('lists', () => {
  it('have their markers', async () => {
    const html =
      '<ul><li>a<ul><li>b</li></ul></li></ul><ol start="9"><li>c</li><li>d</li></ol><ol type="a"><li>e</li></ol><ol type="I"><li>f</li><li>g</li></ol>';
    expect(await text(html)).toBe('- a\n  - b\n\n9. c\n10. d\n\na. e\n\nI. f\nII. g\n');
  });

  it('without bullets have none', async () => {
    expect(await text('<ul style="list-style:none"><li>a</li><li>b</li></ul>')).toBe('a\nb\n');
  });
});

describe('tables', () => {
  it('are aligned in columns, numbers to the right', async () => {
    const row = (item: string, price: string) => `<tr><td>${item}</td><td align="right">${price}</td></tr>`;
    const html = `<table><tr><th>Item</th><th>Price</th></tr>${row('A4 paper', '4.50')}${row('Toner', '159.80')}</table>`;
    expect(await text(html)).toBe('Item       Price\nA4 paper    4.50\nToner     159.80\n');
  });

  it('print a cell over several columns once, and the next one in its place', async () => {
    const html =
      '<table><tr><th>Item<th>Qty<th>Sum</tr><tr><td>Paper<td>10<td>45.00</tr><tr><td colspan="2">Subtotal of all<td>45.00</tr></table>';
    expect(await text(html)).toBe('Item   Qty  Sum\nPaper  10   45.00\nSubtotal of all  45.00\n');
  });

  it('measure wide characters as two columns', async () => {
    const html = '<table><tr><th>名前<th>x</tr><tr><td>ab<td>y</tr></table>';
    expect(await text(html)).toBe('名前  x\nab    y\n');
  });

  it('keep the lines of a cell together', async () => {
    const html = '<table><tr><th>A<th>B</tr><tr><td>one<br>two<td>x</tr></table>';
    expect(await text(html)).toBe('A    B\none  x\ntwo\n');
  });
});

describe('links', () => {
  const html = '<p>See <a href="https://e.org/a">the rules</a> and <a href="https://e.org/b">https://e.org/b</a>.</p>';

  it('tell their address only when asked', async () => {
    expect(await text(html)).toBe('See the rules and https://e.org/b.\n');
    expect(await text(html, { links: 'inline' })).toBe('See the rules (https://e.org/a) and https://e.org/b.\n');
    expect(await text(html, { links: 'footnotes' })).toBe(
      'See the rules [1] and https://e.org/b.\n\n[1] https://e.org/a\n',
    );
  });
});

describe('signs', () => {
  it('keep a raised number from becoming part of the one before', async () => {
    expect(await text('<p>10<sup>3</sup> kPa, H<sub>2</sub>O, m<sup>2</sup></p>')).toBe('10³ kPa, H2O, m2\n');
  });

  it('show notes and code as they are', async () => {
    const html =
      '<p>Text<sup><a href="#fn1">1</a></sup></p><pre>a  b\n  c</pre><ol class="footnotes"><li id="fn1">Note</li></ol>';
    expect(await text(html)).toBe('Text[1]\n\na  b\n  c\n\n[1] Note\n');
  });
});
