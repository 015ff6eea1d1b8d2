import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useOrganisation } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { agoText, dateText } from '../../components/format.ts';
import { Badge, Card, Page, type Tone } from '../../components/layout.tsx';
import { MoreButton } from '../../components/more.tsx';
import { Async, Empty, Loading } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';
import { type Entry, useAllTemplates } from './all-templates.ts';
import { Crumbs, FolderLink, Folders } from './crumbs.tsx';
import { NewTemplate } from './new-template.tsx';
import { foldersIn } from './template-folders.ts';
import { Thumbnail } from './thumbnail.tsx';

const TONE: Readonly<Record<Entry['status'], Tone>> = { draft: 'plain', published: 'good', changed: 'notice' };

export function Templates() {
  const list = useAllTemplates();
  const { folder = '' } = useSearch({ from: '/inside/templates' });
  // An auditor sees that there are templates, and not what they say.
  const mayWrite = useOrganisation()?.role !== 'auditor';
  const [making, setMaking] = useState(false);
  const [search, setSearch] = useState('');
  const make = mayWrite && (
    <Button kind="primary" onClick={() => setMaking(true)}>
      {t.templates.make}
    </Button>
  );
  return (
    <Page title={t.templates.title} lead={folder === '' ? t.templates.lead : <Crumbs folder={folder} />} actions={make}>
      <Card flush>
        <Async query={list}>
          {(entries) =>
            entries.length === 0 ? (
              <Empty title={t.templates.emptyTitle} text={t.templates.emptyText}>
                {make}
              </Empty>
            ) : (
              <>
                <div className="border-b border-line p-3">
                  <input
                    type="search"
                    aria-label={t.templates.search}
                    placeholder={t.templates.search}
                    className="field sm:!w-72"
                    value={search}
                    onChange={({ target }) => setSearch(target.value)}
                  />
                </div>
                <Found
                  entries={entries}
                  folder={folder}
                  words={search.toLowerCase()}
                  mayOpen={mayWrite}
                  more={list.hasNextPage}
                />
              </>
            )
          }
        </Async>
        <MoreButton rows={list} />
      </Card>
      <NewTemplate open={making} folder={folder} onClose={() => setMaking(false)} />
    </Page>
  );
}

interface FoundProps {
  readonly entries: readonly Entry[];
  /** The folder that is shown while nothing is searched. */
  readonly folder: string;
  readonly words: string;
  readonly mayOpen: boolean;
  /** Whether more is still asked for. */
  readonly more: boolean;
}

/** What a search finds in all folders; without one, what is in a folder. */
function Found({ entries, folder, words, mayOpen, more }: FoundProps) {
  const searches = words !== '';
  const found = searches
    ? entries.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(words))
    : entries.filter((entry) => entry.folder === folder);
  const folders = searches ? [] : foldersIn(entries, folder);
  if (found.length + folders.length === 0) {
    if (more) return <Loading />;
    return <p className="m-0 p-4 text-muted">{searches ? t.templates.none : t.templates.folderEmpty}</p>;
  }
  const columns: readonly Column<Entry>[] = [
    {
      title: t.templates.name,
      cell: (entry) => (
        <span className="flex items-center gap-3">
          {mayOpen && <Thumbnail entry={entry} />}
          <span className="min-w-0">
            {mayOpen ? (
              <Link to="/templates/$slug" params={{ slug: entry.slug }} className="link break-words">
                {entry.name}
              </Link>
            ) : (
              <span className="break-words">{entry.name}</span>
            )}
            <code className="block break-all font-mono text-xs text-muted">{entry.slug}</code>
            {searches && entry.folder !== '' && (
              <span className="block text-xs">
                <FolderLink path={entry.folder}>{entry.folder}</FolderLink>
              </span>
            )}
          </span>
        </span>
      ),
    },
    {
      title: t.templates.status,
      cell: ({ status }) => <Badge tone={TONE[status]}>{t.templates.states[status]}</Badge>,
    },
    { title: t.templates.version, cell: ({ published_version: version }) => version ?? '', end: true, wide: true },
    {
      title: t.templates.changed,
      cell: ({ updated_at: at }) => <span title={dateText(at)}>{agoText(at)}</span>,
      end: true,
      wide: true,
    },
  ];
  return (
    <>
      {folders.length > 0 && <Folders folders={folders} />}
      {found.length > 0 && <Table label={t.templates.title} columns={columns} rows={found} keyOf={({ id }) => id} />}
    </>
  );
}
