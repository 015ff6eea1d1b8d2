import type { Schemas } from '@platen/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { platen } from '../../api/platen.ts';
import { useOrganisation } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { agoText, dateText } from '../../components/format.ts';
import { Badge, Card, Page, type Tone } from '../../components/layout.tsx';
import { MoreButton } from '../../components/more.tsx';
import { Async, Empty, Loading } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../texts/en.ts';
import { NewTemplate } from './new-template.tsx';
import { Thumbnail } from './thumbnail.tsx';

type Entry = Schemas['TemplateEntry'];

interface Part {
  readonly templates: { readonly data: readonly Entry[]; readonly has_more: boolean; readonly page: number };
}

const TONE: Readonly<Record<Entry['status'], Tone>> = { draft: 'plain', published: 'good', changed: 'notice' };

export function Templates() {
  const list = useInfiniteQuery({
    queryKey: ['/v1/templates', 'list'],
    queryFn: ({ pageParam: page, signal }) =>
      platen.json<Part>('/v1/templates', { query: { page, limit: 100 }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ templates: { has_more: hasMore, page } }) => (hasMore ? page + 1 : undefined),
    select: ({ pages }) => pages.flatMap(({ templates }) => templates.data),
  });
  // An auditor sees that there are templates, and not what they say.
  const mayWrite = useOrganisation()?.role !== 'auditor';
  const [making, setMaking] = useState(false);
  const [search, setSearch] = useState('');
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  // A search is of all templates, not of those that happen to be here.
  const searches = search !== '' && hasNextPage;
  useEffect(() => {
    if (searches && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [searches, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const make = mayWrite && (
    <Button kind="primary" onClick={() => setMaking(true)}>
      {t.templates.make}
    </Button>
  );
  return (
    <Page title={t.templates.title} lead={t.templates.lead} actions={make}>
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
                <Found entries={entries} words={search.toLowerCase()} mayOpen={mayWrite} searches={searches} />
              </>
            )
          }
        </Async>
        <MoreButton auto rows={list} />
      </Card>
      <NewTemplate open={making} onClose={() => setMaking(false)} />
    </Page>
  );
}

interface FoundProps {
  readonly entries: readonly Entry[];
  readonly words: string;
  readonly mayOpen: boolean;
  /** Whether more is still asked for. */
  readonly searches: boolean;
}

function Found({ entries, words, mayOpen, searches }: FoundProps) {
  const found = entries.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(words));
  if (found.length === 0 && searches) return <Loading />;
  if (found.length === 0) return <p className="m-0 p-4 text-muted">{t.templates.none}</p>;
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
  return <Table label={t.templates.title} columns={columns} rows={found} keyOf={({ id }) => id} />;
}
