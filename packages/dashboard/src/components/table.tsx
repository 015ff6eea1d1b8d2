import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** To the right, for figures. */
  readonly end?: boolean;
  /** Not shown where there is little room. */
  readonly wide?: boolean;
}

interface TableProps<Row> {
  /** What it lists, for those who do not see it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  const look = ({ end, wide }: Column<Row>) =>
    `px-4 py-2 align-middle ${end ? 'text-right tabular-nums' : 'text-left'} ${wide ? 'hidden md:table-cell' : ''}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-muted">
            {columns.map((column) => (
              <th key={column.title} scope="col" className={`${look(column)} whitespace-nowrap text-xs font-medium`}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="h-12 border-b border-line last:border-0 hover:bg-sunken/60">
              {columns.map((column) => (
                <td key={column.title} className={look(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
