import type { Schemas } from '@platen/client';
import { Crosshair } from 'lucide-react';
import { Badge, Card, type Tone } from '../../components/layout.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';
import type { Places } from './evidence.tsx';
import { type Rows, titleOf, type Value } from './fields.ts';

type Verification = Schemas['Verification'];
type Status = Verification['status'];

const TONE: Readonly<Record<Status, Tone>> = { verified: 'good', unverified: 'notice', failed: 'bad' };
const AMOUNT = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 });
/** What is shown of a row where there is little room, beside its first value. */
const NARROW = new Set(['description', 'amount', 'balance', 'base']);
/** What others tell already: the sign of the amount, and the proof. */
const TOLD = new Set(['type', 'balanceSource']);
/** Numbers that are no amounts of money. */
const PLAIN = new Set(['quantity', 'taxRate', 'rate', 'account']);

/** A value as people read it. */
function textOf(value: unknown, name: string): string {
  if (typeof value === 'number') return PLAIN.has(name) ? String(value) : AMOUNT.format(value);
  return value === null || value === undefined ? '' : String(value);
}

export function StatusBadge({ status }: { readonly status: Status }) {
  return <Badge tone={TONE[status]}>{t.analysis.status[status]}</Badge>;
}

interface PointProps {
  readonly path: string;
  readonly places: Places;
  readonly onChoose: (path: string) => void;
}

/** Shows where a value stands in the document. */
function Point({ path, places, onChoose }: PointProps) {
  if (!Object.hasOwn(places, path)) return null;
  return (
    <button
      type="button"
      title={t.analysis.show}
      aria-label={t.analysis.showOf(path)}
      onClick={() => onChoose(path)}
      className="inline-grid size-6 place-items-center rounded border-0 bg-transparent text-muted hover:bg-sunken hover:text-accent"
    >
      <Crosshair aria-hidden className="size-3.5" />
    </button>
  );
}

interface ValuesProps extends Omit<PointProps, 'path'> {
  readonly values: readonly Value[];
  readonly verification: Verification;
}

/** Values by their names: what was found, how far it is proven, and where it stands. */
export function Values({ values, verification, places, onChoose }: ValuesProps) {
  if (values.length === 0) return null;
  return (
    <Card title={t.analysis.fields}>
      <dl className="m-0 grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,auto)_minmax(0,1fr)_auto_auto] sm:gap-x-4">
        {values.map(({ path, value }) => {
          const status = verification.fields[path]?.status;
          const name = path.split('.').at(-1) ?? path;
          return (
            <div key={path} className="contents">
              <dt
                className="col-span-3 mt-1 break-words text-[0.8125rem] text-muted sm:col-span-1 sm:mt-0 sm:text-sm"
                title={path}
              >
                {titleOf(path)}
              </dt>
              <dd dir="auto" className="m-0 break-words font-medium">
                {value === null ? (
                  <span className="font-normal text-muted">{t.analysis.noValue}</span>
                ) : (
                  textOf(value, name)
                )}
              </dd>
              <dd className="m-0">{status && <StatusBadge status={status} />}</dd>
              <dd className="m-0 min-h-6">
                <Point path={path} places={places} onChoose={onChoose} />
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}

interface RowsProps extends Omit<PointProps, 'path'> {
  readonly table: Rows;
  readonly verification: Verification;
}

/** Rows: transactions with their balances, lines of an invoice. */
export function RowsCard({ table, verification, places, onChoose }: RowsProps) {
  const { path, columns, rows } = table;
  const status = verification.fields[path]?.status;
  const numbered = rows.map((row, index) => ({ row, index }));
  const shown: Column<(typeof numbered)[number]>[] = columns
    .filter((name) => path !== 'transactions' || !TOLD.has(name))
    .map((name, position) => ({
      title: titleOf(name),
      end: rows.some((row) => typeof row[name] === 'number'),
      wide: position > 0 && !NARROW.has(name),
      cell: ({ row, index }) => (
        <span className="inline-flex items-center gap-1" dir="auto">
          {position === 0 && (
            <Point
              path={
                [`${path}.${index}`, ...columns.map((each) => `${path}.${index}.${each}`)].find((each) =>
                  Object.hasOwn(places, each),
                ) ?? ''
              }
              places={places}
              onChoose={onChoose}
            />
          )}
          <span className={typeof row[name] === 'number' || /date$/i.test(name) ? 'whitespace-nowrap' : 'break-words'}>
            {textOf(row[name], name)}
          </span>
        </span>
      ),
    }));
  return (
    <Card flush title={t.analysis.rows(titleOf(path), rows.length)} actions={status && <StatusBadge status={status} />}>
      <Table label={titleOf(path)} columns={shown} rows={numbered} keyOf={({ index }) => String(index)} />
    </Card>
  );
}
