import { sql } from 'kysely';
import { z } from 'zod';
import { exportKey } from '../audit/export-seal.ts';
import { readSealed, type SealedVerification, sealedLines } from '../audit/sealed-file.ts';
import { ExportError } from '../audit/verify-export.ts';
import type { Database } from '../data/database.ts';

/** What was removed of an organization on a day: how many, and a digest of their ids; nothing of their content. */
const removalLine = z.strictObject({
  organisation: z.string(),
  kind: z.string(),
  day: z.iso.date(),
  count: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export type Removal = z.output<typeof removalLine>;

const FORMAT = 'platen-deletions';
/** Rows that are read at once. */
const PAGE = 500;

export interface CertificateOptions {
  readonly database: Database;
  /** Signs the heads of the audit log; the seal is made of it, as that of audit exports is. */
  readonly auditKey: Buffer;
  /** When it is made. */
  readonly at: Date;
  /** Days, the last one included: `2026-01-31`. Default: all. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Default: all organizations, those that are gone included. */
  readonly organisationId?: string | undefined;
}

/** A certificate of deletion: what was removed when its time was over, or because somebody removed it. */
export function certificateLines({ database, auditKey, at, ...which }: CertificateOptions): AsyncGenerator<string> {
  const { from = null, to = null, organisationId = null } = which;
  const facts = { organisation: organisationId, from, to };
  return sealedLines(removals(database, which), { format: FORMAT, key: exportKey(auditKey), at, facts });
}

/** What was removed on those days. */
export async function* removals(
  { system }: Database,
  { from, to, organisationId }: Pick<CertificateOptions, 'from' | 'to' | 'organisationId'>,
): AsyncGenerator<Removal> {
  let after = { day: '0001-01-01', organisation: '', kind: '' };
  for (;;) {
    const { rows } = await sql<Omit<Removal, 'sha256'> & { readonly digest: Buffer }>`
      select organisation_id as organisation, kind, day::text as day, count, digest from purges
      where (day, organisation_id, kind) > (${after.day}::date, ${after.organisation}, ${after.kind})
        and (${from ?? null}::date is null or day >= ${from ?? null}::date)
        and (${to ?? null}::date is null or day <= ${to ?? null}::date)
        and (${organisationId ?? null}::text is null or organisation_id = ${organisationId ?? null})
      order by day, organisation_id, kind limit ${PAGE}
    `.execute(system);
    for (const { digest, ...row } of rows) yield { ...row, sha256: digest.toString('hex') };
    after = rows.at(-1) ?? after;
    if (rows.length < PAGE) return;
  }
}

/**
 * Checks a certificate by itself: no database and no secret is needed.
 * @param options.key the public key of the instance. Default: the one that the file names
 * @throws ExportError for what is none
 */
export async function verifyCertificate(
  source: AsyncIterable<Buffer>,
  { key }: { readonly key?: string | undefined } = {},
): Promise<SealedVerification & { readonly removals: readonly Removal[] }> {
  const found: Removal[] = [];
  const verification = await readSealed(source, {
    format: FORMAT,
    ...(key === undefined ? {} : { key }),
    onLine: (value, number) => {
      const line = removalLine.safeParse(value);
      if (!line.success) throw new ExportError('it is not what a certificate has.', number);
      found.push(line.data);
    },
  });
  return { ...verification, removals: found };
}
