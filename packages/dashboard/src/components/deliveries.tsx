import type { Schemas } from '@platen/client';
import { Link } from '@tanstack/react-router';
import { t } from '../texts/en.ts';
import { Button } from './button.tsx';
import { agoText, dateText } from './format.ts';
import { Badge, Card, type Tone } from './layout.tsx';
import { Failure } from './states.tsx';
import { type Column, Table } from './table.tsx';

type Delivery = Schemas['JobDelivery'];

const TONE: Readonly<Record<Delivery['state'], Tone>> = { waiting: 'accent', delivered: 'good', failed: 'bad' };

interface DeliveriesProps {
  readonly deliveries: readonly Delivery[];
  /** Sends what has failed again; absent for those who may not. */
  readonly again?: { readonly mutate: () => void; readonly isPending: boolean; readonly error: unknown } | undefined;
}

/** Where results are sent, and what became of it. */
export function Deliveries({ deliveries, again }: DeliveriesProps) {
  const failed = deliveries.some(({ state }) => state === 'failed');
  return (
    <Card
      title={t.deliveries.title}
      flush
      actions={
        again &&
        failed && (
          <Button busy={again.isPending} onClick={() => again.mutate()}>
            {t.deliveries.again}
          </Button>
        )
      }
    >
      {again?.error ? (
        <div className="p-3">
          <Failure error={again.error} />
        </div>
      ) : null}
      {deliveries.length === 0 ? (
        <p className="m-0 p-4 text-muted">
          {t.deliveries.none}{' '}
          <Link to="/connections" className="link">
            {t.connections.title}
          </Link>
        </p>
      ) : (
        <Table label={t.deliveries.title} columns={COLUMNS} rows={deliveries} keyOf={({ id }) => id} />
      )}
    </Card>
  );
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    title: t.deliveries.to,
    cell: ({ kind, location, path, error }) => (
      <>
        <span className="font-medium">{kind}</span>
        {(location ?? path) && <code className="block break-all font-mono text-xs text-muted">{location ?? path}</code>}
        {error && (
          <span className="block break-words text-[0.8125rem] text-bad">
            {error.detail}
            <span className="block">{error.remedy}</span>
          </span>
        )}
      </>
    ),
  },
  {
    title: t.deliveries.state,
    cell: ({ state, next_attempt_at: next }) => (
      <>
        <Badge tone={TONE[state]}>{t.deliveries.states[state]}</Badge>
        {next && <span className="block text-xs text-muted">{t.deliveries.next(dateText(next))}</span>}
      </>
    ),
  },
  { title: t.deliveries.attempts, cell: ({ attempts }) => attempts, end: true },
  {
    title: t.deliveries.ended,
    cell: ({ ended_at: at }) => at && <span title={dateText(at)}>{agoText(at)}</span>,
    end: true,
    wide: true,
  },
];
