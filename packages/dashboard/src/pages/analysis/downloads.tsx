import type { Schemas } from '@platen/client';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { buttonLook } from '../../components/button.tsx';
import { Note } from '../../components/layout.tsx';
import { useBlobUrl } from '../../components/use-blob-url.ts';
import { t } from '../../texts/en.ts';

/** Endings of the files of an export. */
const ENDINGS: Readonly<Record<string, string>> = { csv: 'csv', ofx: 'ofx', camt053: 'xml', mt940: 'sta', ubl: 'xml' };

interface DownloadsProps {
  readonly answer: object;
  readonly exported: Schemas['ExportedDocument'] | undefined;
}

/** The answer as JSON, and what was asked for as an export. */
export function Downloads({ answer, exported }: DownloadsProps) {
  const json = useMemo(() => new Blob([JSON.stringify(answer, null, 2)], { type: 'application/json' }), [answer]);
  const file = useMemo(
    () => (exported?.text ? new Blob([exported.text], { type: 'text/plain;charset=utf-8' }) : undefined),
    [exported],
  );
  const [jsonUrl, fileUrl] = [useBlobUrl(json), useBlobUrl(file)];
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {exported && fileUrl && (
          <a className={buttonLook()} href={fileUrl} download={`document.${ENDINGS[exported.format] ?? 'txt'}`}>
            <Download aria-hidden className="size-4" />
            {t.analysis.exports[exported.format as keyof typeof t.analysis.exports] ?? exported.format}
          </a>
        )}
        <a className={buttonLook()} href={jsonUrl} download="analysis.json">
          <Download aria-hidden className="size-4" />
          {t.analysis.json}
        </a>
      </div>
      {exported && exported.text === null && (
        <Note tone="notice">{t.analysis.exportNeeds(exported.format, exported.missing.join(', '))}</Note>
      )}
    </div>
  );
}
