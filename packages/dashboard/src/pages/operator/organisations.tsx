import type { Platen } from '@platen/client';
import { OPERATOR, type OrganisationEntry } from '../../api/operator.ts';
import { useRows } from '../../api/rows.ts';
import { agoText, dateText, numberText } from '../../components/format.ts';
import { Badge, Card } from '../../components/layout.tsx';
import { MoreButton } from '../../components/more.tsx';
import { Async } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';

/** Entries of one call. */
const PART = 50;

const COLUMNS: readonly Column<OrganisationEntry>[] = [
  {
    title: t.operator.name,
    cell: ({ name, id, hipaa, held }) => (
      <>
        <span className="break-words">{name}</span>
        {hipaa && <Marked>{t.operator.hipaa}</Marked>}
        {held && <Marked>{t.operator.held}</Marked>}
        <code className="block break-all font-mono text-xs text-muted">{id}</code>
      </>
    ),
  },
  { title: t.operator.plan, cell: ({ plan }) => plan ?? <span className="text-muted">{t.operator.noPlan}</span> },
  { title: t.operator.members, cell: ({ members }) => numberText(members), end: true, wide: true },
  { title: t.operator.credits, cell: ({ credits_used: used }) => numberText(used), end: true },
  {
    title: t.operator.made,
    cell: ({ created_at: at }) => <span title={dateText(at)}>{agoText(at)}</span>,
    end: true,
    wide: true,
  },
];

const Marked = ({ children }: { readonly children: string }) => (
  <span className="ml-2">
    <Badge tone="notice">{children}</Badge>
  </span>
);

export function Organisations({ client }: { readonly client: Platen }) {
  const rows = useRows<OrganisationEntry>('/v1/operator/organisations', { limit: PART }, { client, of: OPERATOR });
  return (
    <Card title={t.operator.organisations} flush>
      <Async query={rows}>
        {(entries) => (
          <Table label={t.operator.organisations} columns={COLUMNS} rows={entries} keyOf={({ id }) => id} />
        )}
      </Async>
      <MoreButton rows={rows} />
    </Card>
  );
}
