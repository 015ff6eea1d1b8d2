import type { Platen } from '@platen/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Health, healthQuery, instanceQuery, type Process } from '../../api/operator.ts';
import { Figure } from '../../components/figure.tsx';
import { agoText, dateText, millisecondsText, numberText } from '../../components/format.ts';
import { Badge, Card, type Tone } from '../../components/layout.tsx';
import { Async, Failure } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';

const ISOLATION_TONE: Readonly<Record<string, Tone>> = { full: 'good', degraded: 'notice', none: 'bad' };
const HEALTH_TONE: Readonly<Record<Health['status'], Tone>> = { ok: 'good', degraded: 'notice', unavailable: 'bad' };

const Isolation = ({ level }: { readonly level: string | null }) =>
  level === null ? (
    <span className="text-muted">{t.operator.noBrowser}</span>
  ) : (
    <Badge tone={ISOLATION_TONE[level] ?? 'plain'}>{level}</Badge>
  );

const COLUMNS: readonly Column<Process>[] = [
  { title: t.operator.role, cell: ({ role }) => role },
  {
    title: t.operator.browser,
    cell: ({ browser }) => <span className="break-all">{browser ?? t.operator.noBrowser}</span>,
  },
  { title: t.operator.isolation, cell: ({ isolation }) => <Isolation level={isolation} /> },
  { title: t.operator.version, cell: ({ version }) => version, wide: true },
  { title: t.operator.load, cell: ({ running, concurrency }) => `${running} / ${concurrency}`, end: true, wide: true },
  {
    title: t.operator.since,
    cell: ({ started_at: at }) => <span title={dateText(at)}>{agoText(at)}</span>,
    end: true,
    wide: true,
  },
];

/** How the instance is: figures, health, processes and plans, looked at again every few seconds. */
export function InstanceView({ client }: { readonly client: Platen }) {
  const instance = useQuery(instanceQuery(client));
  const { plans, jobs, processes = [] } = instance.data ?? {};
  const sum = (of: (process: Process) => number) => processes.reduce((total, process) => total + of(process), 0);
  return (
    <>
      {instance.error && <Failure error={instance.error} onRetry={() => void instance.refetch()} />}
      <div className="grid gap-4 sm:grid-cols-3">
        <Figure
          title={t.operator.organisations}
          value={plans && numberText(plans.reduce((total, { organisations }) => total + organisations, 0))}
          note={plans?.map(({ plan, organisations }) => t.operator.having(numberText(organisations), plan)).join(' · ')}
        />
        <Figure
          title={t.operator.waiting}
          value={jobs && numberText(jobs.waiting)}
          note={
            jobs &&
            (jobs.waiting === 0
              ? t.operator.nothingWaits
              : t.operator.oldest(millisecondsText(jobs.oldest_seconds * 1_000)))
          }
        />
        <Figure
          title={t.operator.running}
          value={instance.data && numberText(sum(({ running }) => running))}
          note={t.operator.slots(
            numberText(sum(({ concurrency }) => concurrency)),
            numberText(sum(({ queued }) => queued)),
          )}
        />
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card title={t.operator.processes} actions={<span className="text-muted">{t.operator.beat}</span>} flush>
          <Async query={instance} rows={2}>
            {() =>
              processes.length === 0 ? (
                <p className="m-0 p-4 text-muted">{t.operator.noProcesses}</p>
              ) : (
                <Table
                  label={t.operator.processes}
                  columns={COLUMNS}
                  rows={processes}
                  keyOf={({ started_at: at, role }) => `${role} ${at}`}
                />
              )
            }
          </Async>
        </Card>
        <HealthCard />
      </div>
    </>
  );
}

function HealthCard() {
  const health = useQuery(healthQuery);
  return (
    <Card
      title={t.operator.health}
      actions={
        health.data && <Badge tone={HEALTH_TONE[health.data.status]}>{t.operator.states[health.data.status]}</Badge>
      }
    >
      <Async query={health}>
        {(found) => (
          <>
            <p className="m-0 mb-3 text-muted">{t.operator.healthText}</p>
            <dl className="m-0 grid gap-2">
              <Line name={t.operator.database}>{t.operator.answers[found.database]}</Line>
              <Line name={t.operator.storage}>{t.operator.takes[found.storage]}</Line>
              <Line name={t.operator.browserIsolation}>
                <Isolation level={found.isolation} />
              </Line>
              <Line name={t.operator.templateIsolation}>
                <Isolation level={found.template_isolation} />
              </Line>
              <Line name={t.operator.delay}>{millisecondsText(found.event_loop_delay_p99_ms)}</Line>
            </dl>
          </>
        )}
      </Async>
    </Card>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-2">
      <dt className="text-muted">{name}</dt>
      <dd className="m-0">{children}</dd>
    </div>
  );
}
