import type { Schemas } from '@platen/client';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { curlOf } from '../../api/calls.ts';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { sessionQuery } from '../../api/session.ts';
import { useAsked } from '../../components/asked.tsx';
import { Button } from '../../components/button.tsx';
import { Code } from '../../components/code.tsx';
import { Input } from '../../components/field.tsx';
import { dateText } from '../../components/format.ts';
import { Badge, Card, Note } from '../../components/layout.tsx';
import { Async, Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';

type Organisation = Schemas['Organisation'];

const KINDS = ['results', 'jobs', 'deliveries', 'logs'] as const;
const pathOf = (id: string): string => `/v1/organisations/${encodeURIComponent(id)}`;
const organisationQuery = (id: string) =>
  queryOptions({
    queryKey: ['organisation', id],
    queryFn: async ({ signal }) =>
      (await platen.json<{ organisation: Organisation }>(pathOf(id), { signal })).organisation,
  });
const again = (id: string) => queries.invalidateQueries({ queryKey: ['organisation', id] });
const change = (id: string, body: object) => platen.json(pathOf(id), { method: 'PATCH', body });

/** How an organization keeps things: for how long, under a legal hold, by the HIPAA profile. Owners see it. */
export function Keeping({ id }: { readonly id: string }) {
  const organisation = useQuery(organisationQuery(id));
  return (
    <>
      <Card title={t.records.keeping.title}>
        <Async query={organisation}>
          {(found) => (
            <div className="grid gap-6">
              <Periods key={JSON.stringify(found.retention)} {...found} />
              <Hold {...found} />
            </div>
          )}
        </Async>
      </Card>
      <Card title={t.records.hipaa.title}>
        <Async query={organisation}>{(found) => <Hipaa {...found} />}</Async>
      </Card>
    </>
  );
}

function Periods({ id, retention }: Organisation) {
  const texts = t.records.keeping;
  const [days, setDays] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(KINDS.map((kind) => [kind, String(retention[kind] ?? '')])),
  );
  const body = {
    retention: Object.fromEntries(KINDS.map((kind) => [kind, days[kind] === '' ? null : Number(days[kind])])),
  };
  const save = useMutation({ mutationFn: () => change(id, body), onSuccess: () => again(id) });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {save.error && <Failure error={save.error} />}
      <div className="grid gap-4 sm:grid-cols-2">
        {KINDS.map((kind) => (
          <Input
            key={kind}
            label={texts.days[kind]}
            inputMode="numeric"
            pattern="[0-9]*"
            value={days[kind] ?? ''}
            onChange={({ target }) => setDays({ ...days, [kind]: target.value })}
          />
        ))}
      </div>
      <p className="m-0 text-[0.8125rem] text-muted">{texts.daysHint}</p>
      <div className="flex items-center gap-3">
        <Button type="submit" busy={save.isPending}>
          {texts.save}
        </Button>
        <span role="status" className="text-good">
          {save.isSuccess && texts.saved}
        </span>
      </div>
    </form>
  );
}

function Hold({ id, legal_hold: reason }: Organisation) {
  const texts = t.records.keeping;
  const [why, setWhy] = useState('');
  const set = useMutation({
    mutationFn: () => change(id, { legal_hold: why }),
    onSuccess: () => {
      setWhy('');
      return again(id);
    },
  });
  const lift = useAsked<true>({
    title: () => texts.liftTitle,
    text: texts.liftText,
    action: texts.liftHold,
    act: () => change(id, { legal_hold: null }),
    again: () => again(id),
  });
  return (
    <section className="grid gap-3" aria-label={texts.hold}>
      <h3 className="m-0 text-sm font-semibold">{texts.hold}</h3>
      <Note tone={reason === null ? 'plain' : 'notice'}>{reason === null ? texts.holdOff : texts.holdOn(reason)}</Note>
      {set.error && <Failure error={set.error} />}
      {reason === null ? (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            set.mutate();
          }}
        >
          <Input
            label={texts.holdReason}
            required
            maxLength={200}
            value={why}
            onChange={({ target }) => setWhy(target.value)}
          />
          <div>
            <Button type="submit" busy={set.isPending}>
              {texts.setHold}
            </Button>
          </div>
        </form>
      ) : (
        <div>
          <Button kind="danger" onClick={() => lift.ask(true)}>
            {texts.liftHold}
          </Button>
        </div>
      )}
      {lift.dialog}
    </section>
  );
}

function Hipaa({ id, hipaa }: Organisation) {
  const texts = t.records.hipaa;
  const changed = useQuery(changedBy(id));
  const { data: session } = useQuery(sessionQuery);
  const lacksFactor = session?.person.two_factor !== true;
  const turn = useAsked<boolean>({
    title: (on) => (on ? texts.onTitle : texts.offTitle),
    text: hipaa ? texts.offText : texts.onText,
    action: hipaa ? texts.turnOff : texts.turnOn,
    act: (on) => change(id, { hipaa: on }),
    again: () => again(id),
  });
  return (
    <section className="grid gap-3" aria-label={texts.title}>
      <p className="m-0 flex flex-wrap items-center gap-2">
        <Badge tone={hipaa ? 'good' : 'plain'}>{hipaa ? texts.on : texts.off}</Badge>
        {hipaa && changed.data && (
          <span className="text-muted">{texts.since(changed.data.who, dateText(changed.data.at))}</span>
        )}
      </p>
      <p className="m-0">{texts.refused}</p>
      <ul className="m-0 grid gap-1 pl-5 text-sm">
        {texts.list.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="m-0 text-sm text-muted">{texts.also}</p>
      {!hipaa && lacksFactor && <Note tone="notice">{texts.factorFirst}</Note>}
      <div>
        <Button kind={hipaa ? 'danger' : 'plain'} disabled={!hipaa && lacksFactor} onClick={() => turn.ask(!hipaa)}>
          {hipaa ? texts.turnOff : texts.turnOn}
        </Button>
      </div>
      <Code
        label={t.asCurl}
        text={curlOf({ method: 'PATCH', path: pathOf(id), body: { hipaa: !hipaa } }).replace(
          '-H "Authorization: Bearer $PLATEN_API_KEY"',
          '-b "$COOKIE" -H \'Sec-Fetch-Site: same-origin\'',
        )}
      />
      {turn.dialog}
    </section>
  );
}

/** Who changed the profile last, by name where that is a member. */
const changedBy = (id: string) =>
  queryOptions({
    queryKey: ['organisation', id, 'profile'],
    queryFn: async ({ signal }) => {
      const query = '/v1/audit?action=organisation.profile_changed&limit=1';
      const { data: rows } = await platen.json<{ data: readonly Schemas['AuditRow'][] }>(query, { signal });
      const [row] = rows;
      if (!row) return null;
      const { data: members } = await platen.json<{ data: readonly Schemas['Member'][] }>('/v1/members?limit=100', {
        signal,
      });
      const member = members.find(({ user_id: user }) => user === row.actor);
      return { who: member ? `${member.name} (${member.email})` : row.actor, at: row.at };
    },
  });
