import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { queries } from '../../api/client.ts';
import { Input } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { t } from '../../texts/en.ts';
import { useAllTemplates } from './all-templates.ts';
import { levelsOf } from './template-folders.ts';
import type { useDraft } from './use-draft.ts';

interface MoveProps {
  readonly folder: string;
  readonly work: Pick<ReturnType<typeof useDraft>, 'send'>;
  readonly onClose: () => void;
}

/** Another folder for a template: one that there is, or a new one. */
export function Move({ folder: before, work, onClose }: MoveProps) {
  const [folder, setFolder] = useState(before);
  const id = useId();
  const templates = useAllTemplates();
  const known = new Set((templates.data ?? []).flatMap((entry) => levelsOf(entry.folder).map(({ path }) => path)));
  const save = useMutation({
    mutationFn: () => work.send({ folder }),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['/v1/templates'], refetchType: 'none' });
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t.templates.move}
      text={t.templates.moveText}
      sends={save}
      onSend={() => save.mutate()}
      action={t.save}
    >
      <Input
        label={t.templates.folder}
        hint={t.templates.moveHint}
        list={id}
        maxLength={100}
        value={folder}
        onChange={({ target }) => setFolder(target.value)}
      />
      <datalist id={id}>
        {[...known].sort().map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </FormDialog>
  );
}
