import type { Schemas, Template } from '@platen/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/client.ts';
import { platen } from '../../api/platen.ts';
import { useRows } from '../../api/rows.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { dateText } from '../../components/format.ts';
import { Badge, Card } from '../../components/layout.tsx';
import { MoreButton } from '../../components/more.tsx';
import { Async, Failure } from '../../components/states.tsx';
import { t } from '../../texts/en.ts';
import { Difference } from './difference.tsx';
import { type Draft, draftOf } from './draft.ts';
import { pathOf } from './use-draft.ts';

interface VersionsProps {
  readonly template: Template;
  readonly draft: Draft;
  readonly onTake: (draft: Draft) => void;
}

interface Compared {
  readonly version: number;
  readonly template: Template;
}

export const versionsPath = (slug: string): string => `/v1/templates/${encodeURIComponent(slug)}/versions`;

/** What was published: which one is in use, what differs from it, and the way back to another. */
export function Versions({ template, draft, onTake }: VersionsProps) {
  const path = versionsPath(template.slug);
  const rows = useRows<Schemas['TemplateVersion']>(path);
  const [compared, setCompared] = useState<Compared>();
  const use = useMutation({
    mutationFn: (version: number) =>
      platen.json(`${pathOf(template.id)}/rollback`, { method: 'POST', body: { version } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [path] }),
  });
  const compare = useMutation({
    mutationFn: async (version: number) =>
      setCompared({ version, template: await platen.templates.get(`${template.slug}@${version}`) }),
  });
  const error = use.error ?? compare.error;
  return (
    <Card title={t.templates.versions} flush>
      {error && (
        <div className="p-3">
          <Failure error={error} />
        </div>
      )}
      <Async query={rows} rows={2}>
        {(versions) =>
          versions.length === 0 ? (
            <p className="m-0 p-4 text-muted">{t.templates.noVersions}</p>
          ) : (
            <ul className="m-0 list-none p-0">
              {versions.map(({ version, published, created_at: at }) => (
                <li
                  key={version}
                  className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 last:border-0"
                >
                  <span className="font-medium tabular-nums">
                    {t.templates.version} {version}
                  </span>
                  <span className="flex-1 text-[0.8125rem] text-muted">{dateText(at)}</span>
                  {published && <Badge tone="good">{t.templates.used}</Badge>}
                  <Button kind="quiet" onClick={() => compare.mutate(version)}>
                    {t.templates.compare}
                  </Button>
                  {!published && (
                    <Button kind="quiet" onClick={() => use.mutate(version)}>
                      {t.templates.use}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Async>
      <MoreButton rows={rows} />
      {compared && (
        <Dialog
          open
          wide
          onClose={() => setCompared(undefined)}
          title={t.templates.compareTitle(compared.version)}
          text={t.templates.compareText}
        >
          <Difference
            before={draftOf(compared.template)}
            after={draft}
            templates={{
              before: { reference: `${template.slug}@${compared.version}`, template: compared.template },
              after: { reference: template.slug, template },
            }}
          />
          <div className="mt-4 flex justify-end">
            <Button
              onClick={() => {
                onTake(draftOf(compared.template));
                setCompared(undefined);
              }}
            >
              {t.templates.take}
            </Button>
          </div>
        </Dialog>
      )}
    </Card>
  );
}
