import type { EgressRefusal } from '@platen/engine';

/** Whether name servers do not answer, which may do so later; a name that there is not is an error of whoever wrote it. */
export function isResolverDown({ reason, cause }: EgressRefusal): boolean {
  const { code } = (cause ?? {}) as { code?: unknown };
  return reason === 'unresolved' && code !== 'ENOTFOUND';
}
