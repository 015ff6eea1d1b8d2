import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyAddress, parseAddress } from './address.ts';

/** Every block of the IANA special-purpose registries and of multicast, as first and last address. */
const SPECIAL_BLOCKS: readonly (readonly [name: string, first: string, last: string])[] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private use 10/8', '10.0.0.0', '10.255.255.255'],
  ['shared address space', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link local', '169.254.0.0', '169.254.255.255'],
  ['private use 172.16/12', '172.16.0.0', '172.31.255.255'],
  ['IETF protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['TEST-NET-1', '192.0.2.0', '192.0.2.255'],
  ['AS112-v4', '192.31.196.0', '192.31.196.255'],
  ['AMT', '192.52.193.0', '192.52.193.255'],
  ['6to4 relay anycast', '192.88.99.0', '192.88.99.255'],
  ['private use 192.168/16', '192.168.0.0', '192.168.255.255'],
  ['direct delegation AS112', '192.175.48.0', '192.175.48.255'],
  ['benchmarking', '198.18.0.0', '198.19.255.255'],
  ['TEST-NET-2', '198.51.100.0', '198.51.100.255'],
  ['TEST-NET-3', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.255'],
  ['unspecified, loopback, IPv4-compatible', '::', '::fffe:ffff:ffff'],
  ['IPv4-translated', '::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['local-use NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard-only and dummy prefix', '100::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['below global unicast', '1fff::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IETF protocol assignments', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['benchmarking', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHIDv2', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['AS112-v6', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['above global unicast', '4000::', '4fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['segment routing SIDs', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['site local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

/** The nearest public addresses around the blocks above. */
const NEIGHBOURS = [
  ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ...['168.63.129.15', '168.63.129.17', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
  ...['191.255.255.255', '192.0.1.0', '192.0.3.0', '192.31.195.255', '192.31.197.0', '192.52.192.255'],
  ...['192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0', '192.175.47.255', '192.175.49.0'],
  ...['198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0'],
  '223.255.255.255',
  ...['2000::', '2001:200::', '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::', '2003::', '2620:4f:8001::'],
  ...['2620:4f:7fff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::', '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

const octet = fc.integer({ min: 0, max: 255 });
const ipv4 = fc.tuple(octet, octet, octet, octet);
/** Random addresses hit small blocks rarely, so that half of them are taken from the edges. */
const interestingIpv4 = fc.oneof(
  ipv4,
  fc
    .constantFrom(...[...SPECIAL_BLOCKS.flatMap(([, first, last]) => [first, last]), ...NEIGHBOURS])
    .filter((text) => !text.includes(':'))
    .map((text) => text.split('.').map(Number) as [number, number, number, number]),
);
const hex = ([a, b, c, d]: readonly number[]) => `${(a! * 256 + b!).toString(16)}:${(c! * 256 + d!).toString(16)}`;

describe('classifyAddress', () => {
  it.each(SPECIAL_BLOCKS)('refuses all of %s', (_name, first, last) => {
    expect([classifyAddress(first), classifyAddress(last)]).toEqual(['special', 'special']);
  });

  it.each(NEIGHBOURS)('lets through %s, right next to a special block', (address) => {
    expect(classifyAddress(address)).toBe('public');
  });

  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
    '::ffff:169.254.169.254',
    '::ffff:a83f:8110',
  ])('refuses the metadata service %s', (address) => {
    expect(classifyAddress(address)).toBe('special');
  });

  it.each([
    ...['', ' ', 'localhost', 'example.com', '1', '1.1', '1.1.1', '1.1.1.1.1', '256.1.1.1', '01.1.1.1', '0x1.1.1.1'],
    ...['8.8.8.8 ', ' 8.8.8.8', '8.8.8.8\n', '8.8.8.8/32', '8.8.8.8:80', '[2606:4700::1]', '2606:4700:::1', '8'],
    ...['2606:4700::1%eth0', 'fe80::1%1', '2606:4700::1/64', '134744072', '8.8.8.8\0', '８.8.8.8'],
  ])('refuses %j, which is no plain address', (text) => {
    expect(classifyAddress(text)).toBe('special');
  });

  it('classifies a mapped address as the IPv4 address that it reaches, in both spellings', () => {
    fc.assert(
      fc.property(interestingIpv4, (parts) => {
        const expected = classifyAddress(parts.join('.'));
        expect(classifyAddress(`::ffff:${parts.join('.')}`)).toBe(expected);
        expect(classifyAddress(`::ffff:${hex(parts)}`)).toBe(expected);
        expect(classifyAddress(`0:0:0:0:0:FFFF:${hex(parts)}`)).toBe(expected);
      }),
    );
  });

  it('refuses every other form of IPv6 that carries an IPv4 address', () => {
    fc.assert(
      fc.property(interestingIpv4, (parts) => {
        const dotted = parts.join('.');
        const forms = [`::${dotted}`, `::${hex(parts)}`, `::ffff:0:${dotted}`, `64:ff9b::${dotted}`];
        forms.push(`64:ff9b:1::${dotted}`, `2002:${hex(parts)}::1`, `2001:0:${hex(parts)}::1`, `fe80::5efe:${dotted}`);
        for (const form of forms) expect(classifyAddress(form)).toBe('special');
      }),
    );
  });

  it('sees the same address in every spelling', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
        expect(classifyAddress(text)).toBe(classifyAddress(canonical));
        expect(parseAddress(text)?.toByteArray()).toEqual(parseAddress(canonical)?.toByteArray());
      }),
    );
  });

  it('refuses everything outside 2000::/3 and the mapped range', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const text = groups.map((part) => part.toString(16)).join(':');
        if (groups[0]! >> 13 === 1) return;
        const mapped = groups.slice(0, 5).every((part) => part === 0) && groups[5] === 0xffff;
        if (!mapped) expect(classifyAddress(text)).toBe('special');
      }),
    );
  });

  it('never throws and never lets through what is no address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const answer = classifyAddress(text);
        if (parseAddress(text) === undefined) expect(answer).toBe('special');
      }),
    );
  });
});
