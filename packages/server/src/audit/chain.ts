import { createHash } from 'node:crypto';

/** Facts about an event: never content of a document, never a secret. */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>;

/** What happened. */
export interface AuditEntry {
  /** Who did it: the id of a key or of a person, or `system`. */
  readonly actor: string;
  /** What was done: `key.created`. */
  readonly action: string;
  /** Id of what it was done to. */
  readonly target?: string | null;
  readonly detail?: AuditDetail;
}

/** An entry in its place in the chain of its organisation. */
export interface AuditRow {
  readonly organisationId: string;
  /** 1, 2, 3 … without gaps. */
  readonly seq: number;
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly target: string | null;
  readonly detail: AuditDetail;
  /** Hash of the row before; zeros for the first. */
  readonly prevHash: Buffer;
  readonly hash: Buffer;
}

export const FIRST_HASH: Buffer = Buffer.alloc(32);

/** The hash of a row: SHA-256 of the hash before and of the row as canonical JSON. */
export function hashOf(row: Omit<AuditRow, 'hash'>): Buffer {
  const { organisationId, seq, id, at, actor, action, target, detail, prevHash } = row;
  const text = canonical({ organisationId, seq, id, at: at.toISOString(), actor, action, target, detail });
  return createHash('sha256').update(prevHash).update(text).digest();
}

/**
 * JSON with sorted members, without spaces (RFC 8785; texts, whole numbers, booleans and null are all that rows have):
 * the database may give members back in another order than they were written.
 */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

/** What is wrong between a chain and its heads: an operator can accept that. */
export const HEAD_FAULTS = ['tail_removed', 'head_differs', 'head_forged', 'head_missing', 'head_older'] as const;
type HeadFaultKind = (typeof HEAD_FAULTS)[number];

/** What is wrong with a chain. */
export interface AuditFault {
  readonly kind: 'changed' | 'missing' | 'relinked' | 'anchor_differs' | HeadFaultKind;
  /** The row where it shows. */
  readonly seq: number;
}

/** Reads a chain row by row and tells what does not fit. */
export class ChainReader {
  readonly faults: AuditFault[] = [];
  #seq = 0;
  #hash = FIRST_HASH;

  /** The row that was read last. */
  get seq(): number {
    return this.#seq;
  }

  read(row: AuditRow): void {
    if (row.seq !== this.#seq + 1) this.faults.push({ kind: 'missing', seq: this.#seq + 1 });
    else if (!row.prevHash.equals(this.#hash)) this.faults.push({ kind: 'relinked', seq: row.seq });
    if (!hashOf(row).equals(row.hash)) this.faults.push({ kind: 'changed', seq: row.seq });
    this.#seq = row.seq;
    this.#hash = row.hash;
  }
}
