import { describe, expect, it } from 'vitest';
import { type Release, Slots } from './slots.ts';

const never = new AbortController().signal;

/** Asks for slots and writes down who got one, in order. */
function recorder(slots: Slots) {
  const granted: string[] = [];
  const releases = new Map<string, Release>();
  return {
    granted,
    ask: (name: string, key: string, signal = never) =>
      slots.acquire(key, signal).then((release) => {
        granted.push(name);
        releases.set(name, release);
      }),
    release: async (name: string) => {
      releases.get(name)?.();
      await Promise.resolve();
    },
  };
}

describe('Slots', () => {
  it('lets in as many as there are slots, and the others in order', async () => {
    const { granted, ask, release } = recorder(new Slots(2));
    const asked = ['a', 'b', 'c', 'd'].map((name) => ask(name, name));
    await Promise.all(asked.slice(0, 2));
    expect(granted).toEqual(['a', 'b']);
    await release('b');
    await release('a');
    await Promise.all(asked);
    expect(granted).toEqual(['a', 'b', 'c', 'd']);
  });

  it('does not hold up others behind a full key', async () => {
    const { granted, ask, release } = recorder(new Slots(3, 1));
    await ask('x1', 'x');
    const second = ask('x2', 'x');
    await ask('y1', 'y');
    expect(granted).toEqual(['x1', 'y1']);
    await release('x1');
    await second;
    expect(granted).toEqual(['x1', 'y1', 'x2']);
  });

  it('keeps the order within a key', async () => {
    const { granted, ask, release } = recorder(new Slots(1));
    const asked = ['1', '2', '3', '4'].map((name) => ask(name, 'k'));
    for (const name of ['1', '2', '3']) {
      await asked[Number(name) - 1];
      await release(name);
    }
    await Promise.all(asked);
    expect(granted).toEqual(['1', '2', '3', '4']);
  });

  it('forgets a waiter whose signal is aborted', async () => {
    const { granted, ask, release } = recorder(new Slots(1));
    await ask('a', 'k');
    const controller = new AbortController();
    const b = ask('b', 'k', controller.signal);
    const c = ask('c', 'k');
    controller.abort(new Error('gone'));
    await expect(b).rejects.toThrow('gone');
    await release('a');
    await c;
    expect(granted).toEqual(['a', 'c']);
    await expect(ask('d', 'k', controller.signal)).rejects.toThrow('gone');
  });

  it('counts a release once', async () => {
    const slots = new Slots(1);
    const first = await slots.acquire('k', never);
    first();
    first();
    await slots.acquire('k', never);
    let third = false;
    void slots.acquire('k', never).then(() => {
      third = true;
    });
    await new Promise(setImmediate);
    expect(third).toBe(false);
  });
});
