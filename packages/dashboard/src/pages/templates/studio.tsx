import type { Template } from '@platen/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useBlocker, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ShownCall } from '../../api/calls.ts';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { download } from '../../components/download.ts';
import { Card, Note, Page } from '../../components/layout.tsx';
import { Samples } from '../../components/samples.tsx';
import { Async, Failure } from '../../components/states.tsx';
import { Toggle } from '../../components/toggle.tsx';
import { t } from '../../texts/en.ts';
import { Conflict } from './conflict.tsx';
import { DataForm } from './data-form.tsx';
import { objectIn, PARTS, type Part, unreadable } from './draft.ts';
import { Editor, type Place } from './editor.tsx';
import { Files } from './files.tsx';
import { zipOfTemplate } from './folder.ts';
import { Preview } from './preview.tsx';
import { type Problem, Problems } from './problems.tsx';
import { Rename } from './rename.tsx';
import type { Source } from './source-of.ts';
import { isConflict, pathOf, useDraft } from './use-draft.ts';
import { usePreview, useRested } from './use-preview.ts';
import { Versions, versionsPath } from './versions.tsx';

const DATA_AS = [
  { value: 'json', text: t.templates.form.asJson },
  { value: 'form', text: t.templates.form.asForm },
] as const;

/** One template: its parts, its data, and its pages beside them. */
export function Studio() {
  const { slug } = useParams({ from: '/inside/templates/$slug' });
  const query = useQuery({
    queryKey: ['/v1/templates', slug, 'draft'],
    queryFn: ({ signal }) => platen.templates.get(slug, { signal }),
    // What is typed is newer than what would be read.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return <Async query={query}>{(template) => <Desk key={template.id} template={template} />}</Async>;
}

function Desk({ template }: { readonly template: Template }) {
  const work = useDraft(template);
  const { draft, isSaved } = work;
  const [part, setPart] = useState<Part>('content');
  const [goTo, setGoTo] = useState<Place>();
  const [at, setAt] = useState<{ readonly part: Part; readonly line: number }>();
  const [dataAs, setDataAs] = useState<'form' | 'json'>('json');
  const isForm = part === 'data' && dataAs === 'form';
  const rested = useRested(draft);
  const preview = usePreview({
    reference: template.slug,
    template,
    draft: rested,
    files: JSON.stringify(work.about.assets),
  });
  const problems = useMemo(() => preview.data?.errors ?? [], [preview.data]);
  const faults = useMemo(
    () =>
      problems.flatMap(({ part: at, snippet, line, column, message }) =>
        at === part && snippet === undefined ? [{ line: line ?? 1, column, message }] : [],
      ),
    [problems, part],
  );
  const publish = usePublish(template, work);
  const pack = useExport(template, work);
  const version = publish.data?.template.published_version;
  const bad = unreadable(draft);
  const open = ({ part: to, ...place }: Source) => {
    setPart(to);
    setDataAs('json');
    setGoTo(place);
    setAt({ part: to, line: place.line });
  };
  const show = ({ part: to, snippet, line = 1, column = 1 }: Problem) => {
    if (to !== 'schema' && snippet === undefined) open({ part: to, line, column });
  };
  return (
    <Page
      title={work.about.name}
      lead={<Crumbs slug={template.slug} />}
      actions={<Acts template={template} work={work} publish={publish} pack={pack} />}
    >
      <div className="mb-5 empty:hidden">
        {publish.error && !isConflict(publish.error) && <Failure error={publish.error} />}
        {pack.error && <Failure error={pack.error} />}
        {version && <Note tone="good">{t.templates.published(version)}</Note>}
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="grid min-w-0 gap-5">
          {work.error && <Failure error={work.error} onRetry={() => void work.save().catch(() => {})} />}
          {bad && <Note tone="notice">{t.templates.badJson(t.templates.parts[bad])}</Note>}
          {draft.content === '' && <Note tone="notice">{t.templates.noContent}</Note>}
          <Card
            flush
            className="overflow-hidden"
            actions={
              <Toggle
                label={t.templates.part}
                value={part}
                onChange={setPart}
                options={PARTS.map((value) => ({ value, text: t.templates.parts[value] }))}
              />
            }
          >
            {part === 'data' && (
              <div className="border-b border-line px-4 py-2">
                <Toggle label={t.templates.form.label} value={dataAs} onChange={setDataAs} options={DATA_AS} />
              </div>
            )}
            <div className="h-[62dvh] min-h-72">
              {isForm ? (
                <DataForm schema={template.schema} text={draft.data} onChange={(data) => work.change({ data })} />
              ) : (
                <Editor
                  label={t.templates.parts[part]}
                  part={part}
                  value={draft[part]}
                  faults={faults}
                  goTo={goTo}
                  isReadOnly={false}
                  onChange={(text) => work.change({ [part]: text })}
                  onLine={(line) => setAt({ part, line })}
                />
              )}
            </div>
          </Card>
          <Problems problems={problems} onGoTo={show} />
        </div>
        <div className="min-w-0 xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:h-full">
          <Preview query={preview} draft={rested} at={at} onGoTo={open} />
        </div>
        <div className="grid min-w-0 gap-5">
          <Files template={work.about} work={work} />
          <Versions template={template} draft={draft} onTake={work.change} />
          <Samples title={t.templates.program} call={callOf(template.slug, objectIn(draft.data) ?? {})} />
        </div>
      </div>
      {work.theirs && <Conflict theirs={work.theirs} mine={draft} onSettle={work.settle} />}
      <Leaving isSaved={isSaved} save={work.save} />
    </Page>
  );
}

const callOf = (slug: string, data: object): ShownCall => ({
  method: 'POST',
  path: `/v1/templates/${slug}.pdf`,
  body: { data },
  file: `${slug}.pdf`,
});

function Crumbs({ slug }: { readonly slug: string }) {
  return (
    <>
      <Link to="/templates" className="link">
        {t.templates.title}
      </Link>
      {' / '}
      <code className="break-all font-mono">{slug}</code>
    </>
  );
}

interface ActsProps {
  readonly template: Template;
  readonly work: ReturnType<typeof useDraft>;
  readonly publish: ReturnType<typeof usePublish>;
  readonly pack: ReturnType<typeof useExport>;
}

/** Saves what is typed, and makes a version of it. */
function usePublish(template: Template, work: ReturnType<typeof useDraft>) {
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
function useExport(template: Template, work: ReturnType<typeof useDraft>) {
  return useMutation({
    mutationFn: async () => {
      await work.save();
      return await zipOfTemplate(await platen.templates.get(`${template.id}@draft`));
    },
    onSuccess: (blob) => download(blob, `${template.slug}.zip`),
  });
}

/** What is done with the whole template. */
function Acts({ template, work, publish, pack }: ActsProps) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [renaming, setRenaming] = useState(false);
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
      <Button busy={pack.isPending} onClick={() => pack.mutate()}>
        {t.templates.export}
      </Button>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {t.templates.remove}
      </Button>
      <Button kind="primary" busy={publish.isPending} disabled={Boolean(work.theirs)} onClick={() => publish.mutate()}>
        {t.templates.publish}
      </Button>
      {renaming && <Rename name={work.about.name} work={work} onClose={() => setRenaming(false)} />}
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
function Leaving({ isSaved, save }: { readonly isSaved: boolean; readonly save: () => Promise<void> }) {
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
