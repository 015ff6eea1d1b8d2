import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { openDataFolder } from './data-folder.ts';

let base: string;
let lines: string[];
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'platen-data-'));
  lines = [];
});
afterEach(() => rmSync(base, { recursive: true }));

const open = (folder: string) => openDataFolder(folder, createLog('info', { write: (line) => lines.push(line) }));
const mode = (folder: string) => statSync(folder).mode & 0o777;

function existing(name: string, ...files: string[]): string {
  const folder = path.join(base, name);
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  for (const file of files) writeFileSync(path.join(folder, file), '');
  return folder;
}

describe('openDataFolder', () => {
  it('makes a folder that only we can enter', () => {
    const folder = path.join(base, 'a', 'b');
    open(folder);
    expect(mode(folder)).toBe(0o700);
  });

  it('closes a folder that is empty or ours', () => {
    for (const folder of [existing('empty'), existing('ours', 'bootstrap.json', 'more')]) {
      open(folder);
      expect(mode(folder)).toBe(0o700);
    }
    expect(lines).toEqual([]);
  });

  it('leaves a folder of others as it is, with a warning', () => {
    const folder = existing('home', 'letter.txt');
    open(folder);
    expect(mode(folder)).toBe(0o755);
    expect(lines.join('')).toContain('"event":"data_folder_open","mode":"755"');
  });

  it('refuses to start where no folder can be', () => {
    const file = path.join(existing('files', 'a-file'), 'a-file');
    expect(() => open(path.join(file, 'data'))).toThrow(/^PLATEN_DATA: /);
    expect(() => open(file)).toThrow(/^PLATEN_DATA: /);
  });
});
