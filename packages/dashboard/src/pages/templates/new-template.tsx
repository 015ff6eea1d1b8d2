import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { File } from 'lucide-react';
import { useState } from 'react';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Input } from '../../components/field.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { Note } from '../../components/layout.tsx';
import { Async, Failure } from '../../components/states.tsx';
import type { Starter } from '../../gallery/from-folder.ts';
import { t } from '../../texts/en.ts';
import { templateOfZip } from './folder.ts';

const BLANK = { content: '<h1>{{ title }}</h1>\n', sample_data: { title: 'Hello' } };

/** Most bytes of a ZIP: what a request may have, as base64. */
const MOST_BYTES = 18_000_000;

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter(Boolean)
    .join('-')
    .slice(0, 100);

/** Names of the gallery, such as `invoice-modern`, as words. */
const wordsOf = (name: string): string => (name[0] ?? '').toUpperCase() + name.slice(1).replaceAll('-', ' ');

interface NewTemplateProps {
  readonly open: boolean;
  /** The folder that is shown; that of a ZIP goes before. */
  readonly folder: string;
  readonly onClose: () => void;
}

/** Chooses what a new template begins with, and makes it. */
export function NewTemplate({ open, folder, onClose }: NewTemplateProps) {
  const navigate = useNavigate();
  const gallery = useQuery({
    queryKey: ['gallery'],
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await import('virtual:gallery')).GALLERY,
  });
  const [name, setName] = useState('');
  const [slug, setSlug] = useState<string>();
  const [starter, setStarter] = useState<Starter>();
  const [zip, setZip] = useState<File>();
  const imported = useMutation({
    mutationFn: templateOfZip,
    onSuccess: (found, file) => {
      setName(found.name ?? wordsOf(file.name.replace(/\.zip$/i, '')));
      setSlug(found.slug);
    },
  });
  const address = slug ?? slugOf(name);
  const create = useMutation({
    mutationFn: () => {
      const { name: _name, picture: _picture, ...gallery } = starter ?? { ...BLANK, name: '', picture: '' };
      const begin = (zip && imported.data?.fields) ?? gallery;
      // What a ZIP has is checked by the service, which names the field.
      return platen.templates.create({ folder, ...(begin as typeof gallery), name, slug: address, draft: true });
    },
    onSuccess: async (made) => {
      await navigate({ to: '/templates/$slug', params: { slug: made.slug } });
      await queries.invalidateQueries({ queryKey: ['/v1/templates'] });
    },
  });
  const choose = (chosen: Starter | undefined) => {
    setStarter(chosen);
    if (name === '' || name === wordsOf(starter?.name ?? '')) setName(wordsOf(chosen?.name ?? ''));
  };
  return (
    <Dialog open={open} onClose={onClose} title={t.templates.make} text={t.templates.makeText} wide>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        {create.error && <Failure error={create.error} />}
        {imported.error && <Failure error={imported.error} />}
        <FileDrop
          label={t.templates.import}
          hint={t.templates.importHint}
          accept=".zip,application/zip"
          most={MOST_BYTES}
          file={zip}
          onChange={(file) => {
            setZip(file);
            if (file) imported.mutate(file);
            else imported.reset();
          }}
        />
        {zip && imported.data && imported.data.leftOut.length > 0 && (
          <Note tone="notice">{t.templates.leftOut(imported.data.leftOut.join(', '))}</Note>
        )}
        {!zip && (
          <Async query={gallery}>
            {(starters) => (
              <fieldset className="m-0 grid max-h-[48dvh] grid-cols-2 gap-3 overflow-auto border-0 p-1 sm:grid-cols-4">
                <legend className="sr-only">{t.templates.begin}</legend>
                {[undefined, ...starters].map((each) => (
                  <Choice
                    key={each?.name ?? ''}
                    starter={each}
                    isChosen={each === starter}
                    onChoose={() => choose(each)}
                  />
                ))}
              </fieldset>
            )}
          </Async>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Input
            label={t.templates.name}
            required
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Input
            label={t.templates.slug}
            hint={t.templates.slugHint}
            required
            spellCheck={false}
            value={address}
            onChange={({ target }) => setSlug(target.value)}
          />
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" busy={create.isPending} disabled={zip !== undefined && !imported.data}>
            {t.templates.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly starter: Starter | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Choice({ starter, isChosen, onChoose }: ChoiceProps) {
  return (
    <label
      className={`grid content-start gap-1.5 rounded-lg border p-2 text-[0.8125rem] focus-within:outline-2 focus-within:outline-accent hover:bg-sunken ${isChosen ? 'border-accent bg-accent-soft text-accent-strong' : 'border-line'}`}
    >
      <input type="radio" name="starter" className="sr-only" checked={isChosen} onChange={onChoose} />
      <span className="grid h-32 place-items-center overflow-hidden rounded border border-line bg-white">
        {starter ? (
          <img src={starter.picture} alt="" loading="lazy" className="block h-full w-full object-cover object-top" />
        ) : (
          <File aria-hidden className="size-8 text-[#868f9c]" />
        )}
      </span>
      <span className="text-center font-medium">{starter ? wordsOf(starter.name) : t.templates.blank}</span>
    </label>
  );
}
