import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
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
