import type { Schemas } from '@platen/client';
import { useUsage } from '../../api/usage.ts';
import { buttonLook } from '../../components/button.tsx';
import { bytesText, numberText } from '../../components/format.ts';
import { Card, Page } from '../../components/layout.tsx';
import { Async, Empty } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';

type Row = Schemas['UsageRow'];

const COLUMNS: readonly Column<Row>[] = [
  { title: t.usage.day, cell: ({ day }) => <span className="whitespace-nowrap">{day}</span> },
  { title: t.usage.format, cell: ({ format }) => format ?? '' },
  {
    title: t.usage.template,
    cell: ({ template }) => <span className="break-all text-muted">{template}</span>,
    wide: true,
  },
  { title: t.usage.tag, cell: ({ tag }) => <span className="break-all text-muted">{tag}</span>, wide: true },
  { title: t.usage.jobs, cell: ({ jobs }) => numberText(jobs), end: true },
  { title: t.usage.credits, cell: ({ credits }) => numberText(credits), end: true },
  { title: t.usage.ai, cell: ({ ai_operations: ai }) => numberText(ai), end: true, wide: true },
  { title: t.usage.bytes, cell: ({ bytes }) => bytesText(bytes), end: true, wide: true },
];

export function Usage() {
  const usage = useUsage();
  return (
    <Page
      title={t.usage.title}
      lead={t.usage.lead}
      actions={
        <a className={buttonLook()} href="/v1/credits/usage?format=csv" download="usage.csv">
          {t.usage.csv}
        </a>
      }
    >
      <Card flush>
        <Async query={usage}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title={t.usage.emptyTitle} text={t.usage.emptyText} />
            ) : (
              <Table label={t.usage.title} columns={COLUMNS} rows={rows} keyOf={(row) => JSON.stringify(row)} />
            )
          }
        </Async>
      </Card>
    </Page>
  );
}
