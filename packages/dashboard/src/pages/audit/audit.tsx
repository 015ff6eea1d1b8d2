import type { Schemas } from '@platen/client';
import { useRows } from '../../api/rows.ts';
import { dateText } from '../../components/format.ts';
import { Card, Page } from '../../components/layout.tsx';
import { MoreButton } from '../../components/more.tsx';
import { Async, Empty } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';

type Row = Schemas['AuditRow'];

const COLUMNS: readonly Column<Row>[] = [
  { title: t.audit.number, cell: ({ seq }) => seq, end: true, wide: true },
  { title: t.audit.when, cell: ({ at }) => <span className="whitespace-nowrap">{dateText(at)}</span> },
  { title: t.audit.what, cell: ({ action }) => <code className="font-mono text-[0.8125rem]">{action}</code> },
  { title: t.audit.who, cell: ({ actor }) => <span className="break-all text-muted">{actor}</span>, wide: true },
  { title: t.audit.target, cell: ({ target }) => <span className="break-all text-muted">{target}</span>, wide: true },
  {
    title: t.audit.detail,
    cell: ({ detail }) => (
      <span className="break-words text-muted">
        {Object.entries(detail)
          .map(([name, value]) => `${name}: ${value}`)
          .join(', ')}
      </span>
    ),
    wide: true,
  },
];

export function Audit() {
  const rows = useRows<Row>('/v1/audit', { limit: 100 });
  return (
    <Page title={t.audit.title} lead={t.audit.lead}>
      <Card flush>
        <Async query={rows}>
          {(entries) =>
            entries.length === 0 ? (
              <Empty title={t.audit.emptyTitle} text={t.audit.emptyText} />
            ) : (
              <Table label={t.audit.title} columns={COLUMNS} rows={entries} keyOf={({ id }) => id} />
            )
          }
        </Async>
        <MoreButton auto rows={rows} />
      </Card>
    </Page>
  );
}
