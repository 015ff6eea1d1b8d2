import { toEngineError } from '@platen/engine';
import { type Caller, callerOf } from '../access/caller.ts';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import { ApiError, type ApiErrorCode } from '../errors.ts';
import { type Beginning, endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody } from '../http/define-endpoint.ts';
import { page } from '../http/page.ts';
import { routeOf } from '../http/register.ts';
import { invalidField } from '../http/valid.ts';
import { reachOf } from '../rights/roles.ts';
import { type ConnectionParts, contextOf, tried } from './connection-parts.ts';
import type { ConnectionRow, Settings } from './connection-rows.ts';
import { kindOf } from './kinds.ts';
import { refuseAddresses } from './resolve.ts';
import {
  CONNECTION_ID,
  connectionAnswer,
  connectionJson,
  connectionListAnswer,
  connectionParams,
  connectionShown,
  createRequest,
  disconnectAnswer,
  listQuery,
  updateRequest,
} from './schema.ts';
import { ownTokens } from './token-keeper.ts';

/** `/v1/connections`: places that results of an organization are sent to, with their credentials. */

/** Settings that a delivery replaces by itself. */
const TOKENS = ['access_token', 'refresh_token'];

/** The app that a refresh token was given to. */
const APP = ['client_id', 'client_secret'];

const endpoint = endpointsOf<ConnectionParts>();

const READ = {
  tag: 'Connections',
  access: { resource: 'connections', action: 'read' },
  scope: ['connections:manage'],
} as const;
const WRITE = { ...READ, access: { resource: 'connections', action: 'write' } } as const;
const ONE = { path: '/v1/connections/{id}', params: connectionParams, find } as const;
const WITH_BODY: readonly ApiErrorCode[] = [...BODY_ERRORS, 'url_not_allowed', 'destination_unusable', ...GATE_ERRORS];

const list = endpoint({
  ...READ,
  method: 'get',
  path: '/v1/connections',
  operation: 'list_connections',
  summary: 'List connections',
  description: 'Newest first.',
  query: listQuery,
  answer: jsonAnswer('The connections.', connectionListAnswer),
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  handle: async ({ request, query: { limit, cursor } }, { destinations }) => {
    const caller = callerOf(request);
    const rows = await destinations.connections.list(contextOf(caller), { before: cursor, limit: limit + 1 });
    return page(
      rows,
      limit,
      (row) => connectionJson(row, seesSettings(caller)),
      ({ id }) => id,
    );
  },
});

const create = endpoint({
  ...WRITE,
  method: 'post',
  path: '/v1/connections',
  operation: 'create_connection',
  summary: 'Add a connection',
  description:
    'Results are sent there when a request names it as its `destination`. Credentials are sealed, and not shown again.',
  request: jsonBody('CreateConnectionRequest', createRequest, [
    {
      name: 's3',
      summary: 'A bucket',
      value: {
        name: 'Archive',
        kind: 's3',
        settings: {
          bucket: 'invoices',
          region: 'eu-central-1',
          access_key_id: 'AKIAEXAMPLE',
          secret_access_key: 'secret',
        },
        test: false,
      },
    },
  ]),
  answer: jsonAnswer('The connection, and what its test has shown.', connectionAnswer, 201),
  errors: [...WITH_BODY, 'limit_reached'],
  handle: async ({ request, body: { name, kind, settings, test } }, { destinations }) => {
    await refuseAddresses(destinations.client, { kind, settings, pointer: '/settings' });
    const fresh = ownTokens(settings);
    const probed = await tried(destinations, { kind, settings, test, tokens: fresh });
    const whole = { name, kind, settings: fresh.settings() };
    const row = await destinations.connections.create(contextOf(callerOf(request)), whole);
    return { success: true, connection: connectionJson(row, true), test: probed };
  },
});

const get = endpoint({
  ...READ,
  ...ONE,
  method: 'get',
  operation: 'get_connection',
  summary: 'Look at a connection',
  description: 'Where it leads, and how deliveries went.',
  answer: jsonAnswer('The connection.', connectionShown),
  errors: [...GATE_ERRORS, 'not_found'],
  handle: ({ request, found }) => ({
    success: true,
    connection: connectionJson(found, seesSettings(callerOf(request))),
  }),
});

const update = endpoint({
  ...WRITE,
  ...ONE,
  method: 'patch',
  operation: 'update_connection',
  summary: 'Change a connection, or its credentials',
  description:
    'What is not named stays. New credentials are tried before they take the place of the old ones; deliveries that have begun end with those that they began with.',
  request: jsonBody('UpdateConnectionRequest', updateRequest, [
    { name: 'name', summary: 'Another name', value: { name: 'Archive of 2030' } },
  ]),
  answer: jsonAnswer('The connection, and what its test has shown.', connectionAnswer),
  errors: [...WITH_BODY, 'not_found'],
  handle: async ({ request, found, body: { name, settings: given, test } }, { destinations }) => {
    const context = contextOf(callerOf(request));
    if (given === undefined) {
      const row = await destinations.connections.update(context, found, { name }, 'connection.updated');
      return { success: true, connection: connectionJson(row, true), test: null };
    }
    const { kind } = found;
    const settings = merged(found, given);
    await refuseAddresses(destinations.client, { kind, settings, pointer: '/settings' });
    // Its tokens may be used by deliveries meanwhile: then they are theirs, too.
    const isOther = TOKENS.some((field) => Object.hasOwn(given, field));
    const ofApp = APP.find((field) => Object.hasOwn(given, field));
    if (found.grant_state !== null && !isOther && ofApp !== undefined)
      throw invalidField(
        `/settings/${ofApp}`,
        'The account has let in the app of the operator: give "refresh_token" too.',
      );
    const fresh = ownTokens(settings);
    const tokens = isOther ? fresh : destinations.connections.tokensOf(context.organisationId, found.id);
    const probed = await tried(destinations, { kind, settings, test, tokens });
    // Credentials that are typed take the place of what an account has allowed.
    const grant = isOther ? { grant: null } : {};
    const change = { name, settings: fresh.settings(), keep: isOther ? [] : TOKENS, ...grant };
    const secret = kindOf(kind).secrets.some((field) => Object.hasOwn(given, field));
    const action = secret ? 'connection.credentials_replaced' : 'connection.updated';
    const row = await destinations.connections.update(context, found, change, action);
    return { success: true, connection: connectionJson(row, true), test: probed };
  },
});

const remove = endpoint({
  ...WRITE,
  ...ONE,
  method: 'delete',
  operation: 'delete_connection',
  summary: 'Remove a connection',
  description: 'Its credentials are gone at once; what waits for it fails.',
  answer: jsonAnswer('The connection as it was.', connectionShown),
  errors: [...GATE_ERRORS, 'not_found'],
  handle: async ({ request, found }, { destinations }) => {
    const context = contextOf(callerOf(request));
    await destinations.authorizations.leave(context.organisationId, found);
    await destinations.connections.remove(context, found.id);
    return { success: true, connection: connectionJson(found, true) };
  },
});

const test = endpoint({
  ...WRITE,
  method: 'post',
  path: '/v1/connections/{id}/test',
  params: connectionParams,
  find,
  operation: 'test_connection',
  summary: 'Test a connection',
  description: 'Writes a small file, reads it back and removes it.',
  answer: jsonAnswer('The connection, and what its test has shown.', connectionAnswer),
  errors: [...GATE_ERRORS, 'not_found', 'destination_unusable'],
  handle: async ({ request, found }, { destinations }) => {
    const { id, kind, opened: settings, organisation_id: organisationId } = found;
    const tokens = destinations.connections.tokensOf(organisationId, id);
    const probed = await tried(destinations, { kind, settings, test: true, tokens });
    return { success: true, connection: connectionJson(found, seesSettings(callerOf(request))), test: probed };
  },
});

const disconnect = endpoint({
  ...WRITE,
  ...ONE,
  method: 'delete',
  path: '/v1/connections/{id}/authorization',
  operation: 'disconnect_connection',
  summary: 'Disconnect an account',
  description: 'Ends what an account of a file host has allowed, there and here.',
  answer: jsonAnswer('The connection, and whether the host has ended it.', disconnectAnswer),
  errors: [...GATE_ERRORS, 'not_found'],
  handle: async ({ request, found }, { destinations }) => {
    const { row, isEnded } = await destinations.authorizations.end(contextOf(callerOf(request)), found);
    return { success: true, connection: connectionJson(row, true), revoked: isEnded };
  },
});

export const CONNECTION_ENDPOINTS: readonly HandledEndpoint<ConnectionParts>[] = [
  list,
  create,
  get,
  update,
  remove,
  test,
  disconnect,
];

const seesSettings = (caller: Caller): boolean =>
  caller.kind === 'key' || reachOf(caller.role, 'connections', 'read') !== 'secretless';

/** The connection that the path names. One of somebody else is not there, and that it was asked for is recorded. */
async function find(
  { request, params: { id } }: Beginning<{ readonly id: string }>,
  { destinations: { connections }, denials }: ConnectionParts,
): Promise<ConnectionRow> {
  const caller = callerOf(request);
  const possible = CONNECTION_ID.test(id);
  const row = possible ? await connections.get(contextOf(caller), id) : undefined;
  if (row) return row;
  if (possible && (await connections.exists(id))) {
    await denials.record(caller, { reason: 'other_organisation', ...routeOf(request), target: id });
  }
  throw new ApiError('not_found', { detail: 'There is no connection with this id.' });
}

/** @throws ApiError `invalid_request`; also for another server with the credentials of the one before */
function merged({ kind: name, opened }: ConnectionRow, given: Settings): Settings {
  const kind = kindOf(name);
  const whole = Object.entries({ ...opened, ...given }).filter(([, value]) => value !== null);
  const parsed = kind.settings.safeParse(Object.fromEntries(whole));
  if (!parsed.success) throw toEngineError(parsed.error.issues, kind.settings, '/settings');
  const settings = parsed.data as Settings;
  const placeOf = (of: never) => JSON.stringify([kind.addresses(of), kind.encryption?.(of)]);
  const moved = placeOf(settings as never) !== placeOf(opened as never);
  const kept = kind.secrets.find((field) => Object.hasOwn(opened, field) && !Object.hasOwn(given, field));
  // Whoever may change a connection does not know its credentials, and must not have them sent to a server of theirs.
  if (moved && kept !== undefined)
    throw invalidField(
      `/settings/${kept}`,
      `Another server, or another encryption, needs the credentials again: give "${kept}" too.`,
    );
  return settings;
}
