import type { Job } from '@platen/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useLiveRows } from '../../api/live-rows.ts';
import { useTemplateNames } from '../../api/names.ts';
import { agoText, dateText, millisecondsText } from '../../components/format.ts';
import { Badge, Card, Page, type Tone } from '../../components/layout.tsx';
import { MoreButton } from '../../components/more.tsx';
import { Named } from '../../components/named.tsx';
import { Async, Empty } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';

export const JOB_TONE: Readonly<Record<Job['status'], Tone>> = {
  queued: 'plain',
  processing: 'accent',
  succeeded: 'good',
  failed: 'bad',
  canceled: 'plain',
};

export function duration({ started_at: started, finished_at: finished }: Job): string {
  return started && finished ? millisecondsText(new Date(finished).getTime() - new Date(started).getTime()) : '';
}

const columnsOf = (templates: ReadonlyMap<string, string>): readonly Column<Job>[] => [
  {
    title: t.jobs.job,
    cell: ({ id }) => (
      <Link
        to="/jobs/$id"
        params={{ id }}
        title={id}
        className="link block max-w-20 truncate font-mono text-[0.8125rem] md:max-w-none"
      >
        {id}
      </Link>
    ),
  },
  {
    title: t.jobs.state,
    cell: ({ status, error }) => (
      <>
        <Badge tone={JOB_TONE[status]}>{t.jobs.states[status]}</Badge>
        {error && <code className="block break-words font-mono text-xs text-bad">{error.code}</code>}
      </>
    ),
  },
  { title: t.jobs.format, cell: ({ format }) => format, wide: true },
  {
    title: t.jobs.about,
    cell: ({ template: id, tag }) => (
      <>
        <Named id={id} name={id === null ? undefined : templates.get(id)} />
        {tag !== null && <Tag text={tag} />}
      </>
    ),
    wide: true,
  },
  {
    title: t.jobs.took,
    cell: (job) => <span className="whitespace-nowrap">{duration(job)}</span>,
    end: true,
    wide: true,
  },
  {
    title: t.jobs.made,
    cell: ({ created_at: at }) => (
      <span className="md:whitespace-nowrap" title={dateText(at)}>
        {agoText(at)}
      </span>
    ),
    end: true,
  },
];

/** A tag, as long as there is room; all of it where the pointer rests. */
function Tag({ text }: { readonly text: string }) {
  return (
    <span className="block max-w-44 truncate text-muted" title={text} dir="auto">
      {text}
    </span>
  );
}

export function Jobs() {
  const [status, setStatus] = useState<Job['status'] | ''>('');
  const templates = useTemplateNames();
  const rows = useLiveRows<Job>('/v1/jobs', status === '' ? {} : { status });
  return (
    <Page
      title={t.jobs.title}
      lead={t.jobs.lead}
      actions={
        <select
          aria-label={t.jobs.state}
          className="field !w-auto"
          value={status}
          onChange={({ target }) => setStatus(target.value as Job['status'] | '')}
        >
          <option value="">{t.jobs.all}</option>
          {Object.entries(t.jobs.states).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      }
    >
      <Card flush>
        <Async query={rows}>
          {(jobs) =>
            jobs.length === 0 ? (
              <Empty title={t.jobs.emptyTitle} text={t.jobs.emptyText} />
            ) : (
              <Table label={t.jobs.title} columns={columnsOf(templates)} rows={jobs} keyOf={({ id }) => id} />
            )
          }
        </Async>
        <MoreButton auto rows={rows} />
      </Card>
    </Page>
  );
}
