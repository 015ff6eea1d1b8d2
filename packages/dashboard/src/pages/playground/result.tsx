import type { Schemas } from '@platen/client';
import { Download, ExternalLink } from 'lucide-react';
import { useMemo } from 'react';
import { blobOf, type Converted } from '../../api/convert.ts';
import { buttonLook } from '../../components/button.tsx';
import { bytesText, millisecondsText } from '../../components/format.ts';
import { Badge, Card } from '../../components/layout.tsx';
import { PdfPages } from '../../components/pages.tsx';
import { useBlobUrl } from '../../components/use-blob-url.ts';
import { t } from '../../texts/en.ts';

/** One result: pictures and texts as they are. Nothing of it is ever run in this page. */
export function OutputCard({ output }: { readonly output: Schemas['Output'] }) {
  const blob = useMemo(() => blobOf(output), [output]);
  const url = useBlobUrl(blob);
  const { content_type: type, filename, pdf_pages: pages, filesize } = output;
  return (
    <Card
      flush
      title={output.format.toUpperCase()}
      actions={
        <>
          {pages !== undefined && <Badge>{t.play.pages(pages)}</Badge>}
          <Badge>{bytesText(filesize)}</Badge>
          <a className={buttonLook('quiet')} href={url} target="_blank" rel="noopener noreferrer">
            <ExternalLink aria-hidden className="size-4" />
            {t.play.open}
          </a>
          <a className={buttonLook('quiet')} href={url} download={filename}>
            <Download aria-hidden className="size-4" />
            {t.play.download}
          </a>
        </>
      }
    >
      {type.startsWith('image/') ? (
        <div className="max-h-[36rem] overflow-auto bg-sunken p-3">
          {url && <img src={url} alt={filename} className="mx-auto block max-w-full border border-line shadow-low" />}
        </div>
      ) : type === 'application/pdf' ? (
        url && <PdfPages name={url} file={async () => output.content} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it
        <pre tabIndex={0} className="code m-0 max-h-[36rem] overflow-auto whitespace-pre-wrap break-words p-4">
          {output.content}
        </pre>
      )}
    </Card>
  );
}

/** What is wrong with the page that was converted all the same. */
export function Warnings({ warnings }: Pick<Converted, 'warnings'>) {
  if (warnings.length === 0) return <p className="m-0 text-good">{t.play.noWarnings}</p>;
  return (
    <ul className="m-0 grid list-none gap-2.5 p-0">
      {warnings.map(({ code, message, detail }) => (
        <li key={code} className="grid gap-1">
          <span>
            <Badge tone="notice">{code}</Badge>
          </span>
          <span className="break-words">{message}</span>
          {Array.isArray(detail?.items) && (
            <ul className="m-0 grid gap-0.5 pl-4 text-[0.8125rem] text-muted">
              {detail.items.map((item, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a list that does not change
                <li key={index} className="break-all">
                  {Object.values(item).join(' · ')}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Where the time of a conversion went. */
export function Timings({ timings, duration }: Pick<Converted, 'timings' | 'duration'>) {
  const steps = timings.filter(({ name }) => name !== 'total');
  const most = Math.max(1, ...steps.map((step) => step.duration));
  return (
    <dl className="m-0 grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1.5 text-[0.8125rem]">
      {[...steps, { name: t.play.total, duration }].map(({ name, duration: time }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="m-0">
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden className="block h-1.5 w-full">
              <rect width={Math.min(100, (100 * time) / most)} height="6" rx="1" fill="var(--accent)" />
            </svg>
          </dd>
          <dd className="m-0 text-right tabular-nums">{millisecondsText(time)}</dd>
        </div>
      ))}
    </dl>
  );
}
