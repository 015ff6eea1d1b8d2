import { describe, expect, it } from 'vitest';
import { SlotQueue } from './slot-queue.ts';

const never = new AbortController().signal;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('SlotQueue', () => {
  it('lets as many in as there are slots, and the rest in order', async () => {
    const queue = new SlotQueue({ slots: 2, length: 10, timeout: 10_000 });
    const order: number[] = [];
    const first = await queue.acquire('a', never);
    await queue.acquire('a', never);
    const waiting = [1, 2].map(async (number) => {
      const release = await queue.acquire('a', never);
      order.push(number);
      release();
    });
    await turn();
    expect(queue).toMatchObject({ running: 2, waiting: 2 });
    first();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2]);
    expect(queue).toMatchObject({ running: 1, waiting: 0 });
  });

  it('lets groups take turns', async () => {
    const queue = new SlotQueue({ slots: 1, length: 100, timeout: 10_000 });
    const order: string[] = [];
    const first = await queue.acquire('flood', never);
    const enter = async (group: string) => {
      const release = await queue.acquire(group, never);
      order.push(group);
      release();
    };
    const all = [...Array.from({ length: 5 }, () => enter('flood')), enter('other'), enter('other')];
    await turn();
    first();
    await Promise.all(all);
    expect(order).toEqual(['flood', 'other', 'flood', 'other', 'flood', 'flood', 'flood']);
  });

  it('refuses at once when it is full', async () => {
    const queue = new SlotQueue({ slots: 1, length: 1, timeout: 10_000 });
    await queue.acquire('a', never);
    const waiting = queue.acquire('a', never);
    expect(queue.hasCapacity).toBe(false);
    await expect(queue.acquire('b', never)).rejects.toMatchObject({ code: 'capacity' });
    queue.close();
    await expect(waiting).rejects.toMatchObject({ code: 'capacity' });
  });

  it('gives up a wait that takes too long or is aborted, and forgets it', async () => {
    const queue = new SlotQueue({ slots: 1, length: 5, timeout: 20 });
    const release = await queue.acquire('a', never);
    await expect(queue.acquire('a', never)).rejects.toMatchObject({ code: 'queue_timeout' });
    const leaving = new AbortController();
    const left = queue.acquire('a', leaving.signal);
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    expect(queue.waiting).toBe(0);
    release();
    expect(queue.running).toBe(0);
  });

  it('takes a slot back once, however often it is given', async () => {
    const queue = new SlotQueue({ slots: 2, length: 5, timeout: 20 });
    const release = await queue.acquire('a', never);
    await queue.acquire('a', never);
    release();
    release();
    expect(queue.running).toBe(1);
  });
});
