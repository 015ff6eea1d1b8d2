import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MasterKeySource } from '../config/master-key.ts';
import { masterKey, openMasterKeys } from './master-key.ts';

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(path.join(tmpdir(), 'platen-master-'));
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

const key = randomBytes(32);
const open = (source: MasterKeySource, host = '127.0.0.1') => openMasterKeys({ dataFolder, host, masterKey: source });
const idOf = async (source: MasterKeySource, host?: string) => (await open(source, host)).current.id;

describe('the master key', () => {
  it('is taken from the environment, a file or a command, on any host', async () => {
    const file = path.join(dataFolder, 'elsewhere');
    writeFileSync(file, `${key.toString('base64')}\n`);
    const { id } = masterKey(key);
    expect(await idOf({ key }, '0.0.0.0')).toBe(id);
    expect(await idOf({ file }, '0.0.0.0')).toBe(id);
    expect(await idOf({ command: `echo ${key.toString('hex')}` }, '0.0.0.0')).toBe(id);
    expect(await idOf({ command: `cat '${file}'` }, '0.0.0.0')).toBe(id);
  });

  it('is known by an id that differs for every key', () => {
    expect(masterKey(key).id).toMatch(/^[0-9a-f]{32}$/);
    expect(masterKey(randomBytes(32)).id).not.toBe(masterKey(key).id);
  });

  it('comes with the one before', async () => {
    const previous = randomBytes(32);
    expect((await open({ key, previous })).previous?.id).toBe(masterKey(previous).id);
    expect((await open({ key })).previous).toBeUndefined();
    await expect(open({ command: `echo ${key.toString('hex')}`, previous: key })).rejects.toThrow(
      /^PLATEN_MASTER_KEY_PREVIOUS: this is the master key itself/,
    );
  });

  it('is generated once for a service on a loopback address, readable by its user only', async () => {
    const made = await Promise.all([idOf({}), idOf({}, '::1')]);
    const file = path.join(dataFolder, 'master.key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(new Set([...made, await idOf({})]).size).toBe(1);
  });

  it('is demanded where other machines reach the service, also after a start where they did not', async () => {
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'platen.example']) {
      await expect(open({}, host)).rejects.toThrow(/^PLATEN_MASTER_KEY: set it to 32 bytes/);
    }
    await open({});
    await expect(open({}, '0.0.0.0')).rejects.toThrow(/^PLATEN_MASTER_KEY: set it/);
  });

  it('is never replaced when it cannot be read', async () => {
    const file = path.join(dataFolder, 'master.key');
    writeFileSync(file, 'half a key');
    await expect(open({})).rejects.toThrow(/^PLATEN_DATA: master\.key in it is damaged/);
    expect(readFileSync(file, 'utf8')).toBe('half a key');
  });

  it.each<[string, MasterKeySource, RegExp]>([
    ['no file', { file: '/nowhere/key' }, /^PLATEN_MASTER_KEY_FILE: use the path of a file/],
    ['a file with something else', { file: import.meta.filename }, /^PLATEN_MASTER_KEY_FILE: it has to hold 32 bytes/],
    ['a command that fails', { command: 'echo secret; exit 3' }, /^PLATEN_MASTER_KEY_COMMAND: the command failed/],
    ['a command that prints something else', { command: 'echo secret' }, /^PLATEN_MASTER_KEY_COMMAND: it has to hold/],
  ])('is refused from %s', async (_, source, message) => {
    const refusal = await open(source).catch((error: Error) => error.message);
    expect(refusal).toMatch(message);
    expect(refusal).not.toContain('secret');
  });
});
