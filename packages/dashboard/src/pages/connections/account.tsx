import type { Schemas } from '@platen/client';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { complete, useConnect } from '../../api/authorizations.ts';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { takeReturned } from '../../api/returned.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Note } from '../../components/layout.tsx';
import { Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';

type Connection = Schemas['Connection'];

const again = () => queries.invalidateQueries({ queryKey: ['/v1/connections'] });

/** Somebody comes back from a file host: what becomes of that. */
export function ComeBack() {
  const finish = useMutation({ mutationFn: complete, onSettled: again });
  const { mutate } = finish;
  useEffect(() => {
    const returned = takeReturned();
    if (returned) mutate(returned);
  }, [mutate]);
  if (finish.isPending) return <Note>{t.connections.connecting}</Note>;
  if (finish.error) return <Failure error={finish.error} />;
  return finish.data ? <Note tone="good">{t.connections.connected(finish.data.connection.name)}</Note> : null;
}

/** What can be done about the account of a connection, where there is one. */
export function AccountActs({ connection }: { readonly connection: Connection }) {
  const { id, name, authorization } = connection;
  const [asked, setAsked] = useState(false);
  const connect = useConnect();
  const disconnect = useMutation({
    mutationFn: () => platen.json(`/v1/connections/${encodeURIComponent(id)}/authorization`, { method: 'DELETE' }),
    onSuccess: () => {
      setAsked(false);
      return again();
    },
  });
  if (authorization === null) return null;
  if (authorization !== 'granted')
    return (
      <>
        <Button kind="quiet" busy={connect.isPending} onClick={() => connect.mutate({ connection: id })}>
          {t.connections.reconnect}
        </Button>
        {connect.error && <Failure error={connect.error} />}
      </>
    );
  return (
    <>
      <Button kind="quiet" onClick={() => setAsked(true)}>
        {t.connections.disconnect}
      </Button>
      {asked && (
        <Confirm
          open
          title={t.connections.disconnectTitle(name)}
          text={t.connections.disconnectText}
          action={t.connections.disconnect}
          busy={disconnect.isPending}
          error={disconnect.error && <Failure error={disconnect.error} />}
          onConfirm={() => disconnect.mutate()}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
