import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OVERHEAD, openBytes, SealError, sealBytes, sealedKeyVersion } from './envelope.ts';

const key = createSecretKey(randomBytes(32));
const context = ['org_1', 'template', 'tpl_1'];
const text = Buffer.from('four score and seven');
const seal = () => sealBytes(text, { key, keyVersion: 7, context });

describe('sealed bytes', () => {
  it('open to what they were', () => {
    expect(openBytes(seal(), { key, context })).toEqual(text);
    const nothing = sealBytes(Buffer.alloc(0), { key, keyVersion: 1, context });
    expect(openBytes(nothing, { key, context })).toHaveLength(0);
  });

  it('say which key they need, show nothing of what they hold, and are never the same twice', () => {
    const sealed = seal();
    expect(sealedKeyVersion(sealed)).toBe(7);
    expect(sealed).toHaveLength(text.length + OVERHEAD);
    expect(sealed.includes(text.subarray(0, 4))).toBe(false);
    expect(seal()).not.toEqual(sealed);
  });

  it('do not open when any byte of them was changed, or one is missing', () => {
    const sealed = seal();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => openBytes(changed, { key, context })).toThrow(SealError);
    }
    for (const length of [0, OVERHEAD - 1, OVERHEAD, sealed.length - 1]) {
      expect(() => openBytes(sealed.subarray(0, length), { key, context })).toThrow(SealError);
    }
  });

  it('do not open with another key or in another context', () => {
    const sealed = seal();
    expect(() => openBytes(sealed, { key: createSecretKey(randomBytes(32)), context })).toThrow(SealError);
    // The same letters, divided in another way.
    for (const other of [['org_1', 'template', 'tpl_2'], ['org_1t', 'emplate', 'tpl_1'], context.slice(0, 2), []]) {
      expect(() => openBytes(sealed, { key, context: other })).toThrow(SealError);
    }
  });
});
