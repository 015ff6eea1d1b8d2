import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Input } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { t } from '../../texts/en.ts';
import { type Draft, triedWith } from './draft.ts';

/** Samples that the service takes. */
const MOST = 20;

interface SampleSetsProps {
  readonly draft: Draft;
  /** The name of the sample that is shown; undefined: the first data. */
  readonly chosen: string | undefined;
  readonly onChoose: (name: string | undefined) => void;
  readonly onChange: (parts: Partial<Draft>) => void;
}

/** Which data a template is tried with: chosen, added, renamed and removed. */
export function SampleSets({ draft, chosen, onChoose, onChange }: SampleSetsProps) {
  const { samples } = draft;
  const [asks, setAsks] = useState<'add' | 'rename' | 'remove'>();
  const names = samples.map(({ name }) => name);
  const add = (name: string) => {
    onChange({ samples: [...samples, { name, data: triedWith(draft, chosen).data }] });
    onChoose(name);
  };
  const rename = (name: string) => {
    onChange({ samples: samples.map((each) => (each.name === chosen ? { ...each, name } : each)) });
    onChoose(name);
  };
  const remove = () => {
    onChange({ samples: samples.filter(({ name }) => name !== chosen) });
    onChoose(undefined);
    setAsks(undefined);
  };
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      <select
        aria-label={t.templates.samples.label}
        className="field !w-auto max-w-48"
        value={chosen === undefined ? '' : `=${chosen}`}
        onChange={({ target }) => onChoose(target.value === '' ? undefined : target.value.slice(1))}
      >
        <option value="">{t.templates.samples.first}</option>
        {names.map((name) => (
          <option key={name} value={`=${name}`}>
            {name}
          </option>
        ))}
      </select>
      <Button kind="quiet" onClick={() => setAsks('add')}>
        {t.templates.samples.add}
      </Button>
      {chosen !== undefined && (
        <>
          <Button kind="quiet" onClick={() => setAsks('rename')}>
            {t.templates.samples.rename}
          </Button>
          <Button kind="quiet" onClick={() => setAsks('remove')}>
            {t.templates.samples.remove}
          </Button>
        </>
      )}
      {asks === 'add' && <Name taken={names} isNew before="" onName={add} onClose={() => setAsks(undefined)} />}
      {asks === 'rename' && chosen !== undefined && (
        <Name
          taken={names.filter((name) => name !== chosen)}
          before={chosen}
          onName={rename}
          onClose={() => setAsks(undefined)}
        />
      )}
      <Confirm
        open={asks === 'remove'}
        title={t.templates.samples.removeTitle(chosen ?? '')}
        text={t.templates.samples.removeText}
        action={t.remove}
        onConfirm={remove}
        onClose={() => setAsks(undefined)}
      />
    </div>
  );
}

interface NameProps {
  readonly taken: readonly string[];
  readonly before: string;
  readonly isNew?: boolean;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

function Name({ taken, before, isNew = false, onName, onClose }: NameProps) {
  const [typed, setTyped] = useState(before);
  const name = typed.trim();
  const full = isNew && taken.length >= MOST ? t.templates.samples.most(MOST) : undefined;
  const fault = full ?? (taken.includes(name) ? t.templates.samples.taken : undefined);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={isNew ? t.templates.samples.add : t.templates.samples.rename}
      text={isNew ? t.templates.samples.addText : undefined}
      sends={{ isPending: false, error: null }}
      isUnready={name === '' || fault !== undefined}
      onSend={() => {
        onName(name);
        onClose();
      }}
      action={t.save}
    >
      <Input
        label={t.templates.samples.name}
        fault={fault}
        required
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  );
}
