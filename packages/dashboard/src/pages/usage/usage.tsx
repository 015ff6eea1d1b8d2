import type { Schemas } from '@platen/client';
import { useTemplateNames } from '../../api/names.ts';
import { everyDay, sums, useUsage } from '../../api/usage.ts';
import { Bars } from '../../components/bars.tsx';
import { buttonLook } from '../../components/button.tsx';
import { Figure } from '../../components/figure.tsx';
import { bytesText, dayText, numberText } from '../../components/format.ts';
import { Card, Page } from '../../components/layout.tsx';
import { Named } from '../../components/named.tsx';
import { Async, Empty } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';

type Row = Schemas['UsageRow'];

const columnsOf = (templates: ReadonlyMap<string, string>): readonly Column<Row>[] => [
  { title: t.usage.day, cell: ({ day }) => <span className="whitespace-nowrap">{day}</span> },
  { title: t.usage.format, cell: ({ format }) => format ?? '' },
  {
    title: t.usage.template,
    cell: ({ template: id }) => <Named id={id} name={id === null ? undefined : templates.get(id)} />,
    wide: true,
  },
  { title: t.usage.tag, cell: ({ tag }) => <span className="break-all text-muted">{tag}</span>, wide: true },
  { title: t.usage.jobs, cell: ({ jobs }) => numberText(jobs), end: true },
  { title: t.usage.credits, cell: ({ credits }) => numberText(credits), end: true },
  { title: t.usage.ai, cell: ({ ai_operations: ai }) => numberText(ai), end: true, wide: true },
  {
    title: t.usage.bytes,
    cell: ({ bytes }) => <span className="whitespace-nowrap">{bytesText(bytes)}</span>,
    end: true,
    wide: true,
  },
];

export function Usage() {
  const usage = useUsage();
  const templates = useTemplateNames();
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
      <Async query={usage}>
        {(rows) =>
          rows.length === 0 ? (
            <Card>
              <Empty title={t.usage.emptyTitle} text={t.usage.emptyText} />
            </Card>
          ) : (
            <div className="grid gap-5">
              <Totals rows={rows} />
              <Card title={t.home.days}>
                <Days rows={rows} />
              </Card>
              <Card title={t.usage.rows} flush>
                <Table
                  label={t.usage.title}
                  columns={columnsOf(templates)}
                  rows={rows}
                  keyOf={(row) => JSON.stringify(row)}
                />
              </Card>
            </div>
          )
        }
      </Async>
    </Page>
  );
}

function Totals({ rows }: { readonly rows: readonly Row[] }) {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <Figure title={t.usage.jobs} value={numberText(sum(({ jobs }) => jobs))} note={t.home.thisPeriod} />
      <Figure title={t.usage.credits} value={numberText(sum(({ credits }) => credits))} note={t.home.thisPeriod} />
      <Figure title={t.usage.ai} value={numberText(sum(({ ai_operations: ai }) => ai))} note={t.home.thisPeriod} />
      <Figure title={t.usage.bytes} value={bytesText(sum(({ bytes }) => bytes))} note={t.home.thisPeriod} />
    </div>
  );
}

function Days({ rows }: { readonly rows: readonly Row[] }) {
  const values = everyDay(sums(rows, ({ day }) => day)).map(({ name, jobs }) => ({
    name: dayText(name),
    value: jobs,
    text: numberText(jobs),
  }));
  return <Bars label={t.home.days} values={values} />;
}
