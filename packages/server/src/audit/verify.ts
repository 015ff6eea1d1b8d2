import type { Kysely } from 'kysely';
import type { Tables } from '../data/schema.ts';
import { readChain } from './audit-log.ts';
import { type AuditFault, type AuditRow, ChainReader } from './chain.ts';
import type { Head, Heads } from './heads.ts';

export interface Verification {
  readonly organisationId: string;
  readonly rows: number;
  readonly faults: readonly AuditFault[];
}

/** Checks every chain of the database, and every head that was kept, row by row. */
export async function verifyAudit(queries: Kysely<Tables>, heads: Heads): Promise<Verification[]> {
  const verifications: Verification[] = [];
  for (const organisationId of await chainsOf(queries, heads)) {
    verifications.push(await verifyChain(queries, heads, organisationId));
  }
  return verifications;
}

/** Organisations that have a chain, or of which a head was kept. */
export async function chainsOf(queries: Kysely<Tables>, heads: Heads): Promise<readonly string[]> {
  const listed = await queries.selectFrom('audit_log').select('organisation_id').distinct().execute();
  return [...new Set([...listed.map((row) => row.organisation_id), ...heads.organisations()])].sort();
}

async function verifyChain(queries: Kysely<Tables>, heads: Heads, organisationId: string): Promise<Verification> {
  const check = new ChainCheck(organisationId, heads.of(organisationId));
  for await (const row of readChain(queries, organisationId)) check.read(row);
  return check.end();
}

/** Checks one chain against the head that was kept of it. */
export class ChainCheck {
  readonly #organisationId: string;
  readonly #head: Head | 'forged' | undefined;
  readonly #reader = new ChainReader();
  #rows = 0;
  #hashAtHead: string | undefined;

  constructor(organisationId: string, head: Head | 'forged' | undefined) {
    this.#organisationId = organisationId;
    this.#head = head;
  }

  read(row: AuditRow): void {
    this.#reader.read(row);
    this.#rows += 1;
    if (typeof this.#head === 'object' && row.seq === this.#head.seq) this.#hashAtHead = row.hash.toString('hex');
  }

  /** What is wrong, once all rows are read. */
  end(): Verification {
    const head = this.#head;
    const { seq } = this.#reader;
    const faults = [...this.#reader.faults];
    if (head === undefined) faults.push({ kind: 'head_missing', seq });
    else if (head === 'forged') faults.push({ kind: 'head_forged', seq });
    else if (head.seq > seq) faults.push({ kind: 'tail_removed', seq: seq + 1 });
    else if (this.#hashAtHead !== head.hash) faults.push({ kind: 'head_differs', seq: head.seq });
    return { organisationId: this.#organisationId, rows: this.#rows, faults };
  }
}
