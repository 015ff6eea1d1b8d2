import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { auth, sessionQuery } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Code } from '../../components/code.tsx';
import { Input } from '../../components/field.tsx';
import { Card } from '../../components/layout.tsx';
import { Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';

interface SetUp {
  readonly uri: string;
  readonly backup_codes: readonly string[];
}

/** Sets up a second factor, or turns it off, with the password once more. */
export function SecondFactor() {
  const { data: session } = useQuery(sessionQuery);
  const isOn = session?.person.two_factor ?? false;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const again = () => {
    setPassword('');
    return queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const enable = useMutation({
    mutationFn: () => platen.json<SetUp>('/v1/auth/two-factor/enable', { method: 'POST', body: { password } }),
    onSuccess: () => setPassword(''),
  });
  const disable = useMutation({
    mutationFn: () => platen.json('/v1/auth/two-factor/disable', { method: 'POST', body: { password } }),
    onSuccess: again,
  });
  const confirm = useMutation({
    mutationFn: () => auth.secondFactor(code),
    onSuccess: () => {
      enable.reset();
      return again();
    },
  });
  const error = enable.error ?? disable.error ?? confirm.error;
  return (
    <Card title={t.settings.second}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (enable.data) confirm.mutate();
          else if (isOn) disable.mutate();
          else enable.mutate();
        }}
      >
        {error && <Failure error={error} />}
        <p className="m-0 text-muted">{isOn ? t.settings.secondOn : t.settings.secondOff}</p>
        {enable.data ? (
          <>
            <Code label={t.settings.uri} text={enable.data.uri} />
            <Code label={t.settings.backup} text={enable.data.backup_codes.join('\n')} />
            <Input
              label={t.settings.confirm}
              hint={t.settings.confirmText}
              required
              autoComplete="one-time-code"
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
          </>
        ) : (
          <Input
            label={t.settings.password}
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
        <div>
          <Button type="submit" busy={enable.isPending || disable.isPending || confirm.isPending}>
            {enable.data ? t.account.continue : isOn ? t.settings.disable : t.settings.enable}
          </Button>
        </div>
      </form>
    </Card>
  );
}
