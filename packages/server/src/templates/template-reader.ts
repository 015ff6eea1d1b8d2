import { type Selectable, sql } from 'kysely';
import type { Database, Queries } from '../data/database.ts';
import type { Tables } from '../data/schema.ts';
import { ApiError } from '../errors.ts';
import type { Vault } from '../vault/vault.ts';
import { type BodyOwner, openDraft, openVersion, type PublishedBody, type TemplateBody } from './body.ts';
import { TEMPLATE_ID } from './reference.ts';

export type TemplateRow = Selectable<Tables['templates']>;
/** A template without what it says. */
export type TemplateFacts = Omit<TemplateRow, 'draft'>;
/** A version without what it says. */
export type VersionFacts = Pick<Selectable<Tables['template_versions']>, 'version' | 'actor' | 'created_at'>;

/** Reads the templates of organisations. */
export class TemplateReader {
  readonly #database: Database;
  readonly #vault: Vault;

  constructor({ database, vault }: { readonly database: Database; readonly vault: Vault }) {
    this.#database = database;
    this.#vault = vault;
  }

  /** Without its draft. @param template slug or id */
  async facts(organisationId: string, template: string): Promise<TemplateFacts | undefined> {
    const column = TEMPLATE_ID.test(template) ? 'id' : 'slug';
    return await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('templates')
        .select(FACTS)
        .where('organisation_id', '=', organisationId)
        .where(column, '=', template)
        .executeTakeFirst(),
    );
  }

  /** @param template slug or id */
  async find(organisationId: string, template: string): Promise<TemplateRow | undefined> {
    const column = TEMPLATE_ID.test(template) ? 'id' : 'slug';
    return await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('templates')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .where(column, '=', template)
        .executeTakeFirst(),
    );
  }

  /** Whether there is such a template anywhere: to tell a slip from somebody who tries ids of others. */
  async exists(id: string): Promise<boolean> {
    const row = await this.#database.system
      .selectFrom('templates')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Newest first. @param options.page from 0 @param options.folder only those in it and below. Default: all */
  async list(
    organisationId: string,
    { page, limit, folder = '' }: { readonly page: number; readonly limit: number; readonly folder?: string },
  ): Promise<{ readonly rows: readonly TemplateFacts[]; readonly total: number }> {
    return await this.#database.inOrganisation(organisationId, async (queries) => ({
      rows: await queries
        .selectFrom('templates')
        .select(FACTS)
        .where('organisation_id', '=', organisationId)
        .where(isIn(folder))
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(page * limit)
        .execute(),
      total: await countOf(queries, organisationId, folder),
    }));
  }

  async draftOf(row: TemplateRow): Promise<TemplateBody> {
    return await openDraft(this.#vault, ownerOf(row), row.revision, row.draft);
  }

  /** The draft as it is now. @throws ApiError `not_found` if it is gone meanwhile */
  async currentDraft({ organisation_id: organisationId, id }: TemplateFacts): Promise<TemplateBody> {
    const row = await this.find(organisationId, id);
    if (!row) throw missingTemplate();
    return await this.draftOf(row);
  }

  async versionOf(row: TemplateFacts, version: number): Promise<PublishedBody | undefined> {
    const owner = ownerOf(row);
    const found = await this.#database.inOrganisation(owner.organisationId, (queries) =>
      versionsOf(queries, owner).select('body').where('version', '=', version).executeTakeFirst(),
    );
    return found && (await openVersion(this.#vault, owner, version, found.body));
  }

  /** Newest first, those before `before`. */
  async versions(
    row: TemplateFacts,
    { before, limit }: { readonly before?: number; readonly limit: number },
  ): Promise<VersionFacts[]> {
    const owner = ownerOf(row);
    return await this.#database.inOrganisation(owner.organisationId, (queries) =>
      versionsOf(queries, owner)
        .select(['version', 'actor', 'created_at'])
        .$if(before !== undefined, (query) => query.where('version', '<', before as number))
        .orderBy('version', 'desc')
        .limit(limit)
        .execute(),
    );
  }
}

const FACTS = [
  'id',
  'organisation_id',
  'slug',
  'name',
  'folder',
  'revision',
  'version',
  'published_version',
  'draft_version',
  'created_at',
  'updated_at',
] as const;

/** One answer for templates that never were, were deleted, or are of another organisation. */
export const missingTemplate = () =>
  new ApiError('not_found', { detail: 'No template has this slug or id, or it has no such version.' });

export const ownerOf = ({ organisation_id: organisationId, id: templateId }: TemplateFacts): BodyOwner => ({
  organisationId,
  templateId,
});

export const versionsOf = (queries: Queries, { organisationId, templateId }: BodyOwner) =>
  queries
    .selectFrom('template_versions')
    .where('organisation_id', '=', organisationId)
    .where('template_id', '=', templateId);

/** What is in a folder or below it; all, if none is named. */
const isIn = (folder: string) =>
  folder === '' ? sql<boolean>`true` : sql<boolean>`(folder = ${folder} or starts_with(folder, ${`${folder}/`}))`;

/** @param folder only those in it and below. Default: all */
export async function countOf(queries: Queries, organisationId: string, folder = ''): Promise<number> {
  const { count } = await queries
    .selectFrom('templates')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisationId)
    .where(isIn(folder))
    .executeTakeFirstOrThrow();
  return count;
}
