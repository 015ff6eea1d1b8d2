import { EgressRefusal, type GuardedClient } from '@platen/engine';
import { ApiError } from '../errors.ts';
import { invalidField } from '../http/valid.ts';
import type { Settings } from './connection-rows.ts';
import type { ConnectionStore } from './connection-store.ts';
import type { OnConflict } from './kind.ts';
import { kindOf } from './kinds.ts';
import type { RequestedDestination } from './request-field.ts';

/** Where a job is to send its results: checked, and without what differs between the results. */
export interface JobDestination {
  readonly kind: string;
  readonly connection?: string | undefined;
  /** Of a destination that the request describes. */
  readonly settings?: Settings | undefined;
  /** A Liquid template. */
  readonly path: string;
  readonly onConflict: OnConflict;
  /** Where it stands in the request. */
  readonly at: string;
}

export interface ResolveParts {
  readonly connections: ConnectionStore;
  readonly client: GuardedClient;
}

const DEFAULT_PATH = '{{ file }}';

/**
 * Finds the connections that a request names, and checks the addresses of what it describes.
 * @param results how many results there will be
 * @throws ApiError `invalid_request`, `url_not_allowed`
 */
export async function resolveDestinations(
  { connections, client }: ResolveParts,
  organisationId: string,
  { requested, results }: { readonly requested: readonly RequestedDestination[]; readonly results: number },
): Promise<readonly JobDestination[]> {
  const resolved: JobDestination[] = [];
  for (const each of requested) {
    const { at, path, on_conflict: onConflict = 'replace', kind, ...rest } = each as Fields;
    const common = { at, path: path === undefined ? DEFAULT_PATH : path, onConflict };
    const id = kind === 'place' ? await placed(connections, organisationId, each as Fields) : rest.connection;
    if (id !== undefined) {
      const row = await connections.find(organisationId, id);
      if (!row)
        throw invalidField(`${at}${kind === 'place' ? '' : '/connection'}`, 'There is no connection with this id.');
      resolved.push({ ...common, kind: row.kind, connection: id });
    } else {
      await refuseAddresses(client, { kind: kind ?? '', settings: rest, pointer: at });
      resolved.push({ ...common, kind: kind ?? '', settings: rest });
    }
    const last = resolved.at(-1);
    if (results > 1 && last && kindOf(last.kind).single)
      throw invalidField(
        at,
        `An address takes one file, and there are ${results} results. Ask for one, or use another kind.`,
      );
  }
  return resolved;
}

type Fields = {
  readonly at: string;
  readonly kind?: string;
  readonly path?: string;
  readonly on_conflict?: OnConflict;
  readonly connection?: string;
  readonly place?: string;
};

async function placed(
  connections: ConnectionStore,
  organisationId: string,
  { at, place = '' }: Fields,
): Promise<string> {
  const [id, another] = await connections.ofPlace(organisationId, place);
  if (id === undefined) throw invalidField(at, `There is no connection for ${place}. Make one: POST /v1/connections.`);
  if (another !== undefined)
    throw invalidField(at, `There are several connections for ${place}. Name one of them in "destination".`);
  return id;
}

/** @throws ApiError `url_not_allowed` for a server that must not be reached */
export async function refuseAddresses(
  client: GuardedClient,
  { kind, settings, pointer }: { readonly kind: string; readonly settings: Settings; readonly pointer: string },
): Promise<void> {
  try {
    for (const address of kindOf(kind).addresses(settings as never)) await client.check(address);
  } catch (error) {
    if (!(error instanceof EgressRefusal)) throw error;
    const field = pointer.slice(1).replaceAll('/', '.');
    const detail = `${field === '' ? '' : `"${field}": `}The server has to be reachable from the public internet, by https where it is the web, or one that the operator allows.`;
    throw new ApiError('url_not_allowed', { detail, issues: [{ pointer, code: 'url_not_allowed', detail }] });
  }
}
