import type { PageSize } from './finish/page-sizes.ts';
import type { HeaderFooterApart } from './header-footer-apart.ts';
import { COUNTED_CLASS, STRING_CLASS } from './header-footer-variables.ts';

/** Fills templates in, page by page. Nothing of a template itself runs, as nothing does where Chromium prints it. */
const FILL = `const templates = {};
for (const [name, html] of Object.entries(given.templates)) {
  const { content } = (templates[name] = Object.assign(document.createElement('template'), { innerHTML: html }));
  for (const element of content.querySelectorAll('*')) {
    if (/^(?:script|iframe|frame|object|embed|link|meta|base)$/.test(element.localName)) element.remove();
    for (const attribute of element.getAttributeNames()) if (/^on/i.test(attribute)) element.removeAttribute(attribute);
  }
}
for (const [index, page] of given.pages.entries()) {
  const section = document.createElement('section');
  section.className = 'platen-page-' + given.kinds[index];
  for (const [name, { strings, ...values }] of Object.entries(page)) {
    const part = document.createElement('div');
    part.id = name;
    part.append(templates[name].content.cloneNode(true));
    const set = (selector, text) => { for (const element of part.querySelectorAll(selector)) element.textContent = text(element); };
    set('.pageNumber', () => values.page);
    set('.totalPages', () => values.total);
    for (const fact of ['title', 'url', 'date']) set('.' + fact, () => given.facts[fact]);
    set('.${COUNTED_CLASS}', ({ dataset }) => values[dataset.of] + Number(dataset.by));
    set('.${STRING_CLASS}', ({ dataset }) => strings[dataset.name + ' ' + dataset.at]);
    section.append(part);
  }
  document.body.append(section);
}`;

const STYLE =
  'html,body{margin:0;background:none}' +
  'section{position:relative;overflow:hidden;break-after:page;contain:strict}section:last-of-type{break-after:auto}' +
  '#header,#footer{position:absolute;left:0;right:0}#header{top:0}#footer{bottom:0}';

/**
 * A document with a page for each page of another, which has nothing but the header and the footer on it. It is printed
 * with backgrounds, no margins, the sizes of its style sheet and without tags. It runs a script of its own.
 * @param sizes of each page
 */
export function headerFooterHtml({ templates, pages, facts }: HeaderFooterApart, sizes: readonly PageSize[]): string {
  const names = new Map<string, string>();
  const kinds = pages.map((_, index) => {
    const { width, height } = sizes[index] as PageSize;
    const size = `${width}pt ${height}pt`;
    const known = names.get(size) ?? String(names.size);
    names.set(size, known);
    return known;
  });
  const rules = [...names].map(([size, kind]) => {
    const [width, height] = size.split(' ');
    const name = `platen-page-${kind}`;
    return `@page ${name}{size:${size};margin:0}.${name}{page:${name};width:${width};height:${height}}`;
  });
  const given = JSON.stringify({ templates, pages, facts, kinds }).replaceAll('<', '\\u003c');
  return (
    `<!doctype html><html><head><meta charset="utf-8"><style>${STYLE}${rules.join('')}</style></head><body>` +
    `<script>const given = ${given};${FILL}</script></body></html>`
  );
}
