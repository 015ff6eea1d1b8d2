import { once } from 'node:events';
import { expect, it } from 'vitest';
import { HELLO, useCredits } from '../testing/credits-service.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { engineDouble, result } from '../testing/engine-double.ts';

describeOnDatabase('work whose caller had enough a moment ago', (opened) => {
  const tested = useCredits(opened);

  /** Work of a key with two credits that tells how it went. */
  async function worker() {
    const { organisationId } = await tested.start();
    const { id } = await tested.service.makeKey({ monthly_credit_cap: 2 });
    const { metering } = tested.service.credits;
    const seen: string[] = [];
    const work = (does: (signal: AbortSignal | undefined) => Promise<void>, mayBegin = true) =>
      metering.metered({
        caller: { kind: 'key', mode: 'live', id, organisationId, monthlyCreditCap: 2 },
        declared: { credits: 1 },
        mayBegin,
        run: async ({ signal }) => {
          seen.push(signal ? 'begun' : 'waited');
          await does(signal);
          return { value: 'made', cost: { credits: 1 } };
        },
      });
    return { work, seen };
  }
  const nothing = async () => {};

  it('begins while credits are set aside, and is withdrawn when there are none', async () => {
    const { work, seen } = await worker();
    await work(nothing);
    expect((await work(nothing)).receipt).toMatchObject({ used: 1 });
    const untilWithdrawn = async (signal: AbortSignal | undefined) => {
      if (signal && !signal.aborted) await once(signal, 'abort');
      seen.push('withdrawn');
    };
    await expect(work(untilWithdrawn)).rejects.toMatchObject({ code: 'credits_exhausted' });
    // Whoever was refused waits the next time.
    await expect(work(nothing)).rejects.toMatchObject({ code: 'credits_exhausted' });
    expect(seen).toEqual(['waited', 'begun', 'begun', 'withdrawn']);
    expect(await tested.credits()).toMatchObject({ used: 2, reserved: 0 });
  });

  it('costs nothing when it fails before they are set aside', async () => {
    const { work, seen } = await worker();
    await work(nothing);
    await expect(work(() => Promise.reject(new Error('no page')))).rejects.toThrow('no page');
    expect(seen).toEqual(['waited', 'begun']);
    expect(await tested.credits()).toMatchObject({ used: 1, reserved: 0 });
  });

  it('waits where it has to', async () => {
    const { work, seen } = await worker();
    await work(nothing, false);
    await work(nothing, false);
    expect(seen).toEqual(['waited', 'waited']);
  });

  it('is a conversion, whose page is given back when it is withdrawn', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const engine = engineDouble(async (_, { signal }) => {
      signals.push(signal);
      if (signals.length === 3 && signal && !signal.aborted) await once(signal, 'abort');
      return result({ bytes: Buffer.alloc(10) });
    });
    await tested.start({ engine });
    const { secret } = await tested.service.makeKey({ monthly_credit_cap: 2 });
    for (const status of [200, 200, 402, 402]) expect((await tested.convert(HELLO, secret)).status).toBe(status);
    expect(signals.map((signal) => signal?.aborted)).toEqual([false, false, true]);
  });
});
