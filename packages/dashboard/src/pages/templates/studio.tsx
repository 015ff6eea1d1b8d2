import type { Template } from '@platen/client';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { ShownCall } from '../../api/calls.ts';
import { platen } from '../../api/platen.ts';
import { Card, Note, Page } from '../../components/layout.tsx';
import { Samples } from '../../components/samples.tsx';
import { Async, Failure } from '../../components/states.tsx';
import { Toggle } from '../../components/toggle.tsx';
import { t } from '../../texts/en.ts';
import { Acts, Leaving, useExport, usePublish } from './acts.tsx';
import { Conflict } from './conflict.tsx';
import { Crumbs } from './crumbs.tsx';
import { DataForm } from './data-form.tsx';
import { objectIn, PARTS, type Part, triedWith, unreadable, withData } from './draft.ts';
import { DraftOptions } from './draft-options.tsx';
import { Editor, type Place } from './editor.tsx';
import { Files } from './files.tsx';
import { useLivePreview } from './live-preview.ts';
import { Preview } from './preview.tsx';
import { type Problem, Problems } from './problems.tsx';
import { SampleSets } from './sample-sets.tsx';
import { type OpenSnippet, Snippets, useSnippets } from './snippets.tsx';
import type { Source } from './source-of.ts';
import { isConflict, useDraft } from './use-draft.ts';
import { useRested } from './use-preview.ts';
import { Versions } from './versions.tsx';

const AS = [
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
  if (query.data) return <Desk key={query.data.id} template={query.data} />;
  return (
    <Page title={t.templates.title} lead={<Crumbs folder="" slug={slug} />}>
      <Card>
        <Async query={query}>{() => null}</Async>
      </Card>
    </Page>
  );
}

function Desk({ template }: { readonly template: Template }) {
  const work = useDraft(template);
  const { draft, isSaved } = work;
  const [part, setPart] = useState<Part>('content');
  const [goTo, setGoTo] = useState<Place>();
  const [at, setAt] = useState<{ readonly part: Part; readonly line: number }>();
  const [typedAs, setTypedAs] = useState<'form' | 'json'>('json');
  const hasForm = part === 'data' || part === 'options';
  const snippets = useSnippets();
  const [snippet, setSnippet] = useState<OpenSnippet>();
  const [sample, setSample] = useState<string>();
  // One that somebody else has taken away is shown no more.
  const chosen = draft.samples.some(({ name }) => name === sample) ? sample : undefined;
  const tried = useMemo(() => triedWith(draft, chosen), [draft, chosen]);
  const write = (to: Part, text: string) => work.change(to === 'data' ? withData(draft, chosen, text) : { [to]: text });
  const rested = useRested(tried);
  const pane = useRef<HTMLElement>(null);
  const preview = useLivePreview({
    pane,
    waits: snippets.isPending,
    reference: template.slug,
    template,
    draft: rested,
    // What it is filled with beside what is typed.
    files: JSON.stringify([work.about.assets, snippets.data?.map(({ name, version }) => [name, version])]),
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
    setTypedAs('json');
    setGoTo(place);
    setAt({ part: to, line: place.line });
  };
  const show = ({ part: to, snippet, line = 1, column = 1 }: Problem) => {
    if (snippet !== undefined) setSnippet({ name: snippet });
    else if (to !== 'schema') open({ part: to, line, column });
  };
  return (
    <Page
      title={work.about.name}
      lead={<Crumbs folder={work.about.folder} slug={template.slug} />}
      actions={<Acts template={template} work={work} data={tried.data} publish={publish} pack={pack} />}
    >
      <div className="mb-5 empty:hidden">
        {publish.error && !isConflict(publish.error) && <Failure error={publish.error} />}
        {pack.error && <Failure error={pack.error} />}
        {version && <Note tone="good">{t.templates.published(version)}</Note>}
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="grid min-w-0 gap-5">
          {work.error && <Failure error={work.error} onRetry={() => void work.save().catch(() => {})} />}
          {bad && (
            <Note tone="notice">
              {bad.sample === undefined
                ? t.templates.badJson(t.templates.parts[bad.part])
                : t.templates.badSample(bad.sample)}
            </Note>
          )}
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
            {hasForm && (
              <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
                <Toggle label={t.templates.parts[part]} value={typedAs} onChange={setTypedAs} options={AS} />
                {part === 'data' && (
                  <SampleSets
                    draft={draft}
                    chosen={chosen}
                    onChange={work.change}
                    onChoose={(name) => {
                      setSample(name);
                      setGoTo(undefined);
                    }}
                  />
                )}
              </div>
            )}
            <div className="h-[62dvh] min-h-72">
              {part === 'data' && typedAs === 'form' ? (
                <DataForm
                  key={chosen}
                  schema={template.schema}
                  text={tried.data}
                  onChange={(data) => write('data', data)}
                />
              ) : part === 'options' && typedAs === 'form' ? (
                <DraftOptions text={draft.options} onChange={(options) => work.change({ options })} />
              ) : (
                <Editor
                  // Another sample is another text: nothing of it is undone in this one.
                  key={part === 'data' ? chosen : undefined}
                  label={t.templates.parts[part]}
                  part={part}
                  value={tried[part]}
                  faults={faults}
                  goTo={goTo}
                  isReadOnly={false}
                  onChange={(text) => write(part, text)}
                  onLine={(line) => setAt({ part, line })}
                />
              )}
            </div>
          </Card>
          <Problems problems={problems} onGoTo={show} />
        </div>
        <div className="min-w-0 xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:h-full">
          <Preview query={preview} pane={pane} draft={rested} at={at} onGoTo={open} />
        </div>
        <div className="grid min-w-0 gap-5">
          <Files template={work.about} work={work} />
          <Snippets snippets={snippets} open={snippet} onOpen={setSnippet} />
          <Versions template={template} draft={draft} onTake={work.change} />
          <Samples title={t.templates.program} call={callOf(template.slug, objectIn(tried.data) ?? {})} />
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
