import { Fragment, type ReactNode, useRef, useSyncExternalStore } from 'react';
import { useVirtualRows } from './virtual-rows.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** To the right, for figures. */
  readonly end?: boolean;
  /** Not shown where there is little room. */
  readonly wide?: boolean;
  /** What can be done with a row: at its end, and below it where there is little room. One column at most. */
  readonly acts?: boolean;
}

/** Where columns that are `wide` are hidden: `md` of Tailwind. */
const NARROW = window.matchMedia('(width < 48rem)');

function subscribe(onChange: () => void): () => void {
  NARROW.addEventListener('change', onChange);
  return () => NARROW.removeEventListener('change', onChange);
}

interface TableProps<Row> {
  /** What it lists, for those who do not see it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** A table as long as may be: of many rows, those near the window are in the page. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  const isNarrow = useSyncExternalStore(subscribe, () => NARROW.matches);
  const table = useRef<HTMLTableElement>(null);
  const { shown: near, rest, isLong, measure, onFocus, onBlur } = useVirtualRows(rows.length, table);
  const shown = isNarrow ? columns.filter(({ wide, acts }) => !wide && !acts) : columns;
  const below = isNarrow ? columns.find(({ acts }) => acts) : undefined;
  const look = ({ end, acts }: Column<Row>) =>
    `px-4 py-2 align-middle ${end || acts ? 'text-right tabular-nums' : 'text-left'}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table
        ref={table}
        onFocus={onFocus}
        onBlur={onBlur}
        aria-rowcount={isLong ? rows.length + 1 : undefined}
        className="w-full border-collapse text-sm"
      >
        <thead>
          <tr aria-rowindex={isLong ? 1 : undefined} className="border-b border-line text-muted">
            {shown.map((column) => (
              <th key={column.title} scope="col" className={`${look(column)} whitespace-nowrap text-xs font-medium`}>
                {column.acts ? <span className="sr-only">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        {near.map(({ index, gap }) => {
          const row = rows[index] as Row;
          const acts = below?.cell(row);
          return (
            <Fragment key={keyOf(row)}>
              <Gap pixels={gap} columns={shown.length} />
              <tbody ref={measure} data-index={index} className="border-b border-line last:border-0">
                <tr aria-rowindex={isLong ? index + 2 : undefined} className="h-12 hover:bg-sunken/60">
                  {shown.map((column) => (
                    <td key={column.title} className={look(column)}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
                {acts && (
                  <tr>
                    <td colSpan={shown.length} className="px-2 pb-2 text-right">
                      {acts}
                    </td>
                  </tr>
                )}
              </tbody>
            </Fragment>
          );
        })}
        <Gap pixels={rest} columns={shown.length} />
      </table>
    </section>
  );
}

/** The room of rows that are not in the page. */
function Gap({ pixels, columns }: { readonly pixels: number; readonly columns: number }) {
  if (pixels <= 0) return null;
  return (
    <tbody aria-hidden>
      <tr>
        <td colSpan={columns} className="p-0" style={{ height: pixels }} />
      </tr>
    </tbody>
  );
}
