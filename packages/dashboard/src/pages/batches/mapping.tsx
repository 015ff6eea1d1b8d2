import { Note } from '../../components/layout.tsx';
import { t } from '../../texts/en.ts';
import { type CsvTable, emptyIn } from './csv.ts';

interface MappingProps {
  readonly table: CsvTable;
  /** Fields of the template. */
  readonly known: readonly string[];
  /** The field of each column; undefined: it is left out. */
  readonly fields: readonly (string | undefined)[];
  readonly onChange: (fields: readonly (string | undefined)[]) => void;
}

/** Fields that are named in one sentence. */
const MOST_NAMED = 8;

/** The field that appears twice; undefined if none does. */
export const twiceIn = (fields: readonly (string | undefined)[]): string | undefined =>
  fields.find((field, index) => field !== undefined && fields.indexOf(field) !== index);

/** Which column of a file fills which field of a template. */
export function Mapping({ table, known, fields, onChange }: MappingProps) {
  const unfilled = known.filter((field) => !fields.includes(field));
  const twice = twiceIn(fields);
  const empty = emptyIn(table, fields);
  return (
    <fieldset className="m-0 grid gap-3 rounded-lg border border-line p-3">
      <legend className="px-1 text-sm font-medium">{`${t.runs.batches.columns} · ${t.runs.batches.sees(table.rows.length)}`}</legend>
      <p className="m-0 text-[0.8125rem] text-muted">{t.runs.batches.columnsText}</p>
      <ul className="m-0 grid max-h-64 list-none gap-2 overflow-auto p-1">
        {table.columns.map((column, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name; their order stays
            key={index}
            className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-2"
          >
            <span className="min-w-0">
              <span className="block truncate font-medium" dir="auto">
                {column}
              </span>
              <span className="block truncate text-xs text-muted" dir="auto">
                {table.rows[0]?.[index] ?? ''}
              </span>
            </span>
            <select
              aria-label={t.runs.batches.field(column)}
              className="field"
              value={fields[index] ?? ''}
              onChange={({ target }) =>
                onChange(fields.map((field, at) => (at === index ? target.value || undefined : field)))
              }
            >
              <option value="">{t.runs.batches.leaveOut}</option>
              {!known.includes(column) && column !== '' && (
                <option value={column}>{t.runs.batches.asNamed(column)}</option>
              )}
              {known.map((field) => (
                <option key={field} value={field}>
                  {field}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      {twice !== undefined && <Note tone="bad">{t.runs.batches.twice(twice)}</Note>}
      {empty > 0 && <Note tone="notice">{t.runs.batches.emptyRows(empty)}</Note>}
      {unfilled.length > 0 && (
        <Note tone="notice">
          {t.runs.batches.unfilled(unfilled.slice(0, MOST_NAMED).join(', '), unfilled.length - MOST_NAMED)}
        </Note>
      )}
    </fieldset>
  );
}
