import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../packages/server/src/data/database.ts';
import { processesBelow } from '../faults/process-tree.ts';

/** Where something of a request could be left: bytes, and what to call them. */
export interface Place {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Every file below a folder, as it is now; files that come and go meanwhile are left out. */
export function filesBelow(folder: string, name: string): Place[] {
  return entries(folder).flatMap((file) => {
    try {
      const within = path.relative(folder, file);
      // The name of a file can say as much as its content.
      return [{ name: `${name}/${within}`, bytes: Buffer.concat([Buffer.from(`${within}\n`), readFileSync(file)]) }];
    } catch {
      return [];
    }
  });
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((entry) => path.join(folder, entry))
      .filter((entry) => statSync(entry, { throwIfNoEntry: false })?.isFile());
  } catch {
    return [];
  }
}

/** Arguments and environment of a process and of all below it, as every user of the machine may see them. */
export function processesOf(pid: number): Place[] {
  return [pid, ...processesBelow(pid).map((facts) => facts.pid)].flatMap((each) =>
    ['cmdline', 'environ'].flatMap((what) => {
      try {
        return [{ name: `processes/${what}`, bytes: readFileSync(`/proc/${each}/${what}`) }];
      } catch {
        // It has ended, or belongs to somebody else.
        return [];
      }
    }),
  );
}

/** Each column of each table, with all that its rows hold. */
export async function columnsOf({ system }: Database): Promise<Place[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1
  `.execute(system);
  const places: Place[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(system);
    for (const column of Object.keys(rows[0] ?? {})) {
      const values = rows.map((row) => bytesOf(row[column]));
      places.push({ name: `${name}.${column}`, bytes: Buffer.concat(values.flatMap((value) => [value, NEWLINE])) });
    }
  }
  return places;
}

const NEWLINE = Buffer.from('\n');

function bytesOf(value: unknown): Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value);
  return Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}
