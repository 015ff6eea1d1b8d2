import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AllowlistFault, isAllowed, isWithin, parseAllowlist } from './allowlist.ts';

const allows = (entries: string[], address: string) => isAllowed(parseAllowlist(entries), address);
const fault = (entry: string) => {
  try {
    parseAllowlist(['10.0.0.0/8', entry]);
    return undefined;
  } catch (error) {
    const { index, message } = error as AllowlistFault;
    expect(index).toBe(1);
    return message;
  }
};

describe('an allowlist', () => {
  it('lets everybody in while it is empty', () => {
    expect(allows([], '203.0.113.1')).toBe(true);
    expect(allows([], '::1')).toBe(true);
  });

  it.each([
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['203.0.113.0/24', '::ffff:203.0.113.7', true],
    ['203.0.113.0/24', '::ffff:cb00:7107', true],
    ['::ffff:203.0.113.0/120', '203.0.113.7', true],
    ['::ffff:203.0.113.0/120', '203.0.114.7', false],
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.128/25', '203.0.113.127', false],
    ['0.0.0.0/0', '203.0.113.7', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '203.0.113.7', false],
    ['2001:db8:1:2::/64', '2001:db8:1:2:ffff::1', true],
    ['2001:db8:1:2::/64', '2001:DB8:1:3::1', false],
    ['2001:db8::1', '2001:db8:0::1', true],
    ['10.0.0.0/8', 'not an address', false],
    ['10.0.0.0/8', '', false],
  ])('of %s says of %s: %s', (entry, address, expected) => {
    expect(allows([entry], address)).toBe(expected);
  });

  it('agrees with the block list of Node.js', () => {
    const address = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((n) => [24, 16, 8, 0].map((at) => (n >>> at) & 255));
    fc.assert(
      fc.property(address, address, fc.integer({ min: 0, max: 32 }), (base, other, bits) => {
        const list = new BlockList();
        list.addSubnet(base.join('.'), bits, 'ipv4');
        const first = base.map((byte, at) => byte & (0xff << (8 - Math.min(8, Math.max(0, bits - at * 8)))) & 255);
        for (const tried of [other, base]) {
          expect(allows([`${first.join('.')}/${bits}`], tried.join('.'))).toBe(list.check(tried.join('.')));
        }
      }),
    );
  });

  it.each([
    ['10.0.0.1/8', 'must be 10.0.0.0/8 for the whole range, or 10.0.0.1 for the one address'],
    ['2001:db8::1/64', 'must be 2001:db8::/64 for the whole range, or 2001:db8::1 for the one address'],
    ['10.0.0.0/33', 'must end with a number from 0 to 32 after the slash, since it is IPv4'],
    ['2001:db8::/129', 'must end with a number from 0 to 128 after the slash, since it is IPv6'],
    ['10.0.0.0/', 'must end with a number from 0 to 32 after the slash, since it is IPv4'],
    ['10.0.0.0/-1', 'must end with a number from 0 to 32 after the slash, since it is IPv4'],
    ['::ffff:10.0.0.0/8', 'must end with a number from 0 to 32 after the slash, since it is IPv4'],
    ['10.0.0.0/8/8', 'must be an address or a range such as 10.0.0.0/8'],
    ['10.0.0', 'must be an address or a range such as 10.0.0.0/8'],
    ['fe80::1%eth0', 'must be an address or a range such as 10.0.0.0/8'],
    ['example.com', 'must be an address or a range such as 10.0.0.0/8'],
    ['', 'must be an address or a range such as 10.0.0.0/8'],
  ])('refuses %j and says what to write', (entry, message) => {
    expect(fault(entry)).toBe(message);
  });

  it('keeps entries as they were written', () => {
    expect(parseAllowlist([' 10.0.0.0/8', '192.0.2.1', '::1']).map(({ text }) => text)).toEqual([
      '10.0.0.0/8',
      '192.0.2.1',
      '::1',
    ]);
  });
});

describe('isWithin', () => {
  it.each([
    [[], [], true],
    [['10.1.0.0/16'], [], true],
    [[], ['10.0.0.0/8'], false],
    [['10.1.0.0/16', '10.2.3.4'], ['10.0.0.0/8'], true],
    [['10.0.0.0/7'], ['10.0.0.0/8'], false],
    [['10.1.0.0/16', '192.0.2.1'], ['10.0.0.0/8'], false],
    [['2001:db8::/64'], ['2001:db8::/32', '10.0.0.0/8'], true],
  ] as const)('%j in %j: %s', (inner, outer, expected) => {
    expect(isWithin(parseAllowlist(inner), parseAllowlist(outer))).toBe(expected);
  });
});
