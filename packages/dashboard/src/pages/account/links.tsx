import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queries } from '../../api/client.ts';
import { linkToken } from '../../api/service.ts';
import { auth, type Session, sessionQuery } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Input } from '../../components/field.tsx';
import { Note } from '../../components/layout.tsx';
import { Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { Frame } from './frame.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

const toSignIn = (
  <Link to="/sign-in" className="link">
    {t.account.signIn}
  </Link>
);

/** `/verify`, which an email links to. A button, since mail scanners open links. */
export function Verify() {
  const attempt = useMutation({ mutationFn: () => auth.verify(linkToken ?? '') });
  return (
    <Frame title={t.account.verifyTitle} below={toSignIn}>
      <div className="grid gap-4">
        {attempt.error && <Failure error={attempt.error} />}
        {linkToken === undefined && <Note tone="notice">{t.account.missingToken}</Note>}
        {attempt.data ? (
          <Note tone="good">{t.account.verifyDone}</Note>
        ) : (
          <Button kind="primary" busy={attempt.isPending} disabled={!linkToken} onClick={() => attempt.mutate()}>
            {t.account.verify}
          </Button>
        )}
      </div>
    </Frame>
  );
}

/** `/reset`: asks for a link, or sets the password with the one that was sent. */
export function Reset() {
  const [value, setValue] = useState('');
  const token = linkToken;
  const attempt = useMutation({
    mutationFn: () => (token === undefined ? auth.askReset(value) : auth.reset({ token, password: value })),
  });
  const done = token === undefined ? t.account.resetSent : t.account.resetDone;
  return (
    <Frame title={t.account.resetTitle} text={token === undefined ? t.account.resetText : undefined} below={toSignIn}>
      {attempt.data ? (
        <Note tone="good">{done}</Note>
      ) : (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            attempt.mutate();
          }}
        >
          {attempt.error && <Failure error={attempt.error} />}
          {token === undefined ? (
            <Input
              label={t.account.email}
              type="email"
              autoComplete="email"
              required
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          ) : (
            <Input
              label={t.account.newPassword}
              hint={t.account.newPasswordHint}
              type="password"
              autoComplete="new-password"
              minLength={10}
              required
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
          <Button kind="primary" type="submit" busy={attempt.isPending} className="min-h-10">
            {token === undefined ? t.account.resetSend : t.account.resetSet}
          </Button>
        </form>
      )}
    </Frame>
  );
}

/** `/invitation`: joins as somebody new, or with an account. */
export function Invitation() {
  const [known, setKnown] = useState(false);
  const navigate = useNavigate();
  const enter = (session: Session | null) => {
    if (session) queries.setQueryData(sessionQuery.queryKey, session);
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    void navigate({ to: '/' });
  };
  const accept = useMutation({ mutationFn: () => auth.accept(linkToken ?? ''), onSuccess: () => enter(null) });
  if (linkToken === undefined) {
    return (
      <Frame title={t.account.invitationTitle} below={toSignIn}>
        <Note tone="notice">{t.account.missingToken}</Note>
      </Frame>
    );
  }
  return (
    <Frame title={t.account.invitationTitle}>
      <fieldset className="m-0 mb-5 grid grid-cols-2 gap-1 rounded-lg border-0 bg-sunken p-1">
        <legend className="sr-only">{t.account.invitationTitle}</legend>
        {[false, true].map((value) => (
          <button
            key={String(value)}
            type="button"
            aria-pressed={known === value}
            onClick={() => setKnown(value)}
            className={`rounded-md border-0 px-3 py-1.5 text-sm ${known === value ? 'bg-surface font-medium text-text shadow-low' : 'bg-transparent text-muted'}`}
          >
            {value ? t.account.joinKnown : t.account.joinNew}
          </button>
        ))}
      </fieldset>
      {accept.error && <Failure error={accept.error} />}
      {known ? (
        <SignInForm onSignedIn={() => accept.mutate()} />
      ) : (
        <SignUpForm invitation={linkToken} button={t.account.join} onSignedIn={enter} />
      )}
    </Frame>
  );
}
