import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import type { Role } from '../../api/session.ts';
import { Input, Select } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { t } from '../../texts/en.ts';

interface InviteProps {
  readonly open: boolean;
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}

export function Invite({ open, roles, onClose }: InviteProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const invite = useMutation({
    mutationFn: () => platen.json('/v1/invitations', { method: 'POST', body: { email, role } }),
    onSuccess: () => {
      setEmail('');
      onClose();
      return queries.invalidateQueries({ queryKey: ['/v1/invitations'] });
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t.members.invite}
      sends={invite}
      onSend={() => invite.mutate()}
      action={t.members.send}
    >
      <Input
        label={t.members.email}
        type="email"
        required
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Select
        label={t.members.role}
        value={role}
        options={roles.map((value) => ({ value, text: value }))}
        onChange={({ target }) => setRole(target.value as Role)}
      />
    </FormDialog>
  );
}
