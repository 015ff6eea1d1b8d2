import type { FastifyInstance } from 'fastify';
import { callerOf, type PersonCaller } from '../access/caller.ts';
import type { KeyLimits } from '../access/key-limits.ts';
import { accountCredits } from '../credits/json.ts';
import type { Credits } from '../credits/open.ts';
import type { Database } from '../data/database.ts';
import type { AccountJson } from './account-schema.ts';

export interface AccountRouteOptions {
  readonly database: Database;
  readonly limits: KeyLimits;
  readonly credits: Pick<Credits, 'metering' | 'records'>;
}

/** `GET /v1/account`: who the caller is, what it may do, and what its organisation may use. */
export function accountRoutes(scope: FastifyInstance, { database, limits, credits }: AccountRouteOptions): void {
  scope.get('/v1/account', async (request): Promise<AccountJson> => {
    const caller = callerOf(request);
    const organisation = await database.inOrganisation(caller.organisationId, (queries) =>
      queries
        .selectFrom('organisations')
        .select(['id', 'name'])
        .where('id', '=', caller.organisationId)
        .executeTakeFirstOrThrow(),
    );
    const allowed = await credits.metering.limitsOf(caller.organisationId);
    const quotas = await credits.metering.quotasOf(caller.organisationId);
    const [rate, concurrency] = [limits.rateOf(caller, quotas), limits.concurrencyOf(quotas)];
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
        concurrent_requests: concurrency === 0 ? null : concurrency,
      },
      ...accountCredits(allowed, await credits.records.now(caller.organisationId, allowed)),
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
