import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { newId } from '../data/ids.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { SealError } from './envelope.ts';
import { masterKey } from './master-key.ts';
import { openVault } from './vault.ts';

const TEXT = Buffer.from('4111 1111 1111 1111');
const masters = () => ({ current: masterKey(randomBytes(32)), variable: 'PLATEN_MASTER_KEY' });

describeOnDatabases('the vault', (database) => {
  const shared = masters();
  const open = () => openVault({ database: database(), masters: shared });
  const secretOf = (organisationId: string) => ({ organisationId, kind: 'webhook_secret', id: 'whk_1' });

  it('opens what it sealed, also after a restart', async () => {
    const object = secretOf(newId('org'));
    const sealed = await (await open()).seal(object, TEXT);
    expect(sealed.includes(TEXT)).toBe(false);
    expect(await (await open()).open(object, sealed)).toEqual(TEXT);
  });

  it('opens nothing as another object, or of another organisation', async () => {
    const vault = await open();
    const object = secretOf(newId('org'));
    const other = newId('org');
    const sealed = await vault.seal(object, TEXT);
    await vault.seal({ ...object, organisationId: other }, TEXT);
    for (const change of [{ organisationId: other }, { kind: 'template' }, { id: 'whk_2' }, { version: 1 }]) {
      await expect(vault.open({ ...object, ...change }, sealed)).rejects.toThrow(SealError);
    }
  });

  it('keeps opening what the key before sealed, when an organisation gets a new one', async () => {
    const vault = await open();
    const object = secretOf(newId('org'));
    const before = await vault.seal(object, TEXT);
    await vault.rotateKey(object.organisationId);
    const after = await vault.seal(object, TEXT);
    expect([before.readUInt32BE(1), after.readUInt32BE(1)]).toEqual([1, 2]);
    for (const each of [vault, await open()]) {
      expect(await each.open(object, before)).toEqual(TEXT);
      expect(await each.open(object, after)).toEqual(TEXT);
    }
  });

  it('notices within a minute that another server gave an organisation a new key', async () => {
    const clock = { time: 0, now: () => clock.time };
    const vault = await openVault({ database: database(), masters: shared, clock });
    const object = secretOf(newId('org'));
    await vault.seal(object, TEXT);
    const other = await open();
    await other.rotateKey(object.organisationId);
    expect(await vault.open(object, await other.seal(object, TEXT))).toEqual(TEXT);
    clock.time += 60_000;
    expect((await vault.seal(object, TEXT)).readUInt32BE(1)).toBe(2);
  });

  it('makes one first key when many ask for it at once', async () => {
    const object = secretOf(newId('org'));
    const vaults = await Promise.all([open(), open(), open()]);
    const sealed = await Promise.all(vaults.map((vault) => vault.seal(object, TEXT)));
    for (const bytes of sealed) expect(await vaults[0]?.open(object, bytes)).toEqual(TEXT);
  });

  it('gives the same secret on every start, and another for every purpose', async () => {
    const vault = await open();
    const pepper = vault.secret('api key pepper');
    expect(pepper).toHaveLength(32);
    expect((await open()).secret('api key pepper')).toEqual(pepper);
    expect(vault.secret('sessions')).not.toEqual(pepper);
  });
});
