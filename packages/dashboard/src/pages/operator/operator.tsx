import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queries } from '../../api/client.ts';
import { instanceQuery, isRefused, OPERATOR, operatorClient } from '../../api/operator.ts';
import { Button, buttonLook } from '../../components/button.tsx';
import { Input } from '../../components/field.tsx';
import { Page } from '../../components/layout.tsx';
import { Logo } from '../../components/logo.tsx';
import { Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { Frame } from '../account/frame.tsx';
import { InstanceView } from './instance.tsx';
import { Organisations } from './organisations.tsx';
import { SettingsInForce } from './settings.tsx';

/** The instance as a whole. Nobody has to be a member of anything: who has the token runs the service. */
export function Operator() {
  const [token, setToken] = useState<string>();
  if (token === undefined) return <TokenForm onKnown={setToken} />;
  const client = operatorClient(token);
  const leave = () => {
    queries.removeQueries({ queryKey: [OPERATOR] });
    setToken(undefined);
  };
  return (
    <Outside onLeave={leave}>
      <Page title={t.operator.title} lead={t.operator.lead}>
        <div className="grid gap-5">
          <InstanceView client={client} />
          <Organisations client={client} />
          <SettingsInForce client={client} />
        </div>
      </Page>
    </Outside>
  );
}

function Outside({ children, onLeave }: { readonly children: ReactNode; readonly onLeave: () => void }) {
  return (
    <>
      <header className="sticky top-0 z-10 border-b border-line bg-surface">
        <div className="mx-auto flex h-14 max-w-6xl items-center gap-2.5 px-4 sm:px-8">
          <Logo />
          <span className="flex-1 text-base font-semibold tracking-tight">Platen</span>
          <a href="/" className={`${buttonLook('quiet')} max-sm:hidden`}>
            {t.operator.home}
          </a>
          <Button onClick={onLeave}>{t.operator.leave}</Button>
        </div>
      </header>
      <main className="mx-auto max-w-6xl px-4 py-6 sm:px-8 sm:py-8">{children}</main>
    </>
  );
}

function TokenForm({ onKnown }: { readonly onKnown: (token: string) => void }) {
  const [token, setToken] = useState('');
  const attempt = useMutation({
    mutationFn: () => queries.fetchQuery({ ...instanceQuery(operatorClient(token)), staleTime: 0 }),
    onSuccess: () => onKnown(token),
  });
  const refused = isRefused(attempt.error);
  return (
    <Frame title={t.operator.tokenTitle} text={t.operator.tokenText} below={<BackHome />}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          attempt.mutate();
        }}
      >
        {attempt.error && !refused && <Failure error={attempt.error} />}
        <Input
          label={t.operator.token}
          hint={t.operator.tokenHint}
          fault={refused ? t.operator.refused : undefined}
          type="password"
          autoComplete="off"
          required
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        <Button kind="primary" type="submit" busy={attempt.isPending} className="mt-1 min-h-10">
          {t.operator.open}
        </Button>
      </form>
    </Frame>
  );
}

const BackHome = () => (
  <a href="/" className="link">
    {t.operator.home}
  </a>
);
