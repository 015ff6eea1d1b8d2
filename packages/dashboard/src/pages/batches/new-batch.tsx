import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { curlOf } from '../../api/calls.ts';
import { platen } from '../../api/platen.ts';
import { Input, Select, TextArea } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import type { NewProps } from '../../components/list-page.tsx';
import { TemplateSelect } from '../../components/template-select.tsx';
import { t } from '../../texts/en.ts';

type Result = keyof typeof t.runs.batches.results;

/** A template, and rows of data for it. */
export function NewBatch({ open, onClose, onMade }: NewProps) {
  const [template, setTemplate] = useState('');
  const [csv, setCsv] = useState('');
  const [result, setResult] = useState<Result>('zip');
  const body = { template_id: template, items_csv: csv, result };
  const create = useMutation({ mutationFn: () => platen.batches.create(body), onSuccess: onMade });
  const read = async (file: File | undefined) => file && setCsv(await file.text());
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t.runs.batches.make}
      wide
      sends={create}
      onSend={() => create.mutate()}
      action={t.runs.batches.start}
      isUnready={template === ''}
      curl={curlOf({ method: 'POST', path: '/v1/batches', body })}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TemplateSelect value={template} onChange={setTemplate} />
        <Select
          label={t.runs.batches.result}
          value={result}
          options={Object.entries(t.runs.batches.results).map(([value, text]) => ({ value, text }))}
          onChange={({ target }) => setResult(target.value as Result)}
        />
      </div>
      <Input
        label={t.runs.batches.file}
        hint={t.runs.batches.fileHint}
        type="file"
        accept=".csv,text/csv"
        onChange={({ target }) => void read(target.files?.[0])}
      />
      <TextArea
        label={t.runs.batches.csv}
        required
        rows={6}
        spellCheck={false}
        value={csv}
        onChange={({ target }) => setCsv(target.value)}
      />
    </FormDialog>
  );
}
