import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { curlOf } from '../../api/calls.ts';
import { platen } from '../../api/platen.ts';
import { Input, TextArea } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import type { NewProps } from '../../components/list-page.tsx';
import { TemplateSelect } from '../../components/template-select.tsx';
import { t } from '../../texts/en.ts';

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A template, its data, and when it is converted. */
export function NewSchedule({ open, onClose, onMade }: NewProps) {
  const [name, setName] = useState('');
  const [template, setTemplate] = useState('');
  const [cron, setCron] = useState('0 7 * * 1');
  const [timezone, setTimezone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [data, setData] = useState('{}');
  const read = objectIn(data);
  const body = { name, cron, timezone, format: 'pdf', request: { template_id: template, data: read ?? {} } };
  const create = useMutation({
    mutationFn: () => platen.json('/v1/schedules', { method: 'POST', body }),
    onSuccess: onMade,
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t.runs.schedules.make}
      wide
      sends={create}
      onSend={() => create.mutate()}
      action={t.runs.schedules.create}
      isUnready={template === '' || !read}
      curl={curlOf({ method: 'POST', path: '/v1/schedules', body })}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Input
          label={t.runs.schedules.name}
          required
          maxLength={100}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TemplateSelect value={template} onChange={setTemplate} />
        <Input
          label={t.runs.schedules.cron}
          hint={t.runs.schedules.cronHint}
          required
          spellCheck={false}
          value={cron}
          onChange={({ target }) => setCron(target.value)}
        />
        <Input
          label={t.runs.schedules.timezone}
          required
          value={timezone}
          onChange={({ target }) => setTimezone(target.value)}
        />
      </div>
      <TextArea
        label={t.runs.schedules.data}
        fault={read ? undefined : t.runs.schedules.badData}
        rows={4}
        spellCheck={false}
        value={data}
        onChange={({ target }) => setData(target.value)}
      />
    </FormDialog>
  );
}
