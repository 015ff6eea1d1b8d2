import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PUBLIC_ADDRESS, startCanary, startPeer, startSite } from '../testing/egress.ts';
import { createFileFetch, FetchFailed, type FetchFileOptions } from './fetch-file.ts';
import type { Lookup } from './lookup.ts';
import { createEgressPolicy } from './policy.ts';
import { EgressRefusal } from './resolve.ts';

const answers =
  (table: Readonly<Record<string, readonly string[]>>): Lookup =>
  async (hostname) => {
    const addresses = table[hostname];
    if (!addresses) throw new Error('ENOTFOUND');
    return addresses.map((address) => ({ address, family: 4 as const }));
  };

interface Fetching extends Partial<FetchFileOptions> {
  readonly lookup?: Lookup;
}

/** Fetches with the ports of the public network allowed. */
async function fetchFrom(url: string, ports: readonly number[], { lookup, ...options }: Fetching = {}) {
  const policy = createEgressPolicy({ allow: ports.map((port) => `${PUBLIC_ADDRESS}:${port}`) });
  const fetch = createFileFetch(policy, lookup ?? answers({ 'pub.test': [PUBLIC_ADDRESS] }));
  const never = new AbortController().signal;
  return await fetch(url, { largest: 100_000, timeout: 5_000, signal: never, ...options });
}

const failing = async (work: Promise<unknown>): Promise<unknown> =>
  await work.then(
    () => 'came',
    (error: unknown) => (error instanceof FetchFailed ? error.failure : error),
  );

const plain: RequestListener = (request, response) => void response.end(`${request.headers.host}${request.url}`);

describe('a file', () => {
  it('comes with its path and query, and the name of its host', async () => {
    const { port } = await startSite(plain);
    const bytes = await fetchFrom(`http://pub.test:${port}/a%20b?c=d#e`, [port]);
    expect(bytes.toString()).toBe(`pub.test:${port}/a%20b?c=d`);
  });

  it.each([301, 302, 303, 307, 308])('is followed to where status %d leads, on another host too', async (status) => {
    const target = await startSite(plain);
    const { port } = await startSite(
      (_, response) => void response.writeHead(status, { location: `http://pub.test:${target.port}/there` }).end(),
    );
    const bytes = await fetchFrom(`http://${PUBLIC_ADDRESS}:${port}/here`, [port, target.port]);
    expect(bytes.toString()).toBe(`pub.test:${target.port}/there`);
  });

  it('leaves no connection behind', async () => {
    const site = await startSite(plain);
    await fetchFrom(`http://pub.test:${site.port}/`, [site.port]);
    await expect.poll(site.open).toBe(0);
  });
});

describe('the guard', () => {
  it('refuses a name that has a private address among its answers, and the redirect to one', async () => {
    const canary = await startCanary();
    const { port } = await startSite(
      (_, response) => void response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/` }).end(),
    );
    const lookup = answers({ 'pub.test': [PUBLIC_ADDRESS], 'mixed.test': [PUBLIC_ADDRESS, '127.0.0.1'] });
    for (const url of [
      `http://mixed.test:${port}/`,
      `http://pub.test:${port}/`,
      `http://127.0.0.1:${canary.port}/`,
      `http://pub.test:${canary.port}/`,
      'ftp://pub.test/',
      'not an address',
    ]) {
      expect(await failing(fetchFrom(url, [port], { lookup }))).toBeInstanceOf(EgressRefusal);
    }
    expect(canary.connections()).toBe(0);
  });

  it('dials what it checked: a second answer of the resolver has no effect', async () => {
    const { port } = await startSite(plain);
    let asked = 0;
    const lookup: Lookup = async () => {
      asked += 1;
      return [{ address: asked === 1 ? PUBLIC_ADDRESS : '127.0.0.1', family: 4 }];
    };
    await fetchFrom(`http://rebind.test:${port}/`, [port], { lookup });
    expect(asked).toBe(1);
  });
});

describe('a file that does not come', () => {
  it.each<[string, RequestListener, string]>([
    ['an error', (_, response) => void response.writeHead(500).end(), 'status'],
    ['no content', (_, response) => void response.writeHead(204).end(), 'status'],
    ['a circle', (_, response) => void response.writeHead(302, { location: '/' }).end(), 'redirects'],
    ['too much', (_, response) => void response.end(Buffer.alloc(100_001)), 'size'],
    [
      'a body that is cut',
      (_, response) => void response.writeHead(200, { 'content-length': 10 }).write('x', () => response.destroy()),
      'connection',
    ],
    [
      'a body that is not packed as it says',
      (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
      'connection',
    ],
    ['silence', () => {}, 'timeout'],
    ['a body without an end', (_, response) => void response.write('x'), 'timeout'],
  ])('because of %s', async (_, serve, failure) => {
    const { port } = await startSite(serve);
    expect(await failing(fetchFrom(`http://pub.test:${port}/`, [port], { timeout: 400 }))).toBe(failure);
  });

  it('because the peer does not speak HTTP', async () => {
    const { port } = await startPeer((socket) => socket.end('220 mail\r\n'));
    expect(await failing(fetchFrom(`http://pub.test:${port}/`, [port]))).toBe('connection');
  });

  it('because of its certificate', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'platen-tls-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name)) as [string, string];
    const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=pub.test'];
    execFileSync('openssl', ['req', '-x509', ...options, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, plain);
    await new Promise<void>((resolve) => server.listen(0, PUBLIC_ADDRESS, resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await failing(fetchFrom(`https://pub.test:${port}/`, [port]))).toBe('tls');
  });

  it('because the caller leaves', async () => {
    const site = await startSite(() => {});
    const caller = new AbortController();
    const work = fetchFrom(`http://pub.test:${site.port}/`, [site.port], { signal: caller.signal });
    await expect.poll(() => site.requests.length).toBe(1);
    caller.abort(new Error('left'));
    await expect(work).rejects.toThrow('left');
    await expect.poll(site.open).toBe(0);
  });
});
