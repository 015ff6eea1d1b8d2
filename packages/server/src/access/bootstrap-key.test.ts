import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBootstrapKey } from './bootstrap-key.ts';

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(path.join(tmpdir(), 'platen-key-'));
});
afterEach(() => rmSync(dataFolder, { recursive: true }));

const file = () => path.join(dataFolder, 'bootstrap.json');
const open = (fixedKey?: string) => openBootstrapKey({ dataFolder, fixedKey });

describe('openBootstrapKey', () => {
  it('makes a key on the first start, and knows it ever after', () => {
    const first = open();
    const key = Buffer.from(first.fresh!);
    expect(first.verify(key)).toBe('bootstrap');
    const second = open();
    expect(second.fresh).toBeUndefined();
    expect(second.verify(key)).toBe('bootstrap');
    expect(second.verify(Buffer.from(`${first.fresh}x`))).toBeUndefined();
    expect(second.verify(Buffer.alloc(0))).toBeUndefined();
    expect(second.verify(Buffer.alloc(100_000))).toBeUndefined();
  });

  it('keeps a digest only, for nobody else to read, and leaves no drafts', () => {
    const { fresh } = open();
    const text = readFileSync(file(), 'utf8');
    expect(text).not.toContain(fresh!.slice(9, 30));
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataFolder)).toEqual(['bootstrap.json']);
  });

  it('uses the key of the operator instead, and writes nothing', () => {
    const { verify, fresh } = open('the-key-that-the-operator-set');
    expect(fresh).toBeUndefined();
    expect(verify(Buffer.from('the-key-that-the-operator-set'))).toBe('bootstrap');
    expect(verify(Buffer.from('another'))).toBeUndefined();
    expect(readdirSync(dataFolder)).toEqual([]);
  });

  it.each(['', '{}', '{"version":2}', '{"version":1,"pepper":"AA==","digest":"AA=="}', 'not json'])(
    'refuses to start with the damaged file %j',
    (text) => {
      writeFileSync(file(), text);
      expect(() => open()).toThrow(/^PLATEN_DATA: bootstrap\.json .* delete the file/);
    },
  );

  it('refuses to start where it cannot write', () => {
    const missing = path.join(dataFolder, 'missing');
    expect(() => openBootstrapKey({ dataFolder: missing })).toThrow(/^PLATEN_DATA: .* make the folder writable/);
  });
});
