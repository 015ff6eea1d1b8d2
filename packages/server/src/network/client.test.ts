import { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { clientOf } from './client.ts';

const proxies = new BlockList();
proxies.addSubnet('10.0.0.0', 8, 'ipv4');
proxies.addAddress('2001:db8::1', 'ipv6');

const from = (remoteAddress: string, headers: Record<string, string> = {}, encrypted = false) =>
  clientOf({ raw: { socket: { remoteAddress, encrypted }, headers } } as unknown as FastifyRequest, proxies);

describe('the address', () => {
  it('is the peer of the socket, whatever an untrusted peer claims', () => {
    const claims = { 'x-forwarded-for': '198.51.100.1', 'x-real-ip': '198.51.100.1', forwarded: 'for=198.51.100.1' };
    expect(from('203.0.113.1', claims).address).toBe('203.0.113.1');
    expect(from('::ffff:203.0.113.1', claims).address).toBe('203.0.113.1');
  });

  it.each([
    ['198.51.100.1', '198.51.100.1'],
    ['192.0.2.66, 198.51.100.1', '198.51.100.1'],
    ['192.0.2.66, 198.51.100.1, 10.1.1.1, 2001:db8::1', '198.51.100.1'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['198.51.100.1,', '198.51.100.1'],
    ['10.1.1.1', '10.0.0.1'],
    ['', '10.0.0.1'],
    ['198.51.100.1, unknown', '10.0.0.1'],
    ['198.51.100.1:80', '10.0.0.1'],
  ])('behind trusted proxies is the right-most untrusted hop of %j', (hops, address) => {
    expect(from('10.0.0.1', { 'x-forwarded-for': hops }).address).toBe(address);
  });
});

describe('a connection', () => {
  it('is confidential with TLS and on the machine itself', () => {
    expect(from('203.0.113.1', {}, true).confidential).toBe(true);
    expect(from('127.0.0.1').confidential).toBe(true);
    expect(from('::1').confidential).toBe(true);
    expect(from('203.0.113.1').confidential).toBe(false);
    expect(from('192.168.1.1').confidential).toBe(false);
  });

  it('is as confidential as a trusted proxy says; other peers are not believed', () => {
    expect(from('10.0.0.1', { 'x-forwarded-proto': 'https' }).confidential).toBe(true);
    expect(from('10.0.0.1', { 'x-forwarded-proto': 'http' }).confidential).toBe(false);
    expect(from('10.0.0.1', { 'x-forwarded-proto': 'https, http' }).confidential).toBe(false);
    expect(from('10.0.0.1').confidential).toBe(false);
    expect(from('203.0.113.1', { 'x-forwarded-proto': 'https' }).confidential).toBe(false);
  });
});
