import { administer, type Streams } from './keys.ts';
import { organisationOf } from './plans.ts';

interface Call {
  readonly positionals: readonly string[];
}

/** `platen hipaa on` and `platen hipaa off`. @returns exit status */
export async function switchHipaa(
  { positionals: [organisation = ''] }: Call,
  hipaa: boolean,
  streams: Streams,
): Promise<number> {
  return await administer(organisationOf(organisation), streams, async (administration) => {
    await administration.setHipaa(hipaa);
    streams.error.write(`The HIPAA profile of the organisation is ${hipaa ? 'on' : 'off'}.\n`);
  });
}
