import { afterEach, expect, it } from 'vitest';
import { emptyDatabase, stoppedClock } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { LockStore } from './lock-store.ts';
import { Locks } from './locks.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describeOnDatabases('locks in the database', (database) => {
  afterEach(() => emptyDatabase(database()));

  const clock = stoppedClock();
  const open = async () => {
    const store = new LockStore({ database: database(), clock });
    const locks = new Locks(clock, store);
    await store.teach(locks);
    const fail = (times: number, source = 'a') => Array.from({ length: times }, () => locks.fail(source)).at(-1);
    return { store, locks, fail };
  };

  it('keep failures, locks and their growth', async () => {
    const first = await open();
    first.fail(19);
    await first.store.flush();
    const second = await open();
    expect(second.fail(1)).toBe(60);
    await second.store.flush();
    const third = await open();
    expect(third.locks.lockedSeconds('a')).toBe(60);
    clock.time += MINUTE;
    expect(third.fail(20)).toBe(120);
    await third.store.flush();
    clock.time += DAY + 1;
    const fourth = await open();
    expect(fourth.fail(19)).toBe(0);
    await fourth.store.flush();
    expect((await open()).fail(1)).toBe(60);
  });

  it('keep the later lock, whichever process writes last', async () => {
    const [one, other] = [await open(), await open()];
    one.fail(20);
    clock.time += MINUTE;
    one.fail(20);
    other.fail(3);
    await one.store.flush();
    await other.store.flush();
    const { locks, fail } = await open();
    expect(locks.lockedSeconds('a')).toBe(120);
    clock.time += 2 * MINUTE;
    // The three of the other process are not over yet.
    expect(fail(17)).toBe(240);
  });

  it('keep which keys were right from where, for 30 days', async () => {
    const { locks, store } = await open();
    locks.prove('a', 'key_1');
    await store.flush();
    clock.time += 20 * DAY;
    locks.prove('a', 'key_2');
    await store.flush();
    const { locks: later } = await open();
    expect(await later.hasProofs('a')).toBe(true);
    expect(await later.hasProofs('b')).toBe(false);
    expect([later.isProven('a', 'key_1'), later.isProven('a', 'key_2'), later.isProven('a', 'key_3')]).toEqual([
      true,
      true,
      false,
    ]);
    clock.time += 10 * DAY + 1;
    expect([later.isProven('a', 'key_1'), later.isProven('a', 'key_2')]).toEqual([false, true]);
  });

  it('do not fill the disk: expired rows are removed', async () => {
    const first = await open();
    first.fail(1);
    first.locks.prove('a', 'key_1');
    await first.store.flush();
    clock.time += 31 * DAY;
    const second = await open();
    second.fail(1, 'b');
    second.locks.prove('b', 'key_1');
    await second.store.flush();
    for (const table of ['key_locks', 'key_proofs'] as const) {
      expect(await database().system.selectFrom(table).select('source').execute()).toEqual([{ source: 'b' }]);
    }
  });
});
