import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  closed,
  connectTo,
  converse,
  get,
  nextChunk,
  openTunnel,
  PUBLIC_ADDRESS,
  startPeer,
  startProxy,
  startSite,
  until,
} from '../testing/egress.ts';

describe('identities', () => {
  it('close every connection at once without a job', async () => {
    const site = await startSite((_, response) => response.end('ok'));
    const { identity, asked } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    const request = `GET http://pub.test:${site.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`;
    expect(identity.busy).toBe(false);
    expect(await converse(identity.port, request)).toBe('');
    const job = identity.begin();
    expect(identity.busy).toBe(true);
    expect(await get(identity.port, `http://pub.test:${site.port}/`)).toMatchObject({ status: 200, body: 'ok' });
    job.end();
    expect(identity.busy).toBe(false);
    expect(await converse(identity.port, request)).toBe('');
    expect(asked).toHaveLength(1);
    expect(site.requests).toHaveLength(1);
  });

  it('run one job at a time', async () => {
    const { identity } = await startProxy();
    const job = identity.begin();
    expect(() => identity.begin()).toThrow('running job');
    job.end();
    job.end();
    expect(identity.busy).toBe(false);
    const next = identity.begin();
    job.end();
    expect(identity.busy).toBe(true);
    next.end();
  });

  it('end what is open and open nothing more for a job that is disconnected', async () => {
    const site = await startSite((_, response) => response.end('ok'));
    const endless = await startPeer((socket) => socket.resume());
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    const job = identity.begin();
    const { socket } = await openTunnel(identity.port, `pub.test:${endless.port}`);
    job.disconnect();
    await closed(socket);
    await until(() => endless.open() === 0);
    expect(identity.busy).toBe(true);
    expect(await converse(identity.port, `GET http://pub.test:${site.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`)).toBe('');
    expect(site.requests).toHaveLength(0);
    expect([job.blockedCount, job.failedCount, job.cutCount]).toEqual([0, 0, 0]);
    job.end();
  });

  it('leave nothing of a job for the next', async () => {
    const site = await startSite((_, response) => response.end('ok'));
    const peer = await startPeer((socket) => socket.resume());
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    const first = identity.begin();
    const kept = await connectTo(identity.port);
    kept.write(`GET http://pub.test:${site.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(String(await nextChunk(kept))).toContain('ok');
    const { socket } = await openTunnel(identity.port, `pub.test:${peer.port}`);
    const silent = await connectTo(identity.port);
    await get(identity.port, 'http://10.0.0.1/');
    expect([site.open(), peer.open()]).toEqual([1, 1]);

    first.end();
    const second = identity.begin();
    await Promise.all([closed(kept), closed(socket), closed(silent)]);
    await until(() => site.open() === 0 && peer.open() === 0);
    expect([second.bytes, second.blockedCount, second.failedCount]).toEqual([0, 0, 0]);
    expect(second.refusedFor('10.0.0.1', 80)).toBe(false);
    expect(first.refusedFor('10.0.0.1', 80)).toBe(true);
    await get(identity.port, `http://pub.test:${site.port}/`);
    expect(site.connections()).toBe(2);
  });

  it('do not share anything between jobs that run at once', async () => {
    const site = await startSite((_, response) => response.end('ok'));
    const { proxy, identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    const other = await proxy.listen();
    expect(other.port).not.toBe(identity.port);
    const [one, two] = [identity.begin(), other.begin()];
    await get(identity.port, `http://pub.test:${site.port}/`);
    await get(other.port, `http://pub.test:${site.port}/`);
    await get(other.port, 'http://10.0.0.1/');
    expect(site.connections()).toBe(2);
    expect([one.blockedCount, two.blockedCount]).toEqual([0, 1]);
    one.end();
    expect((await get(other.port, `http://pub.test:${site.port}/`)).status).toBe(200);
  });

  it('stop what is still under way when the job ends', async () => {
    const site = await startSite(() => {});
    const { identity } = await startProxy({
      allow: [PUBLIC_ADDRESS],
      lookup: (name) =>
        name === 'pub.test' ? Promise.resolve([{ address: PUBLIC_ADDRESS, family: 4 }]) : new Promise(() => {}),
      limits: { connectionsPerHost: 1 },
    });
    const job = identity.begin();
    const requests = [`pub.test:${site.port}`, `pub.test:${site.port}`, 'never.test', 'never.test'].flatMap((host) => [
      converse(identity.port, `GET http://${host}/ HTTP/1.1\r\nHost: a\r\n\r\n`),
      converse(identity.port, `CONNECT ${host.includes(':') ? host : `${host}:80`} HTTP/1.1\r\nHost: a\r\n\r\n`),
    ]);
    await until(() => site.requests.length === 1);
    job.end();
    for (const answer of await Promise.all(requests)) expect(answer).not.toMatch(/^HTTP\/1\.1 [345]/);
    expect([job.blockedCount, job.failedCount]).toEqual([0, 0]);
    await until(() => site.open() === 0);
  });

  it('bound the connections of the browser', async () => {
    const { identity } = await startProxy({ limits: { clients: 3 } });
    identity.begin();
    const sockets = [];
    for (let i = 0; i < 3; i += 1) sockets.push(await connectTo(identity.port));
    expect(await converse(identity.port, 'GET http://10.0.0.1/ HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
    sockets[0]?.destroy();
    await expect.poll(async () => (await get(identity.port, 'http://10.0.0.1/')).status).toBe(403);
  });
});

describe('limits of a job', () => {
  it('close all of its connections and fail what follows, past the bytes of a job', async () => {
    const site = await startSite((_, response) => response.end(Buffer.alloc(400_000)));
    const peer = await startPeer((socket) => socket.pipe(socket));
    const { proxy, identity } = await startProxy({ allow: [PUBLIC_ADDRESS], limits: { jobBytes: 1_000_000 } });
    const other = await proxy.listen();
    const [job, neighbor] = [identity.begin(), other.begin()];
    const { socket } = await openTunnel(identity.port, `pub.test:${peer.port}`);
    const url = `http://pub.test:${site.port}/`;
    for (let i = 0; i < 2; i += 1) expect((await get(identity.port, url)).body).toHaveLength(400_000);
    await expect(get(identity.port, url)).rejects.toThrow();
    await closed(socket);
    expect(job.cutCount).toBe(2);
    expect(job.bytes).toBeGreaterThan(1_000_000);
    expect(await get(identity.port, url)).toMatchObject({ status: 502, headers: { 'x-platen-egress': 'failed' } });
    expect((await openTunnel(identity.port, `pub.test:${peer.port}`)).status).toBe(502);
    expect(neighbor.bytes).toBe(0);
    expect((await get(other.port, url)).status).toBe(200);
  });

  it('make connections over a cap wait in order', async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    const site = await startSite((_, response) => {
      waiting.push(() => response.end('ok'));
      most = Math.max(most, waiting.length);
    });
    const { identity } = await startProxy({
      allow: [PUBLIC_ADDRESS],
      names: { 'other.test': [PUBLIC_ADDRESS] },
      limits: { connections: 3, connectionsPerHost: 2 },
    });
    identity.begin();
    const finished: string[] = [];
    const ask = async (host: string, path: string) => {
      const answer = await get(identity.port, `http://${host}:${site.port}/${path}`);
      finished.push(path);
      return answer.status;
    };
    const asked = [];
    for (const path of ['a', 'b', 'c', 'd']) {
      asked.push(ask('pub.test', path));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await until(() => site.requests.length >= 2);
    expect(site.requests).toEqual(['GET /a', 'GET /b']);
    for (const path of ['e', 'f']) {
      asked.push(ask('other.test', path));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await until(() => site.requests.length >= 3);
    expect(site.requests).toEqual(['GET /a', 'GET /b', 'GET /e']);
    for (let served = 0; served < 6; served += 1) {
      await until(() => waiting.length > 0);
      waiting.shift()?.();
      await until(() => finished.length === served + 1);
    }
    expect(await Promise.all(asked)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(site.requests.map((line) => line.slice(5)).filter((path) => path < 'e')).toEqual(['a', 'b', 'c', 'd']);
    expect(most).toBeLessThanOrEqual(3);
    expect(site.open()).toBeLessThanOrEqual(3);
  });

  it('make tunnels wait as well, and let a tunnel that goes away make room', async () => {
    const peer = await startPeer((socket) => socket.resume());
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS], limits: { connectionsPerHost: 1 } });
    identity.begin();
    const first = await openTunnel(identity.port, `pub.test:${peer.port}`);
    const second = openTunnel(identity.port, `pub.test:${peer.port}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(peer.connections()).toBe(1);
    first.socket.resetAndDestroy();
    expect((await second).status).toBe(200);
    expect(peer.connections()).toBe(2);
  });

  it('close kept connections to make room for new ones', async () => {
    const site = await startSite((_, response) => response.end('ok'));
    const names = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`h${i}.test`, [PUBLIC_ADDRESS]]));
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS], names, limits: { connections: 4 } });
    identity.begin();
    for (const name of Object.keys(names)) await get(identity.port, `http://${name}:${site.port}/`);
    await until(() => site.open() <= 4);
    expect(site.connections()).toBe(12);
    await get(identity.port, `http://h11.test:${site.port}/`);
    expect(site.connections()).toBe(12);
  });

  it('resolve a few names at a time', async () => {
    let running = 0;
    let most = 0;
    const { identity } = await startProxy({
      limits: { lookups: 3 },
      lookup: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        return [{ address: '10.0.0.1', family: 4 }];
      },
    });
    identity.begin();
    const urls = Array.from({ length: 20 }, (_, i) => `http://h${i}.test/`);
    const answers = await Promise.all(urls.map((url) => get(identity.port, url)));
    expect(answers.every(({ status }) => status === 403)).toBe(true);
    expect(most).toBe(3);
  });
});

describe('createEgressProxy', () => {
  it('adopts a server that another process opened', async () => {
    const site = await startSite((_, response) => response.end('ok'));
    const { proxy } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    const identity = proxy.adopt(await serverOfAnotherProcess());
    expect(await converse(identity.port, 'GET / HTTP/1.1\r\n\r\n')).toBe('');
    identity.begin();
    expect((await get(identity.port, `http://pub.test:${site.port}/`)).body).toBe('ok');
    const { status, socket } = await openTunnel(identity.port, `pub.test:${site.port}`);
    expect(status).toBe(200);
    socket.end('GET /inside HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await closed(socket);
    expect(site.requests).toEqual(['GET /', 'GET /inside']);
  });

  it('refuses a server that does not listen on a TCP port', async () => {
    const { proxy } = await startProxy();
    expect(() => proxy.adopt(createServer())).toThrow('TCP port');
  });

  it('closes everything', async () => {
    const peer = await startPeer((socket) => socket.resume());
    const { proxy, identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    identity.begin();
    const { socket } = await openTunnel(identity.port, `pub.test:${peer.port}`);
    await proxy.close();
    await closed(socket);
    await until(() => peer.open() === 0);
    await expect(connectTo(identity.port)).rejects.toThrow('ECONNREFUSED');
    await proxy.close();
  });

  it('cuts off a client that asks again before it has its answer, and keeps no slot for it', async () => {
    const site = await startSite((_, response) => setTimeout(() => response.end('ok'), 20));
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS], limits: { connections: 1 } });
    identity.begin();
    const url = `http://pub.test:${site.port}/`;
    const ask = `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const refused = 'GET http://10.0.0.1/ HTTP/1.1\r\nHost: a\r\n\r\n';
    for (const second of [ask, refused, `CONNECT pub.test:${site.port} HTTP/1.1\r\nHost: a\r\n\r\n`]) {
      expect(await converse(identity.port, ask + second + ask)).toBe('');
      expect((await get(identity.port, url)).body).toBe('ok');
    }
  });

  it('survives clients that do not behave', async () => {
    const site = await startSite((_, response) => response.end(Buffer.alloc(100_000)));
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    const job = identity.begin();
    const url = `http://pub.test:${site.port}/`;
    const half = await connectTo(identity.port);
    half.write('GET http://pub.test/ HT');
    const abrupt = await connectTo(identity.port);
    abrupt.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`);
    abrupt.resetAndDestroy();
    const upload = await connectTo(identity.port);
    upload.write(`POST ${url} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\npart`);
    upload.destroy();
    const crowd = await connectTo(identity.port);
    crowd.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(100));
    const mixed = await connectTo(identity.port);
    mixed.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\nCONNECT pub.test:${site.port} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const broken = await connectTo(identity.port);
    broken.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n\0\0\0garbage\r\n\r\n`);
    await Promise.all([closed(crowd), closed(mixed), closed(broken)]);
    const binary = Buffer.from(Array.from({ length: 10_000 }, (_, i) => (i * 7_919) % 256));
    await converse(identity.port, binary);
    half.destroy();
    expect((await get(identity.port, url)).body).toHaveLength(100_000);
    job.end();
    await until(() => site.open() === 0);
  });
});

/** Has a child process listen and hand its server over, as the helper within a network namespace does. */
async function serverOfAnotherProcess(): Promise<Server> {
  const script = `
    const server = require('node:net').createServer();
    server.listen(0, '127.0.0.1', () => process.send('server', server, () => {
      // Both processes would accept.
      server.close();
      process.disconnect();
    }));
  `;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  onTestFinished(() => {
    child.kill();
  });
  const [, server] = (await once(child, 'message')) as [string, Server];
  return server;
}
