import { administer, type Streams } from './keys.ts';
import { organisationOf } from './plans.ts';
import { writeWhole } from './sealed-file.ts';

/** `platen organisations export ORGANISATION FILE`. @returns exit status */
export async function exportOrganisation(
  { positionals: [organisation = '', file = ''] }: { readonly positionals: readonly string[] },
  streams: Streams,
): Promise<number> {
  return await writeWhole(file, streams, (write) =>
    administer(organisationOf(organisation), streams, async (administration) =>
      write(administration.exportOrganisation()),
    ),
  );
}
