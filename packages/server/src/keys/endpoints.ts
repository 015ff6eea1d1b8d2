import { type Caller, callerOf } from '../access/caller.ts';
import type { DenialRecord } from '../access/denial.ts';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import type { ScopeSets } from '../access/scope-sets.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { ApiError, type ApiErrorCode } from '../errors.ts';
import { type Beginning, endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody } from '../http/define-endpoint.ts';
import { page } from '../http/page.ts';
import { routeOf } from '../http/register.ts';
import { invalidField } from '../http/valid.ts';
import { CREATE_EXAMPLES } from './examples.ts';
import { type Giver, refuseMore, refuseStronger, refuseUnmatched, rightsOf } from './grants.ts';
import { keyJson } from './key-json.ts';
import type { KeyRow } from './key-record.ts';
import { contextOf, type KeyStore } from './key-store.ts';
import {
  createRequest,
  KEY_ID,
  keyAnswer,
  keyId,
  keyListAnswer,
  listQuery,
  newKeyAnswer,
  rotateRequest,
  updateRequest,
} from './schema.ts';

/** `/v1/keys`: the keys of the caller's organisation. */

export interface KeyParts {
  readonly keys: KeyStore;
  readonly denials: DenialRecord;
  readonly scopes: ScopeSets;
  readonly clock: Clock;
  readonly config: Pick<Config, 'rateLimit'>;
}

const endpoint = endpointsOf<KeyParts>();

const READ = { tag: 'Keys', access: { resource: 'keys', action: 'read' }, scope: ['keys:manage'] } as const;
const WRITE = { ...READ, access: { resource: 'keys', action: 'write' } } as const;
const ONE = { path: '/v1/keys/{id}', params: keyId, find } as const;

const WITH_BODY: readonly ApiErrorCode[] = [...BODY_ERRORS, ...GATE_ERRORS];
const OF_ONE: readonly ApiErrorCode[] = [...WITH_BODY, 'not_found'];
const HOUR = 3_600_000;

const list = endpoint({
  ...READ,
  method: 'get',
  path: '/v1/keys',
  operation: 'list_keys',
  summary: 'List keys',
  description:
    'Newest first, those that were revoked or have expired too. Of a key, its beginning and its end are shown.',
  query: listQuery,
  answer: jsonAnswer('The keys.', keyListAnswer),
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  handle: async ({ request, query: { limit, cursor } }, { keys, clock }) => {
    const rows = await keys.list(contextOf(callerOf(request)), { before: cursor, limit: limit + 1 });
    return page(
      rows,
      limit,
      (row) => keyJson(row, clock.now()),
      ({ id }) => id,
    );
  },
});

const create = endpoint({
  ...WRITE,
  method: 'post',
  path: '/v1/keys',
  operation: 'create_key',
  summary: 'Make a key',
  description:
    'A key can be given what the key that makes it has itself, and no more. [Scopes](scopes.md) lists what can be given.',
  request: jsonBody('CreateKeyRequest', createRequest, CREATE_EXAMPLES),
  answer: { ...jsonAnswer('The key. `secret` is shown only now.', newKeyAnswer, 201), shownOnce: true },
  errors: WITH_BODY,
  handle: async ({ request, body }, parts) => {
    const caller = callerOf(request);
    const { expires_at, ...fields } = body;
    const properties = { ...fields, expires_at: futureTime(expires_at, parts.clock) };
    refuseUnmatched(fields.scopes, parts.scopes);
    refuseBeyondService(fields.rate_limit, parts);
    refuseMore(giverOf(caller, parts), properties, parts.scopes);
    const { row, key } = await parts.keys.create(contextOf(caller), properties);
    return { success: true, key: keyJson(row, parts.clock.now()), secret: key };
  },
});

const get = endpoint({
  ...READ,
  ...ONE,
  method: 'get',
  operation: 'get_key',
  summary: 'Look at a key',
  description: 'When it was used last is a few seconds late.',
  answer: jsonAnswer('The key.', keyAnswer),
  errors: [...GATE_ERRORS, 'not_found'],
  handle: ({ found }, { clock }) => ({ success: true, key: keyJson(found, clock.now()) }),
});

const update = endpoint({
  ...WRITE,
  ...ONE,
  method: 'patch',
  operation: 'update_key',
  summary: 'Change a key',
  description:
    'What is not named stays. It takes effect within a second. You can change keys that may do no more than your own.',
  request: jsonBody('UpdateKeyRequest', updateRequest, [
    { name: 'allowlist', summary: 'From everywhere, under a new name', value: { name: 'Press', allowlist: [] } },
  ]),
  answer: jsonAnswer('The key.', keyAnswer),
  errors: OF_ONE,
  handle: async ({ request, body, found }, parts) => {
    const { keys, clock, scopes } = parts;
    const caller = callerOf(request);
    const { expires_at, ...fields } = body;
    const changes = { ...fields, ...(expires_at === undefined ? {} : { expires_at: futureTime(expires_at, clock) }) };
    if (fields.scopes) refuseUnmatched(fields.scopes, scopes);
    refuseBeyondService(fields.rate_limit ?? null, parts);
    refuseStronger(giverOf(caller, parts), rightsOf(found), scopes);
    refuseMore(giverOf(caller, parts), rightsOf({ ...found, ...changes }), scopes);
    const row = Object.keys(changes).length === 0 ? found : await keys.update(contextOf(caller), found.id, changes);
    return { success: true, key: keyJson(row, clock.now()) };
  },
});

const rotate = endpoint({
  ...WRITE,
  ...ONE,
  method: 'post',
  path: '/v1/keys/{id}/rotate',
  operation: 'rotate_key',
  summary: 'Replace a key',
  description: 'Makes a key with the same rights. Both work until the overlap is over; then the old one has expired.',
  request: {
    ...jsonBody('RotateKeyRequest', rotateRequest, [
      { name: 'overlap', summary: 'With an hour to change over', value: { overlap_hours: 1 } },
    ]),
    optional: true,
  },
  answer: { ...jsonAnswer('The new key. `secret` is shown only now.', newKeyAnswer, 201), shownOnce: true },
  errors: OF_ONE,
  handle: async ({ request, body, found }, parts) => {
    const caller = callerOf(request);
    refuseMore(giverOf(caller, parts), rightsOf(found), parts.scopes);
    const { row, key } = await parts.keys.rotate(contextOf(caller), found.id, body.overlap_hours * HOUR);
    return { success: true, key: keyJson(row, parts.clock.now()), secret: key };
  },
});

const revoke = endpoint({
  ...WRITE,
  ...ONE,
  method: 'delete',
  operation: 'revoke_key',
  summary: 'Revoke a key',
  description: 'It stops to work within a second, for good. It stays in the list.',
  answer: jsonAnswer('The key as it is now.', keyAnswer),
  errors: [...GATE_ERRORS, 'not_found'],
  handle: async ({ request, found }, parts) => {
    const caller = callerOf(request);
    refuseStronger(giverOf(caller, parts), rightsOf(found), parts.scopes);
    return { success: true, key: keyJson(await parts.keys.revoke(contextOf(caller), found.id), parts.clock.now()) };
  },
});

export const KEY_ENDPOINTS: readonly HandledEndpoint<KeyParts>[] = [list, create, get, update, rotate, revoke];

/** The key that the path names. One of another organisation is not there, and that it was asked for is recorded. */
async function find(
  { request, params: { id } }: Beginning<{ readonly id: string }>,
  { keys, denials }: KeyParts,
): Promise<KeyRow> {
  const caller = callerOf(request);
  const possible = KEY_ID.test(id);
  const row = possible ? await keys.get(contextOf(caller), id) : undefined;
  if (row) return row;
  if (possible && (await keys.exists(id))) {
    await denials.record(caller, { reason: 'other_organisation', ...routeOf(request), target: id });
  }
  throw new ApiError('not_found', { detail: 'There is no key with this id.' });
}

/** What a caller can give to a key. */
function giverOf(caller: Caller, { scopes }: KeyParts): Giver {
  return caller.kind === 'key' ? caller : { mode: 'live', scopes: scopes.ofRole(caller.role), allowlist: [] };
}

function futureTime(text: string | null, clock: Clock): Date | null {
  if (text === null) return null;
  const time = new Date(text);
  if (time.getTime() <= clock.now()) throw invalidField('/expires_at', '"expires_at" must be in the future.');
  return time;
}

function refuseBeyondService(rate: number | null, { config }: KeyParts): void {
  if (rate === null || config.rateLimit === 0 || rate <= config.rateLimit) return;
  throw invalidField('/rate_limit', `"rate_limit" must be at most ${config.rateLimit}, the limit of this service.`);
}
