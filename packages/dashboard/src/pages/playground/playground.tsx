import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { convert, FORMAT_OF, type OutputKind } from '../../api/convert.ts';
import { Button } from '../../components/button.tsx';
import { Input, TextArea } from '../../components/field.tsx';
import { Card, Page } from '../../components/layout.tsx';
import { Samples } from '../../components/samples.tsx';
import { Empty, Failure, Loading } from '../../components/states.tsx';
import { Toggle } from '../../components/toggle.tsx';
import { OptionsForm, type OptionValues } from '../../options/options-form.tsx';
import { t } from '../../texts/en.ts';
import { objectIn } from '../templates/draft.ts';
import { EXAMPLE } from './example.ts';
import { FromTemplate, useSampleData } from './from-template.tsx';
import { OutputCard, Timings, Warnings } from './result.tsx';

/** One result comes as a file, several in one JSON. */
function callOf(request: { readonly outputs: readonly { readonly format: string }[] }) {
  const { outputs, ...rest } = request;
  const only = outputs.length === 1 ? outputs[0]?.format : undefined;
  const kind = (Object.keys(FORMAT_OF) as OutputKind[]).find((each) => FORMAT_OF[each] === only);
  return kind === undefined
    ? { method: 'POST', path: '/v1/convert', body: { ...request, response_type: 'json' } }
    : { method: 'POST', path: `/v1/convert/${kind}`, body: rest, file: FILES[kind] };
}

const FILES: Readonly<Record<OutputKind, string>> = {
  pdf: 'document.pdf',
  image: 'document.png',
  text: 'document.txt',
  markdown: 'document.md',
};

const KINDS: readonly OutputKind[] = ['pdf', 'image', 'text', 'markdown'];

/** An address or HTML, every option, and all results of one loaded page. */
export function Playground() {
  const [from, setFrom] = useState<'html' | 'url' | 'template'>('html');
  const [html, setHtml] = useState(EXAMPLE);
  const [url, setUrl] = useState('');
  const [template, setTemplate] = useState('');
  const [data, setData] = useState('{}');
  const sample = useSampleData(template);
  const { data: begin } = sample;
  // biome-ignore lint/correctness/useExhaustiveDependencies: data begin with the sample of each template that is chosen; what is typed then stays, also while another source is shown
  useEffect(() => {
    if (begin !== undefined) setData(begin);
  }, [begin, template]);
  const [kinds, setKinds] = useState<readonly OutputKind[]>(['pdf', 'image']);
  const [options, setOptions] = useState<OptionValues>({});
  const running = useRef<AbortController>(undefined);

  const request = {
    ...(from === 'template'
      ? { template_id: template, data: objectIn(data) ?? {} }
      : { source: from === 'html' ? { html } : { url } }),
    outputs: kinds.map((kind) => ({ format: FORMAT_OF[kind] })),
    ...options,
  };
  const run = useMutation({
    mutationFn: () => {
      running.current = new AbortController();
      return convert(request, running.current.signal);
    },
  });
  const given = { html, url, template: objectIn(data) ? template : '' }[from];
  const isReady = kinds.length > 0 && given.trim() !== '';
  const start = () => {
    if (isReady && !run.isPending) run.mutate();
  };
  const toggle = (kind: OutputKind) =>
    setKinds(KINDS.filter((each) => (each === kind ? !kinds.includes(kind) : kinds.includes(each))));

  return (
    <Page title={t.play.title} lead={t.play.lead}>
      <form
        className="grid items-start gap-5 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) start();
        }}
      >
        <div className="grid min-w-0 gap-5">
          <Card
            title={t.play.source}
            actions={
              <Toggle
                label={t.play.source}
                value={from}
                onChange={setFrom}
                options={[
                  { value: 'html', text: t.play.html },
                  { value: 'url', text: t.play.url },
                  { value: 'template', text: t.runs.template },
                ]}
              />
            }
          >
            {from === 'html' ? (
              <TextArea
                label={t.play.html}
                rows={14}
                spellCheck={false}
                value={html}
                onChange={({ target }) => setHtml(target.value)}
              />
            ) : from === 'template' ? (
              <FromTemplate sample={sample} template={template} onTemplate={setTemplate} data={data} onData={setData} />
            ) : (
              <Input
                label={t.play.url}
                hint={t.play.urlHint}
                type="url"
                placeholder="https://example.com/"
                value={url}
                onChange={({ target }) => setUrl(target.value)}
              />
            )}
            <fieldset className="m-0 mt-4 border-0 p-0">
              <legend className="mb-2 p-0 text-sm font-medium">{t.play.outputs}</legend>
              <div className="flex flex-wrap gap-2">
                {KINDS.map((kind) => (
                  <label
                    key={kind}
                    className="flex min-h-9 items-center gap-2 rounded-lg border border-line px-3 has-checked:border-accent has-checked:bg-accent-soft"
                  >
                    <input
                      type="checkbox"
                      className="accent-accent"
                      checked={kinds.includes(kind)}
                      onChange={() => toggle(kind)}
                    />
                    {t.play[kind]}
                  </label>
                ))}
              </div>
            </fieldset>
            <div className="mt-5 flex flex-wrap items-center gap-3">
              <Button kind="primary" type="submit" busy={run.isPending} disabled={!isReady} className="min-w-28">
                {run.isPending ? t.play.running : t.play.run}
              </Button>
              {run.isPending && <Button onClick={() => running.current?.abort()}>{t.play.stop}</Button>}
              <span className="text-xs text-muted">{isReady ? t.play.keys : t.play.needsSource}</span>
            </div>
          </Card>
          <Card title={t.play.options} flush>
            <OptionsForm kinds={kinds} values={options} onChange={setOptions} />
          </Card>
        </div>
        <div className="grid min-w-0 gap-5">
          {run.error && <Failure error={run.error} />}
          {run.isPending && (
            <Card>
              <Loading />
            </Card>
          )}
          {run.isIdle && (
            <Card>
              <Empty title={t.play.emptyTitle} text={t.play.emptyText} />
            </Card>
          )}
          {run.data && (
            <>
              {run.data.outputs.map((output) => (
                <OutputCard key={output.format} output={output} />
              ))}
              <div className="grid gap-5 md:grid-cols-2">
                <Card title={t.play.warnings}>
                  <Warnings warnings={run.data.warnings} />
                </Card>
                <Card title={t.play.timing}>
                  <Timings timings={run.data.timings} duration={run.data.duration} />
                  <p className="m-0 mt-3 text-[0.8125rem] text-muted">{t.play.credits(run.data.credits)}</p>
                </Card>
              </div>
            </>
          )}
          <Samples title={t.play.copyAs} call={callOf(request)} />
        </div>
      </form>
    </Page>
  );
}
