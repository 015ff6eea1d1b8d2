import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import { invalidField } from '../http/valid.ts';
import type { SealedObject, Vault } from '../vault/vault.ts';
import { authorizeUrl, endAccess, tokensForCode } from './account-access.ts';
import type { ConnectionRow, Settings } from './connection-rows.ts';
import type { ConnectionContext, ConnectionStore } from './connection-store.ts';
import { type ClientApp, type ClientApps, withoutTokens } from './connection-tokens.ts';
import { faultOf } from './fault-of.ts';
import type { AccountAccess, Way } from './kind.ts';
import { KINDS, kindOf } from './kinds.ts';
import type { TokenKeeper, Tokens } from './token-keeper.ts';

/** Milliseconds that somebody has to let us in. */
const LASTS = 600_000;
/** Milliseconds for what is said to the host. */
const PATIENCE = 20_000;

/** Kinds whose accounts let apps in. */
export const ACCOUNT_KINDS = KINDS.filter(({ account }) => account !== undefined);

/** What is connected. */
export interface Wanted {
  readonly kind: string;
  readonly name: string;
  readonly settings: Settings;
  /** Id of a connection whose account lets us in anew. */
  readonly connection?: string | undefined;
}

interface Content extends Wanted {
  readonly verifier: string;
  readonly redirectUri: string;
}

/** Who is at the browser. */
export interface Visitor extends ConnectionContext {
  readonly sessionId: string;
}

/** What the host has sent somebody back with. */
export interface Returned {
  readonly state: string;
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  readonly iss?: string | undefined;
}

export interface AuthorizationsOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly apps: ClientApps;
  readonly connections: ConnectionStore;
  /** How hosts are reached. */
  readonly way: (signal: AbortSignal) => Way;
}

/** Accounts of file hosts that let the operator's app in: a person is sent there, and comes back with a code, once. */
export class Authorizations {
  readonly #options: AuthorizationsOptions;

  constructor(options: AuthorizationsOptions) {
    this.#options = options;
  }

  /** Kinds that the operator has an app for. */
  kinds(): readonly { readonly kind: string; readonly title: string }[] {
    return ACCOUNT_KINDS.filter(({ name }) => this.#options.apps[name]).map(({ name, title }) => ({
      kind: name,
      title,
    }));
  }

  /** @returns where to send them @throws ApiError `invalid_request` for a kind without an app */
  async begin({ sessionId, organisationId, actor }: Visitor, wanted: Wanted, redirectUri: string): Promise<string> {
    const { access, app } = this.#of(wanted.kind);
    const { database, vault, clock } = this.#options;
    const [state, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
    const id = digestOf(state);
    const content: Content = { ...wanted, verifier, redirectUri };
    const sealed = await vault.seal(pending(organisationId, id), Buffer.from(JSON.stringify(content)));
    const now = clock.now();
    await database.system.deleteFrom('connection_authorizations').where('expires_at', '<', date(now)).execute();
    const values = { kind: wanted.kind, content: sealed, expires_at: date(now + LASTS) };
    const whose = { id, organisation_id: organisationId, actor, session_id: sessionId };
    const all = { ...values, ...whose, connection_id: wanted.connection ?? null };
    await database.inOrganisation(organisationId, async (queries) => {
      // Who begins again has left the other one.
      await queries
        .deleteFrom('connection_authorizations')
        .where('session_id', '=', sessionId)
        .where('kind', '=', wanted.kind)
        .execute();
      await queries.insertInto('connection_authorizations').values(all).execute();
    });
    return authorizeUrl(access, { app, redirectUri, state, verifier });
  }

  /**
   * Makes of a code what is kept.
   * @throws ApiError `invalid_link` for a state that this session was not sent with, or a second time
   * @throws DeliveryFault for what the host does not give
   */
  async complete(visitor: Visitor, returned: Returned): Promise<Wanted & { readonly tokens: Tokens }> {
    const { redirectUri, verifier, ...wanted } = await this.#take(visitor, returned.state);
    const { access, app } = this.#of(wanted.kind);
    const { iss, error, code } = returned;
    if (iss !== undefined && access.issuer !== undefined && iss !== access.issuer)
      throw new ApiError('invalid_link', { detail: 'Another server has answered than was asked. Connect again.' });
    if (error !== undefined || code === undefined) throw refused(error);
    const way = this.#options.way(AbortSignal.timeout(PATIENCE));
    try {
      return { ...wanted, tokens: await tokensForCode(way, access, { app, redirectUri, code, verifier }) };
    } catch (fault) {
      throw faultOf(fault);
    }
  }

  /** Tokens that are not kept yet, as those of the operator's app. */
  ofApp(kind: string, tokens: TokenKeeper): TokenKeeper {
    const { id: client_id, secret: client_secret } = this.#of(kind).app;
    return { ...tokens, read: async () => ({ ...(await tokens.read()), client_id, client_secret }) };
  }

  /** Ends what an account has allowed, there and here. @returns whether the host has ended it */
  async end(
    context: ConnectionContext,
    row: ConnectionRow,
  ): Promise<{ readonly row: ConnectionRow; readonly isEnded: boolean }> {
    if (row.grant_state === null) return { row, isEnded: false };
    const { connections } = this.#options;
    const isEnded = await this.#endThere(context.organisationId, row);
    const settings = withoutTokens(row.opened);
    const change = { settings, grant: 'disconnected' } as const;
    return { row: await connections.update(context, row, change, 'connection.disconnected'), isEnded };
  }

  /** Before a connection is removed. */
  async leave(organisationId: string, row: ConnectionRow): Promise<void> {
    if (row.grant_state === 'granted') await this.#endThere(organisationId, row);
  }

  async #endThere(organisationId: string, row: ConnectionRow): Promise<boolean> {
    const access = kindOf(row.kind).account;
    if (!access) return false;
    const tokens = this.#options.connections.tokensOf(organisationId, row.id);
    const signal = AbortSignal.timeout(PATIENCE);
    const way = this.#options.way(signal);
    // Nobody else has a new token made meanwhile, which would not be ended.
    return await tokens.alone(async () => await endAccess(way, access, await tokens.read()), signal);
  }

  async #take({ organisationId, sessionId }: Visitor, state: string): Promise<Content> {
    const { database, vault, clock } = this.#options;
    const id = digestOf(state);
    const row = await database.inOrganisation(organisationId, (queries) =>
      queries
        .deleteFrom('connection_authorizations')
        .where('id', '=', id)
        .where('organisation_id', '=', organisationId)
        .where('session_id', '=', sessionId)
        .returningAll()
        .executeTakeFirst(),
    );
    if (!row || row.expires_at.getTime() <= clock.now())
      throw new ApiError('invalid_link', {
        detail: 'This session has not begun that, or more than ten minutes ago, or it was used. Connect again.',
      });
    const bytes = await vault.open(pending(organisationId, id), row.content);
    return JSON.parse(bytes.toString('utf8')) as Content;
  }

  #of(kind: string): { readonly access: AccountAccess; readonly app: ClientApp } {
    const access = KINDS.find(({ name }) => name === kind)?.account;
    const app = this.#options.apps[kind];
    if (access && app) return { access, app };
    const setting = `PLATEN_OAUTH_${kind.toUpperCase()}`;
    throw invalidField('/kind', `The operator has no app for accounts of this kind: ${setting} is not set.`);
  }
}

/** What a host may say (RFC 6749, section 4.1.2.1). Other words come from whoever made the address. */
const ERRORS = new Set([
  'access_denied',
  'invalid_request',
  'unauthorized_client',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
]);

function refused(error: string | undefined): ApiError {
  const word = error !== undefined && ERRORS.has(error) ? error : 'no code';
  const detail = `The account has not let the service in (${word}). Connect again, and allow it.`;
  return new ApiError('destination_unusable', {
    detail,
    issues: [{ pointer: '/error', code: 'authorization_ended', detail }],
  });
}

const digestOf = (state: string): string => createHash('sha256').update(state).digest('base64url');
const date = (milliseconds: number): Date => new Date(Math.floor(milliseconds));
const pending = (organisationId: string, id: string): SealedObject => ({
  organisationId,
  kind: 'connection_authorization',
  id,
});
