import { type AuditLog, readChain } from '../audit/audit-log.ts';
import { cefOf } from '../audit/cef.ts';
import type { AuditEntry } from '../audit/chain.ts';
import { exportLines } from '../audit/export-lines.ts';
import type { Heads } from '../audit/heads.ts';
import { chainsOf } from '../audit/verify.ts';
import type { Database } from '../data/database.ts';
import { VERSION } from '../version.ts';

/** `ndjson` can be checked without the database; `cef` is for systems that gather events. */
export type AuditFormat = 'ndjson' | 'cef';

interface Parts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly heads: Heads;
  readonly auditKey: Buffer;
}

/**
 * All audit chains as text. Who reads the audit log is in it: no row of that, no export.
 * @param entry what the rows of that say. Default: that it was exported in this format
 */
export async function* exportAudit(
  { database, audit, heads, auditKey }: Parts,
  format: AuditFormat,
  entry: Pick<AuditEntry, 'action' | 'detail'> = { action: 'audit.exported', detail: { format } },
): AsyncGenerator<string> {
  const queries = database.system;
  const chains = await chainsOf(queries, heads);
  for (const chain of chains) {
    await audit.record(chain, { actor: 'operator', ...entry });
  }
  if (format === 'ndjson') return yield* exportLines({ queries, heads, auditKey, at: new Date() });
  for (const chain of chains) {
    for await (const row of readChain(queries, chain)) yield cefOf(row, VERSION);
  }
}
