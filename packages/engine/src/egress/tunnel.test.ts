import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  closed,
  connectTo,
  converse,
  nextChunk,
  openTunnel,
  PUBLIC_ADDRESS,
  startCanary,
  startPeer,
  startProxy,
  until,
} from '../testing/egress.ts';

/** Everything that comes until the peer ends its side. */
async function readAll(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  for (let part = await nextChunk(socket); part !== undefined; part = await nextChunk(socket)) parts.push(part);
  return Buffer.concat(parts).toString('latin1');
}

/** Waits for the end of a connection and tells whether the peer reset it. */
async function wasReset(socket: Socket): Promise<boolean> {
  let code: string | undefined;
  socket.on('error', (error: NodeJS.ErrnoException) => {
    code = error.code;
  });
  await closed(socket);
  return code === 'ECONNRESET';
}

describe('tunnels', () => {
  it('pass bytes both ways', async () => {
    const peer = await startPeer((socket) => socket.pipe(socket));
    const { identity, asked } = await startProxy({ allow: [`${PUBLIC_ADDRESS}:${peer.port}`] });
    const job = identity.begin();
    const { status, head, socket } = await openTunnel(identity.port, `pub.test:${peer.port}`);
    expect(status).toBe(200);
    expect(head).toBe('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.write('ping');
    expect(String(await nextChunk(socket))).toBe('ping');
    expect(job.bytes).toBe(8);
    expect(asked).toEqual(['pub.test']);
  });

  it('refuse what the policy refuses, with one and the same answer and without connecting', async () => {
    const canary = await startCanary();
    const { identity } = await startProxy({
      allow: [`${PUBLIC_ADDRESS}:1`],
      names: { 'internal.test': ['127.0.0.1'], 'multi.test': [PUBLIC_ADDRESS, '127.0.0.1'] },
    });
    const job = identity.begin();
    const hosts = ['127.0.0.1', '2130706433', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost', 'localhost.'];
    hosts.push('internal.test', 'multi.test', 'none.test', 'pub.test', '169.254.0.1', '[64:ff9b::7f00:1]');
    const answers = new Set<string>();
    for (const host of hosts) {
      const authority = `${host}:${canary.port}`;
      answers.add(await converse(identity.port, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`));
      expect(job.refusedFor(host, canary.port)).toBe(true);
    }
    expect([...answers]).toEqual([
      'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nCache-Control: no-store\r\n' +
        'Connection: close\r\nx-platen-egress: refused\r\n\r\n',
    ]);
    expect(job.blockedCount).toBe(hosts.length);
    expect(canary.connections()).toBe(0);
  });

  it('resolve once each and go to the address that was checked', async () => {
    const canary = await startCanary();
    const peer = await startPeer((socket) => socket.end('public'));
    let answers = 0;
    const rebind = () => {
      answers += 1;
      return answers % 2 === 1 ? [PUBLIC_ADDRESS] : ['127.0.0.1'];
    };
    const { identity, asked } = await startProxy({
      allow: [`${PUBLIC_ADDRESS}:${peer.port}`, `${PUBLIC_ADDRESS}:${canary.port}`],
      names: { 'rebind.test': rebind },
    });
    identity.begin();
    const tunnels = [];
    for (let i = 0; i < 4; i += 1) tunnels.push(await openTunnel(identity.port, `rebind.test:${peer.port}`));
    expect(tunnels.map(({ status }) => status)).toEqual([200, 403, 200, 403]);
    expect(asked).toHaveLength(4);
    expect(canary.connections()).toBe(0);
  });

  it('answer 502 when the destination cannot be reached', async () => {
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    const job = identity.begin();
    const raw = await converse(identity.port, 'CONNECT pub.test:1 HTTP/1.1\r\nHost: pub.test:1\r\n\r\n');
    expect(raw).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
    expect(raw).toContain('x-platen-egress: failed\r\n');
    expect(job.failed()).toEqual([{ host: 'pub.test', port: 1 }]);
    expect(job.blockedCount).toBe(0);
  });

  it.each(['pub.test', 'pub.test:', 'pub.test:0', ':443', '[::1]', 'pub.test:99999'])(
    'answer 400 to CONNECT %s',
    async (authority) => {
      const { identity, asked } = await startProxy();
      identity.begin();
      const raw = await converse(identity.port, `CONNECT ${authority} HTTP/1.1\r\nHost: a\r\n\r\n`);
      expect(raw).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(asked).toEqual([]);
    },
  );

  it('keep what the client sends before the tunnel stands', async () => {
    const peer = await startPeer((socket) => socket.pipe(socket));
    let answer: (() => void) | undefined;
    const { identity } = await startProxy({
      allow: [PUBLIC_ADDRESS],
      lookup: () =>
        new Promise((resolve) => {
          answer = () => resolve([{ address: PUBLIC_ADDRESS, family: 4 }]);
        }),
    });
    identity.begin();
    const early = 'x'.repeat(300_000);
    const socket = await connectTo(identity.port);
    socket.write(`CONNECT pub.test:${peer.port} HTTP/1.1\r\nHost: a\r\n\r\nfirst `);
    await until(() => answer !== undefined);
    socket.write(early);
    socket.end(' last');
    await new Promise((resolve) => setTimeout(resolve, 20));
    answer?.();
    const received = await readAll(socket);
    expect(received).toBe(`HTTP/1.1 200 Connection established\r\n\r\nfirst ${early} last`);
  });

  it('pass on that one side has ended, in both directions', async () => {
    const peer = await startPeer((socket) => {
      let received = '';
      socket.on('data', (part) => {
        received += part;
      });
      socket.on('end', () => socket.end(`got ${received}`));
    });
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    identity.begin();
    const { socket } = await openTunnel(identity.port, `pub.test:${peer.port}`);
    socket.end('all of it');
    expect(await readAll(socket)).toBe('got all of it');
    await until(() => peer.open() === 0);

    const talker = await startPeer((socket) => {
      socket.write('bye');
      socket.end();
      socket.resume();
    });
    const second = await openTunnel(identity.port, `pub.test:${talker.port}`);
    expect(await readAll(second.socket)).toBe('bye');
    second.socket.end('still here');
    await until(() => talker.open() === 0);
  });

  it('end with a reset when the destination resets or breaks off', async () => {
    const peer = await startPeer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    identity.begin();
    const { socket } = await openTunnel(identity.port, `pub.test:${peer.port}`);
    socket.write('x');
    expect(await wasReset(socket)).toBe(true);
  });

  it('close the destination when the client resets or goes away', async () => {
    const peer = await startPeer((socket) => {
      socket.once('end', () => socket.end());
      socket.resume();
    });
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    identity.begin();
    const first = await openTunnel(identity.port, `pub.test:${peer.port}`);
    const second = await openTunnel(identity.port, `pub.test:${peer.port}`);
    expect(peer.open()).toBe(2);
    first.socket.resetAndDestroy();
    await until(() => peer.open() === 1);
    second.socket.write('x');
    second.socket.destroy();
    await until(() => peer.open() === 0);
  });

  it('give up connecting when the client goes away', async () => {
    let asked = false;
    let aborted = false;
    const { identity } = await startProxy({
      lookup: (_, signal) =>
        new Promise((_resolve, reject) => {
          asked = true;
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(new Error('aborted'));
          });
        }),
    });
    const job = identity.begin();
    const socket = await connectTo(identity.port);
    socket.write('CONNECT pub.test:443 HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(() => asked);
    socket.destroy();
    await until(() => aborted);
    expect(job.blockedCount + job.failedCount).toBe(0);
  });

  it('are cut when both directions together pass the limit', async () => {
    const peer = await startPeer((socket) => {
      socket.resume();
      socket.write(Buffer.alloc(600_000));
    });
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS], limits: { responseBytes: 1_000_000 } });
    const job = identity.begin();
    const { socket } = await openTunnel(identity.port, `pub.test:${peer.port}`);
    let received = 0;
    while (received < 600_000) received += (await nextChunk(socket))?.length ?? 600_000;
    expect(job.cutCount).toBe(0);
    socket.write(Buffer.alloc(600_000));
    expect(await wasReset(socket)).toBe(true);
    expect(job.cutCount).toBe(1);
    await until(() => peer.open() === 0);
  });

  it('are closed when idle, but not while bytes pass in one direction', async () => {
    const peer = await startPeer((socket) => {
      let ticks = 0;
      const timer = setInterval(() => {
        ticks += 1;
        socket.write('.');
        if (ticks === 10) clearInterval(timer);
      }, 100);
      socket.once('end', () => socket.end());
      socket.resume();
    });
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS], limits: { idle: 600 } });
    identity.begin();
    const { socket } = await openTunnel(identity.port, `pub.test:${peer.port}`);
    let received = 0;
    socket.on('data', (part) => {
      received += part.length;
    });
    await closed(socket);
    expect(received).toBe(10);
    await until(() => peer.open() === 0);
  });

  it('hold back a sender whose receiver stands still', async () => {
    let sent = 0;
    const peer = await startPeer((socket) => {
      const chunk = Buffer.alloc(65_536);
      const more = () => {
        while (!socket.destroyed && sent < 45_000_000) {
          sent += chunk.length;
          if (!socket.write(chunk)) return;
        }
        socket.end();
      };
      socket.on('drain', more);
      more();
    });
    const { identity } = await startProxy({ allow: [PUBLIC_ADDRESS] });
    identity.begin();
    const { socket } = await openTunnel(identity.port, `pub.test:${peer.port}`);
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
    await once(socket, 'end');
    expect(received).toBe(sent);
  });
});
