import { describe, expect, it } from 'vitest';
import { readCredential } from './credential.ts';

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
const read = (...headers: string[]) => {
  const credential = readCredential(headers);
  return credential.kind === 'key' ? credential.key.toString() : credential.kind;
};

describe('readCredential', () => {
  it.each([
    ['Authorization', 'Bearer K1'],
    ['authorization', 'bearer   K1'],
    ['AUTHORIZATION', 'BEARER\tK1'],
    ['X-API-Key', 'K1'],
    ['x-api-key', 'K1'],
    ['Authorization', basic('api:K1')],
    ['Authorization', basic('K1:')],
    ['Authorization', basic('K1:undefined')],
  ])('reads the key of %s: %s', (name, value) => {
    expect(read('Host', 'x', name, value, 'Accept', '*/*')).toBe('K1');
  });

  it('reads a key of any bytes, and with colons', () => {
    const sent = Buffer.from('schlüssel').toString('latin1');
    expect(read('Authorization', `Bearer ${sent}`)).toBe('schlüssel');
    expect(read('X-API-Key', sent)).toBe('schlüssel');
    expect(read('Authorization', basic('api:a:b:c'))).toBe('a:b:c');
  });

  it.each([
    [],
    ['Cookie', 'key=K1'],
    ['Authorization', ''],
    ['Authorization', 'Bearer'],
    ['Authorization', 'Bearer '],
    ['Authorization', 'Basic'],
    ['Authorization', basic(':')],
    ['X-API-Key', ''],
    ['Proxy-Authorization', 'Bearer K1'],
  ])('finds none in %s %s', (...headers: string[]) => {
    expect(read(...headers)).toBe('none');
  });

  it.each([
    ['Authorization', 'K1'],
    ['Authorization', 'Digest username="api"'],
    ['Authorization', 'Basic %%%'],
    ['Authorization', `Basic ${Buffer.from('no-colon').toString('base64')}`],
    ['Authorization', basic('root:K1')],
    ['Authorization', basic(':K1')],
  ])('does not understand %s: %s', (...headers: string[]) => {
    expect(read(...headers)).toBe('malformed');
  });

  it('refuses what two readers could read differently', () => {
    expect(read('Authorization', 'Bearer K1', 'Authorization', 'Bearer K1')).toBe('malformed');
    expect(read('X-API-Key', 'K1', 'x-api-key', 'K2')).toBe('malformed');
    expect(read('Authorization', 'Bearer K1', 'X-API-Key', 'K2')).toBe('malformed');
    expect(read('Authorization', 'Digest x', 'X-API-Key', 'K1')).toBe('malformed');
  });

  it('accepts one key in both headers', () => {
    expect(read('Authorization', basic('api:K1'), 'X-API-Key', 'K1')).toBe('K1');
    expect(read('Authorization', 'Bearer', 'X-API-Key', 'K1')).toBe('K1');
  });
});
