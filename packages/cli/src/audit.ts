import { createReadStream } from 'node:fs';
import {
  type Administration,
  type Anchors,
  type AuditFormat,
  ExportError,
  type ExportVerification,
  verifyExport,
} from '@platen/server/operation';
import { anchorsIn, tellAnchors } from './anchors.ts';
import { administer, type Streams } from './keys.ts';
import { FILE_FAULTS, isFileError, UNKNOWN_KEY, writeWhole } from './sealed-file.ts';
import { UsageError } from './usage-error.ts';

interface VerifyCall {
  readonly values: { readonly key?: string; readonly anchors?: string };
  readonly positionals: readonly string[];
}

interface ExportCall {
  readonly values: { readonly format?: string };
  readonly positionals: readonly string[];
}

/** `platen audit verify`. @returns 0 if all chains are whole, 1 if not */
export async function verifyAudit(
  { values: { key, anchors: folder }, positionals: [file] }: VerifyCall,
  streams: Streams,
): Promise<number> {
  if (file !== undefined) return await verifyFile(file, { key, folder }, streams);
  if (folder !== undefined)
    throw new UsageError(
      'Name the export that the anchors are for; the database is checked against PLATEN_AUDIT_ANCHOR.',
    );
  if (key !== undefined)
    throw new UsageError('Name the export that the key is for: platen audit verify FILE --key KEY');
  let broken = 0;
  const status = await administer(undefined, streams, async (administration) => {
    const { chains, anchors } = await administration.verifyAudit();
    broken = tellChains(chains, streams) + tellAnchors(anchors, streams);
  });
  return status === 0 && broken > 0 ? 1 : status;
}

/** Checks an export by itself: no database is opened, and no setting is read. */
async function verifyFile(
  file: string,
  { key, folder }: { readonly key: string | undefined; readonly folder: string | undefined },
  streams: Streams,
): Promise<number> {
  let verification: ExportVerification;
  let anchors: Anchors | undefined;
  try {
    anchors = await anchorsIn(folder, key);
    verification = await verifyExport(createReadStream(file), { key, ...(anchors ? { anchors: anchors.heads } : {}) });
  } catch (error) {
    if (!(error instanceof ExportError || isFileError(error))) throw error;
    streams.error.write(`${error.message}\n`);
    return 1;
  }
  const { chains, publicKey, at, fault } = verification;
  const broken = tellChains(chains, streams) + tellAnchors(anchors, streams, at);
  streams.out.write(fault ? `NOT WHOLE: ${FILE_FAULTS[fault]}\n` : `exported ${at}, sealed with ${publicKey}\n`);
  if (!fault && key === undefined) streams.error.write(`${UNKNOWN_KEY}\n`);
  return fault || broken > 0 ? 1 : 0;
}

type Verified = Awaited<ReturnType<Administration['verifyAudit']>>;

/** Says of each chain whether it is whole. @returns count of what is wrong */
export function tellChains(chains: Verified['chains'], { out }: Streams): number {
  for (const { organisationId, rows, faults } of chains) {
    out.write(`${organisationId}: ${rows} rows, ${faults.length === 0 ? 'whole' : 'NOT WHOLE'}\n`);
    for (const { kind, seq } of faults) out.write(`  row ${seq}: ${FAULTS[kind]}\n`);
  }
  return chains.reduce((sum, { faults }) => sum + faults.length, 0);
}

/** `platen audit anchor`. @returns exit status */
export async function anchorAudit(streams: Streams): Promise<number> {
  return await administer(undefined, streams, async (administration) => {
    const count = await administration.anchorAudit();
    streams.error.write(`The heads of ${count} chains are anchored, sealed with ${administration.publicKey}.\n`);
  });
}

/** `platen audit accept`. @returns exit status */
export async function acceptAudit(streams: Streams): Promise<number> {
  return await administer(undefined, streams, async (administration) => {
    const accepted = await administration.acceptAudit();
    for (const { organisationId, faults } of accepted) {
      streams.out.write(`${organisationId}: signed anew\n`);
      for (const { kind, seq } of faults) streams.out.write(`  row ${seq}: ${FAULTS[kind]}\n`);
    }
    if (accepted.length === 0) streams.error.write('There is nothing to accept: every signed head fits.\n');
  });
}

const FAULTS = {
  changed: 'it was changed',
  missing: 'it is missing',
  relinked: 'it does not follow the row before it',
  tail_removed: 'it and what followed is missing',
  head_differs: 'it is another than when it was signed',
  head_forged: 'the signed head is not signed by this instance',
  head_missing: 'there is no signed head in this data folder, so rows may have been changed or be missing',
  anchor_differs: 'it is another than when it was anchored, or is missing',
  head_older: 'the signed head in this data folder is older than the one that was kept there',
} as const;

/**
 * `platen audit export`: into a file that only this user may read, and which is whole or not there.
 * @returns 0, or 1 when it could not be made
 */
export async function exportAudit({ values, positionals: [file = ''] }: ExportCall, streams: Streams): Promise<number> {
  const { format = 'ndjson' } = values;
  if (!isFormat(format)) throw new UsageError('"--format" has to be ndjson or cef.');
  return await writeWhole(file, streams, (write) =>
    administer(undefined, streams, async (administration) => write(administration.exportAudit(format))),
  );
}

const isFormat = (text: string): text is AuditFormat => text === 'ndjson' || text === 'cef';
