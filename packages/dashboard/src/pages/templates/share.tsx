import { useMutation } from '@tanstack/react-query';
import { platen } from '../../api/platen.ts';
import { Button } from '../../components/button.tsx';
import { Code } from '../../components/code.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { dateText } from '../../components/format.ts';
import { Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { objectIn } from './draft.ts';
import type { useDraft } from './use-draft.ts';

interface ShareProps {
  readonly slug: string;
  /** What it is filled with, as JSON. */
  readonly data: string;
  readonly work: Pick<ReturnType<typeof useDraft>, 'save'>;
  readonly onClose: () => void;
}

/** The PDF of the draft with its data, for somebody who has no account: a job, whose result has a link that needs no key. */
export function Share({ slug, data, work, onClose }: ShareProps) {
  const make = useMutation({
    mutationFn: async () => {
      await work.save();
      const body = { template_id: `${slug}@draft`, data: objectIn(data) ?? {}, async: true };
      const { id } = await platen.json<{ readonly id: string }>('/v1/convert/pdf', { method: 'POST', body });
      return await platen.jobs.wait(id);
    },
  });
  const { url } = make.data?.outputs[0] ?? {};
  const until = make.data?.result_expires_at;
  return (
    <Dialog open onClose={onClose} title={t.templates.share.title} text={t.templates.share.text}>
      <div className="grid gap-4">
        {make.error && <Failure error={make.error} />}
        {url && (
          <div role="status" className="grid gap-2">
            <Code label={t.templates.share.link} text={url} />
            {until && <p className="m-0 text-[0.8125rem] text-muted">{t.templates.share.until(dateText(until))}</p>}
          </div>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.close}</Button>
          {!url && (
            <Button kind="primary" busy={make.isPending} onClick={() => make.mutate()}>
              {t.templates.share.make}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
