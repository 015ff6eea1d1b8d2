import type { Schemas } from '@platen/client';
import { useState } from 'react';
import { useLiveRows } from '../../api/live-rows.ts';
import { useKeyNames } from '../../api/names.ts';
import { agoText, dateText, millisecondsText, numberText } from '../../components/format.ts';
import { Badge, Card, Page } from '../../components/layout.tsx';
import { MoreButton } from '../../components/more.tsx';
import { Named } from '../../components/named.tsx';
import { Async, Empty } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Toggle } from '../../components/toggle.tsx';
import { t } from '../../texts/en.ts';
import { toneOf } from './tone.ts';

type Row = Schemas['LogEntry'];

/** This dashboard asks much by itself: the requests of programs are shown first. */
const BY = ['programs', 'all'] as const;
const SHOWN = ['all', 'success', 'error'] as const;

const columnsOf = (keys: ReadonlyMap<string, string>): readonly Column<Row>[] => [
  { title: t.logs.status, cell: ({ status }) => <Badge tone={toneOf(status)}>{status}</Badge> },
  {
    title: t.logs.request,
    cell: ({ method, route, error_code: code, request_id: id }) => (
      <>
        <code className="block break-words font-mono text-[0.8125rem]">{`${method} ${route}`}</code>
        {code !== null && <span className="block break-words text-bad">{code}</span>}
        <code className="block break-all font-mono text-xs text-muted">{id}</code>
      </>
    ),
  },
  {
    title: t.logs.key,
    cell: ({ key_id: id }) =>
      id === null ? <span className="text-muted">{t.logs.person}</span> : <Named id={id} name={keys.get(id)} />,
    wide: true,
  },
  { title: t.logs.format, cell: ({ format }) => format, wide: true },
  { title: t.logs.credits, cell: ({ credits }) => numberText(credits), end: true, wide: true },
  { title: t.logs.took, cell: ({ duration_ms: time }) => millisecondsText(time), end: true, wide: true },
  {
    title: t.logs.when,
    cell: ({ at }) => (
      <span className="whitespace-nowrap" title={dateText(at)}>
        {agoText(at)}
      </span>
    ),
    end: true,
  },
];

/** Every request of the organization, newest first. */
export function Logs() {
  const [status, setStatus] = useState<(typeof SHOWN)[number]>('all');
  const [by, setBy] = useState<(typeof BY)[number]>('programs');
  const rows = useLiveRows<Row>('/v1/logs', {
    ...(status === 'all' ? {} : { status }),
    ...(by === 'all' ? {} : { key_id: '*' }),
  });
  const keys = useKeyNames();
  return (
    <Page
      title={t.logs.title}
      lead={t.logs.lead}
      actions={
        <>
          <Toggle
            label={t.logs.by}
            value={by}
            onChange={setBy}
            options={BY.map((value) => ({ value, text: t.logs.bys[value] }))}
          />
          <Toggle
            label={t.logs.status}
            value={status}
            onChange={setStatus}
            options={SHOWN.map((value) => ({ value, text: t.logs.shown[value] }))}
          />
        </>
      }
    >
      <Card flush>
        <Async query={rows}>
          {(entries) =>
            entries.length === 0 ? (
              <Empty title={t.logs.emptyTitle} text={t.logs.emptyText} />
            ) : (
              <Table label={t.logs.title} columns={columnsOf(keys)} rows={entries} keyOf={({ id }) => id} />
            )
          }
        </Async>
        <MoreButton auto rows={rows} />
      </Card>
    </Page>
  );
}
