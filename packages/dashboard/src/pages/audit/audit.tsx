import type { Schemas } from '@platen/client';
import { useMemo } from 'react';
import { useKeyNames, usePeopleNames } from '../../api/names.ts';
import { useRows } from '../../api/rows.ts';
import { dateText } from '../../components/format.ts';
import { Card, Page } from '../../components/layout.tsx';
import { MoreButton } from '../../components/more.tsx';
import { Named } from '../../components/named.tsx';
import { Async, Empty } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';

type Row = Schemas['AuditRow'];

type Names = ReadonlyMap<string, string>;

/** What is worth telling of a change: what was left as it is by default is not. */
const told = (value: unknown): boolean => value !== null && value !== '';

const columnsOf = (names: Names): readonly Column<Row>[] => [
  { title: t.audit.number, cell: ({ seq }) => seq, end: true, wide: true },
  { title: t.audit.when, cell: ({ at }) => <span className="md:whitespace-nowrap">{dateText(at)}</span> },
  {
    title: t.audit.what,
    cell: ({ action }) => <code className="font-mono text-[0.8125rem] wrap-anywhere">{action}</code>,
  },
  { title: t.audit.who, cell: ({ actor }) => <Named id={actor} name={names.get(actor)} /> },
  {
    title: t.audit.target,
    cell: ({ target }) => <Named id={target} name={target === null ? undefined : names.get(target)} />,
    wide: true,
  },
  {
    title: t.audit.detail,
    cell: ({ detail }) => (
      <span className="break-words text-muted">
        {Object.entries(detail)
          .filter(([, value]) => told(value))
          .map(([name, value]) => `${name}: ${value}`)
          .join(', ')}
      </span>
    ),
    wide: true,
  },
];

export function Audit() {
  // Each reading is a row of the log itself: it is not read again by itself.
  const rows = useRows<Row>('/v1/audit', { limit: 100 }, { refetchOnWindowFocus: false });
  const [people, keys] = [usePeopleNames(), useKeyNames()];
  const columns = useMemo(() => columnsOf(new Map([...people, ...keys])), [people, keys]);
  return (
    <Page title={t.audit.title} lead={t.audit.lead}>
      <Card flush>
        <Async query={rows}>
          {(entries) =>
            entries.length === 0 ? (
              <Empty title={t.audit.emptyTitle} text={t.audit.emptyText} />
            ) : (
              <Table label={t.audit.title} columns={columns} rows={entries} keyOf={({ id }) => id} />
            )
          }
        </Async>
        <MoreButton auto rows={rows} />
      </Card>
    </Page>
  );
}
