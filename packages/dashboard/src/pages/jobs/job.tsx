import type { Job as JobRecord } from '@platen/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { base64Of } from '../../api/base64.ts';
import { queries } from '../../api/client.ts';
import { useTemplateNames } from '../../api/names.ts';
import { platen } from '../../api/platen.ts';
import { useIsWorker } from '../../api/session.ts';
import { Button, buttonLook, CopyButton } from '../../components/button.tsx';
import { Deliveries } from '../../components/deliveries.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { bytesText, dateText, millisecondsText, secondText } from '../../components/format.ts';
import { Badge, Card, Note, Page } from '../../components/layout.tsx';
import { PdfPages } from '../../components/pages.tsx';
import { Async, Failure, Loading } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { duration, JOB_TONE } from './jobs.tsx';
import { useJobEvents } from './use-events.ts';

/** Milliseconds between looks at one whose result is still sent. */
const LOOK = 3_000;

/** One job: what happened to it, as it happens. */
export function Job() {
  const { id } = useParams({ from: '/inside/jobs/$id' });
  const query = useQuery({
    queryKey: ['/v1/jobs', id],
    queryFn: ({ signal }) => platen.jobs.get(id, { signal }),
    // Its events end with the job, and not with what is sent of it.
    refetchInterval: (of) => (of.state.data?.deliveries.some(({ state }) => state === 'waiting') ? LOOK : false),
  });
  const again = useMutation({
    mutationFn: () => platen.json(`/v1/jobs/${encodeURIComponent(id)}/deliver`, { method: 'POST', body: {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['/v1/jobs', id] }),
  });
  const [asking, setAsking] = useState(false);
  const mayWrite = useIsWorker();
  const remove = useMutation({
    mutationFn: () => platen.jobs.remove(id),
    onSuccess: () => {
      setAsking(false);
      return queries.invalidateQueries({ queryKey: ['/v1/jobs'] });
    },
  });
  const job = query.data;
  const runs = job?.status === 'queued' || job?.status === 'processing';
  const words = runs
    ? { action: t.jobs.cancel, title: t.jobs.cancelTitle, text: t.jobs.cancelText }
    : { action: t.jobs.purge, title: t.jobs.purgeTitle, text: t.jobs.purgeText };
  return (
    <Page
      title={t.jobs.job}
      lead={
        <>
          <Link to="/jobs" className="link">
            {t.jobs.back}
          </Link>
          {' / '}
          <code className="break-all font-mono">{id}</code>
        </>
      }
      actions={
        mayWrite &&
        job &&
        (runs || job.outputs.length > 0) && (
          <Button kind="danger" onClick={() => setAsking(true)}>
            {words.action}
          </Button>
        )
      }
    >
      <Async query={query}>
        {(record) => (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <Card title={t.jobs.facts}>
              <JobFacts job={record} />
            </Card>
            <Timeline id={id} />
            {record.error && (
              <Card title={t.jobs.failed}>
                <Note tone="bad">
                  <strong>{record.error.code}</strong>
                  <p className="m-0 break-words">{record.error.detail}</p>
                  {record.error.errors.length > 1 && (
                    <ul className="m-0 mt-1 pl-4">
                      {record.error.errors.map(({ detail }) => (
                        <li key={detail} className="break-words">
                          {detail}
                        </li>
                      ))}
                    </ul>
                  )}
                </Note>
              </Card>
            )}
            <Card title={t.jobs.result}>
              <Results job={record} mayShow={mayWrite} />
            </Card>
            {record.deliveries.length > 0 && (
              <Deliveries deliveries={record.deliveries} again={mayWrite ? again : undefined} />
            )}
            {record.warnings.length > 0 && (
              <Card title={t.jobs.warnings}>
                <ul className="m-0 grid list-none gap-2 p-0">
                  {record.warnings.map(({ code, message }) => (
                    <li key={code}>
                      <Badge tone="notice">{code}</Badge> {message}
                    </li>
                  ))}
                </ul>
              </Card>
            )}
          </div>
        )}
      </Async>
      <Confirm
        open={asking}
        {...words}
        busy={remove.isPending}
        error={remove.error && <Failure error={remove.error} />}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    </Page>
  );
}

function TemplateLink({ id }: { readonly id: string }) {
  const name = useTemplateNames().get(id);
  return (
    <Link to="/templates/$slug" params={{ slug: id }} className="link">
      {name ?? id}
    </Link>
  );
}

function JobFacts({ job }: { readonly job: JobRecord }) {
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [
      t.jobs.state,
      <Badge key="state" tone={JOB_TONE[job.status]}>
        {t.jobs.states[job.status]}
      </Badge>,
    ],
    [t.jobs.format, job.format],
    [t.jobs.template, job.template && <TemplateLink key="template" id={job.template} />],
    [
      t.jobs.from,
      job.batch ? (
        <Link key="batch" to="/batches/$id" params={{ id: job.batch }} className="link">
          {t.jobs.ofBatch}
        </Link>
      ) : (
        job.schedule && (
          <Link key="schedule" to="/schedules" className="link">
            {t.jobs.ofSchedule}
          </Link>
        )
      ),
    ],
    [t.jobs.tag, job.tag],
    [t.jobs.made, dateText(job.created_at)],
    [t.jobs.took, duration(job)],
    [t.jobs.credits, job.credits],
    [t.jobs.pages, job.pdf_pages],
    [t.jobs.size, job.filesize === null ? null : bytesText(job.filesize)],
    [t.jobs.expires, job.result_expires_at && dateText(job.result_expires_at)],
    [t.jobs.request, job.request_id],
  ];
  return <Facts facts={facts} />;
}

/** When it was, to the second: a job is often done within one minute. */
function Moment({ at, since }: { readonly at: string; readonly since: string | undefined }) {
  return (
    <span className="block text-[0.8125rem] text-muted tabular-nums">
      {secondText(at)}
      {since !== undefined &&
        ` · ${t.jobs.after(millisecondsText(new Date(at).getTime() - new Date(since).getTime()))}`}
    </span>
  );
}

function Timeline({ id }: { readonly id: string }) {
  const events = useJobEvents(id);
  return (
    <Card title={t.jobs.timeline}>
      {events.length === 0 && <Loading rows={2} />}
      <ol aria-live="polite" className="m-0 grid list-none gap-0 p-0">
        {events.map(({ status, attempt, at }, index) => (
          <li key={`${at}${status}`} className="relative border-l-2 border-line pb-4 pl-5 last:pb-0">
            <span aria-hidden className="absolute -left-[5px] top-1.5 size-2 rounded-full bg-accent" />
            <span className="font-medium">{t.jobs.states[status]}</span>
            {attempt > 1 && <span className="text-muted"> {t.jobs.attempt(attempt)}</span>}
            <Moment at={at} since={events[index - 1]?.at} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Results({ job, mayShow }: { readonly job: JobRecord; readonly mayShow: boolean }) {
  const [shown, setShown] = useState<number>();
  if (job.outputs.length === 0) return <p className="m-0 text-muted">{t.jobs.noResult}</p>;
  return (
    <ul className="m-0 grid list-none gap-3 p-0">
      {job.outputs.map(({ position, format, filesize, pdf_pages: pages, url }) => (
        <li key={position} className="flex flex-wrap items-center gap-3">
          <span className="flex-1 font-medium">{format.toUpperCase()}</span>
          {pages !== undefined && <Badge>{t.play.pages(pages)}</Badge>}
          <Badge>{bytesText(filesize)}</Badge>
          <a
            className={buttonLook()}
            href={resultPath(job, position)}
            download={`${job.id}-${position}.${EXTENSIONS[format] ?? format}`}
          >
            <Download aria-hidden className="size-4" />
            {t.jobs.download}
          </a>
          {url !== null && (
            <span title={t.jobs.linkHint}>
              <CopyButton text={url} label={t.jobs.copyLink} />
            </span>
          )}
          {mayShow && format === 'pdf' && (
            <Button
              aria-expanded={shown === position}
              onClick={() => setShown(shown === position ? undefined : position)}
            >
              {t.pages.title}
            </Button>
          )}
          {shown === position && (
            <div className="basis-full overflow-hidden rounded-lg border border-line">
              <PdfPages name={`${job.id}/${position}`} file={() => fileOf(resultPath(job, position))} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

const resultPath = ({ id, outputs }: JobRecord, position: number): string =>
  `/v1/jobs/${encodeURIComponent(id)}/result${outputs.length > 1 ? `?output=${position}` : ''}`;

/** A file of the service, base64. */
const fileOf = async (path: string): Promise<string> => await base64Of(await (await platen.send(path)).blob());

const EXTENSIONS: Readonly<Record<string, string>> = { text: 'txt', markdown: 'md' };
