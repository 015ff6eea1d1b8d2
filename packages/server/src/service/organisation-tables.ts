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

/** The fields of a request, and its files in Base64. An item of a batch is kept as JSON alone. */
function request(bytes: Buffer): unknown {
  if (bytes[0] === '{'.charCodeAt(0)) return JSON.parse(bytes.toString('utf8'));
  const { caller: _, files, ...rest } = readPayload(bytes);
  return {
    ...rest,
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
  schedules: { request: { as: of('schedule_request') } },
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
