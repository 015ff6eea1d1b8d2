import type { Schemas } from '@platen/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { useRows } from '../../api/rows.ts';
import { type Role, sessionQuery, useOrganisation } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { dateText } from '../../components/format.ts';
import { Badge, Card, Page } from '../../components/layout.tsx';
import { MoreButton } from '../../components/more.tsx';
import { Async, Failure } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';
import { Invite } from './invite.tsx';

type Member = Schemas['Member'];
type Invitation = Schemas['Invitation'];

const ROLES: readonly Role[] = ['owner', 'admin', 'developer', 'billing', 'auditor'];

/** Who belongs to the organization, and who is invited. */
export function Members() {
  const { data: session } = useQuery(sessionQuery);
  const role = useOrganisation()?.role;
  const mayWrite = role === 'owner' || role === 'admin';
  const members = useRows<Member>('/v1/members');
  const [inviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<Member>();
  const again = () => queries.invalidateQueries({ queryKey: ['/v1/members'] });
  const change = useMutation({
    mutationFn: ({ id, to }: { readonly id: string; readonly to: Role }) =>
      platen.json(`/v1/members/${encodeURIComponent(id)}`, { method: 'PATCH', body: { role: to } }),
    onSuccess: again,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Member) => platen.json(`/v1/members/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: () => {
      setAsked(undefined);
      return again();
    },
  });
  // An admin changes nobody who owns the organization.
  const mayChange = (member: Member) =>
    mayWrite && member.user_id !== session?.person.id && (role === 'owner' || member.role !== 'owner');

  const columns: Column<Member>[] = [
    {
      title: t.members.name,
      cell: ({ name, email, user_id: id, two_factor: second }) => (
        <>
          <span className="flex flex-wrap items-center gap-2">
            <span className="break-words font-medium">{name}</span>
            {id === session?.person.id && <Badge tone="accent">{t.members.you}</Badge>}
            {second && <Badge tone="good">{t.members.second}</Badge>}
          </span>
          <span className="block text-xs text-muted wrap-anywhere md:hidden">{email}</span>
        </>
      ),
    },
    { title: t.members.email, cell: ({ email }) => <span className="break-all text-muted">{email}</span>, wide: true },
    {
      title: t.members.role,
      cell: (member) =>
        mayChange(member) ? (
          <select
            aria-label={`${t.members.role}: ${member.name}`}
            className="field !w-auto"
            value={member.role}
            onChange={({ target }) => change.mutate({ id: member.id, to: target.value as Role })}
          >
            {ROLES.filter((name) => role === 'owner' || name !== 'owner').map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        ) : (
          member.role
        ),
    },
    { title: t.members.since, cell: ({ created_at: at }) => dateText(at), wide: true },
    {
      title: t.more,
      acts: true,
      cell: (member) =>
        mayChange(member) && (
          <Button kind="quiet" className="!text-bad" onClick={() => setAsked(member)}>
            {t.members.remove}
          </Button>
        ),
    },
  ];
  return (
    <Page
      title={t.members.title}
      lead={t.members.lead}
      actions={
        mayWrite && (
          <Button kind="primary" onClick={() => setInviting(true)}>
            {t.members.invite}
          </Button>
        )
      }
    >
      <div className="grid gap-5">
        {change.error && <Failure error={change.error} />}
        <Card flush>
          <Async query={members}>
            {(rows) => <Table label={t.members.title} columns={columns} rows={rows} keyOf={({ id }) => id} />}
          </Async>
          <MoreButton rows={members} />
        </Card>
        {mayWrite && <Invitations />}
      </div>
      <Invite
        open={inviting}
        roles={ROLES.filter((name) => role === 'owner' || name !== 'owner')}
        onClose={() => setInviting(false)}
      />
      {asked && (
        <Confirm
          open
          title={t.members.removeTitle(asked.name)}
          text={t.members.removeText}
          action={t.members.remove}
          busy={remove.isPending}
          error={remove.error && <Failure error={remove.error} />}
          onConfirm={() => remove.mutate(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Page>
  );
}

function Invitations() {
  const rows = useRows<Invitation>('/v1/invitations');
  const cancel = useMutation({
    mutationFn: (id: string) => platen.json(`/v1/invitations/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['/v1/invitations'] }),
  });
  const columns: Column<Invitation>[] = [
    { title: t.members.email, cell: ({ email }) => <span className="break-all font-medium">{email}</span> },
    { title: t.members.role, cell: ({ role }) => role },
    { title: t.members.expires, cell: ({ expires_at: at }) => dateText(at), wide: true },
    {
      title: t.more,
      acts: true,
      cell: ({ id }) => (
        <Button kind="quiet" onClick={() => cancel.mutate(id)}>
          {t.members.cancelInvitation}
        </Button>
      ),
    },
  ];
  return (
    <Card title={t.members.invitations} flush>
      {cancel.error && <Failure error={cancel.error} />}
      <Async query={rows}>
        {(invitations) =>
          invitations.length === 0 ? (
            <p className="m-0 p-4 text-muted">{t.members.noInvitations}</p>
          ) : (
            <Table label={t.members.invitations} columns={columns} rows={invitations} keyOf={({ id }) => id} />
          )
        }
      </Async>
      <MoreButton rows={rows} />
    </Card>
  );
}
