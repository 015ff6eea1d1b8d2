import type { Schemas } from '@platen/client';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { queries } from '../../api/client.ts';
import { useLiveRows } from '../../api/live-rows.ts';
import { platen } from '../../api/platen.ts';
import { useOrganisation } from '../../api/session.ts';
import { useAsked } from '../../components/asked.tsx';
import { Button, buttonLook } from '../../components/button.tsx';
import { agoText, dateText } from '../../components/format.ts';
import { Badge, type Tone } from '../../components/layout.tsx';
import { ListPage } from '../../components/list-page.tsx';
import { Failure } from '../../components/states.tsx';
import type { Column } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';
import { NewBatch } from './new-batch.tsx';

type Batch = Schemas['Batch'];

export const BATCH_TONE: Readonly<Record<Batch['status'], Tone>> = {
  queued: 'plain',
  processing: 'accent',
  completed: 'good',
  canceled: 'plain',
};

const again = () => queries.invalidateQueries({ queryKey: ['/v1/batches'] });

/** What is done with many rows of data. */
export function Batches() {
  const mayWrite = useOrganisation()?.role !== 'auditor';
  const rows = useLiveRows<Batch>('/v1/batches');
  const retry = useMutation({ mutationFn: (id: string) => platen.batches.retry(id), onSuccess: again });
  const { ask, dialog } = useAsked<string>({
    title: () => t.runs.batches.cancelTitle,
    text: t.runs.batches.cancelText,
    action: t.runs.batches.cancel,
    act: (id) => platen.batches.cancel(id),
    again,
  });
  const columns: readonly Column<Batch>[] = [
    ...COLUMNS,
    {
      title: t.runs.acts,
      acts: true,
      cell: (batch) => mayWrite && <Acts batch={batch} onRetry={retry.mutate} onCancel={ask} />,
    },
  ];
  return (
    <ListPage texts={t.runs.batches} rows={rows} columns={columns} form={NewBatch} mayMake={mayWrite} again={again}>
      {retry.error && <Failure error={retry.error} />}
      {dialog}
    </ListPage>
  );
}

const COLUMNS: readonly Column<Batch>[] = [
  {
    title: t.runs.batches.batch,
    cell: ({ id, tag, total, format }) => (
      <>
        <Link to="/batches/$id" params={{ id }} className="link font-medium">
          {`${t.runs.batches.rows(total)} · ${format.toUpperCase()}`}
        </Link>
        <code className="block break-all font-mono text-xs text-muted">{tag ?? id}</code>
      </>
    ),
  },
  {
    title: t.runs.batches.state,
    cell: ({ status }) => <Badge tone={BATCH_TONE[status]}>{t.runs.batches.states[status]}</Badge>,
  },
  {
    title: t.runs.batches.progress,
    wide: true,
    cell: ({ succeeded, failed, canceled, total }) => (
      <span className="flex flex-wrap items-center gap-2">
        <progress
          className="h-1.5 w-28 appearance-none overflow-hidden rounded-full border-0 bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
          aria-label={t.runs.batches.progress}
          max={Math.max(1, total)}
          value={succeeded + failed + canceled}
        />
        <span className="text-muted tabular-nums">{t.runs.batches.done(succeeded, total)}</span>
        {failed > 0 && <Badge tone="bad">{t.runs.batches.failed(failed)}</Badge>}
      </span>
    ),
  },
  {
    title: t.runs.batches.made,
    end: true,
    wide: true,
    cell: ({ created_at: at }) => <span title={dateText(at)}>{agoText(at)}</span>,
  },
];

interface ActsProps {
  readonly batch: Batch;
  readonly onRetry: (id: string) => void;
  readonly onCancel: (id: string) => void;
}

function Acts({ batch: { id, status, result, failed, purged_at: purged }, onRetry, onCancel }: ActsProps) {
  const isDone = status === 'completed';
  return (
    <span className="flex flex-wrap justify-end gap-1">
      {isDone && result !== 'separate' && purged === null && (
        <a className={buttonLook('quiet')} href={`/v1/batches/${encodeURIComponent(id)}/result`} download>
          <Download aria-hidden className="size-4" />
          {t.runs.batches.download}
        </a>
      )}
      {isDone && failed > 0 && (
        <Button kind="quiet" onClick={() => onRetry(id)}>
          {t.runs.batches.retry}
        </Button>
      )}
      {(status === 'queued' || status === 'processing') && (
        <Button kind="quiet" className="!text-bad" onClick={() => onCancel(id)}>
          {t.runs.batches.cancel}
        </Button>
      )}
    </span>
  );
}
