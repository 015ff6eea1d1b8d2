import type { Schemas } from '@platen/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/client.ts';
import { useLiveRows } from '../../api/live-rows.ts';
import { platen } from '../../api/platen.ts';
import { useRows } from '../../api/rows.ts';
import { useOrganisation } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Code } from '../../components/code.tsx';
import { Confirm, Dialog } from '../../components/dialog.tsx';
import { agoText } from '../../components/format.ts';
import { Badge, Card, Note, Page, type Tone } from '../../components/layout.tsx';
import { MoreButton } from '../../components/more.tsx';
import { Async, Empty, Failure } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';
import { NewWebhook } from './new-webhook.tsx';

type Endpoint = Schemas['WebhookEndpoint'];
type Delivery = Schemas['WebhookDelivery'];

const pathOf = (id: string): string => `/v1/webhooks/${encodeURIComponent(id)}`;

/** Endpoints, and what was sent to them. */
export function Webhooks() {
  const mayWrite = useOrganisation()?.role !== 'auditor';
  const rows = useRows<Endpoint>('/v1/webhooks');
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [asked, setAsked] = useState<Endpoint>();
  const again = () => queries.invalidateQueries({ queryKey: ['/v1/webhooks'] });
  const remove = useMutation({
    mutationFn: ({ id }: Endpoint) => platen.json(pathOf(id), { method: 'DELETE' }),
    onSuccess: () => {
      setAsked(undefined);
      return again();
    },
  });
  const test = useMutation({
    mutationFn: ({ id }: Endpoint) => platen.json(`${pathOf(id)}/test`, { method: 'POST', body: {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['/v1/webhook-deliveries'] }),
  });
  const show = useMutation({
    mutationFn: ({ id }: Endpoint) => platen.json<{ secret: Schemas['WebhookSecret'] }>(`${pathOf(id)}/secret`),
    onSuccess: (answer) => setSecret(answer.secret.secret),
  });

  const columns: Column<Endpoint>[] = [
    {
      title: t.webhooks.url,
      cell: ({ url, description }) => (
        <>
          <span className="break-all font-medium">{url}</span>
          {description && <span className="block break-words text-muted">{description}</span>}
        </>
      ),
    },
    {
      title: t.webhooks.status,
      cell: ({ enabled }) => <Badge tone={enabled ? 'good' : 'bad'}>{enabled ? t.webhooks.on : t.webhooks.off}</Badge>,
    },
    {
      title: t.webhooks.events,
      cell: ({ events }) => <span className="text-muted">{events.join(' ')}</span>,
      wide: true,
    },
    { title: t.webhooks.last, cell: ({ last_status: status }) => status ?? '', end: true, wide: true },
    {
      title: t.more,
      acts: true,
      cell: (endpoint) =>
        mayWrite && (
          <span className="flex flex-wrap justify-end gap-1">
            <Button kind="quiet" onClick={() => show.mutate(endpoint)}>
              {t.webhooks.showSecret}
            </Button>
            <Button kind="quiet" onClick={() => test.mutate(endpoint)}>
              {t.webhooks.test}
            </Button>
            <Button kind="quiet" className="!text-bad" onClick={() => setAsked(endpoint)}>
              {t.webhooks.remove}
            </Button>
          </span>
        ),
    },
  ];
  const error = test.error ?? show.error;
  return (
    <Page
      title={t.webhooks.title}
      lead={t.webhooks.lead}
      actions={
        mayWrite && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            {t.webhooks.add}
          </Button>
        )
      }
    >
      <div className="grid gap-5">
        {error && <Failure error={error} />}
        {test.isSuccess && <Note tone="good">{t.webhooks.tested}</Note>}
        <Card flush>
          <Async query={rows}>
            {(endpoints) =>
              endpoints.length === 0 ? (
                <Empty title={t.webhooks.emptyTitle} text={t.webhooks.emptyText} />
              ) : (
                <Table label={t.webhooks.title} columns={columns} rows={endpoints} keyOf={({ id }) => id} />
              )
            }
          </Async>
          <MoreButton rows={rows} />
        </Card>
        <Deliveries mayWrite={mayWrite} />
      </div>
      <NewWebhook
        open={adding}
        onClose={() => setAdding(false)}
        onMade={() => {
          setAdding(false);
          return again();
        }}
      />
      <Dialog
        open={secret !== undefined}
        onClose={() => setSecret(undefined)}
        title={t.webhooks.secret}
        text={t.webhooks.secretText}
      >
        <Code text={secret ?? ''} />
      </Dialog>
      {asked && (
        <Confirm
          open
          title={t.webhooks.removeTitle}
          text={t.webhooks.removeText}
          action={t.webhooks.remove}
          busy={remove.isPending}
          error={remove.error && <Failure error={remove.error} />}
          onConfirm={() => remove.mutate(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Page>
  );
}

const TONE: Readonly<Record<Delivery['status'], Tone>> = {
  waiting: 'accent',
  held: 'notice',
  delivered: 'good',
  failed: 'bad',
};
function Deliveries({ mayWrite }: { readonly mayWrite: boolean }) {
  const rows = useLiveRows<Delivery>('/v1/webhook-deliveries');
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
    <Card title={t.webhooks.deliveries} flush>
      {replay.error && <Failure error={replay.error} />}
      <Async query={rows}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p className="m-0 p-4 text-muted">{t.webhooks.noDeliveries}</p>
          ) : (
            <Table label={t.webhooks.deliveries} columns={columns} rows={deliveries} keyOf={({ id }) => id} />
          )
        }
      </Async>
      <MoreButton rows={rows} />
    </Card>
  );
}
