import { sharedOf } from '../batches/payload.ts';
import { deliveryOutcome, deliveryTarget } from '../destinations/sealed.ts';
import { outcomeOf, payloadOf, readPayload } from '../jobs/payload.ts';
import type { SealedObject } from '../vault/vault.ts';
import { eventBody, exchangeOf } from '../webhooks/sealed.ts';

/** A row as the database has it. */
export type Row = Readonly<Record<string, unknown>>;

/** How a sealed column is opened. */
interface Opened {
  readonly as: (row: Row) => SealedObject;
  /** Default: text, as JSON where it is some. */
  readonly read?: (bytes: Buffer) => unknown;
}

const text = (row: Row, column: string): string => String(row[column]);
const of =
  (kind: string, id = 'id', version?: string) =>
  (row: Row): SealedObject => ({
    organisationId: text(row, 'organisation_id'),
    kind,
    id: text(row, id),
    ...(version === undefined ? {} : { version: Number(row[version]) }),
  });
const byId = (object: (organisationId: string, id: string) => SealedObject) => (row: Row) =>
  object(text(row, 'organisation_id'), text(row, 'id'));

/** Fields of requests that are not in the archive, and why. */
export const NO_FIELDS: Readonly<Record<string, string>> = {
  auth: 'Credentials for the page.',
  cookies: 'They may let somebody into the page.',
  http_headers: 'They may let somebody into the page.',
  protection: 'It has passwords of PDF files.',
  presigned_url: 'Whoever has it may write there.',
  webhook: 'It may have credentials of the receiver.',
};
/** Fields that say where results are sent, and what of each is in the archive: beside it there may be credentials. */
const DESTINATIONS = new Set(['destination', 'destinations']);
const OF_DESTINATION = ['kind', 'connection', 'path', 'on_conflict', 'onConflict'];

/** A request without credentials, also within its options. Data are as they were sent. */
function withoutCredentials(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (typeof value !== 'object' || value === null) return value;
  const shown = ([name, member]: [string, unknown]) => {
    if (name === 'data') return [name, member];
    return [name, DESTINATIONS.has(name) ? placeOf(member) : withoutCredentials(member)];
  };
  const fields = Object.entries(value).filter(([name]) => !Object.hasOwn(NO_FIELDS, name));
  return Object.fromEntries(fields.map(shown));
}

function placeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(placeOf);
  return Object.fromEntries(Object.entries(Object(value)).filter(([name]) => OF_DESTINATION.includes(name)));
}

const json = (bytes: Buffer): unknown => withoutCredentials(JSON.parse(bytes.toString('utf8')));

/** The fields of a request, and its files in Base64. An item of a batch is kept as JSON alone. */
function request(bytes: Buffer): unknown {
  if (bytes[0] === '{'.charCodeAt(0)) return json(bytes);
  const { caller: _, files, json: fields, ...rest } = readPayload(bytes);
  return {
    ...rest,
    json: withoutCredentials(fields),
    files: files.map(({ name, bytes: file }) => ({ name, base64: Buffer.from(file).toString('base64') })),
  };
}

/** Sealed columns of tables that have `organisation_id`, by table and column. */
export const OPENED: Readonly<Record<string, Readonly<Record<string, Opened>>>> = {
  templates: { draft: { as: of('template_draft', 'id', 'revision') } },
  template_versions: { body: { as: of('template_version', 'template_id', 'version') } },
  snippets: { content: { as: of('snippet', 'id', 'version') } },
  jobs: {
    request: { as: byId(payloadOf), read: request },
    outcome: { as: byId(outcomeOf) },
  },
  batches: { request: { as: byId(sharedOf), read: request } },
  schedules: { request: { as: of('schedule_request'), read: json } },
  webhook_events: {
    body: { as: (row) => eventBody({ organisation_id: text(row, 'organisation_id'), id: text(row, 'id') }) },
  },
  webhook_attempts: {
    exchange: {
      as: (row) =>
        exchangeOf({ organisation_id: text(row, 'organisation_id'), id: text(row, 'delivery_id') }, Number(row.number)),
    },
  },
  destination_deliveries: {
    // Of a destination that the request itself describes there are credentials beside the path.
    target: { as: byId(deliveryTarget), read: (bytes) => ({ path: JSON.parse(bytes.toString('utf8')).path }) },
    outcome: { as: byId(deliveryOutcome) },
  },
};

/** Digests, which are shown in hex. */
export const DIGESTS: Readonly<Record<string, readonly string[]>> = {
  audit_log: ['prev_hash', 'hash'],
  job_outputs: ['sha256'],
  purges: ['digest'],
};

/** Columns that are not in the archive, and why. */
export const NO_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  api_keys: { digest: 'It is what a key is known by.' },
  invitations: { digest: 'It is what an invitation is known by.' },
  connections: { settings: 'They have credentials of other services.' },
  webhook_endpoints: { target: 'It may have credentials of the receiver.' },
  webhook_deliveries: { target: 'It may have credentials of the receiver.' },
  job_webhooks: { target: 'It may have credentials of the receiver.' },
  template_assets: { bytes: 'They are files of their own, in files/.' },
};

/** Tables that are not in the archive, and why. */
export const NO_TABLES: Readonly<Record<string, string>> = {
  vault_keys: 'Keys that content is sealed under: here it is open.',
  webhook_secrets: 'They sign webhooks.',
  setup_codes: 'They let somebody in.',
  connection_authorizations: 'They let somebody into accounts of other services.',
  idempotency_keys: 'Answers for repeats of a request, for a day: results are in results/.',
  idempotency_parts: 'As idempotency_keys.',
  object_parts: 'Results that are kept in the database: they are in results/.',
  billing_departed: 'Of organizations that are gone.',
};
