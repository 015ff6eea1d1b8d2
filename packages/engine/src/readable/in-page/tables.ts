import type { Block, Cell, Row } from '../blocks.ts';
import type { Context, Walk } from './context.ts';
import type { GridCell, TableReader } from './table.ts';

export interface Tables {
  /** A table that holds data, and what stands around its rows; `undefined` for any other element. */
  tableOf(element: Element, context: Context): Block[] | undefined;
}

/** Runs in the page. */
export function createTables(walk: Walk, reader: TableReader): Tables {
  const { marks } = walk;

  const tableOf = (element: Element, context: Context): Block[] | undefined => {
    const grid = reader.read(element, context.style);
    if (!grid) return undefined;
    const contextOf = sectionContexts(element, context);
    const rows: Row[] = [];
    let heads = true;
    for (const { element: row, head, cells } of grid.rows) {
      const outer = walk.isSkipped(row) ? undefined : contextOf(row.$parentElement ?? element);
      const inner = outer && walk.enter(row, getComputedStyle(row), outer);
      if (!inner) continue;
      const shown = cells.map((cell) => cellOf(cell, inner)).filter((cell) => cell !== undefined);
      if (!shown.some(({ children }) => children.length > 0)) continue;
      heads &&= head;
      rows.push({ head: heads, cells: shown });
    }
    const caption = grid.caption ? captionOf(grid.caption, context) : [];
    if (rows.length === 0) return caption;
    return [...looseContent(element, context), { kind: 'table', ...walk.common(element, context), caption, rows }];
  };

  /** Contexts of what lies between a table and its rows. */
  const sectionContexts = (table: Element, context: Context): ((section: Element) => Context | undefined) => {
    const known = new Map<Element, Context | undefined>([[table, context]]);
    const contextOf = (section: Element): Context | undefined => {
      if (!known.has(section)) {
        const outer = section.$parentElement ? contextOf(section.$parentElement) : context;
        known.set(section, outer && walk.enter(section, getComputedStyle(section), outer));
      }
      return known.get(section);
    };
    return contextOf;
  };

  const captionOf = (caption: Element, context: Context): Block[] => {
    const inner = walk.enter(caption, getComputedStyle(caption), context);
    return inner ? walk.contentOf(caption, inner) : [];
  };

  /** What stands in a CSS table outside of its rows. */
  const looseContent = (element: Element, context: Context): Block[] => {
    if (element.$localName === 'table' || element.$getAttribute('role')) return [];
    const flow = walk.newFlow();
    for (const node of element.$childNodes) {
      if (node.$nodeType === Node.TEXT_NODE) walk.addText(node as Text, element, flow, context);
      if (node.$nodeType !== Node.ELEMENT_NODE) continue;
      if (!/^table|^contents/.test(getComputedStyle(node as Element).display))
        walk.visit(node as Element, flow, context);
    }
    return walk.settle(flow, element, context);
  };

  const cellOf = (cell: GridCell, outer: Context): Cell | undefined => {
    const { element, head, columns, rows } = cell;
    const style = getComputedStyle(element);
    const inner = walk.isSkipped(element) ? undefined : walk.enter(element, style, outer);
    // A cell that is not displayed takes no place; one that is not visible keeps its own.
    if (!inner) return style.display === 'none' ? undefined : { children: [], ...spans(columns, rows) };
    const muted = head ? inner.muted | marks.strong : inner.muted;
    const content = walk.contentOf(element, { ...inner, muted, cell: element });
    const align = reader.alignOf(cell, style);
    return { children: content.map(slim), ...spans(columns, rows), ...(align ? { align } : {}) };
  };

  const spans = (columns: number, rows: number) => ({
    ...(columns > 1 ? { columns } : {}),
    ...(rows > 1 ? { rows } : {}),
  });

  /** The place of a line within its cell tells nothing, and tables may have a hundred thousand cells. */
  const slim = (block: Block): Block =>
    block.kind === 'text' && block.box ? { kind: 'text', tag: block.tag, runs: block.runs } : block;

  return { tableOf };
}
