import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Caller, callerOf } from '../access/caller.ts';
import type { DenialRecord } from '../access/denial.ts';
import { scopesOfRole } from '../access/role-scopes.ts';
import { reachOf } from '../access/roles.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { ApiError } from '../errors.ts';
import { bodyOf } from '../http/request-body.ts';
import { invalidField, valid } from '../http/valid.ts';
import { type Giver, type Rights, refuseMore, refuseStronger } from './grants.ts';
import { keyJson } from './key-json.ts';
import type { KeyRow } from './key-record.ts';
import type { KeyContext, KeyStore } from './key-store.ts';
import { createRequest, KEY_ID, keyId, listQuery, rotateRequest, updateRequest } from './schema.ts';

export interface KeyRouteOptions {
  readonly keys: KeyStore;
  readonly denials: DenialRecord;
  readonly clock: Clock;
  readonly config: Pick<Config, 'rateLimit'>;
}

const HOUR = 3_600_000;

/** `/v1/keys`: the keys of the caller's organisation. */
export function keyRoutes(scope: FastifyInstance, { keys, denials, clock, config }: KeyRouteOptions): void {
  const json = (row: KeyRow) => keyJson(row, clock.now());

  scope.get('/v1/keys', async (request) => {
    const { limit, cursor } = valid(listQuery, request.query);
    const rows = await keys.list(contextOf(callerOf(request)), { before: cursor, limit: limit + 1 });
    const data = rows.slice(0, limit).map(json);
    const more = rows.length > limit;
    return { success: true, data, has_more: more, next_cursor: more ? (data.at(-1)?.id ?? null) : null };
  });

  scope.post('/v1/keys', async (request, reply) => {
    const caller = callerOf(request);
    const { expires_at, ...fields } = valid(createRequest, bodyOf(request).json);
    const properties = { ...fields, expires_at: futureTime(expires_at) };
    refuseBeyondService(fields.rate_limit);
    refuseMore(giverOf(caller), properties);
    const { row, key } = await keys.create(contextOf(caller), properties);
    return reply.code(201).send({ success: true, key: json(row), secret: key });
  });

  scope.get('/v1/keys/:id', async (request) => ({ success: true, key: json(await find(request)) }));

  scope.patch('/v1/keys/:id', async (request) => {
    const caller = callerOf(request);
    const { expires_at, ...fields } = valid(updateRequest, bodyOf(request).json);
    const known = await find(request);
    const changes = { ...fields, ...(expires_at === undefined ? {} : { expires_at: futureTime(expires_at) }) };
    refuseBeyondService(fields.rate_limit ?? null);
    refuseMore(giverOf(caller), rightsOf({ ...known, ...changes }));
    if (Object.keys(changes).length === 0) return { success: true, key: json(known) };
    return { success: true, key: json(await keys.update(contextOf(caller), known.id, changes)) };
  });

  scope.post('/v1/keys/:id/rotate', async (request, reply) => {
    const caller = callerOf(request);
    const { overlap_hours } = valid(rotateRequest, bodyOf(request).json);
    const known = await find(request);
    refuseMore(giverOf(caller), rightsOf(known));
    const { row, key } = await keys.rotate(contextOf(caller), known.id, overlap_hours * HOUR);
    return reply.code(201).send({ success: true, key: json(row), secret: key });
  });

  scope.delete('/v1/keys/:id', async (request) => {
    const caller = callerOf(request);
    const known = await find(request);
    refuseStronger(giverOf(caller), rightsOf(known));
    return { success: true, key: json(await keys.revoke(contextOf(caller), known.id)) };
  });

  /** The key that the path names. One of another organisation is not there, and that it was asked for is recorded. */
  async function find(request: FastifyRequest): Promise<KeyRow> {
    const caller = callerOf(request);
    const { id } = valid(keyId, request.params);
    const possible = KEY_ID.test(id);
    const row = possible ? await keys.get(contextOf(caller), id) : undefined;
    if (row) return row;
    if (possible && (await keys.exists(id))) {
      const route = request.routeOptions.url ?? '(none)';
      await denials.record(caller, { reason: 'other_organisation', method: request.method, route, target: id });
    }
    throw new ApiError('not_found', { detail: 'There is no key with this id.' });
  }

  function futureTime(text: string | null): Date | null {
    if (text === null) return null;
    const time = new Date(text);
    if (time.getTime() <= clock.now()) throw invalidField('/expires_at', '"expires_at" must be in the future.');
    return time;
  }

  function refuseBeyondService(rate: number | null): void {
    if (rate === null || config.rateLimit === 0 || rate <= config.rateLimit) return;
    throw invalidField('/rate_limit', `"rate_limit" must be at most ${config.rateLimit}, the limit of this service.`);
  }
}

/** Whose keys a caller sees and makes: their own, if they may no more. */
function contextOf(caller: Caller): KeyContext {
  const { organisationId, id: actor } = caller;
  if (caller.kind === 'key') return { organisationId, actor, userId: caller.userId };
  const own = reachOf(caller.role, 'keys', 'read') === 'own';
  return { organisationId, actor, userId: own ? caller.id : undefined };
}

/** What a caller can give to a key. */
function giverOf(caller: Caller): Giver {
  return caller.kind === 'key' ? caller : { mode: 'live', scopes: scopesOfRole(caller.role), allowlist: [] };
}

type RightsRow = Pick<KeyRow, 'kind' | 'expires_at' | 'monthly_credit_cap' | 'rate_limit'> & {
  readonly scopes: readonly string[];
  readonly allowlist: readonly string[];
};

const rightsOf = ({ kind, scopes, allowlist, expires_at, monthly_credit_cap, rate_limit }: RightsRow): Rights => ({
  mode: kind,
  scopes,
  allowlist,
  expires_at,
  monthly_credit_cap,
  rate_limit,
});
