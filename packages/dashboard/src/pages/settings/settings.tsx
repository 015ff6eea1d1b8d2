import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { curlOf } from '../../api/calls.ts';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { sessionQuery, useOrganisation } from '../../api/session.ts';
import { useAccount } from '../../api/usage.ts';
import { Button } from '../../components/button.tsx';
import { Code } from '../../components/code.tsx';
import { Input } from '../../components/field.tsx';
import { numberText } from '../../components/format.ts';
import { Card, Page } from '../../components/layout.tsx';
import { Async, Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { Keeping } from './keeping.tsx';
import { SecondFactor } from './second-factor.tsx';
import { YourData } from './your-data.tsx';

export function Settings() {
  const organisation = useOrganisation();
  const account = useAccount();
  return (
    <Page title={t.settings.title} lead={t.settings.lead}>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {organisation?.role === 'owner' && <Organisation key={organisation.id} {...organisation} />}
        <Card title={t.settings.plan}>
          <Async query={account}>
            {({ plan, limits }) => (
              <dl className="m-0 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
                <dt className="text-muted">{t.settings.planName}</dt>
                <dd className="m-0">
                  {plan.title ?? (plan.status === 'self_hosted' ? t.settings.selfHosted : plan.status)}
                </dd>
                <dt className="text-muted">{t.settings.perMinute}</dt>
                <dd className="m-0">{limitText(limits.requests_per_minute)}</dd>
                <dt className="text-muted">{t.settings.atOnce}</dt>
                <dd className="m-0">{limitText(limits.concurrent_requests)}</dd>
              </dl>
            )}
          </Async>
        </Card>
        <SecondFactor />
        <YourData />
        {organisation?.role === 'owner' && <Keeping key={`keeping ${organisation.id}`} id={organisation.id} />}
      </div>
    </Page>
  );
}

const limitText = (limit: number | null): string => (limit === null ? t.settings.noLimit : numberText(limit));

function Organisation({ id, name: before }: { readonly id: string; readonly name: string }) {
  const [name, setName] = useState(before);
  const path = `/v1/organisations/${encodeURIComponent(id)}`;
  const rename = useMutation({
    mutationFn: () => platen.json(path, { method: 'PATCH', body: { name } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  return (
    <Card title={t.settings.organisation}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate();
        }}
      >
        {rename.error && <Failure error={rename.error} />}
        <Input
          label={t.settings.name}
          required
          maxLength={100}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <div className="flex items-center gap-3">
          <Button kind="primary" type="submit" busy={rename.isPending}>
            {t.settings.save}
          </Button>
          <span role="status" className="text-good">
            {rename.isSuccess && t.settings.saved}
          </span>
        </div>
        <Code label={t.settings.asCurl} text={curlOf({ method: 'PATCH', path, body: { name } })} />
      </form>
    </Card>
  );
}
