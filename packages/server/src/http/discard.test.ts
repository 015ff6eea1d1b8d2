import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Discards } from './discard.ts';

it('reads refused bodies up to what all of them together may take, and on after a while', async () => {
  let now = 0;
  const discards = new Discards({ perSecond: 1_000, atOnce: 2_000 }, () => now);
  const bodies = [new PassThrough(), new PassThrough()];
  for (const body of bodies) {
    discards.read(body);
    body.write(Buffer.alloc(1_500));
  }
  const paused = () => bodies.map((body) => body.isPaused());
  await expect.poll(paused).toEqual([false, true]);
  now += 3_000;
  await expect.poll(paused).toEqual([false, false]);
  for (const body of bodies) body.write(Buffer.alloc(900));
  await turn();
  await expect.poll(() => bodies.map(({ readableLength }) => readableLength)).toEqual([0, 0]);
});

it('lets a body wait until there is something left, however many wait', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let now = 0;
  const discards = new Discards({ perSecond: 1_000, atOnce: 1_000 }, () => now);
  const bodies = Array.from({ length: 10 }, () => new PassThrough());
  let read = 0;
  for (const body of bodies) {
    discards.read(body);
    body.on('data', ({ length }: Buffer) => {
      read += length;
    });
    body.emit('data', Buffer.alloc(1_000));
  }
  expect(read).toBe(10_000);
  // The nine that were read beyond the limit are made up for first.
  now = 8_000;
  vi.advanceTimersByTime(8_000);
  expect(bodies.map((body) => body.isPaused())).toEqual(bodies.map(() => true));
  now = 9_100;
  vi.advanceTimersByTime(1_000);
  expect(bodies.map((body) => body.isPaused())).toEqual(bodies.map(() => false));
});
