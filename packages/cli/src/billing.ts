import { administer, type Streams } from './keys.ts';
import { UsageError } from './usage-error.ts';

interface Call {
  readonly values: { readonly days?: string };
}

/** `platen billing sync`. @returns exit status */
export async function syncBilling({ values: { days } }: Call, streams: Streams): Promise<number> {
  if (days !== undefined && !/^[1-9][0-9]{0,3}$/.test(days)) throw new UsageError('"--days" has to be 1 to 9999.');
  let left = 0;
  const status = await administer(undefined, streams, async (administration) => {
    const differences = await administration.syncBilling(days === undefined ? undefined : Number(days));
    for (const { kind, organisationId = '-', reference, cents, repaired } of differences) {
      streams.out.write(`${[repaired ? 'repaired' : 'differs', kind, organisationId, reference, cents].join('\t')}\n`);
    }
    left = differences.filter(({ repaired }) => !repaired).length;
    const count = differences.length === 0 ? 'Nothing differed' : `${differences.length} differed, ${left} still do`;
    streams.error.write(`${count}.\n`);
  });
  return status === 0 && left > 0 ? 1 : status;
}
