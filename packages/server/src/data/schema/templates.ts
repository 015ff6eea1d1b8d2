import type { Generated } from 'kysely';
import type { Moved, Written } from './columns.ts';

/** Templates and snippets. */
export interface TemplatesTables {
  templates: TemplatesTable;
  template_versions: TemplateVersionsTable;
  template_assets: TemplateAssetsTable;
  snippets: SnippetsTable;
}

interface TemplatesTable {
  id: string;
  organisation_id: string;
  slug: string;
  name: string;
  folder: Generated<string>;
  draft: Buffer;
  revision: number;
  version: Generated<number>;
  published_version: number | null;
  draft_version: number | null;
  created_at: Written;
  updated_at: Moved;
}

interface TemplateVersionsTable {
  template_id: string;
  version: number;
  organisation_id: string;
  actor: string;
  body: Buffer;
  created_at: Written;
}

interface TemplateAssetsTable {
  id: string;
  organisation_id: string;
  template_id: string;
  published: Generated<boolean>;
  bytes: Buffer;
  created_at: Written;
}

interface SnippetsTable {
  id: string;
  organisation_id: string;
  name: string;
  content: Buffer;
  version: number;
  created_at: Written;
  updated_at: Moved;
}
