import { z } from 'zod';
import { callerOf } from '../access/caller.ts';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import { ApiError } from '../errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody } from '../http/define-endpoint.ts';
import { invalidField, valid } from '../http/valid.ts';
import { ACCOUNT_KINDS, type Visitor, type Wanted } from './authorizations.ts';
import { type ConnectionParts, contextOf, tried, unusable } from './connection-parts.ts';
import { kindOf } from './kinds.ts';
import { CONNECTION_ID, connectionAnswer, connectionJson, connectionName } from './schema.ts';
import { ownTokens } from './token-keeper.ts';
import { tokenFields } from './tokens.ts';

/** `/v1/authorizations`: for the page Connections of the dashboard, where accounts of file hosts let the operator's app in. */

export interface AuthorizationParts extends ConnectionParts {
  /** Origin that people see: hosts send them back there, and nowhere else. */
  readonly origin: () => string;
}

const endpoint = endpointsOf<AuthorizationParts>();

const COMMON = {
  tag: 'Connections',
  access: { resource: 'connections', action: 'write' },
  withoutKeys: true,
} as const;

/** Where hosts send people back to. */
const RETURN = '/connections';

const KIND_NAMES = ACCOUNT_KINDS.map(({ name }) => name) as [string, ...string[]];
const TOKEN_FIELDS = Object.keys(tokenFields);

const beginRequest = z.strictObject({
  kind: z.enum(KIND_NAMES).optional().describe('Of a new connection.'),
  name: connectionName.optional().describe('Of a new connection.'),
  settings: z.record(z.string().max(100), z.unknown()).optional().describe('Of a new connection, without credentials.'),
  connection: z
    .string()
    .regex(CONNECTION_ID, 'must be the id of a connection')
    .optional()
    .describe('Instead of those: a connection whose account is to let the service in anew.'),
});
const word = z.string().min(1).max(4_000);
const completeRequest = z.strictObject({
  state: word.describe('As the host has sent it.'),
  code: word.optional(),
  error: word.optional(),
  iss: word.optional(),
});
const kindsAnswer = z.strictObject({
  success: z.literal(true),
  kinds: z.array(z.strictObject({ kind: z.string(), title: z.string() })),
  redirect_uri: z.string().describe('What the app has to have among its addresses.'),
});
const beginAnswer = z.strictObject({ success: z.literal(true), url: z.string() });

const kinds = endpoint({
  ...COMMON,
  method: 'get',
  path: '/v1/authorizations',
  operation: 'list_authorizations',
  summary: 'List kinds that can be connected',
  description: 'Those that the operator has an app for. For people who have signed in.',
  answer: jsonAnswer('The kinds.', kindsAnswer),
  errors: [...GATE_ERRORS],
  handle: (_call, { destinations, origin }) => ({
    success: true,
    kinds: destinations.authorizations.kinds(),
    redirect_uri: origin() + RETURN,
  }),
});

const begin = endpoint({
  ...COMMON,
  method: 'post',
  path: '/v1/authorizations',
  operation: 'begin_authorization',
  summary: 'Begin to connect an account',
  description:
    'Where to send the person, who comes back to the page Connections within ten minutes, in the same session.',
  request: jsonBody('BeginAuthorizationRequest', beginRequest, [
    { name: 'dropbox', summary: 'A new connection', value: { kind: 'dropbox', name: 'Archive' } },
  ]),
  answer: jsonAnswer('The address.', beginAnswer),
  errors: [...BODY_ERRORS, ...GATE_ERRORS, 'not_found'],
  handle: async ({ request, body }, { destinations, origin }) => {
    const visitor = visitorOf(request);
    const wanted = await wantedOf(body, visitor, destinations);
    return { success: true, url: await destinations.authorizations.begin(visitor, wanted, origin() + RETURN) };
  },
});

const complete = endpoint({
  ...COMMON,
  method: 'post',
  path: '/v1/authorizations/complete',
  operation: 'complete_authorization',
  summary: 'Connect an account',
  description: 'What a host has sent the person back with becomes a connection, once it was tried.',
  request: jsonBody('CompleteAuthorizationRequest', completeRequest, [
    { name: 'code', summary: 'With a code', value: { state: 'eW91cnM', code: 'c29tZQ' } },
  ]),
  answer: jsonAnswer('The connection, and what its test has shown.', connectionAnswer),
  errors: [...BODY_ERRORS, ...GATE_ERRORS, 'invalid_link', 'destination_unusable', 'not_found', 'limit_reached'],
  handle: async ({ request, body }, { destinations }) => {
    const visitor = visitorOf(request);
    const { connections, authorizations } = destinations;
    const granted = await authorizations.complete(visitor, body).catch((error) => {
      throw unusable(error, '/code');
    });
    const { name, kind, connection: id } = granted;
    const found = id === undefined ? undefined : await connections.get(visitor, id);
    if (id !== undefined && !found) throw gone();
    // What was changed of it meanwhile stays.
    const settings = { ...withoutCredentials(found?.opened ?? granted.settings), ...granted.tokens };
    const own = ownTokens(settings);
    const tokens = authorizations.ofApp(kind, own);
    const probed = await tried(destinations, { kind, settings, test: true, tokens });
    const whole = { settings: own.settings(), grant: 'granted' } as const;
    const row = found
      ? await connections.update(visitor, found, whole, 'connection.authorized')
      : await connections.create(visitor, { name, kind, ...whole });
    return { success: true, connection: connectionJson(row, true), test: probed };
  },
});

export const AUTHORIZATION_ENDPOINTS: readonly HandledEndpoint<AuthorizationParts>[] = [kinds, begin, complete];

function visitorOf(request: Parameters<typeof callerOf>[0]): Visitor {
  const caller = callerOf(request);
  return { ...contextOf(caller), sessionId: (caller.kind === 'person' ? caller.sessionId : undefined) ?? '' };
}

const gone = (): ApiError => new ApiError('not_found', { detail: 'There is no connection with this id.' });

async function wantedOf(
  { kind, name, settings = {}, connection }: z.output<typeof beginRequest>,
  visitor: Visitor,
  { connections }: AuthorizationParts['destinations'],
): Promise<Wanted> {
  if (connection !== undefined) {
    const other = Object.entries({ kind, name }).find(([, value]) => value !== undefined)?.[0];
    if (other !== undefined) throw invalidField(`/${other}`, 'A connection that there is has it already.');
    const row = await connections.get(visitor, connection);
    if (!row) throw gone();
    if (!kindOf(row.kind).account) throw invalidField('/connection', 'Its kind has no accounts that let an app in.');
    return { kind: row.kind, name: row.name, settings: withoutCredentials(row.opened), connection };
  }
  if (kind === undefined || name === undefined)
    throw invalidField(kind === undefined ? '/kind' : '/name', 'A new connection needs "kind" and "name".');
  const typed = TOKEN_FIELDS.find((field) => Object.hasOwn(settings, field));
  if (typed !== undefined) throw invalidField(`/settings/${typed}`, 'What the account gives is not typed.');
  return { kind, name, settings: valid(kindOf(kind).settings, settings) };
}

const withoutCredentials = (settings: Wanted['settings']): Wanted['settings'] =>
  Object.fromEntries(Object.entries(settings).filter(([field]) => !TOKEN_FIELDS.includes(field)));
