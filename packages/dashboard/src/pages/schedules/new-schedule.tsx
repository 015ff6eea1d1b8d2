import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { curlOf } from '../../api/calls.ts';
import { platen } from '../../api/platen.ts';
import { Input, Select, TextArea } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import type { NewProps } from '../../components/list-page.tsx';
import { TemplateSelect } from '../../components/template-select.tsx';
import { t } from '../../texts/en.ts';
import { useSampleData } from '../playground/from-template.tsx';
import { objectIn } from '../templates/draft.ts';

/** Times that most schedules have. */
const TIMES = {
  daily: '0 7 * * *',
  weekdays: '0 7 * * 1-5',
  monday: '0 7 * * 1',
  first: '0 7 1 * *',
  hourly: '0 * * * *',
} as const;
type Often = keyof typeof TIMES | 'own';

/** A template, its data, and when it is converted. */
export function NewSchedule({ open, onClose, onMade }: NewProps) {
  const [name, setName] = useState('');
  const [template, setTemplate] = useState('');
  const [often, setOften] = useState<Often>('monday');
  const [cron, setCron] = useState<string>(TIMES.monday);
  const [timezone, setTimezone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [data, setData] = useState('{}');
  const sample = useSampleData(template).data;
  // What a template is tried with is what its data looks like: nobody writes that from memory.
  useEffect(() => {
    if (sample !== undefined) setData(sample);
  }, [sample]);
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
        <Select
          label={t.runs.schedules.often}
          value={often}
          options={Object.entries(t.runs.schedules.times).map(([value, text]) => ({ value, text }))}
          onChange={({ target }) => {
            const chosen = target.value as Often;
            setOften(chosen);
            if (chosen !== 'own') setCron(TIMES[chosen]);
          }}
        />
        <Input
          label={t.runs.schedules.cron}
          hint={t.runs.schedules.cronHint}
          required
          spellCheck={false}
          value={cron}
          onChange={({ target }) => {
            setOften('own');
            setCron(target.value);
          }}
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
        rows={6}
        spellCheck={false}
        value={data}
        onChange={({ target }) => setData(target.value)}
      />
    </FormDialog>
  );
}
