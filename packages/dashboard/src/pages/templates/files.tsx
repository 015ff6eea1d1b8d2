import type { Template } from '@platen/client';
import { useMutation } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import { base64Of } from '../../api/base64.ts';
import { buttonLook } from '../../components/button.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { bytesText } from '../../components/format.ts';
import { Card } from '../../components/layout.tsx';
import { Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { pathOf, type useDraft } from './use-draft.ts';

/** Most bytes of one file: what a request may have, as base64. */
const MOST_BYTES = 18_000_000;

interface FilesProps {
  readonly template: Template;
  readonly work: Pick<ReturnType<typeof useDraft>, 'send'>;
}

/** Images, fonts and styles that the document refers to by their names. */
export function Files({ template, work }: FilesProps) {
  const put = useMutation({
    mutationFn: async (file: File) => await work.send({ assets: { [file.name]: await base64Of(file) } }),
  });
  const take = useMutation({ mutationFn: (name: string) => work.send({ assets: { [name]: null } }) });
  const error = put.error ?? take.error;
  return (
    <Card title={t.templates.files}>
      <div className="grid gap-3">
        {error && <Failure error={error} />}
        {template.assets.length > 0 && (
          <ul className="m-0 grid list-none gap-1 p-0">
            {template.assets.map(({ name, size }) => (
              <li key={name} className="flex items-center gap-2">
                <code className="min-w-0 flex-1 truncate font-mono text-[0.8125rem]" title={name}>
                  {name}
                </code>
                <span className="whitespace-nowrap text-[0.8125rem] text-muted">{bytesText(size)}</span>
                <a
                  href={`${pathOf(template.id)}@draft/assets?name=${encodeURIComponent(name)}`}
                  download={name.split('/').at(-1)}
                  aria-label={t.templates.downloadOf(name)}
                  className={buttonLook('quiet')}
                >
                  <Download aria-hidden className="size-4" />
                </a>
                <button
                  type="button"
                  aria-label={t.removeOf(name)}
                  disabled={take.isPending}
                  onClick={() => take.mutate(name)}
                  className={buttonLook('quiet')}
                >
                  <X aria-hidden className="size-4" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <FileDrop
          label={put.isPending ? t.templates.adding : t.templates.addFile}
          hint={t.templates.addFileHint}
          accept="image/*,font/*,.svg,.woff,.woff2,.ttf,.otf,.css,.js"
          most={MOST_BYTES}
          file={undefined}
          onChange={(file) => file && put.mutate(file)}
        />
      </div>
    </Card>
  );
}
