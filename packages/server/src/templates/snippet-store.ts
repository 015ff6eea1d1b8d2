import type { Selectable } from 'kysely';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { Tables } from '../data/schema.ts';
import { ApiError } from '../errors.ts';
import type { Vault } from '../vault/vault.ts';
import type { FrozenSnippet } from './body.ts';
import { SNIPPET_ID } from './reference.ts';

/** Whose templates, and who acts. */
export interface TemplateContext {
  readonly organisationId: string;
  /** Id of a key or a person. */
  readonly actor: string;
}

export interface TemplateStoreOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly vault: Vault;
}

type SnippetRow = Selectable<Tables['snippets']>;
/** A snippet without what it says. */
export type SnippetFacts = Omit<SnippetRow, 'content'>;

const FACTS = ['id', 'organisation_id', 'name', 'version', 'created_at', 'updated_at'] as const;
/** Snippets of one organisation. */
const MOST_SNIPPETS = 1_000;
/** Times that a change is begun anew because another one came first. */
const TRIES = 30;

/** Pieces of Liquid that the templates of an organisation share. */
export class SnippetStore {
  readonly #database: Database;
  readonly #audit: AuditLog;
  readonly #clock: Clock;
  readonly #vault: Vault;

  constructor({ database, audit, clock, vault }: TemplateStoreOptions) {
    this.#database = database;
    this.#audit = audit;
    this.#clock = clock;
    this.#vault = vault;
  }

  /** The oldest first, those after the id `after`. */
  async list(
    organisationId: string,
    { after, limit }: { readonly after?: string; readonly limit: number },
  ): Promise<SnippetFacts[]> {
    return await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('snippets')
        .select(FACTS)
        .where('organisation_id', '=', organisationId)
        .$if(after !== undefined, (query) => query.where('id', '>', after as string))
        .orderBy('id')
        .limit(limit)
        .execute(),
    );
  }

  /** @param name its name or its id */
  async get(
    organisationId: string,
    name: string,
  ): Promise<{ readonly facts: SnippetFacts; readonly content: string } | undefined> {
    const row = await this.#find(organisationId, name);
    return row && { facts: row, content: await this.#open(row) };
  }

  /** Whether there is such a snippet anywhere. */
  async exists(id: string): Promise<boolean> {
    const row = await this.#database.system.selectFrom('snippets').select('id').where('id', '=', id).executeTakeFirst();
    return row !== undefined;
  }

  /** Those of these names that there are. */
  async read(organisationId: string, names: readonly string[]): Promise<Map<string, FrozenSnippet>> {
    const rows = await this.#database.inOrganisation(organisationId, (queries) =>
      snippetsOf(queries, organisationId).where('name', 'in', names).execute(),
    );
    const opened = rows.map(
      async (row) => [row.name, { version: row.version, content: await this.#open(row) }] as const,
    );
    return new Map(await Promise.all(opened));
  }

  /** @throws ApiError `slug_taken`, or `limit_reached` when there are too many */
  async create({ organisationId, actor }: TemplateContext, name: string, content: string): Promise<SnippetFacts> {
    const id = newId('snp');
    const sealed = await this.#seal({ id, organisationId, version: 1 }, content);
    return await this.#audit.act(
      organisationId,
      async (queries) => {
        await refuseTooMany(queries, organisationId);
        const now = this.#now();
        const row = await queries
          .insertInto('snippets')
          .values({
            id,
            organisation_id: organisationId,
            name,
            content: sealed,
            version: 1,
            created_at: now,
            updated_at: now,
          })
          .onConflict((conflict) => conflict.columns(['organisation_id', 'name']).doNothing())
          .returning(FACTS)
          .executeTakeFirst();
        if (!row) throw new ApiError('slug_taken', { detail: `A snippet "${name}" already exists; change that one.` });
        return row;
      },
      (row) => ({ actor, action: 'snippet.created', target: row.id, detail: { name, version: 1 } }),
    );
  }

  /** Puts a content in place of the one there was; the same one again changes nothing. @throws ApiError `not_found` */
  async replace({ organisationId, actor }: TemplateContext, id: string, content: string): Promise<SnippetFacts> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const seen = await this.#find(organisationId, id);
      if (!seen) throw missingSnippet();
      if ((await this.#open(seen)) === content) return seen;
      const version = seen.version + 1;
      const sealed = await this.#seal({ id: seen.id, organisationId, version }, content);
      const changed = await this.#audit.act(
        organisationId,
        (queries) =>
          queries
            .updateTable('snippets')
            .set({ content: sealed, version, updated_at: this.#now() })
            .where('organisation_id', '=', organisationId)
            .where('id', '=', seen.id)
            .where('version', '=', seen.version)
            .returning(FACTS)
            .executeTakeFirst(),
        (row) => row && { actor, action: 'snippet.updated', target: row.id, detail: { name: row.name, version } },
      );
      if (changed) return changed;
    }
    throw changedByMany();
  }

  /** Versions of templates keep what they use of it. @throws ApiError `not_found` */
  async delete({ organisationId, actor }: TemplateContext, id: string): Promise<void> {
    const gone = await this.#audit.act(
      organisationId,
      (queries) =>
        queries
          .deleteFrom('snippets')
          .where('organisation_id', '=', organisationId)
          .where('id', '=', id)
          .returning(['id', 'name'])
          .executeTakeFirst(),
      (row) => row && { actor, action: 'snippet.deleted', target: row.id, detail: { name: row.name } },
    );
    if (!gone) throw missingSnippet();
  }

  async #find(organisationId: string, name: string): Promise<SnippetRow | undefined> {
    const column = SNIPPET_ID.test(name) ? 'id' : 'name';
    return await this.#database.inOrganisation(organisationId, (queries) =>
      snippetsOf(queries, organisationId).where(column, '=', name).executeTakeFirst(),
    );
  }

  #seal(of: { readonly id: string; readonly organisationId: string; readonly version: number }, content: string) {
    return this.#vault.seal({ ...of, kind: 'snippet' }, Buffer.from(content));
  }

  async #open({ id, organisation_id: organisationId, version, content }: SnippetRow): Promise<string> {
    return (await this.#vault.open({ kind: 'snippet', organisationId, id, version }, content)).toString('utf8');
  }

  #now(): Date {
    return new Date(Math.floor(this.#clock.now()));
  }
}

export const missingSnippet = () => new ApiError('not_found', { detail: 'There is no snippet with this name or id.' });

/** Somebody else was always first. */
export const changedByMany = () =>
  new ApiError('database_unavailable', { detail: 'Too many concurrent changes. Send the request again.' });

const snippetsOf = (queries: Queries, organisationId: string) =>
  queries.selectFrom('snippets').selectAll().where('organisation_id', '=', organisationId);

async function refuseTooMany(queries: Queries, organisationId: string): Promise<void> {
  const { count } = await queries
    .selectFrom('snippets')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  if (count < MOST_SNIPPETS) return;
  throw new ApiError('limit_reached', { detail: `There are already ${count} snippets; delete unused ones.` });
}
