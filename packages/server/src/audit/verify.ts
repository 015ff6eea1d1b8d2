import type { Kysely } from 'kysely';
import type { Tables } from '../data/schema.ts';
import { readChain } from './audit-log.ts';
import { type AuditFault, ChainReader } from './chain.ts';
import type { Heads } from './heads.ts';

export interface Verification {
  readonly organisationId: string;
  readonly rows: number;
  readonly faults: readonly AuditFault[];
}

/** Checks every chain of the database, and every head that was kept, row by row. */
export async function verifyAudit(queries: Kysely<Tables>, heads: Heads): Promise<Verification[]> {
  const listed = await queries.selectFrom('audit_log').select('organisation_id').distinct().execute();
  const organisations = new Set([...listed.map((row) => row.organisation_id), ...heads.organisations()]);
  const verifications: Verification[] = [];
  for (const organisationId of [...organisations].sort()) {
    verifications.push(await verifyChain(queries, heads, organisationId));
  }
  return verifications;
}

async function verifyChain(queries: Kysely<Tables>, heads: Heads, organisationId: string): Promise<Verification> {
  const head = heads.of(organisationId);
  const reader = new ChainReader();
  let rows = 0;
  let hashAtHead: string | undefined;
  for await (const row of readChain(queries, organisationId)) {
    reader.read(row);
    rows += 1;
    if (typeof head === 'object' && row.seq === head.seq) hashAtHead = row.hash.toString('hex');
  }
  const faults = [...reader.faults];
  if (head === undefined) faults.push({ kind: 'head_missing', seq: reader.seq });
  else if (head === 'forged') faults.push({ kind: 'head_forged', seq: reader.seq });
  else if (head.seq > reader.seq) faults.push({ kind: 'tail_removed', seq: reader.seq + 1 });
  else if (hashAtHead !== head.hash) faults.push({ kind: 'head_differs', seq: head.seq });
  return { organisationId, rows, faults };
}
