import { describe, expect, it } from 'vitest';
import type { Lookup } from './lookup.ts';
import { rememberLookups } from './remembered-lookup.ts';

const signal = new AbortController().signal;

function counted(options: { readonly names?: number } = {}) {
  const asked: string[] = [];
  const clock = { now: 0 };
  const lookup: Lookup = async (hostname, given) => {
    asked.push(hostname);
    given.throwIfAborted();
    if (hostname.endsWith('.missing')) throw new Error('no answer');
    return [{ address: '192.0.2.1', family: 4 }];
  };
  return { asked, clock, lookup: rememberLookups(lookup, { ...options, now: () => clock.now }) };
}

describe('rememberLookups', () => {
  it('asks once for a name, until its answer is old', async () => {
    const { asked, clock, lookup } = counted();
    const first = await lookup('a.test', signal);
    clock.now = 29_999;
    expect(await lookup('a.test', signal)).toEqual(first);
    expect(asked).toEqual(['a.test']);
    clock.now = 30_000;
    await lookup('a.test', signal);
    expect(asked).toEqual(['a.test', 'a.test']);
  });

  it('remembers for a shorter time that a name has no answer', async () => {
    const { asked, clock, lookup } = counted();
    await expect(lookup('b.missing', signal)).rejects.toThrow();
    await expect(lookup('b.missing', signal)).rejects.toThrow();
    expect(asked).toHaveLength(1);
    clock.now = 10_000;
    await expect(lookup('b.missing', signal)).rejects.toThrow();
    expect(asked).toHaveLength(2);
  });

  it('learns nothing from a question that was taken back', async () => {
    const { asked, lookup } = counted();
    await expect(lookup('a.test', AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
    expect(await lookup('a.test', signal)).toHaveLength(1);
    expect(asked).toHaveLength(2);
  });

  it('forgets the oldest name when it knows too many', async () => {
    const { asked, lookup } = counted({ names: 2 });
    for (const name of ['a.test', 'b.test', 'c.test', 'b.test', 'a.test']) await lookup(name, signal);
    expect(asked).toEqual(['a.test', 'b.test', 'c.test', 'a.test']);
  });
});
