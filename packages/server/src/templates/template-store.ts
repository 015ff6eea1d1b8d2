import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Queries } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import { ApiError } from '../errors.ts';
import type { Vault } from '../vault/vault.ts';
import { type AssetChanges, AssetStore, keepAssets, type NewAsset, withAssets } from './assets.ts';
import { type BodyOwner, bodyText, EMPTY_BODY, sealDraft, type TemplateBody } from './body.ts';
import { type Publication, Publisher, refuseLarge, type VersionCheck } from './publisher.ts';
import { changedByMany, type SnippetStore, type TemplateContext, type TemplateStoreOptions } from './snippet-store.ts';
import { countOf, missingTemplate, ownerOf, TemplateReader, type TemplateRow, versionsOf } from './template-reader.ts';

/** What a change names; the rest stays. */
export type TemplateChanges = Partial<Omit<TemplateBody, 'assets'>> & {
  readonly name?: string;
  readonly folder?: string;
  readonly assets?: AssetChanges;
};

/** Templates of one organisation. */
export const MOST_TEMPLATES = 1_000;
/** Times that a change is begun anew because another one came first. */
const TRIES = 50;

/** A change that is ready to be written, if nothing else was changed meanwhile. */
interface Prepared {
  readonly body: TemplateBody;
  readonly name: string;
  readonly folder: string;
  readonly made: readonly NewAsset[];
  /** Absent when the draft stays as it is. */
  readonly draft?: Buffer;
  /** Absent when nothing is published. */
  readonly publication?: Publication;
}

/**
 * The templates of organisations: a draft that is worked on, and versions that never change. Bodies are sealed before
 * the transaction that writes them; when another change came first, it is begun anew with what that one left.
 */
export class TemplateStore {
  readonly assets: AssetStore;
  readonly reader: TemplateReader;
  readonly publisher: Publisher;
  readonly #audit: AuditLog;
  readonly #clock: Clock;
  readonly #vault: Vault;

  constructor(options: TemplateStoreOptions & { readonly snippets: SnippetStore }) {
    const { database, audit, clock, vault, snippets } = options;
    this.#audit = audit;
    this.#clock = clock;
    this.#vault = vault;
    this.assets = new AssetStore({ database, vault });
    this.reader = new TemplateReader({ database, vault });
    this.publisher = new Publisher({ vault, snippets, reader: this.reader });
  }

  /**
   * @param options.check If given, the template is published at once.
   * @throws ApiError `slug_taken`, `invalid_request` when it is too large, `limit_reached` when there are too many
   */
  async create(
    context: TemplateContext,
    slug: string,
    { name = slug, folder = '', assets = new Map(), ...changes }: TemplateChanges,
    { check }: { readonly check?: VersionCheck } = {},
  ): Promise<TemplateRow> {
    const owner = { organisationId: context.organisationId, templateId: newId('tpl') };
    const made = await this.assets.seal(owner, assets);
    const body = { ...EMPTY_BODY, ...changes, assets: withAssets([], assets, made) };
    refuseLarge(body);
    const draft = await sealDraft(this.#vault, owner, 1, body);
    const publication = check && (await this.publisher.first(owner, body, check));
    return await this.#audit.act(
      owner.organisationId,
      async (queries) => {
        await refuseTooMany(queries, owner.organisationId);
        const now = this.#now();
        const row = await queries
          .insertInto('templates')
          .values({
            id: owner.templateId,
            organisation_id: owner.organisationId,
            slug,
            name,
            folder,
            draft,
            revision: 1,
            version: publication?.version ?? 0,
            published_version: publication?.version ?? null,
            draft_version: publication?.version ?? null,
            created_at: now,
            updated_at: now,
          })
          .onConflict((conflict) => conflict.columns(['organisation_id', 'slug']).doNothing())
          .returningAll()
          .executeTakeFirst();
        if (!row) throw new ApiError('slug_taken', { detail: `A template "${slug}" already exists; change that one.` });
        if (publication) await this.#addVersion(queries, owner, { ...publication, actor: context.actor });
        await keepAssets(queries, owner, { body, made, published: publication !== undefined });
        return row;
      },
      ({ id, version }) => ({
        actor: context.actor,
        action: 'template.created',
        target: id,
        detail: { slug, version: version || null },
      }),
    );
  }

  /**
   * Changes the draft, and publishes it if there is a `check`. What is published already makes no new version.
   * @param options.revision of the draft that the change is about. Default: whichever there is
   * @throws ApiError `not_found`, `draft_changed`, or what `check` throws
   */
  async change(
    context: TemplateContext,
    id: string,
    changes: TemplateChanges,
    { check, revision }: { readonly check?: VersionCheck; readonly revision?: number } = {},
  ): Promise<TemplateRow> {
    const { organisationId } = context;
    const made = await this.assets.seal({ organisationId, templateId: id }, changes.assets ?? new Map());
    for (let tries = 0; tries < TRIES; tries += 1) {
      const seen = await this.#byId(organisationId, id);
      if (revision !== undefined && seen.revision !== revision) throw new ApiError('draft_changed');
      const prepared = await this.#prepare(seen, { changes, made, check });
      if (prepared === undefined) return seen;
      const written = await this.#write(context, seen, prepared);
      if (written) return written;
    }
    throw changedByMany();
  }

  /** Uses another version from now on. @throws ApiError `not_found` */
  async rollback(context: TemplateContext, id: string, version: number): Promise<TemplateRow> {
    const { organisationId, actor } = context;
    return await this.#audit.act(
      organisationId,
      async (queries) => {
        const owner = { organisationId, templateId: id };
        const there = await versionsOf(queries, owner)
          .select('version')
          .where('version', '=', version)
          .executeTakeFirst();
        if (!there) throw missingTemplate();
        const row = await queries
          .updateTable('templates')
          .set({ published_version: version, updated_at: this.#now() })
          .where('organisation_id', '=', organisationId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (!row) throw missingTemplate();
        return row;
      },
      ({ slug }) => ({ actor, action: 'template.rolled_back', target: id, detail: { slug, version } }),
    );
  }

  /** With all its versions and files, at once. @throws ApiError `not_found` */
  async delete({ organisationId, actor }: TemplateContext, id: string): Promise<void> {
    const gone = await this.#audit.act(
      organisationId,
      (queries) =>
        queries
          .deleteFrom('templates')
          .where('organisation_id', '=', organisationId)
          .where('id', '=', id)
          .returning('slug')
          .executeTakeFirst(),
      (row) => row && { actor, action: 'template.deleted', target: id, detail: { slug: row.slug } },
    );
    if (!gone) throw missingTemplate();
  }

  async #prepare(
    row: TemplateRow,
    edit: { readonly changes: TemplateChanges; readonly made: readonly NewAsset[]; readonly check?: VersionCheck },
  ): Promise<Prepared | undefined> {
    const { name = row.name, folder = row.folder, assets = new Map(), ...fields } = edit.changes;
    const before = await this.reader.draftOf(row);
    const body = { ...before, ...fields, assets: withAssets(before.assets, assets, edit.made) };
    refuseLarge(body);
    const changed = bodyText(body) !== bodyText(before);
    const publication = edit.check && (await this.publisher.next(row, body, edit.check));
    const published =
      publication === undefined ||
      (row.published_version === publication.version && row.draft_version === publication.version);
    if (!changed && name === row.name && folder === row.folder && published) return undefined;
    return {
      body,
      name,
      folder,
      made: edit.made,
      ...(changed ? { draft: await sealDraft(this.#vault, ownerOf(row), row.revision + 1, body) } : {}),
      ...(publication ? { publication } : {}),
    };
  }

  /** @returns undefined when something else was changed since `seen` was read */
  async #write(context: TemplateContext, seen: TemplateRow, prepared: Prepared): Promise<TemplateRow | undefined> {
    const { publication } = prepared;
    return await this.#audit.act(
      context.organisationId,
      (queries) => this.#replace(queries, context, seen, prepared),
      (row) =>
        row && {
          actor: context.actor,
          action: publication ? 'template.published' : 'template.updated',
          target: row.id,
          detail: { slug: row.slug, ...(publication ? { version: publication.version } : {}) },
        },
    );
  }

  async #replace(
    queries: Queries,
    { actor }: TemplateContext,
    seen: TemplateRow,
    { body, name, folder, made, draft, publication }: Prepared,
  ): Promise<TemplateRow | undefined> {
    const owner = ownerOf(seen);
    const row = await queries
      .updateTable('templates')
      .set({
        name,
        folder,
        updated_at: this.#now(),
        ...(draft ? { draft, revision: seen.revision + 1, draft_version: null } : {}),
        ...(publication ? publishedAs(publication.version) : {}),
      })
      .where('organisation_id', '=', owner.organisationId)
      .where('id', '=', seen.id)
      .where('revision', '=', seen.revision)
      .where('version', '=', seen.version)
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    if (publication?.sealed) await this.#addVersion(queries, owner, { ...publication, actor });
    await keepAssets(queries, owner, { body, made, published: publication !== undefined });
    return row;
  }

  async #addVersion(
    queries: Queries,
    { organisationId, templateId }: BodyOwner,
    { version, sealed, actor }: Publication & { readonly actor: string },
  ): Promise<void> {
    await queries
      .insertInto('template_versions')
      .values({
        template_id: templateId,
        organisation_id: organisationId,
        version,
        actor,
        body: sealed as Buffer,
        created_at: this.#now(),
      })
      .execute();
  }

  async #byId(organisationId: string, id: string): Promise<TemplateRow> {
    const row = await this.reader.find(organisationId, id);
    if (!row) throw missingTemplate();
    return row;
  }

  #now(): Date {
    return new Date(Math.floor(this.#clock.now()));
  }
}

const publishedAs = (version: number) => ({ version, published_version: version, draft_version: version });

async function refuseTooMany(queries: Queries, organisationId: string): Promise<void> {
  const count = await countOf(queries, organisationId);
  if (count < MOST_TEMPLATES) return;
  throw new ApiError('limit_reached', { detail: `There are already ${count} templates; delete unused ones.` });
}
