import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { Button } from '../../components/button.tsx';
import { Input } from '../../components/field.tsx';
import { Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { Frame } from './frame.tsx';

/** For somebody who belongs to no organization. */
export function NewOrganisation() {
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => platen.json('/v1/organisations', { method: 'POST', body: { name } }),
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <Frame title={t.account.noOrganisation} text={t.account.noOrganisationText}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        {create.error && <Failure error={create.error} />}
        <Input
          label={t.account.organisationName}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button kind="primary" type="submit" busy={create.isPending} className="min-h-10">
          {t.account.create}
        </Button>
      </form>
    </Frame>
  );
}
