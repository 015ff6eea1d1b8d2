import type { Schemas } from '@platen/client';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { useRows } from '../../api/rows.ts';
import { useOrganisation } from '../../api/session.ts';
import { useAsked } from '../../components/asked.tsx';
import { Button } from '../../components/button.tsx';
import { agoText, dateText } from '../../components/format.ts';
import { Badge, Note } from '../../components/layout.tsx';
import { ListPage } from '../../components/list-page.tsx';
import { Failure } from '../../components/states.tsx';
import type { Column } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';
import { NewSchedule } from './new-schedule.tsx';

type Schedule = Schemas['Schedule'];

const pathOf = (id: string): string => `/v1/schedules/${encodeURIComponent(id)}`;
const again = () => queries.invalidateQueries({ queryKey: ['/v1/schedules'] });

/** Conversions that are made again and again. */
export function Schedules() {
  const mayWrite = useOrganisation()?.role !== 'auditor';
  const rows = useRows<Schedule>('/v1/schedules');
  const run = useMutation({
    mutationFn: ({ id }: Schedule) => platen.json(`${pathOf(id)}/run`, { method: 'POST', body: {} }),
    onSuccess: again,
  });
  const pause = useMutation({
    mutationFn: ({ id, paused }: Schedule) =>
      platen.json(pathOf(id), { method: 'PATCH', body: { paused: paused === null } }),
    onSuccess: again,
  });
  const { ask, dialog } = useAsked<Schedule>({
    title: ({ name }) => t.runs.schedules.removeTitle(name),
    text: t.runs.schedules.removeText,
    action: t.runs.remove,
    act: ({ id }) => platen.json(pathOf(id), { method: 'DELETE' }),
    again,
  });
  const columns: readonly Column<Schedule>[] = [
    ...COLUMNS,
    {
      title: t.runs.acts,
      acts: true,
      cell: (schedule) =>
        mayWrite && (
          <span className="flex flex-wrap justify-end gap-1">
            <Button kind="quiet" onClick={() => run.mutate(schedule)}>
              {t.runs.schedules.run}
            </Button>
            <Button kind="quiet" onClick={() => pause.mutate(schedule)}>
              {schedule.paused ? t.runs.schedules.resume : t.runs.schedules.pause}
            </Button>
            <Button kind="quiet" className="!text-bad" onClick={() => ask(schedule)}>
              {t.runs.remove}
            </Button>
          </span>
        ),
    },
  ];
  const error = run.error ?? pause.error;
  return (
    <ListPage
      texts={t.runs.schedules}
      rows={rows}
      columns={columns}
      form={NewSchedule}
      mayMake={mayWrite}
      again={again}
    >
      {error && <Failure error={error} />}
      {run.isSuccess && <Note tone="good">{t.runs.schedules.began}</Note>}
      {dialog}
    </ListPage>
  );
}

const COLUMNS: readonly Column<Schedule>[] = [
  {
    title: t.runs.schedules.name,
    cell: ({ name, cron, timezone }) => (
      <>
        <span className="wrap-anywhere font-medium">{name}</span>
        <code className="block font-mono text-xs text-muted">{`${cron} · ${timezone}`}</code>
      </>
    ),
  },
  {
    title: t.runs.schedules.next,
    cell: ({ next_at: at, paused }) =>
      paused ? (
        <span className="grid justify-items-start gap-0.5">
          <Badge tone={paused.reason === 'requested' ? 'plain' : 'bad'}>{t.runs.schedules.paused}</Badge>
          <span className="text-xs text-muted">{paused.error_code ?? t.runs.schedules.reasons[paused.reason]}</span>
        </span>
      ) : (
        at && <span title={dateText(at)}>{agoText(at)}</span>
      ),
  },
  {
    title: t.runs.schedules.last,
    wide: true,
    cell: ({ last_run: run }) => {
      if (!run) return <span className="text-muted">{t.runs.schedules.never}</span>;
      if (run.job === null) return <Badge tone="bad">{run.error_code}</Badge>;
      return (
        <Link to="/jobs/$id" params={{ id: run.job }} className="link">
          {agoText(run.at)}
        </Link>
      );
    },
  },
];
