import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { curlOf } from '../../api/calls.ts';
import { platen } from '../../api/platen.ts';
import { Select, TextArea } from '../../components/field.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Note } from '../../components/layout.tsx';
import type { NewProps } from '../../components/list-page.tsx';
import { Failure } from '../../components/states.tsx';
import { TemplateSelect } from '../../components/template-select.tsx';
import { t } from '../../texts/en.ts';
import { useSampleData } from '../playground/from-template.tsx';
import { objectIn } from '../templates/draft.ts';
import { fieldsOf, likelyField, readCsv, textOf, writeCsv } from './csv.ts';
import { Mapping, twiceIn } from './mapping.tsx';

type Result = keyof typeof t.runs.batches.results;

/** Most bytes of a file: what a request may have. */
const MOST_BYTES = 20_000_000;

/** A template, and rows of data for it. */
export function NewBatch({ open, onClose, onMade }: NewProps) {
  const [template, setTemplate] = useState('');
  const [file, setFile] = useState<File>();
  const [csv, setCsv] = useState('');
  const read = useMutation({ mutationFn: textOf, onSuccess: ({ text }) => fill(text) });
  const [result, setResult] = useState<Result>('zip');
  /** What somebody has chosen for this file and template, in place of what is likely. */
  const [chosen, setChosen] = useState<readonly (string | undefined)[]>();
  const sample = useSampleData(template).data;
  const known = useMemo(() => fieldsOf(objectIn(sample ?? '')), [sample]);
  const table = useMemo(() => readCsv(csv), [csv]);
  const likely = table.columns.map((column) => likelyField(column, known) ?? (column === '' ? undefined : column));
  const fields = chosen ?? likely;
  // What the service refuses is sent as it is: it names the row.
  const isEven = !table.isFaulty && table.rows.every((row) => row.length === table.columns.length);
  const isTable = table.columns.length > 0 && template !== '' && isEven;
  const body = { template_id: template, items_csv: isTable ? writeCsv(table, fields) : csv, result };
  const create = useMutation({ mutationFn: () => platen.batches.create(body), onSuccess: onMade });
  function fill(text: string): void {
    setCsv(text);
    setChosen(undefined);
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t.runs.batches.make}
      wide
      sends={create}
      onSend={() => create.mutate()}
      action={t.runs.batches.start}
      isUnready={template === '' || table.rows.length === 0 || (isTable && twiceIn(fields) !== undefined)}
      curl={curlOf({ method: 'POST', path: '/v1/batches', body })}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TemplateSelect
          value={template}
          onChange={(slug) => {
            setTemplate(slug);
            setChosen(undefined);
          }}
        />
        <Select
          label={t.runs.batches.result}
          value={result}
          options={Object.entries(t.runs.batches.results).map(([value, text]) => ({ value, text }))}
          onChange={({ target }) => setResult(target.value as Result)}
        />
      </div>
      <FileDrop
        label={t.runs.batches.file}
        hint={t.runs.batches.fileHint}
        accept=".csv,text/csv"
        most={MOST_BYTES}
        file={file}
        onChange={(dropped) => {
          setFile(dropped);
          fill('');
          if (dropped) read.mutate(dropped);
          else read.reset();
        }}
      />
      {read.error && <Failure error={read.error} />}
      {read.data?.isGuess && <Note tone="notice">{t.runs.batches.codePage}</Note>}
      {!file && (
        <TextArea
          label={t.runs.batches.csv}
          required
          rows={5}
          wrap="off"
          spellCheck={false}
          value={csv}
          onChange={({ target }) => fill(target.value)}
        />
      )}
      {isTable && <Mapping table={table} known={known} fields={fields} onChange={setChosen} />}
    </FormDialog>
  );
}
