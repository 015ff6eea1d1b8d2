import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from './address.ts';
import { isPort, parseAllowlist } from './allowlist.ts';

const octet = fc.integer({ min: 0, max: 255 });

/** An IPv4 address as a number. */
const numberOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum * 256 + part, 0);

describe('parseAllowlist', () => {
  it.each([
    ...['', ' ', ':80', 'host:', 'host:0', 'host:65536', 'host:http', 'host:80:80', 'http://host', 'host/path', 'a b'],
    ...['*.example.com', '*', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/a', '10.0.0.1/8', 'fd00::1/64', 'fd00::/129'],
    ...['10.0.0.0/8/8', '10.0.0.0/8:80', '[::1', '[::1]:0', '[::1]x', 'fe80::1%eth0', '127.1', '0x7f.1:80', '::/-1'],
    ...['::ffff:10.0.0.0/104', 'host..example', '10.0.0.0/8.5'],
  ])('throws on the malformed entry %j and names it and the accepted forms', (entry) => {
    const create = () => parseAllowlist(['127.0.77.1:80', entry]);
    expect(create).toThrow(JSON.stringify(entry));
    expect(create).toThrow('Accepted forms: host, host:port');
  });

  it('covers exactly the addresses of a network', () => {
    const address = fc.tuple(octet, octet, octet, octet);
    fc.assert(
      fc.property(address, address, fc.integer({ min: 0, max: 32 }), (parts, other, bits) => {
        const size = 2 ** (32 - bits);
        const first = Math.floor(numberOf(parts) / size) * size;
        const base = [24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join('.');
        const { hasAddress } = parseAllowlist([`${base}/${bits}`]);
        expect(hasAddress(parseAddress(parts.join('.'))!, 1)).toBe(true);
        const inside = Math.floor(numberOf(other) / size) * size === first;
        expect(hasAddress(parseAddress(other.join('.'))!, 1)).toBe(inside);
      }),
    );
  });

  it('allows nothing without entries', () => {
    const { hasAddress, hasName } = parseAllowlist([]);
    expect(hasAddress(parseAddress('8.8.8.8')!, 80)).toBe(false);
    expect(hasName('pub.test', 80, new Set([80]))).toBe(false);
  });
});

describe('isPort', () => {
  it('takes whole numbers from 1 to 65535', () => {
    expect([1, 80, 65_535].map(isPort)).toEqual([true, true, true]);
    expect([0, -1, 65_536, 1.5, Number.NaN].map(isPort)).toEqual([false, false, false, false, false]);
  });
});
