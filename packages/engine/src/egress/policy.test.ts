import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createEgressPolicy } from './policy.ts';

const PUBLIC = '8.8.8.8';
const PUBLIC_V6 = '2606:4700::1111';

describe('createEgressPolicy', () => {
  it('lets through public addresses on the standard ports only', () => {
    const policy = createEgressPolicy();
    for (const port of [80, 443, 8080, 8443]) {
      expect(policy.refusal(PUBLIC, port)).toBeUndefined();
      expect(policy.refusal(PUBLIC_V6, port)).toBeUndefined();
    }
    for (const port of [1, 22, 25, 81, 3306, 5432, 6379, 11_211, 65_535]) {
      expect(policy.refusal(PUBLIC, port)).toBe('port');
    }
  });

  it('refuses special addresses, what is no address, and what is no port', () => {
    const policy = createEgressPolicy();
    for (const address of ['127.0.0.1', '10.0.0.1', '::1', '::ffff:127.0.0.1', 'localhost', '', 'fe80::1%eth0']) {
      expect(policy.refusal(address, 80)).toBe('address');
    }
    for (const port of [0, -1, 65_536, 1.5, Number.NaN]) expect(policy.refusal(PUBLIC, port)).toBe('address');
  });

  it('takes other ports in place of the standard ones', () => {
    const policy = createEgressPolicy({ ports: [443, 9_000], allow: ['intranet.example'] });
    expect(policy.refusal(PUBLIC, 9_000)).toBeUndefined();
    expect(policy.refusal(PUBLIC, 80)).toBe('port');
    expect(policy.allowsName('intranet.example', 9_000)).toBe(true);
    expect(policy.allowsName('intranet.example', 80)).toBe(false);
  });

  it.each([0, 65_536, 1.5, Number.NaN])('throws on the port %s', (port) => {
    expect(() => createEgressPolicy({ ports: [443, port] })).toThrow(`${port}`);
  });

  it('allows an address on one port, an address and a network on every port', () => {
    const policy = createEgressPolicy({
      allow: ['127.0.77.1:3000', '10.1.2.3', '[fd00::1]:9000', 'fd00::2', '192.168.7.0/24', 'fd12::/16'],
    });
    const allowed = (address: string, port: number) => policy.refusal(address, port) === undefined;
    expect(allowed('127.0.77.1', 3000)).toBe(true);
    expect(allowed('127.0.77.1', 80)).toBe(false);
    expect(allowed('127.0.77.2', 3000)).toBe(false);
    expect(allowed('10.1.2.3', 22)).toBe(true);
    expect(allowed('10.1.2.4', 22)).toBe(false);
    expect(allowed('fd00::1', 9000)).toBe(true);
    expect(allowed('fd00::1', 80)).toBe(false);
    expect(allowed('fd00:0::2', 1)).toBe(true);
    expect(allowed('192.168.7.255', 5432)).toBe(true);
    expect(allowed('192.168.8.0', 5432)).toBe(false);
    expect(allowed('fd12:ffff::1', 80)).toBe(true);
    expect(allowed('fd13::1', 80)).toBe(false);
  });

  it('sees IPv4 and its mapped form as one', () => {
    const policy = createEgressPolicy({ allow: ['127.0.77.1:3000', '[::ffff:10.0.0.1]:80'] });
    expect(policy.refusal('::ffff:127.0.77.1', 3000)).toBeUndefined();
    expect(policy.refusal('::ffff:7f00:4d01', 3000)).toBeUndefined();
    expect(policy.refusal('10.0.0.1', 80)).toBeUndefined();
  });

  it('keeps the families of networks apart', () => {
    const everyIpv6 = createEgressPolicy({ allow: ['::/0'] });
    expect(everyIpv6.refusal('::1', 80)).toBeUndefined();
    expect(everyIpv6.refusal('127.0.0.1', 80)).toBe('address');
    expect(everyIpv6.refusal('::ffff:127.0.0.1', 80)).toBe('address');
    const everyIpv4 = createEgressPolicy({ allow: ['0.0.0.0/0'] });
    expect(everyIpv4.refusal('127.0.0.1', 80)).toBeUndefined();
    expect(everyIpv4.refusal('::1', 80)).toBe('address');
  });

  it('allows names in any spelling, on their port or on the standard ports', () => {
    const policy = createEgressPolicy({ allow: ['Intranet.Example.:3000', 'bücher.example', ' localhost:5173 '] });
    expect(policy.allowsName('intranet.example', 3000)).toBe(true);
    expect(policy.allowsName('intranet.example', 80)).toBe(false);
    expect(policy.allowsName('xn--bcher-kva.example', 443)).toBe(true);
    expect(policy.allowsName('xn--bcher-kva.example', 3000)).toBe(false);
    expect(policy.allowsName('localhost', 5173)).toBe(true);
    expect(policy.allowsName('sub.intranet.example', 3000)).toBe(false);
  });

  it('lets public destinations be reached on all ports from one on, beside those of a list', () => {
    const policy = createEgressPolicy({ ports: [443], portsFrom: 1_024, allow: ['intranet.example'] });
    expect([443, 1_024, 65_535].map((port) => policy.refusal('1.1.1.1', port))).toEqual(Array(3).fill(undefined));
    expect([80, 1_023].map((port) => policy.refusal('1.1.1.1', port))).toEqual(['port', 'port']);
    expect(policy.refusal('1.1.1.1', 65_536)).toBe('address');
    expect([80, 443, 1_024].map((port) => policy.allowsName('intranet.example', port))).toEqual([false, true, true]);
  });

  it('throws on a malformed entry', () => {
    expect(() => createEgressPolicy({ allow: ['127.0.77.1:80', 'http://host'] })).toThrow('"http://host"');
  });

  it('refuses the own addresses of the machine, also public ones, unless allowed', () => {
    const interfaces = () => ({ eth0: [interfaceWith(PUBLIC), interfaceWith(PUBLIC_V6)], gone: undefined });
    const policy = createEgressPolicy({ interfaces });
    expect(policy.refusal(PUBLIC, 443)).toBe('address');
    expect(policy.refusal(PUBLIC_V6, 443)).toBe('address');
    expect(policy.refusal('::ffff:8.8.8.8', 443)).toBe('address');
    expect(policy.refusal('9.9.9.9', 443)).toBeUndefined();
    expect(createEgressPolicy({ interfaces, allow: [`${PUBLIC}:443`] }).refusal(PUBLIC, 443)).toBeUndefined();
  });

  it('refuses the networks that the machine is on, also public ones, unless allowed', () => {
    const interfaces = () => ({
      eth0: [interfaceWith('8.8.8.20', '8.8.8.20/26'), interfaceWith('2606:4700:0:1::5', '2606:4700:0:1::5/64')],
      tun0: [interfaceWith('9.9.9.1', '9.9.9.1/0')],
    });
    const policy = createEgressPolicy({ interfaces, allow: ['8.8.8.9:443'] });
    expect(policy.refusal('8.8.8.63', 443)).toBe('address');
    expect(policy.refusal('2606:4700:0:1:ffff::1', 443)).toBe('address');
    expect(policy.refusal('9.9.9.1', 443)).toBe('address');
    expect(policy.refusal('8.8.8.9', 443)).toBeUndefined();
    expect(policy.refusal('8.8.8.64', 443)).toBeUndefined();
    expect(policy.refusal('2606:4700:0:2::1', 443)).toBeUndefined();
    expect(policy.refusal('9.9.9.2', 443)).toBeUndefined();
  });

  it('never lets through what is denied, allowed or not', () => {
    const policy = createEgressPolicy({
      allow: ['10.0.0.0/8', 'cms.example:3000'],
      deny: ['8.8.8.0/24', '10.1.2.3:80', 'cms.example', '[2606:4700::1]:443'],
      interfaces: () => ({}),
    });
    expect(policy.refusal('8.8.8.8', 443)).toBe('address');
    expect(policy.refusal('::ffff:8.8.8.8', 443)).toBe('address');
    expect(policy.refusal('10.1.2.3', 80)).toBe('address');
    expect(policy.refusal('10.1.2.3', 81)).toBeUndefined();
    expect(policy.refusal('2606:4700::1', 443)).toBe('address');
    expect(policy.refusal('2606:4700::1', 80)).toBeUndefined();
    expect(policy.deniesName('cms.example', 3_000)).toBe(true);
    expect(policy.deniesName('www.cms.example', 443)).toBe(false);
    expect(() => createEgressPolicy({ deny: ['http://host'] })).toThrow('egress deny entry "http://host"');
  });

  it('asks the operating system seldom', () => {
    let asked = 0;
    const interfaces = () => {
      asked += 1;
      return {};
    };
    const policy = createEgressPolicy({ interfaces });
    for (let i = 0; i < 100; i += 1) policy.refusal(PUBLIC, 443);
    policy.refusal('127.0.0.1', 443);
    expect(asked).toBeLessThanOrEqual(2);
    expect(asked).toBeGreaterThan(0);
  });
});

function interfaceWith(address: string, cidr: string | null = null): NetworkInterfaceInfo {
  return { address, netmask: '', mac: '', internal: false, cidr, family: 'IPv4' };
}
