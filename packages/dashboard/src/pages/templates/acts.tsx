import type { Template } from '@platen/client';
import { useMutation } from '@tanstack/react-query';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { download } from '../../components/download.ts';
import { Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { zipOfTemplate } from './folder.ts';
import { Move } from './move.tsx';
import { Rename } from './rename.tsx';
import { Share } from './share.tsx';
import { pathOf, type useDraft } from './use-draft.ts';
import { versionsPath } from './versions.tsx';

/** What is done with a template as a whole. */

interface ActsProps {
  readonly template: Template;
  readonly work: ReturnType<typeof useDraft>;
  /** The data that is shown, as JSON. */
  readonly data: string;
  readonly publish: ReturnType<typeof usePublish>;
  readonly pack: ReturnType<typeof useExport>;
}

/** Saves what is typed, and makes a version of it. */
export function usePublish(template: Template, work: ReturnType<typeof useDraft>) {
  return useMutation({
    mutationFn: async () => {
      await work.save();
      const path = `${pathOf(template.id)}/publish`;
      return await work.withRevision((revision) =>
        platen.json<{ template: Template }>(path, { method: 'POST', body: { revision } }),
      );
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [versionsPath(template.slug)] }),
    onError: work.meet,
  });
}

/** Saves what is typed, and downloads the template. */
export function useExport(template: Template, work: ReturnType<typeof useDraft>) {
  return useMutation({
    mutationFn: async () => {
      await work.save();
      return await zipOfTemplate(await platen.templates.get(`${template.id}@draft`));
    },
    onSuccess: (blob) => download(blob, `${template.slug}.zip`),
  });
}

/** What is done with the whole template. */
export function Acts({ template, work, data, publish, pack }: ActsProps) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const [moving, setMoving] = useState(false);
  const [sharing, setSharing] = useState(false);
  const remove = useMutation({
    mutationFn: () => platen.templates.remove(template.id),
    onSuccess: async () => {
      await navigate({ to: '/templates', ignoreBlocker: true });
      await queries.invalidateQueries({ queryKey: ['/v1/templates'] });
    },
  });
  const state = work.isSaving ? t.templates.saving : work.isSaved ? t.templates.saved : t.templates.unsaved;
  return (
    <>
      <span role="status" className="self-center text-[0.8125rem] text-muted">
        {state}
      </span>
      <Button onClick={() => setRenaming(true)}>{t.templates.rename}</Button>
      <Button onClick={() => setMoving(true)}>{t.templates.move}</Button>
      <Button onClick={() => setSharing(true)}>{t.templates.share.action}</Button>
      <Button busy={pack.isPending} onClick={() => pack.mutate()}>
        {t.templates.export}
      </Button>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {t.templates.remove}
      </Button>
      <Button kind="primary" busy={publish.isPending} disabled={Boolean(work.theirs)} onClick={() => publish.mutate()}>
        {t.templates.publish}
      </Button>
      {sharing && <Share slug={template.slug} data={data} work={work} onClose={() => setSharing(false)} />}
      {renaming && <Rename name={work.about.name} work={work} onClose={() => setRenaming(false)} />}
      {moving && <Move folder={work.about.folder} work={work} onClose={() => setMoving(false)} />}
      <Confirm
        open={asking}
        title={t.templates.removeTitle(work.about.name)}
        text={t.templates.removeText}
        action={t.templates.remove}
        busy={remove.isPending}
        error={remove.error && <Failure error={remove.error} />}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** Whoever leaves before the draft is saved has it saved; or is asked, if that cannot be done. */
export function Leaving({ isSaved, save }: { readonly isSaved: boolean; readonly save: () => Promise<void> }) {
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: () => !isSaved,
    shouldBlockFn: async () =>
      !isSaved &&
      (await save().then(
        () => false,
        () => true,
      )),
  });
  return (
    <Confirm
      open={blocker.status === 'blocked'}
      title={t.templates.leaveTitle}
      text={t.templates.leaveText}
      action={t.templates.leave}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}
