import type { Schemas } from '@platen/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { useRows } from '../../api/rows.ts';
import { useOrganisation } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { agoText, dateText } from '../../components/format.ts';
import { Badge, Card, Note, Page } from '../../components/layout.tsx';
import { MoreButton } from '../../components/more.tsx';
import { Async, Empty, Failure } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';
import { AccountActs, ComeBack } from './account.tsx';
import { NewConnection } from './new-connection.tsx';

type Connection = Schemas['Connection'];
type Tested = NonNullable<Schemas['ConnectionTestAnswer']['test']>;

const pathOf = (id: string): string => `/v1/connections/${encodeURIComponent(id)}`;
const again = () => queries.invalidateQueries({ queryKey: ['/v1/connections'] });

/** Places that results are sent to. */
export function Connections() {
  const mayWrite = useOrganisation()?.role !== 'auditor';
  const rows = useRows<Connection>('/v1/connections');
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Connection>();
  const test = useMutation({
    mutationFn: ({ id }: Connection) =>
      platen.json<Schemas['ConnectionTestAnswer']>(`${pathOf(id)}/test`, { method: 'POST', body: {} }),
    onSettled: again,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Connection) => platen.json(pathOf(id), { method: 'DELETE' }),
    onSuccess: () => {
      setAsked(undefined);
      return again();
    },
  });
  const add = mayWrite && (
    <Button kind="primary" onClick={() => setAdding(true)}>
      {t.connections.add}
    </Button>
  );
  const acts: Column<Connection> = {
    title: t.more,
    acts: true,
    cell: (connection) => (
      <span className="flex flex-wrap justify-end gap-1">
        <Button
          kind="quiet"
          busy={test.isPending && test.variables.id === connection.id}
          onClick={() => test.mutate(connection)}
        >
          {t.connections.test}
        </Button>
        <AccountActs connection={connection} />
        <Button kind="quiet" className="!text-bad" onClick={() => setAsked(connection)}>
          {t.connections.remove}
        </Button>
      </span>
    ),
  };
  return (
    <Page title={t.connections.title} lead={t.connections.lead} actions={add}>
      <div className="grid gap-5">
        <ComeBack />
        {test.error && <Failure error={test.error} />}
        {test.data?.test && <Note tone="good">{testedText(test.data.connection.name, test.data.test)}</Note>}
        <Card flush>
          <Async query={rows}>
            {(connections) =>
              connections.length === 0 ? (
                <Empty title={t.connections.emptyTitle} text={t.connections.emptyText}>
                  {add}
                </Empty>
              ) : (
                <Table
                  label={t.connections.title}
                  columns={mayWrite ? [...COLUMNS, acts] : COLUMNS}
                  rows={connections}
                  keyOf={({ id }) => id}
                />
              )
            }
          </Async>
          <MoreButton rows={rows} />
        </Card>
      </div>
      {adding && (
        <NewConnection
          onClose={() => setAdding(false)}
          onMade={() => {
            setAdding(false);
            return again();
          }}
        />
      )}
      {asked && (
        <Confirm
          open
          title={t.connections.removeTitle(asked.name)}
          text={t.connections.removeText}
          action={t.connections.remove}
          busy={remove.isPending}
          error={remove.error && <Failure error={remove.error} />}
          onConfirm={() => remove.mutate(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Page>
  );
}

function testedText(name: string, { write, read, remove, left }: Tested): string {
  if (write === 'not_tried') return t.connections.unwritten(name);
  const steps = { write, read, remove };
  const said = Object.entries(steps).map(([step, how]) => t.connections.step(step as keyof typeof steps, how));
  return [t.connections.tested(name), ...said, ...(left === null ? [] : [t.connections.left(left)])].join(' ');
}

/** Where it leads, as far as its settings tell. */
const PLACES = ['bucket', 'container', 'host', 'url', 'folder_id', 'drive'];

function placeOf({ settings }: Connection): string {
  const name = PLACES.find((place) => typeof settings[place] === 'string');
  return name === undefined ? '' : String(settings[name]);
}

const COLUMNS: readonly Column<Connection>[] = [
  {
    title: t.connections.name,
    cell: (connection) => (
      <>
        <span className="wrap-anywhere font-medium">{connection.name}</span>
        <span className="block wrap-anywhere text-xs text-muted">
          {[connection.kind, placeOf(connection)].filter(Boolean).join(' · ')}
        </span>
        <code className="block wrap-anywhere font-mono text-xs text-muted">{connection.id}</code>
      </>
    ),
  },
  {
    title: t.connections.state,
    cell: ({ authorization, last_error: error, last_used_at: used }) =>
      authorization === 'revoked' || authorization === 'disconnected' ? (
        <Badge tone={authorization === 'revoked' ? 'bad' : 'plain'}>{t.connections.ended[authorization]}</Badge>
      ) : error !== null ? (
        <Badge tone="bad">{error}</Badge>
      ) : used === null ? (
        <span className="text-muted">{t.connections.unused}</span>
      ) : (
        <Badge tone="good">{t.connections.fine}</Badge>
      ),
  },
  {
    title: t.connections.deliveries,
    wide: true,
    cell: ({ delivered, failed }) => t.connections.counts(delivered, failed),
  },
  {
    title: t.connections.used,
    wide: true,
    cell: ({ last_used_at: at }) =>
      at === null ? (
        <span className="text-muted">{t.keys.never}</span>
      ) : (
        <span title={dateText(at)}>{agoText(at)}</span>
      ),
  },
];
