import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { sessionQuery } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { download } from '../../components/download.ts';
import { Input } from '../../components/field.tsx';
import { Card, Note } from '../../components/layout.tsx';
import { Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';

const texts = t.records.person;
const PATH = '/v1/auth/person';

/** What is kept of the person: corrected, given as a file, deleted. */
export function YourData() {
  const { data: session } = useQuery(sessionQuery);
  return session && <Form key={session.person.id} {...session.person} />;
}

function Form(person: { readonly name: string; readonly email: string }) {
  const [name, setName] = useState(person.name);
  const [email, setEmail] = useState(person.email);
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const isNew = email.trim().toLowerCase() !== person.email;
  const save = useMutation({
    mutationFn: async () => {
      const change = { name, ...(isNew ? { email, password } : {}) };
      await platen.json(PATH, { method: 'PATCH', body: change });
      return isNew ? email : undefined;
    },
    onSuccess: () => {
      setPassword('');
      return queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  const file = useMutation({
    mutationFn: async () => {
      const data = await platen.json<object>(`${PATH}/export`, { method: 'POST', body: { password } });
      download(new Blob([`${JSON.stringify(data, null, 1)}\n`], { type: 'application/json' }), 'platen-person.json');
    },
    onSuccess: () => setPassword(''),
  });
  const close = useMutation({
    mutationFn: () => platen.json(`${PATH}/close`, { method: 'POST', body: { password } }),
    onSuccess: () => window.location.assign('/sign-in'),
  });
  return (
    <Card title={texts.title}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <p className="m-0 text-muted">{texts.lead}</p>
        {(save.error ?? file.error) && <Failure error={save.error ?? file.error} />}
        {save.isSuccess && <Note tone="good">{save.data ? texts.sent(save.data) : texts.saved}</Note>}
        <Input
          label={texts.name}
          required
          maxLength={100}
          autoComplete="name"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Input
          label={texts.email}
          hint={texts.emailHint}
          type="email"
          required
          autoComplete="email"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Input
          label={texts.password}
          hint={texts.passwordHint}
          type="password"
          autoComplete="current-password"
          required={isNew}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" type="submit" busy={save.isPending}>
            {texts.save}
          </Button>
          <Button busy={file.isPending} disabled={password === ''} onClick={() => file.mutate()}>
            {texts.download}
          </Button>
          <Button
            kind="danger"
            disabled={password === ''}
            onClick={() => {
              close.reset();
              setAsked(true);
            }}
          >
            {texts.close}
          </Button>
        </div>
      </form>
      <Confirm
        open={asked}
        title={texts.closeTitle}
        text={texts.closeText}
        action={texts.close}
        busy={close.isPending}
        error={close.error && <Failure error={close.error} />}
        onConfirm={() => close.mutate()}
        onClose={() => setAsked(false)}
      />
    </Card>
  );
}
