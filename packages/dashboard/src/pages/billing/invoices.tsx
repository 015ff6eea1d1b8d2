import type { Schemas } from '@platen/client';
import { Download } from 'lucide-react';
import { useRows } from '../../api/rows.ts';
import { buttonLook } from '../../components/button.tsx';
import { dateText, dollarsText } from '../../components/format.ts';
import { Badge, Card, type Tone } from '../../components/layout.tsx';
import { MoreButton } from '../../components/more.tsx';
import { Async, Empty } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';

type Bill = Schemas['Bill'];

const TONE: Readonly<Record<Bill['status'], Tone>> = {
  open: 'notice',
  paid: 'good',
  uncollectible: 'bad',
  issued: 'plain',
};

const COLUMNS: readonly Column<Bill>[] = [
  {
    title: t.billing.number,
    cell: ({ number, kind, issued_at: at }) => (
      <>
        <span className="font-medium">{number}</span>
        <span className="block text-xs text-muted">{`${t.billing.kinds[kind]} · ${dateText(at)}`}</span>
      </>
    ),
  },
  { title: t.billing.status, cell: ({ status }) => <Badge tone={TONE[status]}>{t.billing.statuses[status]}</Badge> },
  { title: t.billing.total, end: true, cell: ({ total_cents: total }) => dollarsText(total) },
  {
    title: t.more,
    acts: true,
    cell: ({ id, number }) => (
      <a
        className={buttonLook('quiet')}
        href={`/v1/billing/invoices/${encodeURIComponent(id)}.pdf`}
        download
        aria-label={t.billing.pdfOf(number)}
      >
        <Download aria-hidden className="size-4" />
        {t.billing.pdf}
      </a>
    ),
  },
];

/** Invoices and credit notes, each as the document that was issued. */
export function Invoices() {
  const rows = useRows<Bill>('/v1/billing/invoices');
  return (
    <Card title={t.billing.invoices} flush>
      <Async query={rows}>
        {(bills) =>
          bills.length === 0 ? (
            <Empty title={t.billing.noInvoices} text={t.billing.noInvoicesText} />
          ) : (
            <Table label={t.billing.invoices} columns={COLUMNS} rows={bills} keyOf={({ id }) => id} />
          )
        }
      </Async>
      <MoreButton rows={rows} />
    </Card>
  );
}
