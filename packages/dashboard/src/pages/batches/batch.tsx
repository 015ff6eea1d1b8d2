import type { Schemas } from '@platen/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { useIsWorker } from '../../api/session.ts';
import { Deliveries } from '../../components/deliveries.tsx';
import { Facts } from '../../components/facts.tsx';
import { bytesText, dateText } from '../../components/format.ts';
import { Badge, Card, Note, Page } from '../../components/layout.tsx';
import { Async } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { WebhookDeliveries } from '../webhooks/deliveries.tsx';
import { BATCH_TONE } from './batches.tsx';

type Whole = Schemas['BatchDetails'];

/** Milliseconds between looks at one that goes on. */
const LOOK = 3_000;

const goesOn = ({ status, deliveries }: Whole): boolean =>
  status === 'queued' || status === 'processing' || deliveries.some(({ state }) => state === 'waiting');

/** One batch: how far it is, what failed, and where its file is sent. */
export function Batch() {
  const { id } = useParams({ from: '/inside/batches/$id' });
  const mayWrite = useIsWorker();
  const query = useQuery({
    queryKey: ['/v1/batches', id],
    queryFn: ({ signal }) => platen.batches.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data && goesOn(state.data) ? LOOK : false),
  });
  const again = useMutation({
    mutationFn: () => platen.batches.deliver(id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['/v1/batches'] }),
  });
  return (
    <Page
      title={t.runs.batches.batch}
      lead={
        <>
          <Link to="/batches" className="link">
            {t.runs.batches.back}
          </Link>
          {' / '}
          <code className="break-all font-mono">{id}</code>
        </>
      }
    >
      <Async query={query}>
        {(batch) => (
          <div className="grid gap-5">
            <Card title={t.jobs.facts}>
              <Facts facts={factsOf(batch)} />
            </Card>
            {batch.error_code && <Note tone="bad">{t.runs.batches.noFile(batch.error_code)}</Note>}
            {batch.result !== 'separate' && (
              <Deliveries deliveries={batch.deliveries} again={mayWrite ? again : undefined} />
            )}
            <WebhookDeliveries query={{ batch: id }} title={t.runs.batches.webhooks} mayWrite={mayWrite} />
            {batch.failures.length > 0 && <Failures failures={batch.failures} />}
          </div>
        )}
      </Async>
    </Page>
  );
}

function factsOf(batch: Whole): readonly (readonly [name: string, value: ReactNode])[] {
  const { status, file } = batch;
  return [
    [
      t.runs.batches.state,
      <Badge key="state" tone={BATCH_TONE[status]}>
        {t.runs.batches.states[status]}
      </Badge>,
    ],
    [t.runs.batches.progress, t.runs.batches.done(batch.succeeded, batch.total)],
    [t.runs.batches.failures, batch.failed === 0 ? null : batch.failed],
    [t.runs.batches.result, t.runs.batches.results[batch.result]],
    [t.jobs.format, batch.format.toUpperCase()],
    [t.jobs.tag, batch.tag],
    [t.jobs.credits, batch.credits],
    [t.jobs.size, file && bytesText(file.filesize)],
    [t.runs.batches.made, dateText(batch.created_at)],
    [t.jobs.expires, batch.expires_at && dateText(batch.expires_at)],
  ];
}

function Failures({ failures }: { readonly failures: Whole['failures'] }) {
  return (
    <Card title={t.runs.batches.failures}>
      <ul className="m-0 grid list-none gap-2 p-0">
        {failures.map(({ position, job, code, detail }) => (
          <li key={position} className="break-words">
            <Link to="/jobs/$id" params={{ id: job }} className="link">
              {t.runs.batches.row(position + 1)}
            </Link>{' '}
            <Badge tone="bad">{code}</Badge> {detail}
          </li>
        ))}
      </ul>
    </Card>
  );
}
