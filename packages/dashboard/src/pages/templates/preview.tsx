import { type RefObject, useMemo, useState } from 'react';
import type { Found, Run } from '../../api/preview.ts';
import { millisecondsText } from '../../components/format.ts';
import { Badge, Card, Note } from '../../components/layout.tsx';
import { Pages } from '../../components/pages.tsx';
import { RunMarks } from '../../components/run-marks.tsx';
import { Failure, Loading } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { Warnings } from '../playground/result.tsx';
import type { Draft, Part } from './draft.ts';
import type { useLivePreview } from './live-preview.ts';
import { type Source, sourceFinder } from './source-of.ts';

interface PreviewProps {
  readonly query: ReturnType<typeof useLivePreview>;
  /** What the pages are shown in. */
  readonly pane: RefObject<HTMLElement | null>;
  /** What is typed, where texts of the pages are looked for. */
  readonly draft: Draft;
  /** Where the cursor is. */
  readonly at: { readonly part: Part; readonly line: number } | undefined;
  readonly onGoTo: (source: Source) => void;
}

/** The pages of the draft as pictures. Nothing of the template runs in this page. */
export function Preview({ query, pane, draft, at, onGoTo }: PreviewProps) {
  const find = useMemo(() => sourceFinder(draft), [draft]);
  const [lost, setLost] = useState<string>();
  const choose = ({ text }: Run) => {
    const source = find(text);
    setLost(source ? undefined : text);
    if (source) onGoTo(source);
  };
  const isMarked = ({ text }: Run) => {
    const source = at && find(text);
    return source !== undefined && source.part === at?.part && source.line === at.line;
  };
  const [last, setLast] = useState<Found['preview']>();
  const { data, error, isFetching, isPending } = query;
  const shown = data?.preview ?? last;
  if (data?.preview && data.preview !== last) setLast(data.preview);
  const clipped = shown?.warnings.some(({ code }) => code === 'content_clipped') ?? false;
  return (
    <Card
      flush
      className="overflow-hidden xl:sticky xl:top-6"
      title={t.templates.preview}
      actions={
        <span role="status" className="flex flex-wrap items-center gap-2 text-[0.8125rem] text-muted">
          {isFetching
            ? t.templates.drawing
            : shown && t.templates.drawn(t.play.pages(shown.pages), millisecondsText(shown.duration))}
          {clipped && <Badge tone="bad">{t.templates.overflow}</Badge>}
        </span>
      }
    >
      {error && (
        <div className="p-3">
          <Failure error={error} onRetry={() => void query.refetch()} />
        </div>
      )}
      {data && !data.preview && shown && (
        <div className="p-3">
          <Note tone="notice">{t.templates.stale}</Note>
        </div>
      )}
      {shown && shown.warnings.length > 0 && (
        <div className="border-b border-line p-4">
          <Warnings warnings={shown.warnings} />
        </div>
      )}
      {lost !== undefined && (
        <p role="status" className="m-0 border-b border-line px-4 py-2 text-[0.8125rem] text-muted">
          {t.templates.noSource(lost)}
        </p>
      )}
      {!shown && isPending && <Loading />}
      {shown && (
        <section
          ref={pane}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it
          tabIndex={0}
          aria-label={t.templates.preview}
          className="max-h-[80dvh] overflow-auto bg-sunken p-4 sm:p-6"
        >
          <Pages
            document={shown}
            clipped={clipped}
            over={(page) => <RunMarks page={page} isMarked={isMarked} onChoose={choose} />}
          />
        </section>
      )}
    </Card>
  );
}
