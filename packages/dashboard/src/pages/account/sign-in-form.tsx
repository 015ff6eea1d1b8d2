import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { auth, type Session } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Input } from '../../components/field.tsx';
import { Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';

interface SignInFormProps {
  /** The address, if it is known. */
  readonly email?: string;
  readonly onSignedIn: (session: Session) => void;
}

/** Email and password, then the second factor where there is one. */
export function SignInForm({ email: known = '', onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const attempt = useMutation({
    mutationFn: () => (needsCode ? auth.secondFactor(code) : auth.signIn({ email, password })),
    onSuccess: ({ session }) => {
      if (session) onSignedIn(session);
      else setNeedsCode(true);
    },
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        attempt.mutate();
      }}
    >
      {attempt.error && <Failure error={attempt.error} />}
      {needsCode ? (
        <Input
          label={t.account.code}
          hint={t.account.codeHint}
          autoComplete="one-time-code"
          autoFocus
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      ) : (
        <>
          <Input
            label={t.account.email}
            type="email"
            autoComplete="email"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Input
            label={t.account.password}
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      )}
      <Button kind="primary" type="submit" busy={attempt.isPending} className="mt-1 min-h-10">
        {needsCode ? t.account.continue : t.account.signIn}
      </Button>
    </form>
  );
}
