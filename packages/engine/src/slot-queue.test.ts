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
    expect(order).toEqual(['other', 'flood', 'other', 'flood', 'flood', 'flood', 'flood']);
  });

  it('keeps a slot for others who have come lately, and gives all to a group that is alone', async () => {
    const queue = new SlotQueue({ slots: 3, length: 100, timeout: 10_000 });
    const alone = await Promise.all([1, 2, 3].map(() => queue.acquire('flood', never)));
    const visitor = queue.acquire('other', never);
    for (const release of alone) release();
    const release = await visitor;
    release();
    const flood = Array.from({ length: 5 }, () => queue.acquire('flood', never));
    for (const one of flood) one.catch(() => {});
    await turn();
    expect(queue).toMatchObject({ running: 2, waiting: 3 });
    // At once, without anybody giving anything back.
    await queue.acquire('other', never);
    expect(queue).toMatchObject({ running: 3, waiting: 3 });
    queue.close();
  });

  it('gives a free slot to the group that holds the fewest', async () => {
    const queue = new SlotQueue({ slots: 2, length: 100, timeout: 10_000 });
    const [first, second] = await Promise.all([1, 2].map(() => queue.acquire('flood', never)));
    const order: string[] = [];
    const enter = (group: string) => queue.acquire(group, never).then(() => order.push(group));
    const all = [enter('flood'), enter('flood'), enter('other')];
    for (const one of all) one.catch(() => {});
    await turn();
    first?.();
    await turn();
    expect(order).toEqual(['other']);
    // The other's slot is one that the flood may not have.
    second?.();
    await turn();
    expect(order).toEqual(['other', 'flood']);
    queue.close();
  });

  it('gives fewer slots to a group whose jobs run out of time', async () => {
    const queue = new SlotQueue({ slots: 8, length: 100, timeout: 10_000 });
    (await queue.acquire('other', never))();
    for (let job = 0; job < 6; job += 1) queue.timedOut('flood');
    const flood = Array.from({ length: 8 }, () => queue.acquire('flood', never));
    for (const one of flood) one.catch(() => {});
    await turn();
    expect(queue.running).toBe(2);
    queue.close();
  });

  it('leaves room in the queue for others', async () => {
    const queue = new SlotQueue({ slots: 1, length: 4, timeout: 10_000 });
    await queue.acquire('flood', never);
    const waiting = [1, 2, 3].map(() => queue.acquire('flood', never));
    await expect(queue.acquire('flood', never)).rejects.toMatchObject({ code: 'capacity' });
    const other = queue.acquire('other', never);
    for (const one of [...waiting, other]) one.catch(() => {});
    await turn();
    expect(queue.waiting).toBe(4);
    queue.close();
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
