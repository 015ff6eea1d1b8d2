import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../data/database.ts';
import { whenBack } from '../data/when-back.ts';
import type { ConnectionRows, Settings } from './connection-rows.ts';
import type { TokenKeeper, TokenSettings, Tokens } from './token-keeper.ts';

/** An app that the operator has registered with a file host. */
export interface ClientApp {
  readonly id: string;
  readonly secret: string;
}

/** Those of the kinds that have one. */
export type ClientApps = Readonly<Record<string, ClientApp>>;

export interface ConnectionTokensOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly rows: ConnectionRows;
  readonly apps: ClientApps;
  readonly organisationId: string;
  /** Of the connection. */
  readonly id: string;
}

/** Seconds for which one asks for a new token alone: longer than that may take. Others take over when it is over. */
const TURN = 30;
/** Milliseconds between looks whether it is one's turn. */
const LOOK = 100;
/** Milliseconds for which tokens are held for a database that is away. */
const HELD = 300_000;

/** The tokens of a connection, for all servers that use it. What is kept is no change of a person's. */
export class ConnectionTokens implements TokenKeeper {
  readonly #options: ConnectionTokensOptions;

  constructor(options: ConnectionTokensOptions) {
    this.#options = options;
  }

  async read(): Promise<TokenSettings> {
    const { database, rows, organisationId, id, apps } = this.#options;
    const row = await database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('connections')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    if (!row) return {};
    const { opened } = await rows.open(row);
    if (row.grant_state === null) return opened as TokenSettings;
    const app = apps[row.kind];
    return { ...opened, client_id: app?.id, client_secret: app?.secret, ended: row.grant_state !== 'granted' };
  }

  async keep(before: Tokens, tokens: Tokens): Promise<void> {
    const { database, rows, organisationId, id } = this.#options;
    const write = () =>
      database.inOrganisation(organisationId, async (queries) => {
        const row = await rows.locked(queries, organisationId, id);
        // Somebody may have replaced them meanwhile.
        if (!row || row.opened.refresh_token !== before.refresh_token) return;
        const settings = await rows.seal(organisationId, id, { ...row.opened, ...tokens });
        await queries
          .updateTable('connections')
          .set({ settings })
          .where('organisation_id', '=', organisationId)
          .where('id', '=', id)
          .execute();
      });
    await whenBack(write, AbortSignal.timeout(HELD));
  }

  async alone<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
    const { database, organisationId, id } = this.#options;
    const ticket = randomUUID();
    const mine = sql`organisation_id = ${organisationId} and id = ${id}`;
    const take = async (): Promise<boolean> => {
      const { numAffectedRows = 0n } = await database.inOrganisation(organisationId, (queries) =>
        sql`
          update connections set renewing = ${ticket}, renewing_until = now() + make_interval(secs => ${TURN})
          where ${mine} and (renewing_until is null or renewing_until < now())
        `.execute(queries),
      );
      return numAffectedRows > 0n;
    };
    while (!(await take())) {
      if (Object.keys(await this.read()).length === 0) break;
      await sleep(LOOK, undefined, { signal });
    }
    try {
      return await work();
    } finally {
      await database
        .inOrganisation(organisationId, (queries) =>
          sql`update connections set renewing = null, renewing_until = null where ${mine} and renewing = ${ticket}`.execute(
            queries,
          ),
        )
        // Else the turn ends by itself.
        .catch(() => {});
    }
  }

  /** What the account does not take any more is not kept; whoever uses the connection is told, and the owners are. */
  async refused(before: Tokens): Promise<boolean> {
    const { audit, rows, organisationId, id } = this.#options;
    const now = await this.read();
    if (now.ended === undefined) return false;
    if (now.ended) return true;
    if (now.refresh_token !== before.refresh_token) return false;
    return await audit.act(
      organisationId,
      async (queries) => {
        const row = await rows.locked(queries, organisationId, id);
        if (row?.grant_state !== 'granted' || row.opened.refresh_token !== before.refresh_token) return false;
        const settings = await rows.seal(organisationId, id, withoutTokens(row.opened));
        await queries
          .updateTable('connections')
          .set({ settings, grant_state: 'revoked', last_error: 'authorization_ended' })
          .where('organisation_id', '=', organisationId)
          .where('id', '=', id)
          .execute();
        const facts = JSON.stringify({ connection_id: id, kind: row.kind });
        await sql`select emit_webhook_event(${organisationId}, 'connection.revoked', null, ${facts}::jsonb)`.execute(
          queries,
        );
        return true;
      },
      (changed) => (changed ? { actor: 'system', action: 'connection.revoked', target: id } : undefined),
    );
  }
}

/** Settings without what opens an account. */
export function withoutTokens(settings: Settings): Settings {
  const { access_token: _access, refresh_token: _refresh, ...others } = settings;
  return others;
}
