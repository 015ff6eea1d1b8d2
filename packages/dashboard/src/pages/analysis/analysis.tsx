import type { Schemas } from '@platen/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { base64Of } from '../../api/base64.ts';
import { platen } from '../../api/platen.ts';
import { Button } from '../../components/button.tsx';
import { Select, TextArea } from '../../components/field.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { Card, Note, Page } from '../../components/layout.tsx';
import { Empty, Failure, Loading } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { Checks } from './checks.tsx';
import { Downloads } from './downloads.tsx';
import { Evidence, type Places } from './evidence.tsx';
import { EXAMPLES } from './examples.ts';
import { readOf } from './fields.ts';
import { RowsCard, StatusBadge, Values } from './values.tsx';

type Kind = keyof typeof EXAMPLES;

interface KindFacts {
  readonly path: string;
  /** Members of the answer that were read from the document. */
  readonly data: readonly string[];
  /** Formats that an answer is also given in. */
  readonly exports: readonly string[];
}

const KINDS: Readonly<Record<Kind, KindFacts>> = {
  invoice: { path: 'invoice-extractor', data: ['invoiceData'], exports: ['csv', 'ubl'] },
  receipt: { path: 'receipt-scanner', data: ['receiptData'], exports: [] },
  statement: {
    path: 'bank-statement',
    data: ['accountInfo', 'transactions'],
    exports: ['csv', 'ofx', 'camt053', 'mt940'],
  },
};

interface Answer {
  readonly verification: Schemas['Verification'];
  readonly evidence?: Places;
  readonly exported?: Schemas['ExportedDocument'];
  /** The text that was read, if a PDF was sent. */
  readonly documentText?: string;
  readonly pdf?: Schemas['ReadPdf'];
}

/** Most bytes of a PDF that is sent from here: what a request may have, as base64. */
const MOST_BYTES = 20_000_000;

/** A document, its values with their places, and what adds up. */
export function Analysis() {
  const [kind, setKind] = useState<Kind>('invoice');
  const [text, setText] = useState('');
  const [file, setFile] = useState<File>();
  const [format, setFormat] = useState('csv');
  const read = useMutation({
    mutationFn: async () => {
      const { path, data, exports } = KINDS[kind];
      const answer = await platen.json<Answer>(`/api/pdf/${path}`, {
        method: 'POST',
        body: {
          ...(file ? { file: await base64Of(file) } : { documentText: text }),
          ...(exports.includes(format) ? { export: format } : {}),
          includeEvidence: true,
        },
      });
      const whole = answer as unknown as Record<string, unknown>;
      // Values of the one member of an answer have no name of the member in their paths.
      const found =
        data.length === 1 ? whole[data[0] ?? ''] : Object.fromEntries(data.map((name) => [name, whole[name]]));
      return { answer, text: answer.documentText ?? text, read: readOf(found) };
    },
  });
  const { exports } = KINDS[kind];
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    read.reset();
  };
  return (
    <Page title={t.analysis.title} lead={t.analysis.lead}>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <Card>
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              read.mutate();
            }}
          >
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <Select
                label={t.analysis.kind}
                value={kind}
                options={(Object.keys(KINDS) as Kind[]).map((value) => ({ value, text: t.analysis[value] }))}
                onChange={({ target }) => setKind(target.value as Kind)}
              />
              {exports.length > 0 && (
                <Select
                  label={t.analysis.also}
                  value={exports.includes(format) ? format : 'csv'}
                  options={exports.map((value) => ({
                    value,
                    text: t.analysis.formats[value as keyof typeof t.analysis.formats],
                  }))}
                  onChange={({ target }) => setFormat(target.value)}
                />
              )}
            </div>
            <FileDrop
              label={t.analysis.file}
              hint={t.analysis.fileHint}
              accept="application/pdf,.pdf"
              most={MOST_BYTES}
              file={file}
              onChange={choose}
            />
            {!file && (
              <TextArea
                label={t.analysis.text}
                hint={t.analysis.textHint}
                required
                rows={16}
                wrap="off"
                spellCheck={false}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
            <div className="flex flex-wrap gap-2">
              <Button kind="primary" type="submit" busy={read.isPending} disabled={!file && text.trim() === ''}>
                {t.analysis.run}
              </Button>
              <Button
                onClick={() => {
                  choose(undefined);
                  setText(EXAMPLES[kind]);
                }}
              >
                {t.analysis.example}
              </Button>
            </div>
          </form>
        </Card>
        <div className="grid min-w-0 gap-5">
          {read.error && <Failure error={read.error} />}
          {read.isPending && (
            <Card>
              <Loading />
            </Card>
          )}
          {read.isIdle && (
            <Card>
              <Empty title={t.analysis.emptyTitle} text={t.analysis.emptyText} />
            </Card>
          )}
          {read.data && <Result {...read.data} />}
        </div>
      </div>
    </Page>
  );
}

interface ResultProps {
  readonly answer: Answer;
  readonly text: string;
  readonly read: ReturnType<typeof readOf>;
}

function Result({ answer, text, read }: ResultProps) {
  const [chosen, setChosen] = useState<string>();
  const { verification, evidence: places = {}, pdf } = answer;
  const nothing = read.tables.length === 0 && read.values.every(({ value }) => value === null);
  return (
    <>
      <Card title={t.analysis.verdict[verification.status]} actions={<StatusBadge status={verification.status} />}>
        <div className="grid gap-3">
          {nothing && <Note tone="notice">{t.analysis.nothing}</Note>}
          {pdf && pdf.pagesWithoutText.length > 0 && (
            <Note tone="notice">{t.analysis.noText(pdf.pagesWithoutText.join(', '), pdf.pages)}</Note>
          )}
          <Downloads answer={answer} exported={answer.exported} />
        </div>
      </Card>
      {read.tables.map((table) => (
        <RowsCard key={table.path} table={table} verification={verification} places={places} onChoose={setChosen} />
      ))}
      <Values values={read.values} verification={verification} places={places} onChoose={setChosen} />
      <Card title={t.analysis.document}>
        <Evidence text={text} places={places} chosen={chosen} />
      </Card>
      <Checks verification={verification} />
    </>
  );
}
