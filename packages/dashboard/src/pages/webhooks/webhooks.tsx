import type { Schemas } from '@platen/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { useRows } from '../../api/rows.ts';
import { useOrganisation } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Code } from '../../components/code.tsx';
import { Confirm, Dialog } from '../../components/dialog.tsx';
import { Badge, Card, Note, Page } from '../../components/layout.tsx';
import { MoreButton } from '../../components/more.tsx';
import { Async, Empty, Failure } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';
import { WebhookDeliveries } from './deliveries.tsx';
import { NewWebhook } from './new-webhook.tsx';

type Endpoint = Schemas['WebhookEndpoint'];

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
        <WebhookDeliveries mayWrite={mayWrite} />
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
