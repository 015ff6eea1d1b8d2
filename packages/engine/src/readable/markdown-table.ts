import { type Block, type Cell, isContainer, type Table } from './blocks.ts';
import { escapeHtml, type InlineHtmlOptions, imageHtml, inlineHtml } from './html-inline.ts';
import { gridOf } from './table-grid.ts';

/** As Markdown beside the table has them. */
const INLINE: InlineHtmlOptions = {
  math: (tex) => `$${escapeHtml(tex)}$`,
  note: (id) => `<sup>${escapeHtml(id)}</sup>`,
  checkbox: (checked) => (checked ? '☑ ' : '☐ '),
  image: imageHtml,
};

/** A table as HTML, with its spans, for readers of Markdown that take HTML. Its cells are HTML too: Markdown inside of a block of HTML is not read (CommonMark 0.31, section 4.6). */
export function htmlTable(table: Table): string {
  const { headRows } = gridOf(table);
  const rows = table.rows.map(({ cells }, index) => {
    const tag = index < headRows ? 'th' : 'td';
    return `<tr>${cells.map((cell) => `<${tag}${spans(cell)}>${content(cell.children)}</${tag}>`).join('')}</tr>`;
  });
  return ['<table>', ...rows, '</table>'].join('\n');
}

function spans({ columns = 1, rows = 1, align }: Cell): string {
  return [
    columns > 1 ? ` colspan="${columns}"` : '',
    rows > 1 ? ` rowspan="${rows}"` : '',
    align ? ` align="${align}"` : '',
  ].join('');
}

function content(blocks: readonly Block[]): string {
  return blocks
    .map(blockHtml)
    .filter((html) => html !== '')
    .join('<br>');
}

function blockHtml(block: Block): string {
  if (block.kind === 'code') return `<code>${escapeHtml(block.text).replaceAll('\n', '<br>')}</code>`;
  if (block.kind === 'line') return block.cells.map(({ runs }) => inlineHtml(runs, INLINE)).join(' ');
  if (block.kind === 'table')
    return content(block.rows.flatMap(({ cells }) => cells.flatMap(({ children }) => children)));
  if (block.kind === 'item')
    return `${block.number === undefined ? '•' : `${block.number}.`} ${content(block.children)}`;
  if ('runs' in block) return inlineHtml(block.runs, INLINE);
  return isContainer(block) ? content(block.children) : '';
}
