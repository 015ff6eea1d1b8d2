import type { Block, Cell, Item, List, Run, Table } from './blocks.ts';
import { escapeHtml, type InlineHtmlOptions, imageHtml, inlineHtml } from './html-inline.ts';
import { takeCheckbox } from './markdown-lines.ts';
import { gridOf } from './table-grid.ts';

export interface HtmlOptions {
  /** As the option of Markdown: data URLs are kept with `data` only. */
  readonly images: 'link' | 'data' | 'alt' | 'none';
}

/**
 * Writes blocks as HTML for people and programs that go on with it: elements that say what a part is, without scripts,
 * styles, classes and event handlers of the page. Ends with one newline; empty when there is nothing to read.
 */
export function printHtml(blocks: readonly Block[], { images }: HtmlOptions): string {
  const inline: InlineHtmlOptions = { ...INLINE, image: (run) => picture(run, images) };
  const html = new HtmlPrinter(inline).blocks(blocks);
  return html === '' ? '' : `${html}\n`;
}

/** Formulas as Pandoc writes them: KaTeX and MathJax find them by these signs. */
const INLINE: Omit<InlineHtmlOptions, 'image'> = {
  math: (tex, display) =>
    display
      ? `<span class="math display">\\[${escapeHtml(tex)}\\]</span>`
      : `<span class="math inline">\\(${escapeHtml(tex)}\\)</span>`,
  note: (id) => `<sup><a href="#${noteId(id)}">${escapeHtml(id)}</a></sup>`,
  checkbox: (checked) => `<input type="checkbox" disabled${checked ? ' checked' : ''}>`,
};

const noteId = (id: string): string => escapeHtml(`note-${id.replace(/\s+/g, '-')}`);

function picture(run: Extract<Run, { kind: 'image' }>, images: HtmlOptions['images']): string {
  if (images === 'none') return '';
  const isData = /^\s*data:/i.test(run.source);
  return images === 'alt' || (isData && images === 'link') ? escapeHtml(run.alt) : imageHtml(run);
}

/** Groups that mean something by their element; others are boxes for the layout. */
const MEANT = new Set(['main', 'article', 'section', 'header', 'footer', 'nav', 'aside', 'figure', 'address']);
/** Numbers of lists that HTML has a type for; others are decimal. */
const TYPES: Readonly<Record<string, string>> = {
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
};

class HtmlPrinter {
  readonly #inline: InlineHtmlOptions;

  constructor(inline: InlineHtmlOptions) {
    this.#inline = inline;
  }

  blocks(blocks: readonly Block[]): string {
    return blocks
      .map((block) => this.#block(block))
      .filter((html) => html !== '')
      .join('\n');
  }

  #block(block: Block): string {
    switch (block.kind) {
      case 'text':
        return this.#around(block.tag === 'figcaption' ? 'figcaption' : 'p', this.#runs(block.runs));
      case 'line':
        return this.#around('p', block.cells.map(({ runs }) => this.#runs(runs)).join(' '));
      case 'heading':
        return this.#around(`h${block.level}`, this.#runs(block.runs));
      case 'term':
        return this.#around('dt', this.#runs(block.runs));
      case 'code':
        return codeHtml(block.text, block.language);
      case 'rule':
        return '<hr>';
      case 'table':
        return this.#table(block);
      case 'definitions':
        return this.#around('dl', this.#definitions(block.children), '\n');
      case 'description':
        return this.#around('dd', this.#inside(block.children));
      case 'details': {
        const summary = this.#around('summary', this.#runs(block.summary));
        const parts = [summary, this.blocks(block.children)].filter((part) => part !== '').join('\n');
        return parts === '' ? '' : `<details${block.closed ? '' : ' open'}>\n${parts}\n</details>`;
      }
      case 'note':
        return `<aside id="${noteId(block.id)}" role="doc-footnote">\n${this.blocks(block.children)}\n</aside>`;
      case 'quote':
        return this.#around('blockquote', this.blocks(block.children), '\n');
      case 'callout':
        return `<aside class="${block.tone}">\n${this.blocks(block.children)}\n</aside>`;
      case 'list':
        return this.#list(block);
      case 'item':
        return this.blocks(block.children);
      case 'group': {
        const html = this.blocks(block.children);
        if (html === '') return '';
        const direction = block.rightToLeft ? ' dir="rtl"' : '';
        const tag = MEANT.has(block.tag) ? block.tag : direction === '' ? '' : 'div';
        return tag === '' ? html : `<${tag}${direction}>\n${html}\n</${tag}>`;
      }
    }
  }

  #runs(runs: readonly Run[]): string {
    return inlineHtml(runs, this.#inline).trim();
  }

  #around(tag: string, html: string, gap = ''): string {
    return html === '' ? '' : `<${tag}>${gap}${html}${gap}</${tag}>`;
  }

  /** Content of a cell or an item: a paragraph alone in it needs no element. */
  #inside(blocks: readonly Block[]): string {
    const [only, ...others] = blocks;
    if (only?.kind === 'group' && others.length === 0 && !MEANT.has(only.tag) && !only.rightToLeft)
      return this.#inside(only.children);
    if (only?.kind === 'text' && others.every((block) => block.kind === 'list'))
      return [this.#runs(only.runs), this.blocks(others)].filter((part) => part !== '').join('\n');
    if (only?.kind === 'line' && others.length === 0) return only.cells.map(({ runs }) => this.#runs(runs)).join(' ');
    return this.blocks(blocks);
  }

  #list({ ordered, children }: List): string {
    let expected = 1;
    let isFirst = true;
    let start = '';
    const items = children.map((child) => {
      if (child.kind !== 'item') return this.#around('li', this.#inside([child]));
      const number = ordered ? child.number : undefined;
      const jumps = number !== undefined && number !== expected;
      if (jumps && isFirst) start = ` start="${number}"`;
      const value = jumps && !isFirst ? ` value="${number}"` : '';
      expected = (number ?? expected) + 1;
      isFirst = false;
      return `<li${value}>${this.#item(child)}</li>`;
    });
    if (items.every((item) => item === '')) return '';
    const style = children.find((child): child is Item => child.kind === 'item')?.style ?? '';
    const type = ordered && Object.hasOwn(TYPES, style) ? ` type="${TYPES[style]}"` : '';
    const tag = ordered ? 'ol' : 'ul';
    return `<${tag}${start}${type}>\n${items.filter((item) => item !== '').join('\n')}\n</${tag}>`;
  }

  #item({ children }: Item): string {
    const { checked, children: rest } = takeCheckbox(children);
    return `${checked === null ? '' : `${this.#inline.checkbox(checked)} `}${this.#inside(rest)}`;
  }

  /** Terms and descriptions; anything else would not be allowed there (HTML Standard, section 4.4.9). */
  #definitions(children: readonly Block[]): string {
    return children
      .map((child) =>
        child.kind === 'term' || child.kind === 'description'
          ? this.#block(child)
          : this.#around('dd', this.#inside([child])),
      )
      .filter((html) => html !== '')
      .join('\n');
  }

  #table(table: Table): string {
    const { headRows } = gridOf(table);
    const rows = table.rows.map(({ cells }, index) => {
      const tag = index < headRows ? 'th' : 'td';
      return `<tr>${cells.map((cell) => `<${tag}${spans(cell)}>${this.#inside(cell.children)}</${tag}>`).join('')}</tr>`;
    });
    const part = (tag: string, some: readonly string[]) =>
      some.length === 0 ? [] : [`<${tag}>`, ...some, `</${tag}>`];
    const caption = this.#around('caption', this.#inside(table.caption));
    return [
      '<table>',
      ...(caption === '' ? [] : [caption]),
      ...part('thead', rows.slice(0, headRows)),
      ...part('tbody', rows.slice(headRows)),
      '</table>',
    ].join('\n');
  }
}

function codeHtml(text: string, language: string | undefined): string {
  const name = language === undefined ? '' : ` class="language-${escapeHtml(language.replace(/\s+/g, '-'))}"`;
  return `<pre><code${name}>${escapeHtml(text)}</code></pre>`;
}

function spans({ columns = 1, rows = 1, align }: Cell): string {
  return [
    columns > 1 ? ` colspan="${columns}"` : '',
    rows > 1 ? ` rowspan="${rows}"` : '',
    align && align !== 'left' ? ` style="text-align:${align}"` : '',
  ].join('');
}
