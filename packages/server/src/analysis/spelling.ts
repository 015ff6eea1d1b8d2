import { ApiError } from '../errors.ts';
import type { ServedKind } from './kinds.ts';

/** `summary_type`, `SummaryType` and `summaryType` come to the same. */
const plain = (name: string): string => name.replace(/[-_]/g, '').toLowerCase();

/**
 * Members that are not known are ignored, but one that is a known name in another spelling is a mistake: the answer would
 * be another one than was asked for, without a word.
 * @throws ApiError `unknown_field`
 */
export function refuseOtherSpellings({ requestSchema }: Pick<ServedKind, 'requestSchema'>, body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const known = new Map(Object.keys(requestSchema.shape).map((name) => [plain(name), name]));
  const issues = Object.keys(body).flatMap((name) => {
    const meant = known.get(plain(name));
    if (meant === undefined || meant === name || Object.hasOwn(body, meant)) return [];
    const detail = `The field "${name.slice(0, 64)}" is not known. Did you mean "${meant}"?`;
    return [{ pointer: `/${name.slice(0, 64)}`, code: 'unknown_field', detail }];
  });
  const [first] = issues;
  if (first) throw new ApiError('unknown_field', { detail: first.detail, issues });
}
