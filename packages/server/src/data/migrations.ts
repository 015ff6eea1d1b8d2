import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One step of the schema. Once released, its SQL never changes. */
export interface Migration {
  /** 1, 2, 3 … without gaps. */
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the SQL, in hex. */
  readonly checksum: string;
}

const FOLDER = path.join(import.meta.dirname, 'migrations');
const FILE_NAME = /^(\d{4})_([a-z0-9_]+)\.sql$/;

/** The steps in `folder`, from files such as `0001_accounts.sql`, in order. */
export function readMigrations(folder: string = FOLDER): readonly Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file, index) => {
      const [, number, name] = FILE_NAME.exec(file) ?? [];
      if (Number(number) !== index + 1 || name === undefined) {
        throw new Error(`${file} is not migration ${index + 1}: files are named 0001_name.sql, without gaps.`);
      }
      // Git may check text out with other line ends.
      const sql = readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n');
      return { number: index + 1, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}
