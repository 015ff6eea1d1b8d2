import type { PathFacts } from '../destinations/plan.ts';
import type { BatchRow } from './reader.ts';

/** What the path of the one file of a batch is made of. */
export function filePathFacts(
  {
    id,
    organisation_id: organisationId,
    tag,
    result,
    format,
  }: Pick<BatchRow, 'id' | 'organisation_id' | 'tag' | 'result' | 'format'>,
  {
    data = {},
    now,
    signal,
  }: {
    /** What all items share. */
    readonly data?: Readonly<Record<string, unknown>> | undefined;
    readonly now: number;
    readonly signal: AbortSignal;
  },
): PathFacts {
  const extension = result === 'zip' ? 'zip' : 'pdf';
  const job = { id, tag, format, template: null, batch: id, position: null, schedule: null };
  return { data, job, formats: [extension], names: [`${tag ?? 'batch'}.${extension}`], now, organisationId, signal };
}
