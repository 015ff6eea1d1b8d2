import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { watchSilence } from './silence.ts';

const standStill = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

describe('silence', () => {
  it('is told once, and the answer still comes', async () => {
    let told = 0;
    const silence = { after: 20, act: () => (told += 1) };
    expect(await watchSilence(sleep(600, 'answer'), silence)).toBe('answer');
    expect(told).toBe(1);
  });

  it('is borne while it is excused, and told when the excuse ends', async () => {
    let told = 0;
    let excuse = true;
    const silence = { after: 20, act: () => (told += 1), excused: () => excuse };
    await watchSilence(sleep(600), silence);
    expect(told).toBe(0);
    const silent = watchSilence(sleep(1_500), silence);
    setTimeout(() => {
      excuse = false;
    }, 400);
    await silent;
    expect(told).toBe(1);
  });

  it('is not told when the answer or its failure comes in time', async () => {
    let told = 0;
    const silence = { after: 20, act: () => (told += 1) };
    await watchSilence(Promise.resolve(), silence);
    await expect(watchSilence(Promise.reject(new Error('no')), silence)).rejects.toThrow('no');
    await sleep(400);
    expect(told).toBe(0);
  });

  it('is not taken from a process that stood still itself while the answer arrived', async () => {
    const echo = new Worker(
      "const { parentPort } = require('node:worker_threads'); parentPort.once('message', (m) => parentPort.postMessage(m))",
      { eval: true },
    );
    let told = 0;
    try {
      await new Promise((resolve) => echo.once('online', resolve));
      const answer = new Promise((resolve) => echo.once('message', resolve));
      echo.postMessage('ping');
      const watched = watchSilence(answer, { after: 20, act: () => (told += 1) });
      standStill(600);
      expect(await watched).toBe('ping');
      expect(told).toBe(0);
    } finally {
      await echo.terminate();
    }
  });
});
