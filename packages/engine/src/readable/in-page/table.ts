import type { Align } from '../blocks.ts';

export interface GridRow {
  readonly element: Element;
  readonly head: boolean;
  readonly cells: readonly GridCell[];
}

export interface GridCell {
  readonly element: Element;
  readonly head: boolean;
  readonly columns: number;
  readonly rows: number;
}

export interface Grid {
  readonly caption: Element | undefined;
  readonly rows: readonly GridRow[];
}

export interface TableReader {
  /** The rows of an HTML, ARIA or CSS table that holds data; `undefined` for anything else. */
  read(element: Element, style: CSSStyleDeclaration): Grid | undefined;
  /** How a cell is aligned, where its author said so. */
  alignOf(cell: GridCell, style: CSSStyleDeclaration): Align | undefined;
}

/** Runs in the page. */
export function createTableReader(): TableReader {
  const LONG_CELL = 250;
  const RICH = 'h1,h2,h3,h4,h5,h6,article,section,nav,form,table,iframe,video,blockquote,[role="table"]';

  const roleOf = (element: Element): string => element.$getAttribute('role') ?? '';
  const span = (cell: Element, attribute: string): number => {
    const value = Number.parseInt(cell.$getAttribute(attribute) ?? '1', 10);
    return value >= 1 && value <= 1_000 ? value : 1;
  };

  const htmlGrid = (table: HTMLTableElement): Grid => ({
    caption: table.caption ?? undefined,
    rows: [...table.rows].map((row) => {
      const cells = [...row.cells].map((element) => ({
        element,
        head: element.$localName === 'th',
        columns: element.colSpan,
        rows: Math.min(element.rowSpan || 1, 1_000),
      }));
      const inHead = row.$parentElement?.$localName === 'thead';
      return { element: row, head: inHead || (cells.length > 0 && cells.every((cell) => cell.head)), cells };
    }),
  });

  /** Children, with those of wrappers that have no box or only group rows. */
  const through = (element: Element, isWrapper: (child: Element) => boolean): Element[] => {
    const found: Element[] = [];
    for (const child of element.$children) {
      if (isWrapper(child)) for (const inner of through(child, isWrapper)) found.push(inner);
      else found.push(child);
    }
    return found;
  };

  const ariaGrid = (table: Element): Grid => {
    const rows = through(
      table,
      (child) => !/^(?:row|caption)$/.test(roleOf(child)) && child.$querySelector('[role="row"]') !== null,
    );
    return {
      caption: undefined,
      rows: rows
        .filter((row) => roleOf(row) === 'row')
        .map((row) => {
          const cells = through(
            row,
            (child) =>
              !/cell|header/.test(roleOf(child)) && child.$querySelector('[role*="cell"],[role$="header"]') !== null,
          );
          const grid = cells.map((element) => ({
            element,
            head: /header/.test(roleOf(element)),
            columns: span(element, 'aria-colspan'),
            rows: span(element, 'aria-rowspan'),
          }));
          return {
            element: row,
            head: grid.length > 0 && grid.every((cell) => roleOf(cell.element) === 'columnheader'),
            cells: grid,
          };
        }),
    };
  };

  const displayOf = (element: Element): string => getComputedStyle(element).display;

  const cssGrid = (table: Element): Grid => {
    const rows = through(table, (child) => /^table-(?:row|header|footer)-group$|^contents$/.test(displayOf(child)));
    return {
      caption: rows.find((row) => displayOf(row) === 'table-caption'),
      rows: rows
        .filter((row) => displayOf(row) === 'table-row')
        .map((row) => ({
          element: row,
          head: row.$parentElement !== null && displayOf(row.$parentElement) === 'table-header-group',
          cells: [...row.$children]
            .filter((cell) => displayOf(cell) === 'table-cell')
            .map((element) => ({ element, head: false, columns: 1, rows: 1 })),
        })),
    };
  };

  /** Whether a grid only places things on the page. Judged like browsers do for screen readers, and by its text. */
  const isLayout = (element: Element, grid: Grid, native: boolean): boolean => {
    const rows = grid.rows.filter((row) => row.cells.length > 0);
    const widest = rows.reduce(
      (most, row) =>
        Math.max(
          most,
          row.cells.reduce((sum, cell) => sum + cell.columns, 0),
        ),
      0,
    );
    const cells = rows.reduce((sum, row) => sum + row.cells.length, 0);
    const declared = /^(?:table|grid|treegrid)$/.test(roleOf(element));
    const headed = grid.caption !== undefined || rows.some((row) => row.cells.some((cell) => cell.head));
    if (cells < 2 || (widest < 2 && !headed)) return true;
    const top = rows.slice(0, 200);
    const sample = top.flatMap((row) => row.cells.slice(0, 20));
    // Asking the table first spares asking each cell.
    const inCells = (selector: string, of = (_cell: GridCell, _row: GridRow): boolean => true): boolean =>
      element.$querySelector(selector) !== null &&
      top.some((row) =>
        row.cells.slice(0, 20).some((cell) => of(cell, row) && cell.element.$querySelector(selector) !== null),
      );
    // What heads the columns of a table may be headings, such as the names of plans that are compared.
    const compares = headed && widest >= 3 && rows.length >= 3;
    const sections = headed ? 'h1,h2,article' : 'table,h1,h2,article';
    if (!declared && inCells(sections, compares ? (cell, row) => !cell.head && !row.head : undefined)) return true;
    if (declared || headed) return false;
    if (rows.length < 2) return true;
    if (inCells(RICH)) return true;
    const texts = sample.map(({ element: cell }) => (cell.$textContent ?? '').trim().length);
    if (texts.some((length) => length > 4 * LONG_CELL)) return true;
    const total = texts.reduce((sum, length) => sum + length, 0);
    return total / texts.length > LONG_CELL || (!native && texts.some((length) => length > LONG_CELL));
  };

  const read = (element: Element, style: CSSStyleDeclaration): Grid | undefined => {
    const role = roleOf(element);
    if (role === 'presentation' || role === 'none') return undefined;
    const native = element.$localName === 'table';
    let grid: Grid | undefined;
    if (native) grid = htmlGrid(element as HTMLTableElement);
    else if (/^(?:table|grid|treegrid)$/.test(role)) grid = ariaGrid(element);
    else if (style.display === 'table' || style.display === 'inline-table') grid = cssGrid(element);
    return grid && !isLayout(element, grid, native) ? grid : undefined;
  };

  const alignOf = ({ element, head }: GridCell, style: CSSStyleDeclaration): Align | undefined => {
    const { textAlign, direction } = style;
    const rightToLeft = direction === 'rtl';
    if (/right$/.test(textAlign) || textAlign === (rightToLeft ? 'start' : 'end'))
      return rightToLeft ? undefined : 'right';
    if (/left$/.test(textAlign))
      return rightToLeft || element.$hasAttribute('align') || (element as HTMLElement).$style?.textAlign
        ? 'left'
        : undefined;
    if (!/center$/.test(textAlign)) return undefined;
    // Head cells are centred by default: only what is written on the cell counts.
    const written = element.$hasAttribute('align') || (element as HTMLElement).$style?.textAlign !== '';
    return head && !written ? undefined : 'center';
  };

  return { read, alignOf };
}
