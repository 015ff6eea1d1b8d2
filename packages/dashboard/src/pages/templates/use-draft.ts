import { PlatenError, type Template } from '@platen/client';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isSignedOut, platen } from '../../api/platen.ts';
import { useSessionEnded } from '../../api/session-end.ts';
import { t } from '../../texts/en.ts';
import { type Draft, draftOf, fieldsOf, PARTS } from './draft.ts';

/** Milliseconds of rest after which the draft is saved. */
const REST = 800;

export const pathOf = (id: string): string => `/v1/templates/${encodeURIComponent(id)}`;

const differs = (draft: Draft, parts: Partial<Draft>): boolean =>
  [...PARTS, 'samples' as const].some((part) => parts[part] !== undefined && parts[part] !== draft[part]);

export const isConflict = (error: unknown): boolean => error instanceof PlatenError && error.code === 'draft_changed';

/**
 * Keeps what is typed, and saves it as the draft of the template after a rest. The service takes a draft only if it is
 * about the one that was seen: what somebody else has written meanwhile is shown, and never overwritten unseen.
 */
export function useDraft(template: Template) {
  const [draft, setDraft] = useState(() => draftOf(template));
  const [stored, setStored] = useState(draft);
  const [theirs, setTheirs] = useState<Template>();
  /** What of the template is not typed: its name, its files. */
  const [about, setAbout] = useState(template);
  const revision = useRef(template.revision);
  /** The last write, which the next one waits for: each is refused that does not name the revision which the one before made. */
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const ended = useSessionEnded();

  const saving = useMutation({
    mutationFn: async (next: Draft) => {
      const fields = fieldsOf(next);
      if (!fields) throw new Error(t.templates.unreadable);
      await patch(fields);
      setStored(next);
    },
    onError: meet,
  });
  /** Shows what somebody else has written, if that is why a call was refused. */
  async function meet(fault: Error): Promise<void> {
    if (isConflict(fault)) setTheirs(await platen.templates.get(`${template.id}@draft`));
  }
  /** Begins when all that began before has ended, so that the revision is known. */
  function inTurn<Result>(write: () => Promise<Result>): Promise<Result> {
    const turn = last.current.then(write);
    last.current = turn.catch(() => {});
    return turn;
  }
  const patch = (fields: object) =>
    inTurn(async () => {
      const body = { ...fields, revision: revision.current };
      const answer = await platen.json<{ template: Template }>(pathOf(template.id), { method: 'PATCH', body });
      revision.current = answer.template.revision;
      return answer.template;
    });
  const { mutate, isPending, error, reset } = saving;

  const isSaved = draft === stored;
  const mayTryAgain = !error || (isSignedOut(error) && !ended);
  useEffect(() => {
    if (isSaved || isPending || theirs || !mayTryAgain || !fieldsOf(draft)) return;
    const timer = setTimeout(() => mutate(draft), REST);
    return () => clearTimeout(timer);
  }, [draft, isSaved, isPending, theirs, mayTryAgain, mutate]);

  return {
    draft,
    about,
    /** Changes what is not typed. What is typed is saved before, so that both are of one draft. */
    async send(fields: object) {
      if (!isSaved) await saving.mutateAsync(draft);
      const changed = await patch(fields).catch(async (fault) => {
        await meet(fault);
        throw fault;
      });
      setAbout(changed);
    },
    isSaved,
    isSaving: isPending,
    /** Why the last try failed, unless it was that somebody else has changed the template, or that nobody is signed in. */
    error: isConflict(error) || isSignedOut(error) ? null : error,
    /** What somebody else has made of it meanwhile. */
    theirs,
    /** What the service answers to a write that names the revision of this draft. */
    withRevision: <Result>(write: (revision: number) => Promise<Result>) => inTurn(() => write(revision.current)),
    meet,
    change(parts: Partial<Draft>) {
      setDraft((before) => (differs(before, parts) ? { ...before, ...parts } : before));
      if (error && !isConflict(error)) reset();
    },
    async save() {
      if (!isSaved) await saving.mutateAsync(draft);
    },
    /** Goes on with one of both texts. The other has been seen. */
    settle(keep: 'mine' | 'theirs') {
      if (!theirs) return;
      revision.current = theirs.revision;
      setAbout(theirs);
      const other = draftOf(theirs);
      setStored(other);
      if (keep === 'theirs') setDraft(other);
      setTheirs(undefined);
      reset();
    },
  };
}
