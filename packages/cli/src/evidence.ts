import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type EvidenceVerification, ExportError, verifyEvidence } from '@platen/server/operation';
import { anchorsIn, tellAnchors } from './anchors.ts';
import { tellChains } from './audit.ts';
import { periodOf } from './day.ts';
import { administer, type Streams } from './keys.ts';
import { FILE_FAULTS, isFileError, tellSeal, writeWhole } from './sealed-file.ts';
import { UsageError } from './usage-error.ts';

interface Call<Values> {
  readonly values: Values;
  readonly positionals: readonly string[];
}

interface ExportValues {
  readonly from?: string;
  readonly to?: string;
  readonly tests?: string;
}

/** `platen evidence export`. @returns exit status */
export async function exportEvidence(
  { values: { tests, ...days }, positionals: [file = ''] }: Call<ExportValues>,
  streams: Streams,
): Promise<number> {
  const period = periodOf(days);
  return await writeWhole(file, streams, async (write) => {
    const report = tests === undefined ? undefined : { name: reportName(tests), content: await readFile(tests) };
    const status = await administer(undefined, streams, async (administration) =>
      write(administration.exportEvidence({ ...period, tests: report })),
    );
    if (status === 0 && !report) streams.error.write('No report of tests is in it: name one by --tests.\n');
    return status;
  });
}

/** Name of a file in the archive. @throws UsageError for one that would not fit there */
function reportName(file: string): string {
  const name = path.basename(file);
  if (!/^\w[\w.-]{0,59}$/.test(name) || name.includes('..')) {
    throw new UsageError('The name of the report has to be up to 60 letters, digits, ".", "_" and "-".');
  }
  return name;
}

/** `platen evidence verify`: no database is opened, and no setting is read. @returns 0 if all of it is whole, 1 if not */
export async function verifyEvidenceFile(
  {
    values: { key, anchors: folder },
    positionals: [file = ''],
  }: Call<{ readonly key?: string; readonly anchors?: string }>,
  streams: Streams,
): Promise<number> {
  try {
    const anchors = await anchorsIn(folder, key);
    const given = { key, ...(anchors ? { anchors: anchors.heads } : {}) };
    const verification = await verifyEvidence(createReadStream(file), given);
    const status = tell(verification, key, streams);
    return tellAnchors(anchors, streams, verification.audit?.at) > 0 ? 1 : status;
  } catch (error) {
    if (!(error instanceof ExportError || isFileError(error))) throw error;
    streams.error.write(`${error.message}\n`);
    return 1;
  }
}

function tell(verification: EvidenceVerification, key: string | undefined, streams: Streams): number {
  const { header, whole, faults, fault, last, damage, audit, auditDamage } = verification;
  const { out } = streams;
  for (const { file, kind } of faults) out.write(`${file}: ${FAULTS[kind]}\n`);
  const broken = audit ? tellChains(audit.chains, streams) : 1;
  if (audit?.fault) out.write(`audit log: NOT WHOLE: ${FILE_FAULTS[audit.fault]}\n`);
  if (!audit) out.write(`audit log: NOT WHOLE: ${auditDamage ?? 'it is missing'}\n`);
  if (header) out.write(`${whole} files are as they were sealed\n`);
  if (damage !== undefined) out.write(`after ${last}: ${damage}\n`);
  const isBad = fault !== undefined || broken > 0 || audit?.fault !== undefined;
  if (header) return Math.max(tellSeal({ header, ...(fault ? { fault } : {}) }, key, streams), isBad ? 1 : 0);
  out.write(
    `NOT WHOLE: the archive ends in or after ${last}: what followed, and the sealed list of files, is missing\n`,
  );
  return 1;
}

const FAULTS = {
  changed: 'it was changed since it was sealed',
  missing: 'it is missing',
  unlisted: 'it is not in the sealed list of files, or is there twice',
} as const;
