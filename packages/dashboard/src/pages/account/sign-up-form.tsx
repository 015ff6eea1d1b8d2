import { PlatenError } from '@platen/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { auth, type Session } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Input } from '../../components/field.tsx';
import { Note } from '../../components/layout.tsx';
import { Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';

interface SignUpFormProps {
  /** Whether nobody owns the service yet. */
  readonly first?: boolean;
  /** Of an invitation. */
  readonly invitation?: string;
  readonly button?: string;
  readonly onSignedIn: (session: Session) => void;
}

export function SignUpForm({ first = false, invitation, button = t.account.signUp, onSignedIn }: SignUpFormProps) {
  const [fields, setFields] = useState({ name: '', email: '', password: '', setup_code: '' });
  const attempt = useMutation({
    mutationFn: () => {
      const { setup_code, ...person } = fields;
      return auth.signUp({
        ...person,
        ...(first && setup_code !== '' ? { setup_code } : {}),
        ...(invitation === undefined ? {} : { invitation }),
      });
    },
    onSuccess: ({ session }) => {
      if (session) onSignedIn(session);
    },
  });
  const issues = attempt.error instanceof PlatenError ? attempt.error.issues : [];
  const faultOf = (name: string) => issues.find(({ pointer }) => pointer === `/${name}`)?.detail;
  const bind = (name: keyof typeof fields) => ({
    value: fields[name],
    fault: faultOf(name),
    required: true,
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  });
  if (attempt.data && !attempt.data.session) return <Note tone="good">{t.account.sent}</Note>;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        attempt.mutate();
      }}
    >
      {attempt.error && issues.length === 0 && <Failure error={attempt.error} />}
      {first && (
        <Input
          label={t.account.setupCode}
          hint={t.account.setupCodeHint}
          autoComplete="off"
          spellCheck={false}
          {...bind('setup_code')}
        />
      )}
      <Input label={t.account.name} autoComplete="name" {...bind('name')} />
      <Input label={t.account.email} type="email" autoComplete="email" {...bind('email')} />
      <Input
        label={t.account.newPassword}
        hint={t.account.newPasswordHint}
        type="password"
        autoComplete="new-password"
        minLength={10}
        {...bind('password')}
      />
      <Button kind="primary" type="submit" busy={attempt.isPending} className="mt-1 min-h-10">
        {button}
      </Button>
    </form>
  );
}
