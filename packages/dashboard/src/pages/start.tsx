import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { convert } from '../api/convert.ts';
import { makeKey } from '../api/keys.ts';
import { sessionQuery, useIsWorker, useOrganisation } from '../api/session.ts';
import { Button, buttonLook } from '../components/button.tsx';
import { Code } from '../components/code.tsx';
import { TextArea } from '../components/field.tsx';
import { bytesText, millisecondsText } from '../components/format.ts';
import { Note, Page } from '../components/layout.tsx';
import { Samples } from '../components/samples.tsx';
import { Failure } from '../components/states.tsx';
import { t } from '../texts/en.ts';
import { EXAMPLE } from './playground/example.ts';
import { OutputCard } from './playground/result.tsx';

/** The smallest call that makes a PDF. */
const HELLO = {
  method: 'POST',
  path: '/v1/convert/pdf',
  body: { source: { html: '<h1>Hello</h1>' } },
  file: 'hello.pdf',
} as const;

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly done: boolean;
  readonly children: ReactNode;
}

function Step({ number, title, done, children }: StepProps) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-4 rounded-xl border border-line bg-surface p-5 shadow-low">
      <span
        aria-hidden
        className={`grid size-8 place-items-center rounded-full text-sm font-semibold ${done ? 'bg-good-soft text-good' : 'bg-accent-soft text-accent-strong'}`}
      >
        {done ? <Check className="size-4" /> : number}
      </span>
      <div className="grid gap-3">
        <h2 className="m-0 pt-1 text-base font-semibold">{title}</h2>
        {children}
      </div>
    </li>
  );
}

/** The first start: account, key, first PDF. */
export function Start() {
  const { data: session } = useQuery(sessionQuery);
  const organisation = useOrganisation();
  const [html, setHtml] = useState(EXAMPLE);
  const key = useMutation({ mutationFn: () => makeKey({ name: t.start.keyName, scopes: ['*'] }) });
  const pdf = useMutation({ mutationFn: () => convert({ source: { html }, outputs: [{ format: 'pdf' }] }) });
  const mayConvert = useIsWorker();
  const [output] = pdf.data?.outputs ?? [];

  return (
    <Page title={t.start.title} lead={t.start.lead}>
      <ol className="m-0 grid max-w-3xl list-none gap-4 p-0">
        <Step number={1} title={t.start.account} done>
          <p className="m-0 break-words text-muted">
            {t.start.accountDone(session?.person.email ?? '', organisation?.name ?? '')}
          </p>
        </Step>
        {!mayConvert && (
          <li>
            <Note tone="notice">{t.start.needsRole}</Note>
          </li>
        )}
        {mayConvert && (
          <>
            <Step number={2} title={t.start.key} done={key.data !== undefined}>
              {key.error && <Failure error={key.error} />}
              {key.data ? (
                <Code label={t.start.keyMade} text={key.data.secret} />
              ) : (
                <>
                  <p className="m-0 text-muted">{t.start.keyText}</p>
                  <div>
                    <Button kind="primary" busy={key.isPending} onClick={() => key.mutate()}>
                      {t.start.makeKey}
                    </Button>
                  </div>
                </>
              )}
            </Step>
            <Step number={3} title={t.start.pdf} done={output !== undefined}>
              <p className="m-0 text-muted">{t.start.pdfText}</p>
              <TextArea
                label={t.start.html}
                rows={8}
                spellCheck={false}
                value={html}
                onChange={({ target }) => setHtml(target.value)}
              />
              <div>
                <Button kind="primary" busy={pdf.isPending} onClick={() => pdf.mutate()}>
                  {t.start.makePdf}
                </Button>
              </div>
              {pdf.error && <Failure error={pdf.error} />}
              {output && pdf.data && (
                <>
                  <p role="status" className="m-0 font-medium text-good">
                    {t.start.made(
                      output.pdf_pages ?? 1,
                      bytesText(output.filesize),
                      millisecondsText(pdf.data.duration),
                    )}
                  </p>
                  <OutputCard output={output} />
                  <Samples title={t.start.same} call={HELLO} />
                </>
              )}
            </Step>
            <li className="flex flex-wrap gap-2">
              <Link to="/templates" className={buttonLook('primary')}>
                {t.start.nextTemplates}
              </Link>
              <Link to="/playground" className={buttonLook('plain')}>
                {t.start.nextPlayground}
              </Link>
              <Link to="/webhooks" className={buttonLook('plain')}>
                {t.start.nextWebhooks}
              </Link>
            </li>
          </>
        )}
      </ol>
    </Page>
  );
}
