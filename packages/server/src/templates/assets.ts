import { createHash } from 'node:crypto';
import type { Database, Queries } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import { ApiError } from '../errors.ts';
import type { Vault } from '../vault/vault.ts';
import { type AssetEntry, type BodyOwner, MOST_ASSETS, type TemplateBody } from './body.ts';

/** Files by name; null takes one away. */
export type AssetChanges = ReadonlyMap<string, Uint8Array | null>;

/** A file that no row holds yet. */
export interface NewAsset {
  readonly entry: AssetEntry;
  readonly sealed: Buffer;
}

/** Files of one template. */
const MOST_FILES = 200;

/** Files of templates: images, fonts and the like, sealed one by one. */
export class AssetStore {
  readonly #database: Database;
  readonly #vault: Vault;

  constructor({ database, vault }: { readonly database: Database; readonly vault: Vault }) {
    this.#database = database;
    this.#vault = vault;
  }

  /** Seals files that are to be kept, under ids of their own. */
  async seal({ organisationId }: BodyOwner, changes: AssetChanges): Promise<NewAsset[]> {
    const made: NewAsset[] = [];
    for (const [name, bytes] of changes) {
      if (bytes === null) continue;
      const id = newId('ast');
      const sealed = await this.#vault.seal({ organisationId, kind: 'template_asset', id }, bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      made.push({ entry: { id, name, size: bytes.byteLength, sha256 }, sealed });
    }
    return made;
  }

  /** @returns the bytes; undefined when they are gone, because the draft that had them was changed since */
  async open({ organisationId, templateId }: BodyOwner, { id }: AssetEntry): Promise<Buffer | undefined> {
    const row = await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('template_assets')
        .select('bytes')
        .where('organisation_id', '=', organisationId)
        .where('template_id', '=', templateId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    return row && (await this.#vault.open({ organisationId, kind: 'template_asset', id }, row.bytes));
  }
}

/**
 * The files of a draft after some were put in or taken away. One that was there with the same bytes stays.
 * @throws ApiError `invalid_request` when they are too many or too large
 */
export function withAssets(
  before: readonly AssetEntry[],
  changes: AssetChanges,
  made: readonly NewAsset[],
): readonly AssetEntry[] {
  const entries = new Map(before.map((entry) => [entry.name, entry]));
  for (const [name, bytes] of changes) if (bytes === null) entries.delete(name);
  for (const { entry } of made) {
    if (entries.get(entry.name)?.sha256 !== entry.sha256) entries.set(entry.name, entry);
  }
  const all = [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const size = all.reduce((sum, entry) => sum + entry.size, 0);
  if (all.length > MOST_FILES)
    throw refused(`A template has at most ${MOST_FILES} files; this one would have ${all.length}.`);
  if (size > MOST_ASSETS) throw refused('The files of a template can have at most 25 MB in total.');
  return all;
}

function refused(detail: string): ApiError {
  return new ApiError('invalid_request', { detail, issues: [{ pointer: '/assets', code: 'invalid_request', detail }] });
}

/** Keeps what a draft now uses, and drops what neither it nor a version uses any more. */
export async function keepAssets(
  queries: Queries,
  owner: BodyOwner,
  options: { readonly body: TemplateBody; readonly made: readonly NewAsset[]; readonly published: boolean },
): Promise<void> {
  const { organisationId, templateId } = owner;
  const { body, made, published } = options;
  const used = body.assets.map(({ id }) => id);
  const fresh = made.filter(({ entry }) => used.includes(entry.id));
  for (const { entry, sealed } of fresh) {
    await queries
      .insertInto('template_assets')
      .values({ id: entry.id, organisation_id: organisationId, template_id: templateId, bytes: sealed })
      .execute();
  }
  await queries
    .deleteFrom('template_assets')
    .where('organisation_id', '=', organisationId)
    .where('template_id', '=', templateId)
    .where('published', '=', false)
    .$if(used.length > 0, (query) => query.where('id', 'not in', used))
    .execute();
  if (!published || used.length === 0) return;
  await queries
    .updateTable('template_assets')
    .set({ published: true })
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', used)
    .execute();
}
