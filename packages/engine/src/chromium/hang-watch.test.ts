import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { watchForHang } from './hang-watch.ts';

const standStill = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

describe('a late answer', () => {
  it('is reported once, and the answer still comes', async () => {
    let reports = 0;
    const watch = { after: 20, act: () => (reports += 1) };
    expect(await watchForHang(sleep(600, 'answer'), watch)).toBe('answer');
    expect(reports).toBe(1);
  });

  it('is borne while it is excused, and reported when the excuse ends', async () => {
    let reports = 0;
    let excuse = true;
    const watch = { after: 20, act: () => (reports += 1), excused: () => excuse };
    await watchForHang(sleep(600), watch);
    expect(reports).toBe(0);
    const silent = watchForHang(sleep(1_500), watch);
    setTimeout(() => {
      excuse = false;
    }, 400);
    await silent;
    expect(reports).toBe(1);
  });

  it('is not reported when the answer or its failure comes in time', async () => {
    let reports = 0;
    const watch = { after: 20, act: () => (reports += 1) };
    await watchForHang(Promise.resolve(), watch);
    await expect(watchForHang(Promise.reject(new Error('no')), watch)).rejects.toThrow('no');
    await sleep(400);
    expect(reports).toBe(0);
  });

  it('is not taken from a process that stood still itself while the answer arrived', async () => {
    const echo = new Worker(
      "const { parentPort } = require('node:worker_threads'); parentPort.once('message', (m) => parentPort.postMessage(m))",
      { eval: true },
    );
    let reports = 0;
    try {
      await new Promise((resolve) => echo.once('online', resolve));
      const answer = new Promise((resolve) => echo.once('message', resolve));
      echo.postMessage('ping');
      const watched = watchForHang(answer, { after: 20, act: () => (reports += 1) });
      standStill(600);
      expect(await watched).toBe('ping');
      expect(reports).toBe(0);
    } finally {
      await echo.terminate();
    }
  });
});
