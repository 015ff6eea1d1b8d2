import type { Later } from '../conversions/later-fields.ts';
import { ApiError } from '../errors.ts';

/** Seconds that a result stays after it was made, unless it waits still to be sent. */
const SHORTEST = 60;

/**
 * How long the result of a job is kept of an organization with the HIPAA profile. Nothing is stored for it: what is not
 * answered at once has to be sent to a destination.
 * @param awaited whether somebody waits for the result, and gets it or nothing
 * @returns seconds
 * @throws ApiError `storage_forbidden`
 */
export function keptUnderHipaa({ destinations, expires_in: keep, ...later }: Later, awaited: boolean): number {
  if (keep !== undefined && keep > SHORTEST) throw storageForbidden('expires_in');
  if (destinations.length > 0) return SHORTEST;
  if (awaited && later.filename === undefined) return SHORTEST;
  const asks = (name: 'filename' | 'webhook' | 'async') => later[name] !== undefined && later[name] !== false;
  throw storageForbidden((['filename', 'webhook', 'async'] as const).find(asks));
}

/** @param field the one that asks for something to be stored; absent for a header that does */
function storageForbidden(field?: keyof Later): ApiError {
  const detail = `No result may be stored for your organization, which has the HIPAA profile${
    field === undefined ? '' : `, and "${field}" asks for it`
  }. Ask for it at once, or have it sent to a destination of your own.`;
  return new ApiError('storage_forbidden', {
    detail,
    ...(field === undefined ? {} : { issues: [{ pointer: `/${field}`, code: 'storage_forbidden', detail }] }),
  });
}

/** @returns the refusal of a batch, wherever its results are sent: what failed of it is kept to be tried again */
export function batchForbidden(): ApiError {
  return new ApiError('storage_forbidden', {
    detail:
      'A batch keeps its items until it is removed, and your organization has the HIPAA profile. Send each document as a request of its own.',
  });
}
