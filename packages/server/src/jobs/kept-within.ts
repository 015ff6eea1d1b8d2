import { KEPT } from '../conversions/later-fields.ts';
import { ApiError } from '../errors.ts';

const DAY = 86_400;

/**
 * How long a result is kept.
 * @param days that the organization keeps results at most
 * @param asked what the request asks for, in seconds; default: two days, or less where that is the most
 * @returns seconds
 * @throws ApiError `storage_forbidden` when it asks for more
 */
export function keptWithin(days: number, asked?: number): number {
  const most = days * DAY;
  if (asked === undefined || asked <= most) return asked ?? Math.min(KEPT, most);
  const detail = `Your organization keeps results for ${most} seconds at most (${days} days).`;
  throw new ApiError('storage_forbidden', {
    detail,
    issues: [{ pointer: '/expires_in', code: 'storage_forbidden', detail }],
  });
}
