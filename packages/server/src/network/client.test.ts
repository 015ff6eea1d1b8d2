import { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { clientOf, isDirect, isLocal, type Reach, servesOthers } from './client.ts';

const proxies = new BlockList();
proxies.addSubnet('10.0.0.0', 8, 'ipv4');
proxies.addAddress('2001:db8::1', 'ipv6');

const from = (remoteAddress: string, headers: Record<string, string> = {}, encrypted = false) =>
  clientOf(request(remoteAddress, headers, encrypted), { trustedProxies: proxies });

const request = (remoteAddress: string, headers: Record<string, string> = {}, encrypted = false) =>
  ({ raw: { socket: { remoteAddress, encrypted }, headers } }) as unknown as FastifyRequest;

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
    ['198.51.100.1:5555', '198.51.100.1'],
    ['192.0.2.66, [2001:db8::2]:5555', '2001:db8::2'],
    ['[2001:db8::2]', '2001:db8::2'],
    ['198.51.100.1, unknown', 'unknown'],
    ['198.51.100.1, 198.51.100.1:http', 'unknown'],
    ['198.51.100.1, [198.51.100.1]:80', 'unknown'],
    ['198.51.100.1, _hidden', 'unknown'],
  ])('behind trusted proxies is the right-most untrusted hop of %j', (hops, address) => {
    expect(from('10.0.0.1', { 'x-forwarded-for': hops }).address).toBe(address);
  });
});

describe('a connection', () => {
  it('is confidential with TLS and on the machine itself', () => {
    expect(from('203.0.113.1', {}, true).confidential).toBe(true);
    const own = (address: string, reach: Reach = {}) => clientOf(request(address), reach).confidential;
    expect(own('127.0.0.1')).toBe(true);
    expect(own('::1')).toBe(true);
    expect(own('127.0.0.1', { publicUrl: 'http://localhost:3000' })).toBe(true);
    // Whoever reaches a service for others from loopback is most likely a proxy.
    expect(own('127.0.0.1', { publicUrl: 'https://pdf.example.com' })).toBe(false);
    expect(own('127.0.0.1', { signUp: 'open' })).toBe(false);
    expect(from('127.0.0.1').confidential).toBe(false);
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

it('a trusted proxy on this machine is no program of it', () => {
  const own = new BlockList();
  own.addAddress('127.0.0.1', 'ipv4');
  const reach = { trustedProxies: own };
  expect(clientOf(request('127.0.0.1'), reach).confidential).toBe(false);
  expect(clientOf(request('127.0.0.1', { 'x-forwarded-proto': 'https' }), reach).confidential).toBe(true);
  expect(isLocal(request('127.0.0.1', { host: '127.0.0.1:3000' }), reach)).toBe(false);
});

it('a program of this machine asks for itself, by a name that only this machine has', () => {
  const local = (headers: Record<string, string>, reach: Reach = {}, peer = '127.0.0.1') =>
    isLocal(request(peer, headers), reach);
  expect(local({ host: 'localhost:3000' })).toBe(true);
  expect(local({ host: '[::1]:3000' }, {}, '::1')).toBe(true);
  expect(local({ host: 'evil.example:3000' })).toBe(false);
  expect(local({ host: 'localhost:3000', via: '1.1 proxy' })).toBe(false);
  expect(local({ host: 'localhost:3000' }, {}, '192.0.2.1')).toBe(false);
  for (const reach of [
    { publicUrl: 'https://pdf.example.com' },
    { signUp: 'open' },
    { trustedProxies: proxies },
  ] as const) {
    expect(local({ host: 'localhost:3000' }, reach)).toBe(false);
    expect(servesOthers(reach)).toBe(true);
  }
  expect(isDirect(request('127.0.0.1', { 'x-real-ip': '192.0.2.1' }))).toBe(false);
});
