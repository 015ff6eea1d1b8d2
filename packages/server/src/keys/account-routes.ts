import type { FastifyInstance } from 'fastify';
import { callerOf, type PersonCaller } from '../access/caller.ts';
import type { KeyLimits } from '../access/key-limits.ts';
import type { Config } from '../config.ts';
import type { Database } from '../data/database.ts';
import type { AccountJson } from './account-schema.ts';

export interface AccountRouteOptions {
  readonly database: Database;
  readonly limits: KeyLimits;
  readonly config: Pick<Config, 'concurrencyPerKey'>;
}

/** `GET /v1/account`: who the caller is, and what it may do. */
export function accountRoutes(scope: FastifyInstance, { database, limits, config }: AccountRouteOptions): void {
  scope.get('/v1/account', async (request): Promise<AccountJson> => {
    const caller = callerOf(request);
    const organisation = await database.inOrganisation(caller.organisationId, (queries) =>
      queries
        .selectFrom('organisations')
        .select(['id', 'name'])
        .where('id', '=', caller.organisationId)
        .executeTakeFirstOrThrow(),
    );
    const rate = limits.rateOf(caller);
    return {
      success: true,
      organisation,
      key:
        caller.kind === 'person'
          ? null
          : {
              id: caller.id,
              name: caller.name,
              mode: caller.mode,
              scopes: [...caller.scopeNames],
              allowlist: caller.allowlist.map(({ text }) => text),
              expires_at: caller.endsAt === undefined ? null : new Date(caller.endsAt).toISOString(),
              monthly_credit_cap: caller.monthlyCreditCap ?? null,
            },
      person: caller.kind === 'person' ? await person(caller) : null,
      limits: {
        requests_per_minute: rate === 0 ? null : rate,
        concurrent_requests: config.concurrencyPerKey === 0 ? null : config.concurrencyPerKey,
      },
    };
  });
  async function person({ id, role }: PersonCaller) {
    const { system } = database;
    const row = await system
      .selectFrom('users')
      .select(['name', 'email'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { id, ...row, role };
  }
}
