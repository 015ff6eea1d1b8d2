import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../data/schema.ts';
import { readChainPages } from './audit-log.ts';
import type { AuditRow } from './chain.ts';
import { ExportSeal, exportKey, publicKeyOf } from './export-seal.ts';
import { newestOf } from './head-faults.ts';
import type { Heads } from './heads.ts';
import { chainsOf } from './verify.ts';

/**
 * An export of the audit log is text, one JSON value a line: a header, then for each organisation a line with the head
 * that was kept of its chain and its rows in order, then the count of all rows with the seal over all lines before.
 */
export const headerLine = z.strictObject({
  format: z.literal('platen-audit'),
  version: z.literal(1),
  at: z.iso.datetime(),
  public_key: z.string(),
});

const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const chainLine = z.strictObject({
  chain: z.string(),
  /** `forged`: its signature was not ours; null: none was kept. */
  head: z.union([z.strictObject({ seq: z.int(), hash }), z.literal('forged'), z.null()]),
});

export const rowLine = z.strictObject({
  seq: z.int(),
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.string(),
  action: z.string(),
  target: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  prev_hash: hash,
  hash,
});

export const sealLine = z.strictObject({ rows: z.int(), seal: z.string() });

export interface ExportSource {
  readonly queries: Kysely<Tables>;
  readonly heads: Heads;
  /** Signs the heads. */
  readonly auditKey: Buffer;
  /** When it is made. */
  readonly at: Date;
}

/** All chains as an export, whole lines at a time. */
export async function* exportLines({ queries, heads, auditKey, at }: ExportSource): AsyncGenerator<string> {
  const key = exportKey(auditKey);
  const seal = new ExportSeal();
  const sealed = (value: object) => {
    const text = `${JSON.stringify(value)}\n`;
    seal.add(text);
    return text;
  };
  let rows = 0;
  const header: z.input<typeof headerLine> = {
    format: 'platen-audit',
    version: 1,
    at: at.toISOString(),
    public_key: publicKeyOf(key),
  };
  yield sealed(header);
  for (const chain of await chainsOf(queries, heads)) {
    // Read before the rows: a head that others keep meanwhile would be ahead of them.
    const kept = newestOf(await heads.witnesses(queries, chain));
    const head = typeof kept === 'object' ? { seq: kept.seq, hash: kept.hash } : (kept ?? null);
    yield sealed({ chain, head } satisfies z.input<typeof chainLine>);
    for await (const page of readChainPages(queries, chain)) {
      rows += page.length;
      yield page.map((row) => sealed(lineOf(row))).join('');
    }
  }
  yield `${JSON.stringify({ rows, seal: seal.sign(key) } satisfies z.input<typeof sealLine>)}\n`;
}

function lineOf({ seq, id, at, actor, action, target, detail, prevHash, hash }: AuditRow): z.input<typeof rowLine> {
  const hashes = { prev_hash: prevHash.toString('hex'), hash: hash.toString('hex') };
  return { seq, id, at: at.toISOString(), actor, action, target, detail, ...hashes };
}
