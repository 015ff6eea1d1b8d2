import { Fragment, type ReactNode, useSyncExternalStore } from 'react';

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

export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  const isNarrow = useSyncExternalStore(subscribe, () => NARROW.matches);
  const shown = isNarrow ? columns.filter(({ wide, acts }) => !wide && !acts) : columns;
  const below = isNarrow ? columns.find(({ acts }) => acts) : undefined;
  const look = ({ end, acts }: Column<Row>) =>
    `px-4 py-2 align-middle ${end || acts ? 'text-right tabular-nums' : 'text-left'}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-muted">
            {shown.map((column) => (
              <th key={column.title} scope="col" className={`${look(column)} whitespace-nowrap text-xs font-medium`}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const acts = below?.cell(row);
            return (
              <Fragment key={keyOf(row)}>
                <tr className={`h-12 ${acts ? '' : 'border-b border-line last:border-0'} hover:bg-sunken/60`}>
                  {shown.map((column) => (
                    <td key={column.title} className={look(column)}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
                {acts && (
                  <tr className="border-b border-line last:border-0">
                    <td colSpan={shown.length} className="px-2 pb-2 text-right">
                      {acts}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
