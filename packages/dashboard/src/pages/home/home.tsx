import type { Schemas } from '@platen/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRows } from '../../api/rows.ts';
import { sessionQuery, useIsWorker, useOrganisation } from '../../api/session.ts';
import { everyDay, sums, useAccount, useUsage } from '../../api/usage.ts';
import { Bars } from '../../components/bars.tsx';
import { buttonLook } from '../../components/button.tsx';
import { Figure } from '../../components/figure.tsx';
import { agoText, dayText, millisecondsText, numberText } from '../../components/format.ts';
import { Badge, Card, Page } from '../../components/layout.tsx';
import { Async, Empty, Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { toneOf } from '../logs/tone.ts';
import { Attention } from './attention.tsx';
import { latencyOf } from './latency.ts';

/** What was used, what is left, and what went wrong. */
export function Home() {
  const { data: session } = useQuery(sessionQuery);
  const role = useOrganisation()?.role;
  const isWorker = useIsWorker();
  const account = useAccount();
  const usage = useUsage();
  const jobs = usage.data?.reduce((sum, row) => sum + row.jobs, 0);
  const ai = usage.data?.reduce((sum, row) => sum + row.ai_operations, 0);
  const credits = account.data?.credits;
  return (
    <Page
      title={t.home.hello(session?.person.name ?? '')}
      lead={t.home.lead}
      actions={
        // Who has made documents knows the way.
        jobs === 0 ? (
          <Link to="/start" className={buttonLook('primary')}>
            {t.nav.start}
          </Link>
        ) : (
          isWorker && (
            <>
              <Link to="/start" className={buttonLook()}>
                {t.nav.start}
              </Link>
              <Link to="/templates" className={buttonLook('primary')}>
                {t.nav.templates}
              </Link>
            </>
          )
        )
      }
    >
      <div className="grid gap-5">
        {account.error && <Failure error={account.error} onRetry={() => void account.refetch()} />}
        {role !== 'billing' && <Attention />}
        <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
          <Figure
            title={t.home.credits}
            value={credits && numberText(credits.used)}
            note={credits && (credits.remaining === null ? t.home.noLimit : t.home.left(numberText(credits.remaining)))}
          />
          <Figure title={t.home.conversions} value={jobs !== undefined && numberText(jobs)} note={t.home.thisPeriod} />
          {role !== 'billing' && <Times />}
          <Figure title={t.home.ai} value={ai !== undefined && numberText(ai)} note={t.home.thisPeriod} />
        </div>
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <Card title={t.home.days}>
            <Async query={usage}>{(rows) => <Days rows={rows} />}</Async>
          </Card>
          <Card title={t.home.formats}>
            <Async query={usage}>{(rows) => <Formats rows={rows} />}</Async>
          </Card>
        </div>
        {role !== 'billing' && <Failures />}
      </div>
    </Page>
  );
}

function Days({ rows }: { readonly rows: readonly Schemas['UsageRow'][] }) {
  if (rows.length === 0) return <Empty title={t.home.emptyTitle} text={t.home.emptyText} />;
  const values = everyDay(sums(rows, ({ day }) => day)).map(({ name, jobs }) => ({
    name: dayText(name),
    value: jobs,
    text: numberText(jobs),
  }));
  return <Bars label={t.home.days} values={values} />;
}

function Formats({ rows }: { readonly rows: readonly Schemas['UsageRow'][] }) {
  const formats = sums(rows, ({ format }) => format ?? 'other').sort((a, b) => b.jobs - a.jobs);
  const most = Math.max(1, ...formats.map(({ jobs }) => jobs));
  if (formats.length === 0) return <p className="m-0 text-muted">{t.home.emptyTitle}</p>;
  return (
    <ul className="m-0 grid list-none gap-3 p-0">
      {formats.map(({ name, jobs }) => (
        <li key={name}>
          <div className="flex justify-between">
            <span>{name}</span>
            <span className="tabular-nums text-muted">{numberText(jobs)}</span>
          </div>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden className="mt-1 block h-1.5 w-full">
            <rect width="100" height="4" rx="2" fill="var(--sunken)" />
            <rect width={(100 * jobs) / most} height="4" rx="2" fill="var(--accent)" />
          </svg>
        </li>
      ))}
    </ul>
  );
}

/** Requests that are looked at for times and for failures. */
const LAST = 100;
/** What this dashboard asks by itself is not what people look for here. */
const ANY_KEY = '*';

/** How long the newest conversions took. */
function Times() {
  const logs = useRows<Schemas['LogEntry']>('/v1/logs', { limit: LAST, status: 'success', key_id: ANY_KEY });
  const latency = logs.data && latencyOf(logs.data);
  return (
    <Figure
      title={t.home.time}
      value={latency ? millisecondsText(latency.p50) : logs.data && '–'}
      note={latency ? t.home.slowest(millisecondsText(latency.p95), latency.count) : logs.data && t.home.noTimes}
    />
  );
}

function Failures() {
  const logs = useRows<Schemas['LogEntry']>('/v1/logs', { limit: LAST, status: 'error', key_id: ANY_KEY });
  return (
    <Card
      title={t.home.failures}
      flush
      actions={
        <Link to="/logs" className="link text-[0.8125rem]">
          {t.home.allRequests}
        </Link>
      }
    >
      <Async query={logs}>
        {(rows) => {
          if (rows.length === 0) return <p className="m-0 p-4 text-muted">{t.home.noFailures}</p>;
          return (
            <ul className="m-0 list-none p-0">
              {rows.slice(0, 8).map((row) => (
                <li
                  key={row.id}
                  className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-0"
                >
                  <Badge tone={toneOf(row.status)}>{row.status}</Badge>
                  <code className="min-w-0 flex-[1_1_14rem] break-words font-mono text-[0.8125rem]">{`${row.method} ${row.route}`}</code>
                  <span className="text-muted">{row.error_code}</span>
                  <span className="text-muted">{agoText(row.at)}</span>
                </li>
              ))}
            </ul>
          );
        }}
      </Async>
    </Card>
  );
}
