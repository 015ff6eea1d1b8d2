import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/client.ts';
import { type MadeKey, makeKey } from '../../api/keys.ts';
import { Input, Select } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { t } from '../../texts/en.ts';

/** What most keys are for. */
const SCOPES = {
  convert: 'convert:*',
  jobs: 'convert:* jobs:write',
  templates: 'templates:write convert:*',
  analysis: 'ai:*',
  read: 'templates:read jobs:read usage:read logs:read',
  all: '*',
} as const;
type Preset = keyof typeof SCOPES | 'own';

interface NewKeyProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onMade: (made: MadeKey) => void;
}

export function NewKey({ open, onClose, onMade }: NewKeyProps) {
  const [name, setName] = useState('');
  const [mode, setMode] = useState<'live' | 'test'>('live');
  const [preset, setPreset] = useState<Preset>('convert');
  const [scopes, setScopes] = useState<string>(SCOPES.convert);
  const [expires, setExpires] = useState('');
  const make = useMutation({
    mutationFn: () =>
      makeKey({
        name,
        mode,
        scopes: scopes.split(/\s+/).filter(Boolean),
        ...(expires === '' ? {} : { expires_at: new Date(expires).toISOString() }),
      }),
    onSuccess: (made) => {
      setName('');
      onMade(made);
      return queries.invalidateQueries({ queryKey: ['/v1/keys'] });
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t.keys.make}
      sends={make}
      onSend={() => make.mutate()}
      action={t.keys.make}
    >
      <Input
        label={t.keys.name}
        hint={t.keys.nameHint}
        required
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Select
        label={t.keys.mode}
        value={mode}
        options={[
          { value: 'live', text: t.keys.live },
          { value: 'test', text: t.keys.test },
        ]}
        onChange={({ target }) => setMode(target.value === 'test' ? 'test' : 'live')}
      />
      <Select
        label={t.keys.may}
        value={preset}
        options={Object.entries(t.keys.presets).map(([value, text]) => ({ value, text }))}
        onChange={({ target }) => {
          const chosen = target.value as Preset;
          setPreset(chosen);
          if (chosen !== 'own') setScopes(SCOPES[chosen]);
        }}
      />
      <Input
        label={t.keys.scopes}
        hint={
          <>
            {t.keys.scopesHint}{' '}
            <a href="/docs/reference" target="_blank" rel="noopener noreferrer" className="link">
              {t.keys.allScopes}
            </a>
          </>
        }
        required
        spellCheck={false}
        value={scopes}
        onChange={({ target }) => {
          setPreset('own');
          setScopes(target.value);
        }}
      />
      <Input
        label={t.keys.expires}
        hint={t.keys.expiresHint}
        type="date"
        value={expires}
        onChange={({ target }) => setExpires(target.value)}
      />
    </FormDialog>
  );
}
