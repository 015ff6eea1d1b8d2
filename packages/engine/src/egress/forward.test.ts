import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import {
  closed,
  connectTo,
  converse,
  get,
  nextChunk,
  PUBLIC_ADDRESS,
  startCanary,
  startPeer,
  startProxy,
  startSite,
  until,
} from '../testing/egress.ts';

const EGRESS = 'x-platen-egress';

describe('plain requests', () => {
  it('returns what the destination answers, with its headers as they were', async () => {
    const site = await startSite((request, response) => {
      response.sendDate = false;
      response.writeHead(418, 'Teapot', ['X-One', 'a', 'x-two', 'b', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']);
      response.end(`host ${request.headers.host}`);
    });
    const { identity } = await startProxy({ allow: [`${PUBLIC_ADDRESS}:${site.port}`] });
    const job = identity.begin();
    const raw = await converse(
      identity.port,
      `GET http://pub.test:${site.port}/a%20b?c=d HTTP/1.1\r\nHost: evil.test\r\nProxy-Connection: close\r\n`,
      'Connection: close, x-secret\r\nX-Secret: 1\r\n\r\n',
    );
    expect(raw).toMatch(/^HTTP\/1\.1 418 Teapot\r\nX-One: a\r\nx-two: b\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n/);
    expect(raw).toContain(`host pub.test:${site.port}`);
    expect(raw).not.toMatch(/^(?:via|date|keep-alive):/im);
    expect(site.requests).toEqual(['GET /a%20b?c=d']);
    expect(job.bytes).toBeGreaterThan(0);
    expect([job.blockedCount, job.failedCount, job.cutCount]).toEqual([0, 0, 0]);
  });

  it('sends no hop-by-hop field on, and none back', async () => {
    let received: string[] = [];
    const site = await startSite((request, response) => {
      received = request.rawHeaders;
      response.writeHead(200, { 'X-Platen-Egress': 'refused', Upgrade: 'h2c', Connection: 'x-hop', 'X-Hop': '1' });
      response.end('ok');
    });
    const { identity } = await startProxy({ allow: [`${PUBLIC_ADDRESS}:${site.port}`] });
    identity.begin();
    const headers = { 'Proxy-Authorization': 'Basic eDp5', TE: 'trailers', Upgrade: 'websocket', 'X-Kept': '1' };
    const answer = await get(identity.port, `http://pub.test:${site.port}/`, { headers });
    expect(received).toEqual(['Host', `pub.test:${site.port}`, 'X-Kept', '1', 'Connection', 'keep-alive']);
    expect(answer.body).toBe('ok');
    for (const name of [EGRESS, 'upgrade', 'x-hop']) expect(answer.headers[name]).toBeUndefined();
  });

  it('refuses private, unresolvable and blocked-port destinations with one and the same answer', async () => {
    const canary = await startCanary();
    const site = await startSite((_, response) => response.end());
    const { identity } = await startProxy({
      allow: [`${PUBLIC_ADDRESS}:${site.port}`],
      names: { 'internal.test': ['127.0.0.1'], 'multi.test': [PUBLIC_ADDRESS, '127.0.0.1'], 'v6.test': ['::1'] },
    });
    const job = identity.begin();
    const hosts = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:7f00:1]',
      'localhost',
      'x.localhost',
      '127.1',
    ];
    hosts.push('internal.test', 'multi.test', 'v6.test', 'none.test', '169.254.0.1', 'pub.test', '[::127.0.0.1]');
    const answers = new Set<string>();
    for (const host of hosts) {
      const head = `GET http://${host}:${canary.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`;
      answers.add(await converse(identity.port, head));
      expect(job.refusedFor(host, canary.port)).toBe(true);
    }
    expect([...answers]).toEqual([
      'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nCache-Control: no-store\r\n' +
        'Connection: close\r\nx-platen-egress: refused\r\n\r\n',
    ]);
    expect(job.blockedCount).toBe(hosts.length);
    expect(job.blocked()).toContainEqual({ host: 'internal.test', port: canary.port });
    expect(job.refusedFor('other.test', canary.port)).toBe(false);
    expect(canary.connections()).toBe(0);
  });

  it('resolves once per connection and dials what it checked', async () => {
    const canary = await startCanary();
    const site = await startSite((_, response) => response.end('public'));
    let answers = 0;
    const rebind = () => {
      answers += 1;
      return answers % 2 === 1 ? [PUBLIC_ADDRESS] : ['127.0.0.1'];
    };
    const { identity, asked } = await startProxy({
      allow: [`${PUBLIC_ADDRESS}:${site.port}`],
      names: { 'rebind.test': rebind },
    });
    const url = `http://rebind.test:${site.port}/`;
    const first = identity.begin();
    expect((await get(identity.port, url)).body).toBe('public');
    // The kept connection goes to the address that was checked, so the resolver is not asked again.
    expect((await get(identity.port, url)).body).toBe('public');
    expect(asked).toEqual(['rebind.test']);
    first.end();
    identity.begin();
    expect((await get(identity.port, url)).status).toBe(403);
    expect(asked).toEqual(['rebind.test', 'rebind.test']);
    expect(canary.connections()).toBe(0);
  });

  it('answers 502 when the destination cannot be reached or does not speak HTTP', async () => {
    const peers = [
      await startPeer((socket) => socket.end('garbage\r\n\r\n')),
      await startPeer((socket) => socket.once('data', () => socket.resetAndDestroy())),
      await startPeer((socket) => socket.once('data', () => socket.end())),
      await startPeer((socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`)),
      await startPeer((socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n')),
      await startPeer((socket) => socket.write('HTTP/1.1 101 Go\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')),
      await startPeer((socket) => socket.write('HTTP/1.1 407 Auth\r\nProxy-Authenticate: Basic\r\n\r\n')),
      await startPeer((socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100))),
      await startPeer((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n')),
    ];
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    const job = identity.begin();
    // Nothing listens on port 1 of the public network.
    for (const port of [1, ...peers.map((peer) => peer.port)]) {
      const answer = await get(identity.port, `http://pub.test:${port}/`);
      expect(answer).toMatchObject({ status: 502, body: '', headers: { [EGRESS]: 'failed', connection: 'close' } });
      expect(job.failed()).toContainEqual({ host: 'pub.test', port });
      expect(job.refusedFor('pub.test', port)).toBe(false);
    }
    expect(job.failedCount).toBe(peers.length + 1);
  });

  it.each([
    ['a path', 'GET / HTTP/1.1\r\nHost: pub.test\r\n\r\n'],
    ['https', 'GET https://pub.test/ HTTP/1.1\r\nHost: pub.test\r\n\r\n'],
    ['ftp', 'GET ftp://pub.test/ HTTP/1.1\r\nHost: pub.test\r\n\r\n'],
    ['user information', 'GET http://u:p@pub.test/ HTTP/1.1\r\nHost: pub.test\r\n\r\n'],
    ['*', 'OPTIONS * HTTP/1.1\r\nHost: pub.test\r\n\r\n'],
    [
      'a length and chunks',
      'POST http://pub.test/ HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['a huge header', `GET http://pub.test/ HTTP/1.1\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`],
  ])('answers 400 to %s', async (_name, bytes) => {
    const { identity, asked } = await startProxy();
    identity.begin();
    const raw = await converse(identity.port, bytes);
    expect(raw).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(raw).not.toContain(EGRESS);
    expect(asked).toEqual([]);
  });

  it('sends bodies on, of known and of unknown length, whatever the method', async () => {
    const site = await startSite(async (request, response) => {
      const body = await text(request);
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
      response.end(`${request.method} ${length ?? encoding} ${body}`);
    });
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    const job = identity.begin();
    const url = `http://pub.test:${site.port}/`;
    const chunked = { 'Transfer-Encoding': 'chunked' };
    const send = async (method: string, body: string, headers: Record<string, string> = {}) =>
      (await get(identity.port, url, { method, body, headers })).body;
    expect(await send('POST', 'abc')).toBe('POST 3 abc');
    expect(await send('PUT', 'abc', chunked)).toBe('PUT chunked abc');
    expect(await send('GET', 'abc', chunked)).toBe('GET chunked abc');
    expect(await send('DELETE', 'abc', chunked)).toBe('DELETE chunked abc');
    expect(await send('POST', 'abc', { Expect: '100-continue', 'Content-Length': '3' })).toBe('POST 3 abc');
    expect((await get(identity.port, url, { method: 'HEAD' })).body).toBe('');
    expect(site.connections()).toBe(1);
    expect(job.bytes).toBeGreaterThan(15);
  });

  it('keeps the connections of the browser and of the destination alive', async () => {
    const site = await startSite((_, response) => response.end('ok'));
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    identity.begin();
    const socket = await connectTo(identity.port);
    for (let i = 0; i < 20; i += 1) {
      socket.write(`GET http://pub.test:${site.port}/${i} HTTP/1.1\r\nHost: a\r\n\r\n`);
      expect(String(await nextChunk(socket))).toMatch(/ok/);
    }
    expect(site.connections()).toBe(1);
    expect(site.requests).toHaveLength(20);
  });

  it('asks again on a new connection when a kept one was closed by its server, if asking twice is safe', async () => {
    const peer = await startPeer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    const job = identity.begin();
    const url = `http://pub.test:${peer.port}/`;
    for (let connections = 1; connections <= 3; connections += 1) {
      expect(await get(identity.port, url)).toMatchObject({ status: 200, body: 'ok' });
      expect(peer.connections()).toBe(connections);
    }
    expect(job.failedCount).toBe(0);
    expect((await get(identity.port, url, { method: 'POST', body: 'x' })).status).toBe(502);
    expect(peer.connections()).toBe(3);
  });

  it('passes a cut answer on as cut', async () => {
    const heads = ['Content-Length: 100\r\n\r\nhalf', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'];
    for (const head of heads) {
      const peer = await startPeer((socket) => socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${head}`)));
      const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
      identity.begin();
      const raw = await converse(identity.port, `GET http://pub.test:${peer.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`);
      expect(raw).toContain('half');
      expect(raw).not.toMatch(/0\r\n\r\n$/);
    }
  });

  it('streams with backpressure: a reader that stands still stops the sender', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(65_536);
    const peer = await startPeer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        const more = () => {
          while (!socket.destroyed && sent < 45_000_000) {
            sent += chunk.length;
            const flowing = socket.write(`${chunk.length.toString(16)}\r\n`) && socket.write(chunk);
            if (!socket.write('\r\n') || !flowing) {
              socket.once('drain', more);
              return;
            }
          }
          socket.end('0\r\n\r\n');
        };
        more();
      });
    });
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    const job = identity.begin();
    const socket = await connectTo(identity.port);
    socket.pause();
    socket.write(`GET http://pub.test:${peer.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`);
    await until(() => sent > 0);
    let before = -1;
    while (before !== sent) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(sent).toBeLessThan(30_000_000);
    let received = 0;
    socket.on('data', (part) => {
      received += part.length;
    });
    socket.resume();
    await until(() => received > 45_000_000);
    expect(job.cutCount).toBe(0);
  });

  it('returns every byte of a large body unchanged', async () => {
    const body = Buffer.alloc(8_000_000, 'The quick brown fox. ');
    const site = await startSite((_, response) => response.end(body));
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    identity.begin();
    const answer = await get(identity.port, `http://pub.test:${site.port}/`);
    const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
    expect(hash(answer.body)).toBe(hash(body));
  });

  it('cuts an answer that passes the limit, also an endless one', async () => {
    const site = await startSite((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(10_000)));
      };
      response.on('drain', write);
      write();
    });
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS], limits: { responseBytes: 1_000_000 } });
    const job = identity.begin();
    const socket = await connectTo(identity.port);
    let received = 0;
    socket.on('data', (part) => {
      received += part.length;
    });
    socket.write(`GET http://pub.test:${site.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`);
    await closed(socket);
    expect(received).toBeLessThan(1_200_000);
    expect(job.cutCount).toBe(1);
    await until(() => site.open() === 0);
  });

  it('gives up the destination when the browser goes away', async () => {
    const site = await startSite(() => {});
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    const job = identity.begin();
    const socket = await connectTo(identity.port);
    socket.write(`GET http://pub.test:${site.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`);
    await until(() => site.open() === 1);
    socket.destroy();
    await until(() => site.open() === 0);
    expect(job.failedCount).toBe(0);
  });

  it('closes a connection that has been idle for too long', async () => {
    const site = await startSite((request, response) => {
      if (request.url === '/begun') response.write('begun');
    });
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS], limits: { idle: 400 } });
    identity.begin();
    expect((await get(identity.port, `http://pub.test:${site.port}/`)).status).toBe(502);
    const raw = await converse(identity.port, `GET http://pub.test:${site.port}/begun HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(raw).toContain('begun');
    expect(raw).not.toMatch(/0\r\n\r\n$/);
    expect(site.requests).toHaveLength(2);
  });
});
