import type { Schemas } from '@platen/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { platen } from '../../api/platen.ts';
import { Button } from '../../components/button.tsx';
import { Select, TextArea } from '../../components/field.tsx';
import { Badge, Card, Page, type Tone } from '../../components/layout.tsx';
import { Empty, Failure, Loading } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { Evidence, type Places } from './evidence.tsx';
import { EXAMPLES } from './examples.ts';
import { fieldsOf } from './fields.ts';

type Kind = keyof typeof EXAMPLES;

const KINDS: Readonly<Record<Kind, { readonly path: string; readonly data: string }>> = {
  invoice: { path: 'invoice-extractor', data: 'invoiceData' },
  receipt: { path: 'receipt-scanner', data: 'receiptData' },
  statement: { path: 'bank-statement', data: 'transactions' },
};

interface Answer {
  readonly verification: Schemas['Verification'];
  readonly evidence?: Places;
}

const TONE: Readonly<Record<Schemas['Verification']['status'], Tone>> = {
  verified: 'good',
  unverified: 'notice',
  failed: 'bad',
};

/** A text, its fields with their places, and what adds up. */
export function Analysis() {
  const [kind, setKind] = useState<Kind>('invoice');
  const [text, setText] = useState('');
  const read = useMutation({
    mutationFn: async () => {
      const { path, data } = KINDS[kind];
      const answer = await platen.json<Answer>(`/api/pdf/${path}`, {
        method: 'POST',
        body: { documentText: text, includeEvidence: true },
      });
      return { answer, text, fields: fieldsOf((answer as unknown as Record<string, unknown>)[data]) };
    },
  });
  return (
    <Page title={t.analysis.title} lead={t.analysis.lead}>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Card>
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              read.mutate();
            }}
          >
            <Select
              label={t.analysis.kind}
              value={kind}
              options={(Object.keys(KINDS) as Kind[]).map((value) => ({ value, text: t.analysis[value] }))}
              onChange={({ target }) => setKind(target.value as Kind)}
            />
            <TextArea
              label={t.analysis.text}
              hint={t.analysis.textHint}
              required
              rows={16}
              spellCheck={false}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <div className="flex flex-wrap gap-2">
              <Button kind="primary" type="submit" busy={read.isPending} disabled={text.trim() === ''}>
                {t.analysis.run}
              </Button>
              <Button onClick={() => setText(EXAMPLES[kind])}>{t.analysis.example}</Button>
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
          {read.data && (
            <>
              <Fields fields={read.data.fields} verification={read.data.answer.verification} />
              <Card title={t.analysis.document}>
                <Evidence text={read.data.text} places={read.data.answer.evidence ?? {}} />
              </Card>
              <Checks verification={read.data.answer.verification} />
            </>
          )}
        </div>
      </div>
    </Page>
  );
}

interface FieldsProps {
  readonly fields: readonly { readonly path: string; readonly value: string | null }[];
  readonly verification: Schemas['Verification'];
}

function Fields({ fields, verification }: FieldsProps) {
  return (
    <Card
      title={t.analysis.fields}
      actions={<Badge tone={TONE[verification.status]}>{t.analysis.status[verification.status]}</Badge>}
    >
      <dl className="m-0 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)_auto] items-baseline gap-x-5 gap-y-1.5">
        {fields.map(({ path, value }) => {
          const status = verification.fields[path]?.status;
          return (
            <div key={path} className="contents">
              <dt className="break-all font-mono text-[0.8125rem] text-muted">{path}</dt>
              <dd className="m-0 break-words">{value ?? <span className="text-muted">{t.analysis.noValue}</span>}</dd>
              <dd className="m-0">{status && <Badge tone={TONE[status]}>{t.analysis.status[status]}</Badge>}</dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}

function Checks({ verification }: { readonly verification: Schemas['Verification'] }) {
  return (
    <Card title={t.analysis.checks}>
      <ul className="m-0 grid list-none gap-2 p-0">
        {verification.checks.map(({ name, ok, expected, actual }) => (
          <li key={name} className="flex flex-wrap items-center gap-2">
            <Badge tone={ok ? 'good' : 'bad'}>{ok ? t.analysis.ok : t.analysis.bad}</Badge>
            <code className="font-mono text-[0.8125rem]">{name}</code>
            {!ok && <span className="text-muted">{`${actual} ≠ ${expected}`}</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
