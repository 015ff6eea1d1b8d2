import { callerOf, type PersonCaller } from '../access/caller.ts';
import { GATE_ERRORS } from '../access/errors.ts';
import type { KeyLimits } from '../access/key-limits.ts';
import { accountCredits } from '../credits/json.ts';
import type { Credits } from '../credits/open.ts';
import type { Database } from '../data/database.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer } from '../http/define-endpoint.ts';
import { type AccountJson, accountAnswer } from './account-schema.ts';

export interface AccountParts {
  readonly database: Database;
  readonly limits: KeyLimits;
  readonly credits: Pick<Credits, 'metering' | 'records'>;
}

const endpoint = endpointsOf<AccountParts>();

/** `GET /v1/account`: who the caller is, what it may do, and what its organisation may use. */
const account = endpoint({
  method: 'get',
  path: '/v1/account',
  operation: 'account',
  tag: 'Account',
  summary: 'Who am I?',
  description:
    'The organisation and the rights of the key, or of the person, that asks. Everybody may ask who is let in.',
  access: 'everybody',
  answer: jsonAnswer('Organisation, key or person, and limits.', accountAnswer),
  errors: GATE_ERRORS,
  handle: async ({ request }, { database, limits, credits }): Promise<AccountJson> => {
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
      person: caller.kind === 'person' ? await personOf(caller, database) : null,
      limits: {
        requests_per_minute: rate === 0 ? null : rate,
        concurrent_requests: concurrency === 0 ? null : concurrency,
      },
      ...accountCredits(allowed, await credits.records.now(caller.organisationId, allowed)),
    };
  },
});

export const ACCOUNT_ENDPOINTS: readonly HandledEndpoint<AccountParts>[] = [account];

async function personOf({ id, role }: PersonCaller, { system }: Database) {
  const row = await system.selectFrom('users').select(['name', 'email']).where('id', '=', id).executeTakeFirstOrThrow();
  return { id, ...row, role };
}
