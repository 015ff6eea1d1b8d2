import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Asked, digestOf, fingerprintOf } from './fingerprint.ts';

const SECRET = Buffer.alloc(32, 1);
const asked: Asked = {
  method: 'POST',
  url: '/v1/convert/pdf?a=1',
  variant: 'png',
  body: { json: { source: { html: '<p>' } }, files: [{ name: 'a', bytes: Buffer.from('bc') }] },
};
const of = (over: Partial<Asked> = {}, secret = SECRET) => fingerprintOf(secret, { ...asked, ...over }).toString('hex');

describe('a fingerprint', () => {
  it('is the same for the same request, and reveals nothing without the secret', () => {
    expect(of()).toBe(of());
    expect(of()).toHaveLength(64);
    expect(of({}, Buffer.alloc(32, 2))).not.toBe(of());
  });

  const json = asked.body?.json;
  it.each<[string, Partial<Asked>]>([
    ['method', { method: 'PUT' }],
    ['path', { url: '/v1/convert/text?a=1' }],
    ['query', { url: '/v1/convert/pdf?a=2' }],
    ['variant', { variant: 'webp' }],
    ['body', { body: undefined }],
    ['JSON', { body: { json: { source: { html: '<p> ' } }, files: asked.body?.files ?? [] } }],
    ['a file', { body: { json, files: [] } }],
    ['the name of a file', { body: { json, files: [{ name: 'ab', bytes: Buffer.from('c') }] } }],
  ])('differs with the %s', (_name, over) => {
    expect(of(over)).not.toBe(of());
  });

  it('differs for any two bodies whose values differ', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const print = (value: unknown) => of({ body: { json: value, files: [] } });
        expect(print(one) === print(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the digest of a key', () => {
  const digest = (organisationId: string, mode: string, key: string) =>
    digestOf(SECRET, { organisationId, mode, key }).toString('hex');

  it('is of one organisation, mode and key, wherever one ends and the next begins', () => {
    const all = [
      digest('org_1', 'live', 'a'),
      digest('org_2', 'live', 'a'),
      digest('org_1', 'test', 'a'),
      digest('org_1', 'live', 'b'),
      digest('org_1l', 'ive', 'a'),
      fingerprintOf(SECRET, { method: 'key', url: 'org_1', variant: 'live' }).toString('hex'),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});
