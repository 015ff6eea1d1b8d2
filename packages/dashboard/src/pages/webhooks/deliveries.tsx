import type { Schemas } from '@platen/client';
import { useMutation } from '@tanstack/react-query';
import { queries } from '../../api/client.ts';
import { useLiveRows } from '../../api/live-rows.ts';
import { platen } from '../../api/platen.ts';
import type { Query } from '../../api/rows.ts';
import { Button } from '../../components/button.tsx';
import { agoText } from '../../components/format.ts';
import { Badge, Card, type Tone } from '../../components/layout.tsx';
import { MoreButton } from '../../components/more.tsx';
import { Async, Failure } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';

type Delivery = Schemas['WebhookDelivery'];

const TONE: Readonly<Record<Delivery['status'], Tone>> = {
  waiting: 'accent',
  held: 'notice',
  delivered: 'good',
  failed: 'bad',
};
interface WebhookDeliveriesProps {
  /** Which of them. Default: all. */
  readonly query?: Query;
  readonly title?: string;
  readonly mayWrite: boolean;
}

/** What was sent to webhooks, as it happens. */
export function WebhookDeliveries({ query, title = t.webhooks.deliveries, mayWrite }: WebhookDeliveriesProps) {
  const rows = useLiveRows<Delivery>('/v1/webhook-deliveries', query);
  const replay = useMutation({
    mutationFn: (id: string) =>
      platen.json(`/v1/webhook-deliveries/${encodeURIComponent(id)}/replay`, { method: 'POST', body: {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['/v1/webhook-deliveries'] }),
  });
  const columns: Column<Delivery>[] = [
    { title: t.webhooks.event, cell: ({ type }) => <code className="font-mono text-[0.8125rem]">{type}</code> },
    { title: t.webhooks.status, cell: ({ status }) => <Badge tone={TONE[status]}>{status}</Badge> },
    { title: t.webhooks.attempts, cell: ({ attempts }) => attempts, end: true, wide: true },
    {
      title: t.webhooks.last,
      cell: ({ last_status: status, last_error: error }) => (
        <span className="break-words text-muted">{error ?? status}</span>
      ),
      wide: true,
    },
    { title: t.webhooks.when, cell: ({ created_at: at }) => agoText(at), end: true },
    {
      title: t.more,
      acts: true,
      cell: ({ id, status }) =>
        mayWrite &&
        (status === 'failed' || status === 'delivered') && (
          <Button kind="quiet" onClick={() => replay.mutate(id)}>
            {t.webhooks.replay}
          </Button>
        ),
    },
  ];
  return (
    <Card title={title} flush>
      {replay.error && <Failure error={replay.error} />}
      <Async query={rows}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p className="m-0 p-4 text-muted">{t.webhooks.noDeliveries}</p>
          ) : (
            <Table label={title} columns={columns} rows={deliveries} keyOf={({ id }) => id} />
          )
        }
      </Async>
      <MoreButton rows={rows} />
    </Card>
  );
}
