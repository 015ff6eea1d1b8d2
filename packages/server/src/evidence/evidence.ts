import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { findBrowser } from '@platen/engine';
import { sql } from 'kysely';
import { exportKey } from '../audit/export-seal.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../data/database.ts';
import { removals } from '../retention/certificate.ts';
import { invitations, keys, members, organisations, roleTable } from './access-review.ts';
import { type EvidenceFile, evidenceArchive } from './archive.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { changes, type Period } from './changes.ts';

export interface EvidenceOptions extends Period {
  readonly database: Database;
  readonly config: Config;
  /** Signs the heads of the audit log; the seal is made of it, as that of audit exports is. */
  readonly auditKey: Buffer;
  /** Version of the service. */
  readonly version: string;
  /** An export of the whole audit log, as NDJSON. */
  readonly auditLines: AsyncIterable<string>;
  /** When it is made. */
  readonly at: Date;
  /** Report of a run of the tests. */
  readonly tests?: { readonly name: string; readonly content: Buffer } | undefined;
}

/**
 * What an auditor asks for, as an archive that is checked by itself. The audit log is whole, since a chain is checked from
 * its beginning; changes and removals are those of the period; all else is as it stands now.
 */
export function evidence(options: EvidenceOptions): AsyncGenerator<Buffer> {
  const { auditKey, at, version, from = null, to = null } = options;
  return evidenceArchive(files(options), { key: exportKey(auditKey), at, facts: { from, to, platen: version } });
}

async function* files(options: EvidenceOptions): AsyncGenerator<EvidenceFile> {
  const { database, config, auditLines, tests } = options;
  // First: that evidence was exported is a row of it, and without that row there is none.
  yield { table: 'audit', lines: auditLines };
  yield { name: 'versions.json', content: json(await versions(options)) };
  yield { name: 'settings.json', content: json(config.shown) };
  yield { name: 'roles.json', content: roleTable() };
  yield { table: 'organisations', lines: organisations(database) };
  yield { table: 'members', lines: members(database) };
  yield { table: 'invitations', lines: invitations(database) };
  yield { table: 'keys', lines: keys(database) };
  yield { table: 'changes', lines: changes(database, options) };
  yield { table: 'removals', lines: jsonLines(removals(database, options)) };
  const bill = billOfMaterials(options);
  if (bill !== undefined) yield { name: 'bill-of-materials.cdx.json', content: bill };
  yield* maps();
  if (tests) yield { name: `tests/${tests.name}`, content: tests.content };
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

async function* jsonLines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

async function versions({ database, config, version }: EvidenceOptions): Promise<object> {
  const { rows } = await sql<{ database: string; migration: number | null }>`
    select version() as database, (select max(number) from migrations) as migration
  `.execute(database.system);
  const { node, openssl } = process.versions;
  return { platen: version, node, openssl, ...rows[0], browser: await browserVersion(config.chrome) };
}

/** What the browser says of itself; null when there is none on this machine, or it says nothing. */
async function browserVersion(chrome: string | undefined): Promise<string | null> {
  try {
    const { binary } = findBrowser(chrome);
    const { stdout } = await promisify(execFile)(binary, ['--version'], { timeout: 30_000 });
    return stdout.trim().slice(0, 200) || null;
  } catch {
    return null;
  }
}

/** The maps of controls of this version; none where the documentation is not beside the service. */
function* maps(): Generator<EvidenceFile> {
  const folder = new URL('../../../../docs/compliance/', import.meta.url);
  for (const name of namesIn(folder)) yield { name: `maps/${name}`, content: readFileSync(new URL(name, folder)) };
}

function namesIn(folder: URL): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .sort();
  } catch {
    return [];
  }
}
