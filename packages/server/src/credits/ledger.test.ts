import { beforeEach, expect, it } from 'vitest';
import type { Database } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import { addOrganisation } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { Holder } from './holder.ts';
import type { Job, Share } from './ledger.ts';
import { monthAt } from './periods.ts';

const NOW = Date.UTC(2030, 4, 15, 12);
const clock = { now: () => NOW };

describeOnDatabases('the ledger', (opened) => {
  let database: Database;
  let organisation: string;
  let holder: Holder;
  beforeEach(async () => {
    database = opened();
    organisation = await addOrganisation(database, 'Ledger');
    holder = new Holder({ database, clock });
    await holder.open();
    return () => holder.close();
  });

  const share = (over: Partial<Share> = {}): Share => ({
    pool: 'credits',
    ...monthAt(NOW),
    included: 10,
    overage: 0,
    price: 0,
    units: 1,
    ...over,
  });
  const job = (over: Partial<Job> = {}): Job => ({
    id: newId('job'),
    organisationId: organisation,
    at: NOW,
    shares: [share()],
    ...over,
  });
  const costing = (of: Job, ...shares: readonly Partial<Share>[]): Job => ({ ...of, shares: shares.map(share) });
  const balances = () =>
    database.system
      .selectFrom('credit_balances')
      .select(['pool', 'included', 'used', 'reserved'])
      .where('organisation_id', '=', organisation)
      .orderBy('pool', 'desc')
      .execute();
  const entries = () =>
    database.system
      .selectFrom('credit_ledger')
      .select(['kind', 'amount', 'overage', 'unit_price'])
      .where('organisation_id', '=', organisation)
      .orderBy('kind', 'desc')
      .execute();
  const events = async () => {
    const rows = await database.system
      .selectFrom('credit_events')
      .select(['kind', 'percent'])
      .where('organisation_id', '=', organisation)
      .orderBy('percent')
      .execute();
    return rows.map(({ kind, percent }) => `${kind} ${percent}`);
  };

  it('sets aside, then takes what the work has cost', async () => {
    const one = job();
    expect(await holder.ledger.reserve(one)).toBeUndefined();
    expect(await balances()).toEqual([{ pool: 'credits', included: 10, used: 0, reserved: 1 }]);
    const captured = await holder.ledger.capture(costing(one, { units: 3 }), { format: 'pdf', bytes: 11_000_000 });
    expect(captured).toEqual({ pools: [{ pool: 'credits', included: 10, used: 3, reserved: 0, overage: 0 }] });
    expect(await balances()).toEqual([{ pool: 'credits', included: 10, used: 3, reserved: 0 }]);
    expect(await entries()).toMatchObject([
      { kind: 'grant', amount: 10 },
      { kind: 'capture', amount: -3 },
    ]);
  });

  it('takes each job once', async () => {
    const one = job();
    await holder.ledger.reserve(one);
    await holder.ledger.capture(one);
    expect(await holder.ledger.capture(one)).toEqual({ repeated: true });
    const other = job();
    await holder.ledger.reserve(other);
    const answers = await Promise.all([1, 2, 3].map(() => holder.ledger.capture(other)));
    expect(answers.filter((answer) => 'pools' in answer)).toHaveLength(1);
    expect(await balances()).toMatchObject([{ used: 2, reserved: 0 }]);
  });

  it('takes of all pools or of none', async () => {
    const [ai, pages] = [
      { pool: 'ai_operations', included: 5 },
      { pool: 'bank_pages', included: 2, units: 3 },
    ] as const;
    const refused = await holder.ledger.reserve(costing(job(), {}, ai, pages));
    expect(refused).toEqual({ refused: 'bank_pages', used: 0, reserved: 0 });
    expect((await balances()).map(({ reserved }) => reserved)).toEqual([0, 0, 0]);
    const one = costing(job(), {}, ai, { ...pages, units: 2 });
    expect(await holder.ledger.reserve(one)).toBeUndefined();
    expect((await balances()).map(({ pool, reserved }) => `${pool} ${reserved}`)).toEqual([
      'credits 1',
      'bank_pages 2',
      'ai_operations 1',
    ]);
    await holder.ledger.release({ ...one });
    expect((await balances()).map(({ used, reserved }) => used + reserved)).toEqual([0, 0, 0]);
  });

  it('goes beyond the included credits up to the ceiling, and counts both separately', async () => {
    const beyond = { included: 2, overage: 2, price: 40_000 };
    const big = costing(job(), beyond);
    expect(await holder.ledger.reserve(big)).toBeUndefined();
    await holder.ledger.capture(costing(big, { ...beyond, units: 3 }));
    expect((await entries()).filter(({ kind }) => kind === 'capture')).toEqual([
      { kind: 'capture', amount: -3, overage: 1, unit_price: 40_000 },
    ]);
    const last = costing(job(), beyond);
    expect(await holder.ledger.reserve(last)).toBeUndefined();
    expect(await holder.ledger.reserve(costing(job(), beyond))).toMatchObject({ refused: 'credits', reserved: 1 });
    expect(await holder.ledger.capture(costing(last, { ...beyond, units: 2 }))).toEqual({
      refused: 'credits',
      used: 3,
      reserved: 0,
    });
    expect(await balances()).toEqual([{ pool: 'credits', included: 2, used: 3, reserved: 0 }]);
  });

  it('keeps to the cap of a key, also to one that is set when some is used', async () => {
    const id = newId('key');
    for (let at = 0; at < 2; at += 1) {
      const free = job({ key: { id } });
      await holder.ledger.reserve(free);
      await holder.ledger.capture(free);
    }
    const capped = job({ key: { id, cap: 3 } });
    expect(await holder.ledger.reserve(capped)).toBeUndefined();
    expect(await holder.ledger.reserve({ ...capped, id: newId('job') })).toMatchObject({
      refused: 'key',
      used: 2,
      reserved: 1,
    });
    expect(await holder.ledger.capture(costing(capped, { units: 2 }))).toMatchObject({ refused: 'key' });
    expect(await balances()).toMatchObject([{ used: 2, reserved: 0 }]);
    expect(await holder.ledger.reserve({ ...capped, id: newId('job') })).toBeUndefined();
  });

  it('voids what was taken for nothing, by an entry of its own', async () => {
    const beyond = { included: 1, overage: 9, price: 5_000, units: 3 };
    const one = costing(job(), beyond);
    await holder.ledger.reserve(one);
    await holder.ledger.capture(one);
    for (let at = 0; at < 2; at += 1) await holder.release(one);
    expect(await balances()).toMatchObject([{ used: 0, reserved: 0 }]);
    expect(await entries()).toEqual([
      { kind: 'void', amount: 3, overage: -2, unit_price: 5_000 },
      { kind: 'grant', amount: 1, overage: 0, unit_price: 0 },
      { kind: 'capture', amount: -3, overage: 2, unit_price: 5_000 },
    ]);
  });

  it('records each threshold once, and that nothing is left', async () => {
    const use = async (units: number) => {
      const one = costing(job(), { units });
      if (await holder.ledger.reserve(one)) return;
      await holder.ledger.capture(one);
      return one;
    };
    await use(4);
    expect(await events()).toEqual([]);
    const fifth = await use(1);
    expect(await events()).toEqual(['threshold_reached 50']);
    if (fifth) await holder.release(fifth);
    await use(5);
    expect(await events()).toEqual(['threshold_reached 50', 'threshold_reached 80', 'threshold_reached 90']);
    await use(1);
    await use(1);
    await use(1);
    expect((await events()).sort()).toEqual([
      'exhausted 100',
      'threshold_reached 100',
      'threshold_reached 50',
      'threshold_reached 80',
      'threshold_reached 90',
    ]);
  });

  it('cannot be changed or deleted', async () => {
    await holder.ledger.reserve(job());
    const { system } = database;
    await expect(system.updateTable('credit_ledger').set({ amount: 1_000_000 }).execute()).rejects.toThrow(/refused/);
    await expect(system.deleteFrom('credit_ledger').execute()).rejects.toThrow(/refused/);
  });

  it('counts without a limit where there is none', async () => {
    const one = costing(job(), { included: null, units: 1_000_000 });
    expect(await holder.ledger.reserve(one)).toBeUndefined();
    await holder.ledger.capture(one);
    expect(await balances()).toEqual([{ pool: 'credits', included: null, used: 1_000_000, reserved: 0 }]);
    expect(await entries()).toMatchObject([{ kind: 'capture', amount: -1_000_000 }]);
  });

  it('gives the last credit to one of many', async () => {
    await holder.ledger.reserve(costing(job(), { units: 9 }));
    const answers = await Promise.all(Array.from({ length: 40 }, () => holder.ledger.reserve(job())));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
  });

  it('releases the reservations of a process without heartbeat, and none of a running one', async () => {
    const dead = new Holder({ database, clock });
    await dead.beat();
    const [lost, kept] = [job(), job()];
    await dead.ledger.reserve(lost);
    await holder.ledger.reserve(kept);
    await holder.beat();
    expect(await balances()).toMatchObject([{ reserved: 2 }]);
    await database.system
      .updateTable('credit_holders')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', dead.id)
      .execute();
    await holder.beat();
    expect(await balances()).toMatchObject([{ reserved: 1, used: 0 }]);
    // Whoever was only slow is charged as if it came now.
    await dead.ledger.capture(lost);
    expect(await balances()).toMatchObject([{ reserved: 1, used: 1 }]);
  });
});
