import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/client.ts';
import { Input } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { t } from '../../texts/en.ts';
import type { useDraft } from './use-draft.ts';

interface RenameProps {
  readonly name: string;
  readonly work: Pick<ReturnType<typeof useDraft>, 'send'>;
  readonly onClose: () => void;
}

/** Another name for people; that in addresses stays. */
export function Rename({ name: before, work, onClose }: RenameProps) {
  const [name, setName] = useState(before);
  const save = useMutation({
    mutationFn: () => work.send({ name }),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['/v1/templates'], refetchType: 'none' });
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t.templates.rename}
      text={t.templates.renameText}
      sends={save}
      onSend={() => save.mutate()}
      action={t.save}
    >
      <Input
        label={t.templates.name}
        required
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
