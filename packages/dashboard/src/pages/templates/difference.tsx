import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Template } from '@platen/client';
import { useEffect, useRef, useState } from 'react';
import type { Found } from '../../api/preview.ts';
import { service } from '../../api/service.ts';
import { Pages } from '../../components/pages.tsx';
import { Failure, Loading } from '../../components/states.tsx';
import { Toggle } from '../../components/toggle.tsx';
import { t } from '../../texts/en.ts';
import { type Draft, PARTS, samplesText } from './draft.ts';
import { THEME } from './editor.tsx';
import { usePreview } from './use-preview.ts';

/** A template, and how it is named with its version. */
interface Side {
  readonly reference: string;
  readonly template: Template;
}

/** What is compared as text. */
const COMPARED = [...PARTS, 'samples'] as const;
type Compared = (typeof COMPARED)[number];

const textOf = (draft: Draft, part: Compared): string => (part === 'samples' ? samplesText(draft) : draft[part]);

type Look = 'text' | 'pictures' | 'difference';

interface DifferenceProps {
  readonly before: Draft;
  readonly after: Draft;
  /** How each is filled, and of which version its files are; absent: texts only. */
  readonly templates?: { readonly before: Side; readonly after: Side };
}

/** What differs between two texts of a template: in their words, and on their pages. */
export function Difference({ before, after, templates }: DifferenceProps) {
  const differing = COMPARED.filter((part) => textOf(before, part) !== textOf(after, part));
  const [part, setPart] = useState<Compared>(differing[0] ?? 'content');
  const [look, setLook] = useState<Look>('text');
  const looks = { text: t.templates.asText, pictures: t.templates.asPictures, difference: t.templates.asDifference };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap justify-between gap-2">
        {templates && (
          <Toggle
            label={t.templates.compare}
            value={look}
            onChange={setLook}
            options={(Object.keys(looks) as Look[]).map((value) => ({ value, text: looks[value] }))}
          />
        )}
        {look === 'text' && differing.length > 1 && (
          <Toggle
            label={t.templates.part}
            value={part}
            onChange={setPart}
            options={differing.map((value) => ({ value, text: t.templates.parts[value] }))}
          />
        )}
      </div>
      {differing.length === 0 && <p className="m-0 text-good">{t.templates.same}</p>}
      {look === 'text' || !templates ? (
        <Texts before={textOf(before, part)} after={textOf(after, part)} />
      ) : (
        <Pictures before={before} after={after} templates={templates} onTop={look === 'difference'} />
      )}
    </div>
  );
}

/** Two texts beside each other, with what differs marked. */
function Texts({ before, after }: { readonly before: string; readonly after: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const named = (label: string) => EditorView.contentAttributes.of({ 'aria-label': label });
    const extensions = [
      EditorView.cspNonce.of(service.nonce),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.lineWrapping,
      THEME,
    ];
    const view = new MergeView({
      a: { doc: before, extensions: [...extensions, named(t.templates.before)] },
      b: { doc: after, extensions: [...extensions, named(t.templates.after)] },
      parent: place.current,
    });
    return () => view.destroy();
  }, [before, after]);
  return (
    <section
      ref={place}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it
      tabIndex={0}
      aria-label={t.templates.compare}
      className="max-h-[60dvh] overflow-auto rounded-lg border border-line"
    />
  );
}

type PicturesProps = Required<DifferenceProps> & { readonly onTop: boolean };

function Pictures({ before, after, templates, onTop }: PicturesProps) {
  const older = usePreview({ ...templates.before, draft: before, width: 500 });
  const newer = usePreview({ ...templates.after, draft: after, width: 500 });
  const error = older.error ?? newer.error;
  if (error) return <Failure error={error} />;
  if (!older.data || !newer.data) return <Loading />;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it
      tabIndex={0}
      aria-label={t.templates.compare}
      className="max-h-[60dvh] overflow-auto bg-sunken p-4"
    >
      {onTop ? (
        <OnTop older={older.data} newer={newer.data} />
      ) : (
        <div className="grid grid-cols-2 items-start gap-4">
          <SidePages found={older.data} title={t.templates.version} />
          <SidePages found={newer.data} title={t.templates.draft} />
        </div>
      )}
    </section>
  );
}

function SidePages({ found, title }: { readonly found: Found; readonly title: string }) {
  return (
    <div className="grid gap-2">
      <h3 className="m-0 text-sm font-semibold">{title}</h3>
      {found.preview ? <Pages document={found.preview} /> : <p className="m-0 text-bad">{found.errors[0]?.message}</p>}
    </div>
  );
}

/** Pages on top of each other: what is the same is black, what differs is bright. */
function OnTop({ older, newer }: { readonly older: Found; readonly newer: Found }) {
  const [below, above] = [older.preview?.drawn ?? [], newer.preview?.drawn ?? []];
  const count = Math.max(below.length, above.length);
  return (
    <ol className="m-0 grid list-none justify-items-center gap-5 p-0">
      {Array.from({ length: count }, (_, index) => {
        const pages = [below[index], above[index]].filter((page) => page !== undefined);
        return (
          <li key={pages[0]?.page} className="relative isolate grid w-full max-w-[500px] border border-line bg-black">
            {pages.map(({ page, png }, layer) => (
              <img
                key={layer === 0 ? 'below' : 'above'}
                src={`data:image/png;base64,${png}`}
                alt={t.pages.alt(page)}
                className="col-start-1 row-start-1 block h-auto w-full mix-blend-difference"
              />
            ))}
          </li>
        );
      })}
    </ol>
  );
}
