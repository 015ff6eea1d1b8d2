import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/client.ts';
import { type Key, type MadeKey, revokeKey, rotateKey } from '../../api/keys.ts';
import { useRows } from '../../api/rows.ts';
import { sessionQuery } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Code } from '../../components/code.tsx';
import { Confirm, Dialog } from '../../components/dialog.tsx';
import { agoText, dateText } from '../../components/format.ts';
import { Badge, Card, Page, type Tone } from '../../components/layout.tsx';
import { MoreButton } from '../../components/more.tsx';
import { Async, Empty, Failure } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';
import { NewKey } from './new-key.tsx';

const TONE: Readonly<Record<Key['status'], Tone>> = { active: 'good', expired: 'plain', revoked: 'bad' };

export function Keys() {
  const { data: session } = useQuery(sessionQuery);
  const role = session?.organisations.find(({ active }) => active)?.role;
  const mayWrite = role !== 'auditor';
  const rows = useRows<Key>('/v1/keys');
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  const [asked, setAsked] = useState<{ readonly what: 'revoke' | 'rotate'; readonly key: Key }>();

  const change = useMutation({
    mutationFn: async ({ what, key }: NonNullable<typeof asked>) =>
      what === 'revoke' ? void (await revokeKey(key.id)) : setMade(await rotateKey(key.id)),
    onSuccess: () => {
      setAsked(undefined);
      return queries.invalidateQueries({ queryKey: ['/v1/keys'] });
    },
  });

  const columns: Column<Key>[] = [
    {
      title: t.keys.name,
      cell: ({ name, mode }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="max-w-72 break-words font-medium">{name}</span>
          {mode === 'test' && <Badge tone="notice">test</Badge>}
        </span>
      ),
    },
    {
      title: t.keys.key,
      cell: ({ prefix, last4 }) => (
        <code className="font-mono text-[0.8125rem] text-muted">{`${prefix}…${last4}`}</code>
      ),
      wide: true,
    },
    { title: t.keys.status, cell: ({ status }) => <Badge tone={TONE[status]}>{t.keys[status]}</Badge> },
    {
      title: t.keys.scopes,
      cell: ({ scopes }) => <span className="break-words text-muted">{scopes.join(' ')}</span>,
      wide: true,
    },
    {
      title: t.keys.used,
      cell: ({ last_used_at: used }) =>
        used === null ? (
          <span className="text-muted">{t.keys.never}</span>
        ) : (
          <span title={dateText(used)}>{agoText(used)}</span>
        ),
    },
    ...(mayWrite
      ? [
          {
            title: t.more,
            acts: true,
            cell: (key: Key) =>
              key.status === 'active' && key.id !== 'bootstrap' ? (
                <span className="flex flex-wrap justify-end gap-1">
                  <Button kind="quiet" onClick={() => setAsked({ what: 'rotate', key })}>
                    {t.keys.rotate}
                  </Button>
                  <Button kind="quiet" className="!text-bad" onClick={() => setAsked({ what: 'revoke', key })}>
                    {t.keys.revoke}
                  </Button>
                </span>
              ) : null,
          },
        ]
      : []),
  ];

  return (
    <Page
      title={t.keys.title}
      lead={t.keys.lead}
      actions={
        mayWrite && (
          <Button kind="primary" onClick={() => setMaking(true)}>
            {t.keys.make}
          </Button>
        )
      }
    >
      <Card flush>
        <Async query={rows}>
          {(keys) =>
            keys.length === 0 ? (
              <Empty title={t.keys.emptyTitle} text={t.keys.emptyText} />
            ) : (
              <Table label={t.keys.title} columns={columns} rows={keys} keyOf={({ id }) => id} />
            )
          }
        </Async>
        <MoreButton auto rows={rows} />
      </Card>
      <NewKey
        open={making}
        onClose={() => setMaking(false)}
        onMade={(key) => {
          setMaking(false);
          setMade(key);
        }}
      />
      <Dialog open={made !== undefined} title={t.keys.made} text={t.keys.madeText}>
        <Code label={made?.key.name} text={made?.secret ?? ''} />
        <div className="mt-4 flex justify-end">
          <Button kind="primary" onClick={() => setMade(undefined)}>
            {t.keys.done}
          </Button>
        </div>
      </Dialog>
      {asked && (
        <Confirm
          open
          title={asked.what === 'revoke' ? t.keys.revokeTitle(asked.key.name) : t.keys.rotateTitle(asked.key.name)}
          text={asked.what === 'revoke' ? t.keys.revokeText : t.keys.rotateText}
          action={asked.what === 'revoke' ? t.keys.revoke : t.keys.rotate}
          busy={change.isPending}
          error={change.error && <Failure error={change.error} />}
          onConfirm={() => change.mutate(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Page>
  );
}
