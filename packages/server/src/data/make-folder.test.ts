import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'platen-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('makes a folder with those above it, also where they are there', () => {
  const deep = path.join(folder, 'a/b/c');
  for (let time = 0; time < 2; time += 1) makeFolder(deep, 0o700);
  expect([deep, path.dirname(deep)].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700]);
});

it('says that it cannot, and ends, where none can be made', () => {
  writeFileSync(path.join(folder, 'file'), '');
  symlinkSync(path.join(folder, 'nowhere'), path.join(folder, 'link'));
  expect(() => makeFolder(path.join(folder, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(path.join(folder, 'file/a/b'))).toThrow('ENOTDIR');
  expect(() => makeFolder(path.join(folder, 'link/a'))).toThrow(/EEXIST|ENOENT/);
  // Where `mkdir` of Node.js goes round for ever.
  expect(() => makeFolder('/proc/nowhere/a')).toThrow('ENOENT');
});
