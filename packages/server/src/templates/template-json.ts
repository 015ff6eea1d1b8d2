import type { FrozenSnippet, TemplateBody } from './body.ts';
import type { SnippetEntryJson, SnippetJson, TemplateEntryJson, TemplateJson, VersionJson } from './schema.ts';
import type { SnippetFacts } from './snippet-store.ts';
import type { TemplateFacts, VersionFacts } from './template-reader.ts';

/** Templates and snippets as answers show them. */

export function entryJson(row: TemplateFacts): TemplateEntryJson {
  const { published_version: published } = row;
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    folder: row.folder,
    status: published === null ? 'draft' : row.draft_version === published ? 'published' : 'changed',
    version: row.version || null,
    published_version: published,
    created: row.created_at.getTime(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** @param shown what `body` is of */
export function templateJson(
  row: TemplateFacts,
  shown: number | 'draft',
  { snippets, assets, samples, ...body }: TemplateBody & { readonly snippets: Readonly<Record<string, FrozenSnippet>> },
): TemplateJson {
  return {
    ...entryJson(row),
    revision: row.revision,
    shown,
    ...body,
    samples: [...samples],
    assets: assets.map(({ name, size, sha256 }) => ({ name, size, sha256 })),
    snippets: Object.entries(snippets).map(([name, { version, content }]) => ({ name, version, content })),
  };
}

export const versionJson = ({ published_version }: TemplateFacts, row: VersionFacts): VersionJson => ({
  version: row.version,
  published: row.version === published_version,
  created_at: row.created_at.toISOString(),
  created_by: row.actor,
});

export const snippetEntryJson = (row: SnippetFacts): SnippetEntryJson => ({
  id: row.id,
  name: row.name,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const snippetJson = (row: SnippetFacts, content: string): SnippetJson => ({ ...snippetEntryJson(row), content });
