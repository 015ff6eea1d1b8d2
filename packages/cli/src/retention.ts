import { createReadStream } from 'node:fs';
import { ExportError, type Removal, verifyCertificate } from '@platen/server/operation';
import { periodOf } from './day.ts';
import { administer, type Streams } from './keys.ts';
import { organisationOf } from './plans.ts';
import { isFileError, tellSeal, writeWhole } from './sealed-file.ts';
import { UsageError } from './usage-error.ts';

interface Call<Values = object> {
  readonly values: Values;
  readonly positionals: readonly string[];
}

/** `platen retention status`. @returns exit status */
export async function showRetention(streams: Streams): Promise<number> {
  return await administer(undefined, streams, async (administration) => {
    for (const { organisationId, kind, days, kept, due, held } of await administration.retentionStatus()) {
      const period = days === null ? 'own time' : `${days} days`;
      streams.out.write(
        `${[organisationId, kind, period, `${kept} kept`, `${due} due`, held ? 'held' : '-'].join('\t')}\n`,
      );
    }
  });
}

/** `platen retention hold` and `platen retention lift`. @returns exit status */
export async function setHold({ positionals: [organisation = '', reason] }: Call, streams: Streams): Promise<number> {
  if (reason !== undefined && !/^[^\p{Cc}]{1,200}$/u.test(reason)) {
    throw new UsageError('A reason has 1 to 200 characters, in one line.');
  }
  return await administer(organisationOf(organisation), streams, async (administration) => {
    await administration.setHold(reason ?? null);
    streams.error.write(reason === undefined ? 'The legal hold is lifted.\n' : 'The legal hold is set.\n');
  });
}

/** `platen retention certificate`. @returns exit status */
export async function certifyDeletions(
  {
    values: { from, to, organisation },
    positionals: [file = ''],
  }: Call<{ readonly from?: string; readonly to?: string; readonly organisation?: string }>,
  streams: Streams,
): Promise<number> {
  const period = periodOf({ from, to });
  return await writeWhole(file, streams, (write) =>
    administer(undefined, streams, async (administration) =>
      write(administration.certifyDeletions({ ...period, organisationId: organisation })),
    ),
  );
}

/** `platen retention verify`: no database is opened, and no setting is read. @returns exit status */
export async function verifyDeletions(
  { values: { key }, positionals: [file = ''] }: Call<{ readonly key?: string }>,
  streams: Streams,
): Promise<number> {
  try {
    const { removals, ...verification } = await verifyCertificate(createReadStream(file), { key });
    for (const removal of removals) streams.out.write(`${lineOf(removal)}\n`);
    return tellSeal(verification, key, streams);
  } catch (error) {
    if (!(error instanceof ExportError || isFileError(error))) throw error;
    streams.error.write(`${error.message}\n`);
    return 1;
  }
}

const lineOf = ({ day, organisation, kind, count, sha256 }: Removal) =>
  [day, organisation, kind, `${count} removed`, sha256].join('\t');
