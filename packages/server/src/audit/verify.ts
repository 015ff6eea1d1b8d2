import type { Kysely } from 'kysely';
import type { Tables } from '../data/schema.ts';
import { type AuditLog, readChain } from './audit-log.ts';
import { type AuditFault, type AuditRow, ChainReader, FIRST_HASH, HEAD_FAULTS } from './chain.ts';
import { headFaults, seqsOf, type Witnesses } from './head-faults.ts';
import type { Heads } from './heads.ts';
import type { AnchoredHead, Head } from './marks.ts';

export interface Verification {
  readonly organisationId: string;
  readonly rows: number;
  readonly faults: readonly AuditFault[];
}

/**
 * Checks every chain of the database, and every head that was kept, row by row.
 * @param anchors heads that are kept elsewhere
 */
export async function verifyAudit(
  queries: Kysely<Tables>,
  heads: Heads,
  anchors: readonly AnchoredHead[] = [],
): Promise<Verification[]> {
  const verifications: Verification[] = [];
  const anchored = byChain(anchors);
  const chains = new Set([...(await chainsOf(queries, heads)), ...anchored.keys()]);
  for (const organisationId of [...chains].sort()) {
    heads.reread(organisationId);
    const witnesses = await heads.witnesses(queries, organisationId);
    const check = new ChainCheck(organisationId, witnesses, { anchors: anchored.get(organisationId) });
    for await (const row of readChain(queries, organisationId)) check.read(row);
    verifications.push(check.end());
  }
  return verifications;
}

/** Organisations that have a chain, or of which a head was kept or is remembered. */
export async function chainsOf(queries: Kysely<Tables>, heads: Heads): Promise<readonly string[]> {
  const listed = await queries.selectFrom('audit_log').select('organisation_id').distinct().execute();
  const remembered = await heads.marks.chains(queries);
  return [...new Set([...listed.map((row) => row.organisation_id), ...heads.chains(), ...remembered])].sort();
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

export function byChain<Kind extends Head>(heads: readonly Kind[]): ReadonlyMap<string, readonly Kind[]> {
  return Map.groupBy(heads, ({ organisationId }) => organisationId);
}

/** Checks one chain against what is known of it outside of its rows. */
export class ChainCheck {
  readonly #organisationId: string;
  readonly #witnesses: Witnesses;
  readonly #anchors: readonly AnchoredHead[];
  readonly #made: number;
  readonly #asked: ReadonlySet<number>;
  readonly #reader = new ChainReader();
  /** Hashes of the rows that the witnesses speak of, in hex. */
  readonly #hashes = new Map([[0, FIRST_HASH.toString('hex')]]);
  #rows = 0;

  /**
   * @param options.anchors heads that are kept elsewhere
   * @param options.made when the rows were read, in milliseconds: what was anchored later may be of rows after them. Default: now
   */
  constructor(
    organisationId: string,
    witnesses: Witnesses,
    {
      anchors = [],
      made = Number.POSITIVE_INFINITY,
    }: { readonly anchors?: readonly AnchoredHead[] | undefined; readonly made?: number } = {},
  ) {
    this.#organisationId = organisationId;
    this.#witnesses = witnesses;
    this.#anchors = anchors;
    this.#made = made;
    this.#asked = new Set([...seqsOf(witnesses), ...anchors.map(({ seq }) => seq)]);
  }

  read(row: AuditRow): void {
    this.#reader.read(row);
    this.#rows += 1;
    if (this.#asked.has(row.seq)) this.#hashes.set(row.seq, row.hash.toString('hex'));
  }

  /** What is wrong, once all rows are read. */
  end(): Verification {
    const { seq: last, faults } = this.#reader;
    const ofHead = headFaults(this.#witnesses, { last, hashOf: (seq) => this.#hashes.get(seq) });
    const isAfter = ({ seq, at }: AnchoredHead) => seq > last && Date.parse(at) > this.#made;
    const differing = this.#anchors
      .filter((head) => this.#hashes.get(head.seq) !== head.hash && !isAfter(head))
      .map(({ seq }) => seq);
    const first = differing.sort((a, b) => a - b).at(0);
    const ofAnchor: AuditFault[] = first === undefined ? [] : [{ kind: 'anchor_differs', seq: first }];
    return { organisationId: this.#organisationId, rows: this.#rows, faults: [...faults, ...ofHead, ...ofAnchor] };
  }
}
