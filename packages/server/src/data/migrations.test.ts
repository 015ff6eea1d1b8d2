import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMigrations } from './migrations.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'platen-migrations-'));
  mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, sql: string) => writeFileSync(path.join(folder, name), sql);

describe('readMigrations', () => {
  it('reads the steps in order, with the checksum of their SQL', () => {
    write('0002_more.sql', 'select 2;\n');
    write('0001_first.sql', 'select 1;\n');
    expect(readMigrations(folder)).toMatchObject([
      { number: 1, name: 'first', sql: 'select 1;\n' },
      { number: 2, name: 'more', sql: 'select 2;\n' },
    ]);
    const [before] = readMigrations(folder);
    write('0001_first.sql', 'select 1;\r\n');
    expect(readMigrations(folder)[0]).toEqual(before);
    write('0001_first.sql', 'select 3;\n');
    expect(readMigrations(folder)[0]?.checksum).not.toBe(before?.checksum);
  });

  it.each([['0002_first.sql'], ['1_first.sql'], ['0001-first.sql']])('refuses the file %s', (name) => {
    write(name, 'select 1;');
    expect(() => readMigrations(folder)).toThrow(name);
  });
});
