import type { Schemas } from '@platen/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { useRows } from '../../api/rows.ts';
import { Button, buttonLook } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Input, TextArea } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Card } from '../../components/layout.tsx';
import { MoreButton } from '../../components/more.tsx';
import { Async, Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';

type Entry = Schemas['SnippetEntry'];

const PATH = '/v1/snippets';
const pathOf = (name: string) => `${PATH}/${encodeURIComponent(name)}`;

const readSnippet = (name: string, options: { readonly signal?: AbortSignal } = {}) =>
  platen.json<{ snippet: Schemas['Snippet'] }>(pathOf(name), options);

/** The snippets of the organization. What changes in one of them changes the pages of drafts that use it. */
export const useSnippets = () => useRows<Entry>(PATH, { limit: 100 });

/** Looks at them again. */
const again = () => queries.invalidateQueries({ queryKey: [PATH] });

/** What is open: a snippet by its name, or a new one. */
export type OpenSnippet = { readonly name: string } | 'new';

interface SnippetsProps {
  readonly snippets: ReturnType<typeof useSnippets>;
  readonly open: OpenSnippet | undefined;
  readonly onOpen: (open: OpenSnippet | undefined) => void;
}

/** Pieces of Liquid that all templates share: made, changed and deleted beside the template that uses them. */
export function Snippets({ snippets, open, onOpen }: SnippetsProps) {
  const [asked, setAsked] = useState<string>();
  const remove = useMutation({
    mutationFn: (name: string) => platen.json(pathOf(name), { method: 'DELETE' }),
    onSuccess: () => {
      setAsked(undefined);
      return again();
    },
  });
  return (
    <Card
      title={t.templates.snippets.title}
      actions={<Button onClick={() => onOpen('new')}>{t.templates.snippets.make}</Button>}
    >
      <Async query={snippets} rows={1}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="m-0 text-muted">{t.templates.snippets.empty}</p>
          ) : (
            <ul className="m-0 grid list-none gap-1 p-0">
              {entries.map(({ name }) => (
                <li key={name} className="flex items-center gap-2">
                  <button
                    type="button"
                    onClick={() => onOpen({ name })}
                    className="link min-w-0 flex-1 truncate border-0 bg-transparent p-0 text-left font-mono text-[0.8125rem] underline"
                  >
                    {name}
                  </button>
                  <button
                    type="button"
                    aria-label={t.removeOf(name)}
                    onClick={() => setAsked(name)}
                    className={buttonLook('quiet')}
                  >
                    <X aria-hidden className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Async>
      <MoreButton rows={snippets} />
      {open === 'new' && <Write onClose={() => onOpen(undefined)} />}
      {open && open !== 'new' && <Change key={open.name} name={open.name} onClose={() => onOpen(undefined)} />}
      {asked !== undefined && (
        <Confirm
          open
          title={t.templates.removeTitle(asked)}
          text={t.templates.snippets.removeText}
          action={t.templates.remove}
          busy={remove.isPending}
          error={remove.error && <Failure error={remove.error} />}
          onConfirm={() => remove.mutate(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  );
}

/** Reads what a snippet says, and has it changed. */
function Change({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const query = useQuery({
    queryKey: [PATH, 'one', name],
    queryFn: ({ signal }) => readSnippet(name, { signal }),
    // What is typed is newer than what would be read.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return <Async query={query}>{({ snippet }) => <Write before={snippet} onClose={onClose} />}</Async>;
}

interface WriteProps {
  /** As it was opened; absent: a new one. */
  readonly before?: Schemas['Snippet'];
  readonly onClose: () => void;
}

function Write({ before, onClose }: WriteProps) {
  const [name, setName] = useState(before?.name ?? '');
  const [content, setContent] = useState(before?.content ?? '');
  const save = useMutation({
    mutationFn: async () => {
      if (!before) return await platen.json(PATH, { method: 'POST', body: { name, content } });
      const { snippet } = await readSnippet(before.name);
      if (snippet.version !== before.version) throw new Error(t.templates.snippets.changed);
      return await platen.json(pathOf(before.name), { method: 'PUT', body: { content } });
    },
    onSuccess: () => {
      onClose();
      return again();
    },
  });
  return (
    <FormDialog
      open
      wide
      onClose={onClose}
      title={before ? t.templates.snippets.change(before.name) : t.templates.snippets.make}
      text={t.templates.snippets.text(name || 'name')}
      sends={save}
      onSend={() => save.mutate()}
      action={t.save}
      isUnready={name === '' || content === ''}
    >
      {!before && (
        <Input
          label={t.templates.name}
          hint={t.templates.slugHint}
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      )}
      <TextArea
        label={t.templates.snippets.content}
        required
        rows={12}
        spellCheck={false}
        value={content}
        onChange={({ target }) => setContent(target.value)}
      />
    </FormDialog>
  );
}
