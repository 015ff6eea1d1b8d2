import { type Block, type Cell, isContainer, MARK, type Run, type Table, type TextRun } from './blocks.ts';
import { gridOf } from './table-grid.ts';

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
  if (block.kind === 'line') return block.cells.map(({ runs }) => inlineHtml(runs)).join(' ');
  if (block.kind === 'table')
    return content(block.rows.flatMap(({ cells }) => cells.flatMap(({ children }) => children)));
  if (block.kind === 'item')
    return `${block.number === undefined ? '•' : `${block.number}.`} ${content(block.children)}`;
  if ('runs' in block) return inlineHtml(block.runs);
  return isContainer(block) ? content(block.children) : '';
}

const TAGS: readonly (readonly [number, string])[] = [
  [MARK.code, 'code'],
  [MARK.sup, 'sup'],
  [MARK.sub, 'sub'],
  [MARK.emphasis, 'em'],
  [MARK.strong, 'strong'],
  [MARK.strike, 'del'],
];

function inlineHtml(runs: readonly Run[]): string {
  return runs.map((run) => runHtml(run)).join('');
}

function runHtml(run: Run): string {
  switch (run.kind) {
    case 'text':
      return textHtml(run);
    case 'break':
      return '<br>';
    case 'math':
      return `$${escapeHtml(run.tex)}$`;
    case 'note':
      return `<sup>${escapeHtml(run.id)}</sup>`;
    case 'checkbox':
      return run.checked ? '☑ ' : '☐ ';
    case 'image':
      return `<img src="${escapeHtml(run.source)}" alt="${escapeHtml(run.alt)}">`;
  }
}

function textHtml({ text, marks, link }: TextRun): string {
  let html = escapeHtml(text);
  for (const [mark, tag] of TAGS) if ((marks & mark) !== 0) html = `<${tag}>${html}</${tag}>`;
  return link === undefined ? html : `<a href="${escapeHtml(link)}">${html}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
}
