import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PUBLIC_ADDRESS, startPeer, until } from '../testing/egress.ts';
import { dial } from './dial.ts';

const never = new AbortController().signal;
const target = { address: PUBLIC_ADDRESS, family: 4, timeout: 5_000, halfOpen: false, signal: never } as const;

describe('dial', () => {
  it('connects to the address', async () => {
    const peer = await startPeer((socket) => socket.end('hello'));
    const socket = await dial({ ...target, port: peer.port });
    expect(socket.remoteAddress).toBe(PUBLIC_ADDRESS);
    socket.resume();
    await once(socket, 'close');
  });

  it('stays open for writing only where it is told to', async () => {
    const peer = await startPeer((socket) => socket.end());
    for (const halfOpen of [true, false]) {
      const socket = await dial({ ...target, port: peer.port, halfOpen });
      socket.resume();
      await once(socket, 'end');
      await new Promise(setImmediate);
      expect(socket.writable).toBe(halfOpen);
      socket.destroy();
    }
  });

  it('rejects when nobody listens', async () => {
    await expect(dial({ ...target, port: 1 })).rejects.toThrow('ECONNREFUSED');
  });

  it('survives an error after it has connected', async () => {
    const peer = await startPeer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const socket = await dial({ ...target, port: peer.port });
    socket.resume();
    socket.write('x');
    const [hadError] = await new Promise<boolean[]>((resolve) => socket.once('close', (...args) => resolve(args)));
    expect(hadError).toBe(true);
  });

  it('does not begin when it is aborted', async () => {
    const peer = await startPeer((socket) => socket.resume());
    const signal = AbortSignal.abort(new Error('over'));
    await expect(dial({ ...target, port: peer.port, signal })).rejects.toThrow('over');
    expect(peer.connections()).toBe(0);
  });

  // Only Linux drops the handshake when the queue of a listener is full; others answer or refuse.
  it.runIf(process.platform === 'linux')('gives up in time, and at once when aborted', async () => {
    const port = await silentPort();
    await expect(dial({ ...target, port, timeout: 100 })).rejects.toThrow('in time');
    const controller = new AbortController();
    const pending = dial({ ...target, port, signal: controller.signal });
    controller.abort(new Error('over'));
    await expect(pending).rejects.toThrow('over');
  });
});

/** A port that does not answer: its process is stopped and the queue of the listener is full. */
async function silentPort(): Promise<number> {
  const script = `
    const server = require('node:net').createServer();
    server.listen({ port: 0, host: '${PUBLIC_ADDRESS}', backlog: 1 }, () => console.log(server.address().port));
  `;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const port = Number(String((await once(child.stdout, 'data'))[0]));
  child.kill('SIGSTOP');
  let connected = 0;
  const fillers = Array.from({ length: 8 }, () => connect({ port, host: PUBLIC_ADDRESS }));
  for (const filler of fillers) {
    filler.on('error', () => {});
    filler.once('connect', () => {
      connected += 1;
    });
  }
  onTestFinished(() => {
    for (const filler of fillers) filler.destroy();
  });
  await until(() => connected > 0);
  await new Promise((resolve) => setTimeout(resolve, 50));
  return port;
}
