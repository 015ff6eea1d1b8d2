/** Documents with much of one thing, of which every word has to be read. */

export const many = (times: number, one: string): string => one.repeat(times);
export const numbered = (times: number, one: (number: number) => string): string =>
  Array.from({ length: times }, (_, n) => one(n)).join('');

/** A word of so many characters in elements of every kind: the kind, the document and the word. */
export function longWords(length: number): [string, string, string][] {
  const word = 'w'.repeat(length);
  const documents: [string, string][] = [
    ['paragraph', `<p>${word}</p>`],
    ['block of code', `<pre>${word}</pre>`],
    ['cell', `<table><tr><th>a<th>b<tr><td>${word}<td>x</table>`],
    ['heading', `<h1>${word}</h1>`],
    ['link', `<p><a href="/x">${word}</a>`],
  ];
  return documents.map(([kind, html]) => [kind, html, word]);
}

/**
 * Many elements of every kind: the kind, the document and how often it says `core`. Half of `size` is half as many, but for those
 * that are more than a call takes (about 120,000).
 */
export function manyElements(size: number): [string, string, number][] {
  const of = (most: number) => Math.ceil(size * most);
  return [
    ['cells', `<table>${many(of(1_000), `<tr>${many(10, '<td>core</td>')}</tr>`)}</table>`, 10 * of(1_000)],
    ['links', `<p>${numbered(of(10_000), (n) => `<a href="/l${n}">core</a> `)}`, of(10_000)],
    ['lines of code', `<pre>${many(of(20_000), '<div>core</div>')}</pre>`, of(20_000)],
    ['blocks of code', `<div class=code>${many(of(3_000), '<div><pre>core</pre></div>')}</div>`, of(3_000)],
    ['line breaks', `<p>${many(of(20_000), 'core<br>')}`, of(20_000)],
    ['paragraphs parted by line breaks', `<div>${many(of(5_000), 'core<br><br>')}</div>`, of(5_000)],
    ['lines as they are', `<p style="white-space:pre-wrap">core${many(of(20_000), ' \n')}core`, 2],
    ['formulas in one', `<p><math>${many(of(10_000), '<mi>α</mi><mi>x</mi>')}<mtext>core</mtext></math>`, 1],
    [
      'elements between rows',
      `<div role=table><div role=rowgroup>${many(130_000, '<b></b>')}${many(2, '<div role=row><b role=cell>a</b><b role=cell>core</b></div>')}</div></div>`,
      2,
    ],
    ['marks', `<p>${many(of(5_000), '<b>core</b> b <i>c</i> ')}</p>`, of(5_000)],
    [
      'shadow roots',
      `<div id=r></div><script>for (let i = 0; i < ${of(10_000)}; i += 1) { const d = document.createElement('div'); d.attachShadow({ mode: 'open' }).innerHTML = '<slot></slot>'; d.append('core'); r.append(d); }</script>`,
      of(10_000),
    ],
  ];
}
