import type { Transaction } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { type KeyMode, keyHint, makeKey } from '../access/key-format.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { AuditDetail } from '../audit/chain.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { Tables } from '../data/schema.ts';
import { ApiError } from '../errors.ts';
import { reachOf } from '../rights/roles.ts';
import type { KeyDigest } from './digest.ts';
import type { KeyRow } from './key-record.ts';
import { countKeyChange } from './keys-version.ts';

/** What is decided about a key when it is made. */
export interface KeyProperties {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: readonly string[];
  readonly allowlist: readonly string[];
  readonly expires_at: Date | null;
  readonly monthly_credit_cap: number | null;
  readonly rate_limit: number | null;
}

/** What can be changed later. */
export type KeyChanges = Partial<Omit<KeyProperties, 'mode'>>;

/** Whose keys, and who acts. */
export interface KeyContext {
  readonly organisationId: string;
  /** Id of a key or a person, or `system`. */
  readonly actor: string;
  /** If given, only keys of this person exist. */
  readonly userId?: string;
}

export interface KeyStoreOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly digest: KeyDigest;
  /** Called after each change of any key. */
  readonly onChange: () => void;
}

/** Keys of an organisation that work at once; revoked and expired ones do not count. */
const MOST_KEYS = 1_000;

/** The keys of organisations. Each change is in the audit log; the key itself is given once and kept nowhere. */
export class KeyStore {
  readonly #database: Database;
  readonly #audit: AuditLog;
  readonly #clock: Clock;
  readonly #digest: KeyDigest;
  readonly #onChange: () => void;

  constructor({ database, audit, clock, digest, onChange }: KeyStoreOptions) {
    this.#database = database;
    this.#audit = audit;
    this.#clock = clock;
    this.#digest = digest;
    this.#onChange = onChange;
  }

  /** @throws ApiError `invalid_request` when the organisation has too many keys */
  async create(
    context: KeyContext,
    properties: KeyProperties,
  ): Promise<{ readonly row: KeyRow; readonly key: string }> {
    const key = makeKey(properties.mode);
    const row = await this.#change(context, 'key.created', async (queries) => {
      await this.#refuseTooMany(queries, context.organisationId);
      return await this.#insert(queries, { ...context, ...properties, key });
    });
    return { row, key };
  }

  /** Newest first, those before the id `before`. */
  async list(context: KeyContext, options: { readonly before?: string; readonly limit: number }): Promise<KeyRow[]> {
    return await this.#database.inOrganisation(context.organisationId, (queries) =>
      keysOf(queries, context)
        .$if(options.before !== undefined, (query) => query.where('id', '<', options.before as string))
        .orderBy('id', 'desc')
        .limit(options.limit)
        .execute(),
    );
  }

  async get(context: KeyContext, id: string): Promise<KeyRow | undefined> {
    return await this.#database.inOrganisation(context.organisationId, (queries) =>
      keysOf(queries, context).where('id', '=', id).executeTakeFirst(),
    );
  }

  /** Whether there is such a key anywhere: to tell a slip from somebody who tries ids of others. */
  async exists(id: string): Promise<boolean> {
    const row = await this.#database.system.selectFrom('api_keys').select('id').where('id', '=', id).executeTakeFirst();
    return row !== undefined;
  }

  /** @throws ApiError `not_found`, or `invalid_request` if the key has been revoked */
  async update(context: KeyContext, id: string, changes: KeyChanges): Promise<KeyRow> {
    const { scopes, allowlist, ...columns } = changes;
    return await this.#change(context, 'key.updated', async (queries) => {
      await this.#working(queries, context, id);
      return await queries
        .updateTable('api_keys')
        .set({
          ...columns,
          ...(scopes === undefined ? {} : { scopes: JSON.stringify(scopes) }),
          ...(allowlist === undefined ? {} : { allowlist: JSON.stringify(allowlist) }),
        })
        .where('organisation_id', '=', context.organisationId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
  }

  /**
   * Makes a key with the same rights; the old one works beside it for `overlap` milliseconds. The credits of both
   * count for one cap, and for that of a key that asks for it.
   * @throws ApiError `not_found`, or `invalid_request` if the key has been revoked or replaced
   */
  async rotate(
    context: KeyContext,
    id: string,
    overlap: number,
  ): Promise<{ readonly row: KeyRow; readonly key: string; readonly old: KeyRow }> {
    let key = '';
    let old: KeyRow | undefined;
    const row = await this.#change(
      context,
      'key.rotated',
      async (queries) => {
        const known = await this.#working(queries, context, id);
        if (known.expires_at !== null && known.expires_at.getTime() <= this.#clock.now()) {
          throw new ApiError('invalid_request', { detail: 'This key has expired; create a new one.' });
        }
        if (known.rotated_to !== null) {
          throw new ApiError('invalid_request', {
            detail: `This key has already been replaced; rotate ${known.rotated_to}.`,
          });
        }
        key = makeKey(known.kind);
        const { organisation_id, user_id, kind, ...properties } = known;
        const next = await this.#insert(queries, {
          ...properties,
          organisationId: organisation_id,
          actor: context.actor,
          userId: user_id ?? undefined,
          firstId: known.first_id ?? id,
          mode: kind,
          key,
        });
        old = await queries
          .updateTable('api_keys')
          .set({ rotated_to: next.id, overlap_until: this.#at(overlap) })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        return next;
      },
      { replaces: id },
    );
    return { row, key, old: old as KeyRow };
  }

  /** Ends a key at once; ending it again changes nothing. @throws ApiError `not_found` */
  async revoke(context: KeyContext, id: string): Promise<KeyRow> {
    const known = await this.get(context, id);
    if (!known) throw new ApiError('not_found');
    if (known.revoked_at !== null) return known;
    return await this.#change(context, 'key.revoked', (queries) =>
      queries
        .updateTable('api_keys')
        .set({ revoked_at: this.#at(0) })
        .where('organisation_id', '=', context.organisationId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  }

  async #change(
    context: KeyContext,
    action: string,
    work: (queries: Queries) => Promise<KeyRow>,
    detail: AuditDetail = {},
  ): Promise<KeyRow> {
    const row = await this.#audit.act(
      context.organisationId,
      async (queries) => {
        const changed = await work(queries);
        await countKeyChange(queries);
        return changed;
      },
      ({ id, kind, scopes, allowlist, expires_at, monthly_credit_cap, rate_limit }) => ({
        actor: context.actor,
        action,
        target: id,
        detail: {
          mode: kind,
          scopes: scopes.join(', '),
          allowlist: allowlist.join(', '),
          expires_at: expires_at?.toISOString() ?? null,
          monthly_credit_cap,
          rate_limit,
          ...detail,
        },
      }),
    );
    this.#onChange();
    return row;
  }

  /** The key, for a change of it: locked, so that of two changes one sees the other. */
  async #working(queries: Queries, context: KeyContext, id: string): Promise<KeyRow> {
    const row = await keysOf(queries, context).where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw new ApiError('not_found');
    if (row.revoked_at !== null)
      throw new ApiError('invalid_request', { detail: 'This key was revoked; create a new one.' });
    return row;
  }

  async #refuseTooMany(queries: Queries, organisationId: string): Promise<void> {
    const { count } = await queries
      .selectFrom('api_keys')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('organisation_id', '=', organisationId)
      .where('revoked_at', 'is', null)
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', this.#at(0))]))
      .executeTakeFirstOrThrow();
    if (count >= MOST_KEYS) {
      throw new ApiError('invalid_request', { detail: `There are already ${count} keys; revoke unused ones.` });
    }
  }

  #insert(queries: Transaction<Tables>, properties: NewKey): Promise<KeyRow> {
    return queries
      .insertInto('api_keys')
      .values({
        id: newId('key'),
        organisation_id: properties.organisationId,
        user_id: properties.userId ?? null,
        name: properties.name,
        kind: properties.mode,
        ...keyHint(properties.key),
        digest: this.#digest(properties.key),
        scopes: JSON.stringify(properties.scopes),
        allowlist: JSON.stringify(properties.allowlist),
        expires_at: properties.expires_at,
        monthly_credit_cap: properties.monthly_credit_cap,
        rate_limit: properties.rate_limit,
        first_id: properties.firstId ?? null,
        made_by: properties.actor,
        created_at: this.#at(0),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  #at(later: number): Date {
    return new Date(Math.floor(this.#clock.now() + later));
  }
}

interface NewKey extends KeyProperties {
  readonly organisationId: string;
  /** Who makes it: its credits count for the cap of a key that does. */
  readonly actor: string;
  readonly userId?: string;
  /** The first key of the chain, for one that replaces another. */
  readonly firstId?: string;
  readonly key: string;
}

function keysOf(queries: Queries, { organisationId, userId }: KeyContext) {
  const query = queries.selectFrom('api_keys').selectAll().where('organisation_id', '=', organisationId);
  return userId === undefined ? query : query.where('user_id', '=', userId);
}

/** Whose keys a caller sees and makes: their own, if they may no more. */
export function contextOf(caller: Caller): KeyContext {
  const { organisationId, id: actor } = caller;
  if (caller.kind === 'key') return { organisationId, actor, userId: caller.userId };
  const own = reachOf(caller.role, 'keys', 'read') === 'own';
  return { organisationId, actor, userId: own ? caller.id : undefined };
}
