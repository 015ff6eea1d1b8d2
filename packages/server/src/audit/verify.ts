import type { Kysely } from 'kysely';
import type { Tables } from '../data/schema.ts';
import { type AuditLog, readChain } from './audit-log.ts';
import { type AuditFault, ChainReader, FIRST_HASH, HEAD_FAULTS } from './chain.ts';
import { headFaults, seqsOf } from './head-faults.ts';
import type { Heads } from './heads.ts';

export interface Verification {
  readonly organisationId: string;
  readonly rows: number;
  readonly faults: readonly AuditFault[];
}

/** Checks every chain of the database, and every head that was kept, row by row. */
export async function verifyAudit(queries: Kysely<Tables>, heads: Heads): Promise<Verification[]> {
  const listed = await queries.selectFrom('audit_log').select('organisation_id').distinct().execute();
  const chains = new Set([
    ...listed.map((row) => row.organisation_id),
    ...heads.chains(),
    ...(await heads.marks.chains(queries)),
  ]);
  const verifications: Verification[] = [];
  for (const organisationId of [...chains].sort()) {
    verifications.push(await verifyChain(queries, heads, organisationId));
  }
  return verifications;
}

/**
 * Accepts every chain whose head does not fit as it is now, and signs it anew.
 * @returns what was accepted of each
 */
export async function acceptAudit(
  queries: Kysely<Tables>,
  { heads, audit }: { readonly heads: Heads; readonly audit: AuditLog },
): Promise<Verification[]> {
  const accepted: Verification[] = [];
  for (const verification of await verifyAudit(queries, heads)) {
    const faults = verification.faults.filter(({ kind }) => (HEAD_FAULTS as readonly string[]).includes(kind));
    if (faults.length === 0) continue;
    await audit.accept(verification.organisationId, faults);
    accepted.push({ ...verification, faults });
  }
  return accepted;
}

async function verifyChain(queries: Kysely<Tables>, heads: Heads, organisationId: string): Promise<Verification> {
  heads.reread(organisationId);
  const witnesses = await heads.witnesses(queries, organisationId);
  const reader = new ChainReader();
  const hashes = new Map([[0, FIRST_HASH.toString('hex')]]);
  const asked = new Set(seqsOf(witnesses));
  let rows = 0;
  for await (const row of readChain(queries, organisationId)) {
    reader.read(row);
    rows += 1;
    if (asked.has(row.seq)) hashes.set(row.seq, row.hash.toString('hex'));
  }
  const ofHead = headFaults(witnesses, { last: reader.seq, hashOf: (seq) => hashes.get(seq) });
  return { organisationId, rows, faults: [...reader.faults, ...ofHead] };
}
