import { administer, type Streams } from './keys.ts';
import { organisationOf } from './plans.ts';

/** `platen waitlist list`. @returns exit status */
export async function listWaitlist(streams: Streams): Promise<number> {
  return await administer(undefined, streams, async (administration) => {
    for (const { organisationId, status, since } of await administration.waitlist()) {
      streams.out.write(`${[organisationId, status, since].join('\t')}\n`);
    }
  });
}

interface Call {
  readonly positionals: readonly string[];
}

/** `platen waitlist grant`. @returns exit status */
export async function grantAnalysis({ positionals: [organisation = ''] }: Call, streams: Streams): Promise<number> {
  return await administer(organisationOf(organisation), streams, async (administration) => {
    await administration.grantAnalysis();
    streams.error.write('The organisation may use the analysis.\n');
  });
}
