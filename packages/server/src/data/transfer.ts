import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, openSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BesideDump } from './beside.ts';
import { connect, type DatabaseConfig } from './connect.ts';
import { dumpLines } from './dump.ts';
import { linesOf } from './dump-lines.ts';
import type { DumpSealKey } from './dump-seal.ts';
import { type RestoreOptions, restoreLines } from './restore.ts';

/**
 * Writes the database of these settings to `file`, which only this user may read, and which is whole or not there.
 * PGlite can be dumped while no service runs on it, PostgreSQL at any time.
 * @throws ConfigError when the database cannot be connected to; an error of the file system when the file cannot be
 *   written.
 */
export async function dumpDatabase(
  config: DatabaseConfig,
  file: string,
  seal: DumpSealKey,
  beside?: BesideDump,
): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const pool = await connect(config);
  try {
    const out = createWriteStream(draft, { fd: openSync(draft, 'wx', 0o600), flush: true });
    await pipeline(Readable.from(dumpLines(pool, seal, beside)), out);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
    await pool.end();
  }
}

/**
 * Restores the dump in `file` into the database of these settings, which has to be empty.
 * @returns Count of the rows.
 * @throws RestoreError, ConfigError, or an error of the file system.
 */
export async function restoreDatabase(
  config: DatabaseConfig,
  file: string,
  options: Pick<RestoreOptions, 'seals' | 'beside' | 'settles'>,
): Promise<number> {
  const handle = openSync(file, 'r');
  const source = createReadStream(file, { fd: handle });
  try {
    const pool = await connect(config);
    try {
      return await restoreLines(pool, linesOf(source), options);
    } finally {
      await pool.end();
    }
  } finally {
    source.destroy();
  }
}
