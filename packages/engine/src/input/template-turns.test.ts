import { availableParallelism } from 'node:os';
import { setImmediate as soon } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inTurn } from './template-turns.ts';

describe('inTurn', () => {
  it('lets groups take turns, and tells when nobody is left', async () => {
    const order: string[] = [];
    let idle = 0;
    const start = (group: string) => {
      const work = async () => {
        order.push(group);
        await soon();
      };
      return inTurn(work, { signal: undefined, group, onIdle: () => (idle += 1) });
    };
    const many = Array.from({ length: availableParallelism() + 20 }, () => start('many'));
    const few = [start('few'), start('few')];
    await Promise.all([...many, ...few]);
    const last = order.lastIndexOf('few');
    expect(last).toBeLessThan(availableParallelism() + 6);
    expect(order).toHaveLength(many.length + 2);
    await soon();
    await soon();
    expect(idle).toBe(1);
  });

  it('lets a waiting one leave', async () => {
    const controller = new AbortController();
    const holders = Array.from({ length: availableParallelism() }, (_, index) => {
      const work = () => new Promise<void>((resolve) => controller.signal.addEventListener('abort', () => resolve()));
      return inTurn(work, { signal: undefined, group: `holder ${index}`, onIdle: () => {} });
    });
    const left = inTurn(async () => 'done', { signal: controller.signal, group: 'b', onIdle: () => {} });
    await soon();
    controller.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await Promise.all(holders);
  });
});
