import { describe, expect, it } from 'vitest';
import { LoopDelay } from './loop-delay.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('LoopDelay', () => {
  it('sees that the event loop was held up', async () => {
    const delay = new LoopDelay();
    await pause(50);
    const end = performance.now() + 300;
    while (performance.now() < end);
    await pause(50);
    expect(delay.p99()).toBeGreaterThan(200);
    delay.stop();
  });

  it('is zero before anything was measured', () => {
    const delay = new LoopDelay();
    expect(delay.p99()).toBe(0);
    delay.stop();
  });
});
